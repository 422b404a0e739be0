import { type FileMessage, fileMessage, worded } from '../messages/file-message.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import type { PreviousIdentity, RecordProblem } from '../enrollment-record.ts';
import { shown } from '../shown-value.ts';
import type { ChangedField } from './headings/changes-by-field.ts';
import { fieldOfHeading } from './headings/field-of-heading.ts';
import type { CensusField } from './headings/fields.ts';
import type { CensusCells, CensusPlace } from './row-cells.ts';
import { readFullName, readSsn } from './values/cell-values.ts';
import { wordsOf } from '../../plain-words.ts';
import type { CellValue } from './values/cell-value.ts';
import { readDate } from './values/read-date.ts';

/** What a row of a list of changes makes of its cells. */
export type ChangedCells = {
  cells: CensusCells;
  was?: PreviousIdentity;
  problems: RecordProblem[];
  warnings: RecordProblem[];
};

/** What a file is told of it, once. */
export const CHANGES_READ = fileMessage('change_list_read');

const COVERAGE = /^(?:plan|tier|from|until|waived|enrolled)(?:\.|$)/;
const ENDS: ReadonlySet<CensusField> = new Set<CensusField>(['status', 'terminationDate', 'cobra', 'cobraEnd']);
/** What no longer says who somebody is, or to whom a row belongs, would be somebody else. */
const WHOSE: ReadonlySet<CensusField> = new Set<CensusField>([
  'relationship',
  'familyId',
  'subscriberKey',
  'groupKey',
  'sponsorName',
  'sponsorTaxId',
  'ssnLast4',
]);
/** What would be missed, if its name is not known. */
const MATTERS =
  /^med|medic|dental|vision|life|disab|plan|cov|cvg|tier|level|benefit|elect|enrol|waiv|term|hire|effective|name|birth|dob|ssn|social|depend|spouse|child|^(?:employ\w*|job|work)?\s*status$/i;
const NAMES = ['firstName', 'middleName', 'lastName', 'suffix'] as const satisfies readonly CensusField[];

/**
 * Puts the new value of the field that a row names into the row's own cells, and tells who the person was where it is
 * the name, the birth date or the SSN. What cannot be taken so is asked where it would be missed, and told otherwise.
 */
export function withChange(cells: CensusCells, change: ChangedField, place: CensusPlace): ChangedCells {
  const changed = new Map(cells);
  const problems: RecordProblem[] = [];
  const warnings: RecordProblem[] = [];
  const said = String(change.field ?? '').trim();
  const found = said === '' ? undefined : fieldOfHeading(said);
  const refuse = (message: FileMessage): void =>
    void problems.push({ field: '', code: 'change_doubtful', ...worded(message) });
  const all = (was?: PreviousIdentity): ChangedCells => ({ cells: changed, ...(was && { was }), problems, warnings });

  if (said === '') refuse(fileMessage('change_field_missing'));
  else if (!found && MATTERS.test(said)) refuse(fileMessage('change_field_unknown', { field: shown(said) }));
  else if (!found)
    warnings.push({
      field: '',
      code: 'change_unread',
      ...worded(fileMessage('change_field_not_kept', { field: shown(said) })),
    });
  else if (found.dependent > 0 || WHOSE.has(found.field))
    refuse(fileMessage('change_field_unsupported', { field: shown(said) }));
  if (!found || problems.length > 0) return all();

  const { field } = found;
  const isOfCoverage = COVERAGE.test(field);
  // The day beside it is that of the change, and begins no coverage.
  if (!isOfCoverage) for (const day of ['from', 'changedOn'] as const) changed.delete(day);
  if (change.is === undefined || change.is === '') {
    if (isOfCoverage || ENDS.has(field)) refuse(fileMessage('change_value_empty', { field: shown(said) }));
    else
      warnings.push({
        field,
        code: 'change_empty',
        ...worded(fileMessage('change_empty_ignored')),
      });
    return all();
  }
  if (field === 'from' || field.startsWith('from.')) {
    refuse(fileMessage('change_start_without_plan'));
    return all();
  }
  return all(putNew(changed, field, { was: change.was, is: change.is }, place));
}

function putNew(
  cells: Map<CensusField, CellValue>,
  field: CensusField,
  { was, is }: { was: CellValue | undefined; is: CellValue },
  place: CensusPlace,
): PreviousIdentity | undefined {
  const before = was === undefined || was === '' ? undefined : was;
  const fields: CensusField[] = [...NAMES, 'fullName'];
  if (fields.includes(field)) return putName(cells, field, { before, is });
  if (field.startsWith('plan.'))
    cells.set(`plan.${place.lineOfPlan?.(String(is)) ?? (field.slice('plan.'.length) as CoverageLine)}`, is);
  else cells.set(field, is);
  // Another level of the plan that stays.
  if (field.startsWith('tier.')) cells.set(`plan.${field.slice('tier.'.length) as CoverageLine}`, 'No change');
  if (before === undefined) return undefined;
  if (field === 'ssn') return { ssn: readSsn(before, place.padZeros).text };
  const birth = field === 'dateOfBirth' ? readDate(before, { ...place.dates, orders: undefined }) : undefined;
  return birth && { dateOfBirth: birth };
}

/** The name in its parts, whatever columns it stands in; of the old one what is another than the new one. */
function putName(
  cells: Map<CensusField, CellValue>,
  field: CensusField,
  { before, is }: { before: CellValue | undefined; is: CellValue },
): PreviousIdentity | undefined {
  const whole = cells.get('fullName');
  if (whole !== undefined && !cells.has('lastName') && !cells.has('firstName'))
    for (const [part, text] of Object.entries(readFullName(whole)))
      if (text !== undefined) cells.set(part as CensusField, text);
  cells.delete('fullName');
  const now = field === 'fullName' ? readFullName(is) : { [field]: String(is) };
  const then = before === undefined ? {} : field === 'fullName' ? readFullName(before) : { [field]: String(before) };
  for (const [part, text] of Object.entries(now)) if (text !== undefined) cells.set(part as CensusField, text);
  const was: PreviousIdentity = {};
  for (const part of ['firstName', 'lastName'] as const) {
    const old = (then as Partial<Record<string, string>>)[part];
    if (old !== undefined && wordsOf(old) !== wordsOf(String(cells.get(part) ?? ''))) was[part] = old;
  }
  return Object.keys(was).length > 0 ? was : undefined;
}
