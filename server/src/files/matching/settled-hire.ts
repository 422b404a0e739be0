import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import type { ResolvedRecord } from '@openbenefits/domain/files/resolved-record';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { mayBeOtherMonth } from '@openbenefits/domain/members/waiting-period';
import { type GroupNames, startByRules } from './resolve-names.ts';

/** What became of a hire date that lies before the one on record, in words for its row. */
export type EarlierHire = { readonly isKept: boolean; readonly words: FileMessage };

/** Whether everything had ended at some time before a day: the employment from before it was another one. */
function hadEndedBefore({ spans }: PersonDraft, day: CalendarDate): boolean {
  const all = COVERAGE_LINES.flatMap((line) => spans[line] ?? []);
  return all.some(({ until }) => until !== null && until <= day && !all.some((span) => contains(span, until)));
}

function earlierHire(resolved: ResolvedRecord, person: PersonDraft): EarlierHire | undefined {
  const [said, known] = [resolved.values.hireDate, person.values.hireDate] as (CalendarDate | null | undefined)[];
  if (!said || !known || said >= known || resolved.action === 'end') return undefined;
  if (hadEndedBefore(person, known))
    return {
      isKept: true,
      words: fileMessage('hire_date_kept', { date: formatDate(known) }),
    };
  return {
    isKept: false,
    words: fileMessage('hire_date_earlier', { known: formatDate(known), sent: formatDate(said) }),
  };
}

/** A last day (337) before the hire date that holds: of the employment before, which payroll goes on sending. */
function isOfJobBefore({ isSubscriber, action, values }: ResolvedRecord, person: PersonDraft): boolean {
  const hired = values.hireDate ?? person.values.hireDate;
  return isSubscriber && action !== 'end' && Boolean(values.terminationDate && hired && values.terminationDate < hired);
}

/**
 * A plan that is another now, with the first day of the line (348), as it was, and the day of the change (303) behind
 * it: it changes on that day, and the plan before is not taken back.
 */
function settleChanges({ coverages }: ResolvedRecord, { spans }: PersonDraft): void {
  for (const coverage of coverages) {
    const { line, planId, from, changedOn } = coverage;
    const held = spans[line] ?? [];
    if (
      changedOn === undefined ||
      from === undefined ||
      planId === undefined ||
      held.some((span) => span.planId === planId && span.from < changedOn)
    )
      continue;
    // Also where an earlier file has said the same.
    const isDone = held.some((span) => span.planId === planId && span.from === changedOn);
    if (
      held.some(
        (span) =>
          span.planId !== planId && span.from >= from && span.from < changedOn && (isDone || contains(span, changedOn)),
      )
    )
      coverage.from = changedOn;
  }
}

/**
 * What a file means for somebody who is known. A hire date before that of a rehire is the first one, as payroll repeats
 * it, and takes nothing back. Coverage of a list without a start of its own goes on as it is: the group's rules say
 * when somebody new begins, by the hire date on record where the list names none, and do not move what has begun
 * (decisions/0023).
 */
export function settleHire(
  record: EnrollmentRecord,
  resolved: ResolvedRecord,
  person: PersonDraft,
  group: GroupNames,
): EarlierHire | undefined {
  const earlier = resolved.isSubscriber ? earlierHire(resolved, person) : undefined;
  if (earlier?.isKept) resolved.values.hireDate = null;
  const leftBefore = isOfJobBefore(resolved, person);
  if (leftBefore) resolved.values.terminationDate = null;
  settleChanges(resolved, person);
  if (record.source !== 'census')
    return earlier ?? (leftBefore ? { isKept: true, words: fileMessage('termination_before_hire_unused') } : undefined);
  const hired = resolved.isSubscriber ? (resolved.values.hireDate ?? person.values.hireDate) : null;
  for (const coverage of resolved.coverages) {
    if (!coverage.isByRules) continue;
    const open = person.spans[coverage.line]?.find(({ until, planId }) => until === null && planId === coverage.planId);
    if (open) coverage.from = open.from;
    else if (hired) coverage.from = startByRules(hired as CalendarDate, record, group, coverage.startRule);
  }
  return earlier;
}

/**
 * "1st of month" of somebody whose job began long ago, and who has not that plan: counted from the hire date it may be
 * months of coverage that nobody has meant.
 */
export function doubtOfFirst(
  { hireDate }: EnrollmentRecord,
  { coverages }: ResolvedRecord,
  person: PersonDraft | undefined,
  today: CalendarDate,
): RecordProblem | undefined {
  if (hireDate === undefined) return undefined;
  const doubtful = coverages.findIndex(
    ({ line, planId, from, startRule }) =>
      startRule !== undefined &&
      'byGroup' in startRule &&
      from !== undefined &&
      !person?.spans[line]?.some((span) => span.planId === planId && span.until === null) &&
      mayBeOtherMonth(hireDate, from, today),
  );
  if (doubtful < 0) return undefined;
  return {
    field: `coverages.${doubtful}.from`,
    code: 'start_in_words',
    ...worded(fileMessage('start_month_unclear', { date: formatDate(coverages[doubtful]?.from as CalendarDate) })),
  };
}
