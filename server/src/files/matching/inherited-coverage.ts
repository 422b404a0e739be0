import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { isPartner } from '@openbenefits/domain/members/relationship';
import type { FamilyTiers } from '../staging/staged-record.ts';
import type { Staged } from './staged-for-matching.ts';
import { LINE_NOT_OFFERED } from './resolve-names.ts';

/** When a dependent who names no plan begins to share the subscriber's: on the day that the row names, where that is later. */
const startOfDependent = ({ effectiveDate }: EnrollmentRecord, { from, until }: { from: CalendarDate; until: CalendarDate | null }): CalendarDate =>
  effectiveDate !== undefined && effectiveDate > from && (until === null || effectiveDate < until) ? effectiveDate : from;

/**
 * A census dependent without a plan of its own shares the lines that the list names for its subscriber, as far as the tier covers it, except those that its row
 * declines. Where the list names none there (it holds dependents only, or no plans), somebody new shares what the subscriber has, and whoever is covered
 * already stays as is.
 */
export function inherited(
  { record }: Staged,
  subscriber: PersonDraft,
  person: PersonDraft | undefined,
  named: FamilyTiers | undefined,
  own: readonly ResolvedCoverage[],
): ResolvedCoverage[] {
  if (record.action === 'end' || own.some(({ action, isOfAnyLine }) => action !== 'waive' || isOfAnyLine)) return [];
  // The row names lines of its own; that the group does not offer them gives nobody others.
  if (record.warnings.some(({ code }) => code === LINE_NOT_OFFERED)) return [];
  const isCovered = person !== undefined && Object.values(person.spans).some((spans) => spans.length > 0);
  // Whose own coverage ends by the row does not share what goes on.
  if (isCovered && (!named || record.othersUntil)) return [];
  const covering: readonly FamilyTiers[CoverageLine][] = isPartner(record.relationship) ? [null, 'ESP', 'FAM'] : [null, 'ECH', 'FAM'];
  return (['medical', 'dental', 'vision'] as const).flatMap((line) => {
    const last = subscriber.spans[line]?.at(-1);
    if (!last || own.some((one) => one.line === line) || (person && record.kept?.some((one) => one.line === line))) return [];
    // Who has it already keeps the own start.
    const held = person?.spans[line]?.find(({ planId, until }) => planId === last.planId && until === null);
    // What begins behind the employee's last day is shared by nobody.
    if (!held && last.until !== null && record.effectiveDate !== undefined && record.effectiveDate >= last.until) return [];
    const level = named ? named[line] : null;
    if (level === 'kept' ? !held : !covering.includes(level)) return [];
    const from = held?.from ?? startOfDependent(record, last);
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
