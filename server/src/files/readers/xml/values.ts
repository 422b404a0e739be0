import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { linesIn } from '@openbenefits/domain/files/census/coverage/waivers';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { readTier, readYesNo } from '@openbenefits/domain/files/census/values/cell-values';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { NamedField } from './named-field.ts';

/**
 * The field of a value: that of its name, unless it shows another. Coverage may be the level, the plan, or the lines in
 * which somebody is enrolled.
 */
export function fieldOfValue(
  { field, dependent, mayNameLines }: NamedField,
  text: string,
  lineOfPlan: ((plan: string) => CoverageLine | undefined) | undefined,
): CensusField | null {
  const isLevel = field === 'tier' && readTier(text) === undefined;
  if (!mayNameLines && !isLevel) return field;
  const line = lineOfPlan?.(text);
  if ((isLevel || field === null) && line !== undefined) return `plan.${line}`;
  if (!mayNameLines || dependent > 0 || line !== undefined || readTier(text) !== undefined) return field;
  if (field === null && readYesNo(text) === false) return 'enrolled';
  return (field === null || isLevel || field === 'enrolled' || field === 'plan.medical') && linesIn(text).length > 0
    ? 'enrolled'
    : field;
}

/**
 * The first value counts; lines in which somebody is enrolled may stand in elements of their own, and a second
 * <AddressLine> is the second line.
 */
export function putValue(cells: Map<CensusField, CellValue>, field: CensusField, text: string): void {
  const known = cells.get(field);
  if (known === undefined) cells.set(field, text);
  else if (field === 'enrolled') cells.set(field, withLines(known, text));
  else if (field === 'addressLine1' && known !== text && !cells.has('addressLine2')) cells.set('addressLine2', text);
}

/** Lines from two elements together; any other word counts where it comes first. */
export const withLines = (known: CellValue, text: CellValue): CellValue =>
  known !== text && linesIn(String(known)).length > 0 && linesIn(String(text)).length > 0 ? `${known}, ${text}` : known;
