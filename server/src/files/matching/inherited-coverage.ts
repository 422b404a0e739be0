import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { isPartner } from '@openbenefits/domain/relationship';
import type { FamilyTiers } from '../staging/staged-record.ts';
import type { Staged } from './staged-for-matching.ts';
import { LINE_NOT_OFFERED } from './resolve-names.ts';

/**
 * When a dependent who names no plan begins to share the subscriber's: on the day that the row names, where that is
 * later.
 */
const startOfDependent = (
  own: CalendarDate | undefined,
  { from, until }: { from: CalendarDate; until: CalendarDate | null },
): CalendarDate => (own !== undefined && own > from && (until === null || own < until) ? own : from);

export const SHARED_OF_NOBODY = 'shared_of_nobody';
/** A line that the row of a dependent names, and that the employee does not have. */
const notOfEmployee = (line: CoverageLine): RecordProblem => ({
  field: `plan.${line}`,
  code: SHARED_OF_NOBODY,
  ...worded(fileMessage('dependent_line_without_employee', { line: COVERAGE_LINE_LABEL[line] })),
});

/**
 * A census dependent without a plan of its own shares the lines that the list names for its subscriber, as far as the
 * tier covers it, except those that its row declines. Where the list names none there (it holds dependents only, or no
 * plans), somebody new shares what the subscriber has, and whoever is covered already stays as is.
 */
export function inherited(
  { record }: Staged,
  subscriber: PersonDraft,
  person: PersonDraft | undefined,
  named: FamilyTiers | undefined,
  own: readonly ResolvedCoverage[],
): ResolvedCoverage[] {
  const hasOwn = own.some(({ action, isOfAnyLine }) => action !== 'waive' || isOfAnyLine);
  if (record.action === 'end' || (hasOwn && !record.sharesNoOther)) return [];
  // The row names lines of its own; that the group does not offer them gives nobody others.
  if (record.warnings.some(({ code }) => code === LINE_NOT_OFFERED)) return [];
  const isCovered = person !== undefined && Object.values(person.spans).some((spans) => spans.length > 0);
  // Whose own coverage ends by the row does not share what goes on.
  if (isCovered && (record.othersUntil || (!named && !record.sharesNoOther))) return [];
  const covering: readonly FamilyTiers[CoverageLine][] = isPartner(record.relationship)
    ? [null, 'ESP', 'FAM']
    : [null, 'ECH', 'FAM'];
  return (['medical', 'dental', 'vision'] as const).flatMap((line) => {
    const last = subscriber.spans[line]?.at(-1);
    const shared = record.shared?.find((one) => one.line === line);
    if (!shared && record.sharesNoOther) return [];
    if (!last && shared && record.sharesNoOther) record.warnings.push(notOfEmployee(line));
    if (!last || own.some((one) => one.line === line) || (person && record.kept?.some((one) => one.line === line)))
      return [];
    // Who has it already keeps the own start.
    const held = person?.spans[line]?.find(({ planId, until }) => planId === last.planId && until === null);
    // What begins behind the employee's last day is shared by nobody.
    const start = shared?.from ?? record.effectiveDate;
    if (!held && last.until !== null && start !== undefined && start >= last.until) return [];
    // Whom a row names for a line is covered, whatever level the employee's names.
    const level = named && !(shared && record.sharesNoOther) ? named[line] : null;
    if (level === 'kept' ? !held : !covering.includes(level)) return [];
    const from = held?.from ?? startOfDependent(start, last);
    // A last day that the row names for no plan is that of what is shared.
    const ends = record.othersUntil && (record.othersOf?.includes(line) ?? true) ? record.othersUntil : null;
    const until = ends !== null && (last.until === null || ends < last.until) ? ends : last.until;
    if (until !== null && until <= from) return [];
    return [
      {
        line,
        action: 'compare' as const,
        planId: last.planId,
        from,
        isByRules: true as const,
        ...(until ? { until } : {}),
      },
    ];
  });
}
