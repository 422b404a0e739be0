import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import { type EnrollmentRecord, isSetting, type RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { plainName } from '@openbenefits/domain/files/match-person';
import { isUnderOtherNumber } from '@openbenefits/domain/files/perhaps-known';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { endsBefore } from './ends-before-additions.ts';
import type { Staged } from './staged-for-matching.ts';
import type { MatchContext } from './match-context.ts';

/**
 * A list without a start names another plan of a line that somebody has: the group's own start would rewrite all that
 * was.
 */
function isUndatedChange(
  { source }: EnrollmentRecord,
  { from, action }: EnrollmentRecord['coverages'][number],
  resolved: ResolvedCoverage | undefined,
  { spans }: PersonDraft,
): boolean {
  if (source !== 'census' || action !== 'compare' || from !== undefined || resolved?.planId === undefined) return false;
  const open = spans[resolved.line]?.find(({ until }) => until === null);
  return open !== undefined && open.planId !== resolved.planId;
}

/** ABBOTT ADA without a comma, of somebody who is known as Ada Abbott. */
const areNamesSwapped = ({ source, firstName, lastName }: EnrollmentRecord, { values }: PersonDraft): boolean =>
  source === 'census' &&
  plainName(firstName) !== plainName(lastName) &&
  plainName(firstName) !== '' &&
  plainName(firstName) === plainName(values.lastName) &&
  plainName(lastName) === plainName(values.firstName);

/** A list names a new start after a rehire, of coverage that nobody has ended when the employment had. */
const goesOverBreak = (
  { leftBefore }: EnrollmentRecord,
  from: CalendarDate | undefined,
  resolved: ResolvedCoverage | undefined,
  { spans }: PersonDraft,
): boolean =>
  leftBefore !== undefined &&
  from !== undefined &&
  from > leftBefore &&
  resolved !== undefined &&
  isSetting(resolved.action) &&
  (spans[resolved.line]?.some((span) => span.from <= leftBefore && (span.until === null || span.until >= from)) ??
    false);

/**
 * An 834 names a plan without an end from before all that is known of the line, where another has begun since. Whether
 * that has taken its place, or is what the file does not know of, nobody says: to cover both would be months of a plan
 * that nobody may have had, and leave somebody on the plan that the file does not name.
 */
function planBeforeAnother(
  { source }: EnrollmentRecord,
  { from, until, action, changedOn }: EnrollmentRecord['coverages'][number],
  resolved: readonly ResolvedCoverage[],
  index: number,
  { spans }: PersonDraft,
  today: CalendarDate,
): { from: CalendarDate; begun: CalendarDate } | undefined {
  const one = resolved[index];
  if (
    source !== 'edi834' ||
    from === undefined ||
    until !== undefined ||
    !isSetting(action) ||
    one?.planId === undefined
  )
    return undefined;
  const held = spans[one.line] ?? [];
  const first = held.reduce<(typeof held)[number] | undefined>(
    (earliest, span) => (earliest === undefined || span.from < earliest.from ? span : earliest),
    undefined,
  );
  if (
    first === undefined ||
    first.from <= from ||
    first.from > today ||
    (changedOn !== undefined && held.some((span) => contains(span, changedOn))) ||
    held.some(({ planId }) => planId === one.planId) ||
    resolved.some((other) => other.line === one.line && other.planId === first.planId)
  )
    return undefined;
  return { from, begun: first.from };
}

/**
 * ADD alone of somebody whose life plan is another: to take it so would replace, or end, the life insurance that the
 * file does not speak of.
 */
function isOfOtherLife(
  { action, planKey }: EnrollmentRecord['coverages'][number],
  resolved: ResolvedCoverage | undefined,
  { spans }: PersonDraft,
  today: CalendarDate,
): boolean {
  const held = (spans[resolved?.line ?? 'life'] ?? []).filter(({ until }) => until === null || until > today);
  if (resolved === undefined || held.length === 0) return false;
  return isSetting(action) ? held.every(({ planId }) => planId !== resolved.planId) : planKey === undefined;
}

/** What a file says of somebody who is known and cannot be meant so, or not be told from something else. */
export function doubtOfKnown(
  staged: Staged,
  resolved: readonly ResolvedCoverage[],
  person: PersonDraft,
  { today, isResent, above }: Pick<MatchContext, 'today' | 'isResent' | 'above'>,
): RecordProblem | undefined {
  const { record, identity } = staged;
  const { coverages } = record;
  const early = endsBefore(staged, person) ?? above?.doubt(record, person);
  if (early) return early;
  for (const [index, coverage] of coverages.entries()) {
    const before = planBeforeAnother(record, coverage, resolved, index, person, today);
    if (before)
      return {
        field: `coverages.${index}.from`,
        code: 'plan_before_another',
        ...worded(
          fileMessage('plan_order_unclear', { from: formatDate(before.from), start: formatDate(before.begun) }),
        ),
      };
  }
  for (const [index, coverage] of coverages.entries())
    if (coverage.besideLife !== undefined && isOfOtherLife(coverage, resolved[index], person, today))
      return {
        field: `coverages.${index}.planKey`,
        code: 'life_beside_life',
        ...worded(fileMessage('life_code_unclear', { code: coverage.besideLife })),
      };
  if (isResent && record.source === 'census' && isUnderOtherNumber(identity, person))
    return {
      field: 'employeeId',
      code: 'two_employee_numbers',
      ...worded(fileMessage('name_under_other_employee_id')),
    };
  const over = coverages.findIndex(({ from }, index) => goesOverBreak(record, from, resolved[index], person));
  if (over >= 0)
    return {
      field: `coverages.${over}.from`,
      code: 'start_after_break',
      ...worded(fileMessage('coverage_through_rehire', { date: formatDate(record.leftBefore as CalendarDate) })),
    };
  if (areNamesSwapped(record, person))
    return {
      field: 'lastName',
      code: 'names_swapped',
      ...worded(fileMessage('names_swapped')),
    };
  const undated = coverages.findIndex((coverage, index) => isUndatedChange(record, coverage, resolved[index], person));
  return undated < 0
    ? undefined
    : {
        field: `coverages.${undated}.from`,
        code: 'plan_change_undated',
        ...worded(fileMessage('plan_change_without_start')),
      };
}
