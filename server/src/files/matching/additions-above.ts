import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { type EnrollmentRecord, isSetting, type RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied } from './staged-for-matching.ts';

/**
 * People and lines that are kept in mind; a file that names a later first day of everybody's plan, as with a new plan
 * year, would fill the memory.
 */
const MOST = 50_000;
export const ENDS_ADDITION_ABOVE = 'ends_addition_above';

/**
 * What a file adds again for people who are covered over its first day, or with another plan from the day on which one
 * has ended. Such an addition waits for the end of what was where that stands in the same pack
 * (ends-before-additions.ts). Where it comes farther on, the end would end all: a question, of the rehearsal, and the
 * deed leaves the record alone.
 */
export class AdditionsAbove {
  readonly #from = new Map<string, CalendarDate>();
  /**
   * Plans that begin where another has ended, which an end of that day takes back where it is of the whole person or
   * names no plan.
   */
  readonly #changed = new Map<string, CalendarDate>();

  note({ person, effect, coverages }: Applied): void {
    if (effect === 'added') return;
    for (const { line, action, planId, from } of coverages) {
      const spans = person.spans[line];
      const own =
        isSetting(action) && from !== undefined
          ? spans?.find((span) => span.planId === planId && contains(span, from))
          : undefined;
      if (!own || !from || this.#from.size + this.#changed.size >= MOST) continue;
      if (own.from < from) this.#from.set(keyOf(person, line), from);
      // COBRA is known to be other coverage than the one before it.
      else if (person.values.benefitStatus !== 'C' && spans?.some(({ until }) => until === from))
        this.#changed.set(keyOf(person, line), from);
    }
  }

  /** Why an end of somebody would take coverage that the file has added behind it. */
  doubt({ action, coverages, endsUntil }: EnrollmentRecord, person: PersonDraft): RecordProblem | undefined {
    if (this.#from.size + this.#changed.size === 0) return undefined;
    const ends =
      action === 'end' && coverages.length === 0
        ? COVERAGE_LINES.map((line) => ({ field: 'endsUntil', line, until: endsUntil, ofAll: true }))
        : coverages.flatMap(({ action: does, line, until, planKey }, index) =>
            does === 'end'
              ? [{ field: `coverages.${index}.until`, line, until, ofAll: action === 'end' || planKey === undefined }]
              : [],
          );
    for (const { field, line, until, ofAll } of ends) {
      const key = keyOf(person, line);
      // A record that begins the plan itself says that it goes on.
      const isSaid = coverages.some((one) => one.line === line && isSetting(one.action));
      const from = this.#from.get(key) ?? (ofAll && !isSaid ? this.#changed.get(key) : undefined);
      if (
        from === undefined ||
        until === undefined ||
        until > from ||
        !person.spans[line]?.some((span) => contains(span, until))
      )
        continue;
      return {
        field,
        code: ENDS_ADDITION_ABOVE,
        ...worded(fileMessage('end_after_addition', { date: formatDate(from) })),
      };
    }
    return undefined;
  }
}

const keyOf = ({ id }: PersonDraft, line: CoverageLine): string => `${id} ${line}`;
