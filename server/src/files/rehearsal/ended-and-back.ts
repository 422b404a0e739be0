import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied } from '../matching/staged-for-matching.ts';

/** The first day without coverage of a line; null while it is open, undefined for none. */
const endOf = (spans: PersonDraft['spans'], line: CoverageLine): CalendarDate | null | undefined =>
  spans[line]?.at(-1)?.until;

const isLater = (is: CalendarDate | null | undefined, was: CalendarDate | null | undefined): boolean =>
  is !== was && is !== undefined && was !== null && (is === null || was === undefined || is > was);

/** The lines whose coverage a record makes shorter. */
export const linesEnded = (before: PersonDraft['spans'], after: PersonDraft['spans']): CoverageLine[] =>
  COVERAGE_LINES.filter((line) => isLater(endOf(before, line), endOf(after, line)));

/**
 * The lines of somebody that a record has ended, each with the first day without coverage; undefined where nothing is
 * left of it.
 */
type Ended = ReadonlyMap<CoverageLine, CalendarDate | undefined>;

/**
 * People whom a record of the file ends and a later one covers again: some senders write a change of plan as two
 * records, the end and the addition. Nobody of these loses coverage, so a mass termination does not count them. Knows
 * the people of one chunk, in which families stand together.
 */
export class EndedAndBack {
  readonly #ended = new Map<string, Ended>();
  /** How many were ended and are back. */
  count = 0;

  /**
   * Notes what a record did, and the lines of its own person that it made shorter. `isKnown`: of one that is gone
   * through again, who is back was counted then.
   */
  note({ effect, touched }: Applied, lines: readonly CoverageLine[], isKnown = false): void {
    const ends = effect === 'ended' || effect === 'voided';
    for (const { person } of touched) {
      if (!ends) this.#lookAt(person, isKnown);
      else {
        const held = lines.flatMap((line) => {
          const end = endOf(person.spans, line);
          return end === null ? [] : [[line, end] as const];
        });
        if (held.length > 0) this.#ended.set(person.id, new Map(held));
      }
    }
  }

  /** Whether the file has ended the person, who has not been covered again since. */
  hasEnded({ id }: PersonDraft): boolean {
    return this.#ended.has(id);
  }

  endChunk(): void {
    this.#ended.clear();
  }

  #lookAt(person: PersonDraft, isKnown: boolean): void {
    const ended = this.#ended.get(person.id);
    if (!ended || ![...ended].every(([line, until]) => isLater(endOf(person.spans, line), until))) return;
    if (!isKnown) this.count += 1;
    this.#ended.delete(person.id);
  }
}
