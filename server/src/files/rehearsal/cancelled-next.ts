import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { FileCoverageByLine } from '@openbenefits/domain/files/coverage/file-span';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

type Ended = { readonly line: CoverageLine; readonly until: CalendarDate };

/**
 * What had ended only because coverage began on the next day that is cancelled now: a change of plan that is taken back
 * by half. What only followed the subscriber in this file is none.
 */
const endedForIt = (before: FileCoverageByLine, after: FileCoverageByLine): Ended[] =>
  COVERAGE_LINES.flatMap((line): Ended[] => {
    const last = after[line]?.at(-1);
    const until = last?.until;
    if (!last || !until || !before[line]?.some(({ from, followsSubscriber }) => from === until && !followsSubscriber))
      return [];
    return before[line].some((span) => span.planId === last.planId && span.from === last.from && span.until === until)
      ? [{ line, until }]
      : [];
  });

/**
 * People of whom a file cancels coverage to come (002, or an end before its first day) for which another plan had ended
 * the day before. Whether that goes on nobody has said: it stays ended, and is told, because else the person, and the
 * family, would lose coverage without a word. Whom a later record of the file covers again is not counted.
 */
export class CancelledNext {
  readonly #ended = new Map<PersonDraft, Ended[]>();
  count = 0;

  /** Notes what a record cancelled; returns what its row says. */
  note(person: PersonDraft, before: FileCoverageByLine, today: CalendarDate): FileMessage[] {
    const ended = endedForIt(before, person.spans).filter(({ until }) => until > today);
    if (ended.length === 0) return [];
    this.#ended.set(person, ended);
    return ended.map(({ line, until }) =>
      fileMessage('ended_plan_stays_ended', { line: COVERAGE_LINE_LABEL[line], date: formatDate(addDays(until, -1)) }),
    );
  }

  endChunk(): void {
    for (const [{ spans }, ended] of this.#ended)
      if (ended.some(({ line, until }) => spans[line]?.at(-1)?.until === until)) this.count += 1;
    this.#ended.clear();
  }
}
