import { type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import { type EnrollmentRecord, isSetting, type RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied } from './staged-for-matching.ts';

/** People and lines that are kept in mind; a file that names a later first day of everybody's plan, as with a new plan year, would fill the memory. */
const MOST = 50_000;
export const ENDS_ADDITION_ABOVE = 'ends_addition_above';

/**
 * What a file adds again for people who are covered over its first day. Such an addition waits for the end of what was where that stands in the same pack
 * (ends-before-additions.ts). Where it comes farther on, the addition has done nothing, and the end would end all: a question, of the rehearsal, and the deed
 * leaves the record alone.
 */
export class AdditionsAbove {
  readonly #from = new Map<string, CalendarDate>();

  note({ person, effect, coverages }: Applied): void {
    if (effect === 'added') return;
    for (const { line, action, planId, from } of coverages)
      if (
        isSetting(action) &&
        from !== undefined &&
        person.spans[line]?.some((span) => span.planId === planId && span.from < from && contains(span, from)) &&
        this.#from.size < MOST
      )
        this.#from.set(keyOf(person, line), from);
  }

  /** Why an end of somebody would take coverage that the file has added behind it. */
  doubt({ action, coverages, endsUntil }: EnrollmentRecord, person: PersonDraft): RecordProblem | undefined {
    if (this.#from.size === 0) return undefined;
    const ends =
      action === 'end' && coverages.length === 0
        ? COVERAGE_LINES.map((line) => ({ field: 'endsUntil', line, until: endsUntil }))
        : coverages.flatMap((one, index) => (one.action === 'end' ? [{ field: `coverages.${index}.until`, line: one.line, until: one.until }] : []));
    for (const { field, line, until } of ends) {
      const from = this.#from.get(keyOf(person, line));
      if (from === undefined || until === undefined || until > from || !person.spans[line]?.some((span) => contains(span, until))) continue;
      return {
        field,
        code: ENDS_ADDITION_ABOVE,
        message: `Far above this end, the file covers this person again from ${formatDate(from)} on, behind it; taken in this order, the end would take that, too. Send the end before the addition.`,
      };
    }
    return undefined;
  }
}

const keyOf = ({ id }: PersonDraft, line: CoverageLine): string => `${id} ${line}`;
