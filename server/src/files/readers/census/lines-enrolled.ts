import { mayNameLines } from '@openbenefits/domain/files/census/coverage/lines-enrolled';
import { linesIn } from '@openbenefits/domain/files/census/coverage/waivers';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { plainHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { isNothing, readTier } from '@openbenefits/domain/files/census/values/cell-values';
import type { RecordSink } from '../record-sink.ts';
import type { Headings } from './headings.ts';
import type { TableRow } from './table-row.ts';

/** As what such a heading may be known, before it is known what stands below it. */
const TAKEN_FOR: ReadonlySet<CensusField> = new Set<CensusField>(['tier', 'plan.medical']);

/**
 * A column that holds nothing but lines of coverage (Coverages: Medical, Dental), in a list whose plans stand in
 * columns for their lines, or that names several in one cell: in which somebody is enrolled. Elsewhere a line in each
 * row is that of the row.
 */
export function useLinesEnrolled(
  rows: readonly TableRow[],
  { texts, matched: { columns, ignored } }: Pick<Headings, 'texts' | 'matched'>,
  { facts, lineOfPlan }: Pick<RecordSink, 'facts' | 'lineOfPlan'>,
): boolean {
  const own = columns.filter(({ dependent }) => dependent === 0);
  if (own.some(({ field }) => field === 'enrolled' || field === 'line')) return false;
  const areByLine = (index: number): boolean =>
    own.some((one) => one.index !== index && /^plan\.(?!medical|\d)/.test(one.field));
  for (const [index, text] of texts.entries()) {
    const heading = plainHeading(text);
    const known = own.find((one) => one.index === index);
    if (
      !(known ? TAKEN_FOR.has(known.field) && known.how !== 'remembered' : ignored.includes(heading)) ||
      !mayNameLines(heading)
    )
      continue;
    const cells = rows.flatMap(({ cells: { [index]: cell } }) =>
      cell === undefined || cell === '' || isNothing(cell) ? [] : String(cell),
    );
    const named = cells.map((cell) =>
      readTier(cell) === undefined && lineOfPlan?.(cell) === undefined ? linesIn(cell).length : 0,
    );
    if (named.length === 0 || named.includes(0) || !(areByLine(index) || named.some((count) => count > 1))) continue;
    if (known) columns.splice(columns.indexOf(known), 1);
    else ignored.splice(ignored.indexOf(heading), 1);
    const found: CensusColumn = { index, heading, field: 'enrolled', dependent: 0, how: 'likely' };
    columns.push(found);
    facts.columns = [...facts.columns.filter((one) => one.heading !== heading), { heading, field: found.field }];
    return true;
  }
  return false;
}
