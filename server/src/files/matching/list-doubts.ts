import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import type { ResolvedCoverage } from '@openbenefits/domain/files/apply-record';
import { type EnrollmentRecord, isSetting, type RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { plainName } from '@openbenefits/domain/files/match-person';
import { isUnderOtherNumber } from '@openbenefits/domain/files/perhaps-known';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Staged } from './match-and-apply.ts';

/** A list without a start names another plan of a line that somebody has: the group's own start would rewrite all that was. */
function isUndatedChange({ source }: EnrollmentRecord, { from, action }: EnrollmentRecord['coverages'][number], resolved: ResolvedCoverage | undefined, { spans }: PersonDraft): boolean {
  if (source !== 'census' || action !== 'compare' || from !== undefined || resolved?.planId === undefined) return false;
  const open = spans[resolved.line]?.find(({ until }) => until === null);
  return open !== undefined && open.planId !== resolved.planId;
}

/** ABBOTT ADA without a comma, of somebody who is known as Ada Abbott. */
const areNamesSwapped = ({ source, firstName, lastName }: EnrollmentRecord, { values }: PersonDraft): boolean =>
  source === 'census' && plainName(firstName) !== plainName(lastName) && plainName(firstName) !== '' && plainName(firstName) === plainName(values.lastName) && plainName(lastName) === plainName(values.firstName);

/** A list names a new start after a rehire, of coverage that nobody has ended when the employment had. */
const goesOverBreak = ({ leftBefore }: EnrollmentRecord, from: CalendarDate | undefined, resolved: ResolvedCoverage | undefined, { spans }: PersonDraft): boolean =>
  leftBefore !== undefined && from !== undefined && from > leftBefore && resolved !== undefined && isSetting(resolved.action) && (spans[resolved.line]?.some((span) => span.from <= leftBefore && (span.until === null || span.until >= from)) ?? false);

/** What a list says of somebody who is known and cannot be meant so, or not be told from something else. */
export function doubtOfKnown({ record, identity }: Pick<Staged, 'record' | 'identity'>, resolved: readonly ResolvedCoverage[], person: PersonDraft, isResent: boolean): RecordProblem | undefined {
  const { coverages } = record;
  if (isResent && record.source === 'census' && isUnderOtherNumber(identity, person))
    return { field: 'employeeId', code: 'two_employee_numbers', message: 'Somebody with this name and date of birth is in this group under another employee ID; nobody knows whether it is one person. Write that employee ID, or none, for one person; add the second of two people by hand.' };
  const over = coverages.findIndex(({ from }, index) => goesOverBreak(record, from, resolved[index], person));
  if (over >= 0)
    return { field: `coverages.${over}.from`, code: 'start_after_break', message: `The list says that the employment had ended on ${formatDate(record.leftBefore as CalendarDate)} and that coverage begins anew after the rehire, but the coverage on record goes on over that time. End it with its last day first, or leave the termination date out where it did go on.` };
  if (areNamesSwapped(record, person))
    return { field: 'lastName', code: 'names_swapped', message: 'The first and the last name stand in each other’s place of those on record for this person. Write Last, First with a comma or give each a column of its own, or correct the person.' };
  const undated = coverages.findIndex((coverage, index) => isUndatedChange(record, coverage, resolved[index], person));
  return undated < 0
    ? undefined
    : { field: `coverages.${undated}.from`, code: 'plan_change_undated', message: 'The list names another plan than this person has, and no day from which it holds. Add the coverage start; without it, the plan that the person has would be taken back from its beginning.' };
}
