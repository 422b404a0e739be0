import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied } from '../matching/match-and-apply.ts';

/** The lines of somebody that a record has ended, each with the first day without coverage; null where nothing is left of it. */
type Ended = ReadonlyMap<CoverageLine, string | null>;

const endOf = ({ spans }: PersonDraft, line: CoverageLine): string | null | undefined => (spans[line]?.length ? spans[line].at(-1)?.until : undefined);

/**
 * People whom a record of the file ends and a later one covers again: some senders write a change of plan as two records, the end and the addition. Nobody of these
 * loses coverage, so a mass termination does not count them. Knows the people of one chunk, in which families stand together.
 */
export class EndedAndBack {
  readonly #ended = new Map<string, Ended>();
  /** How many were ended and are back. */
  count = 0;

  /** Notes what a record did, and the lines of its own person that it made shorter. `isKnown`: of one that is gone through again, who is back was counted then. */
  note({ effect, touched }: Applied, lines: readonly CoverageLine[], isKnown = false): void {
    const ends = effect === 'ended' || effect === 'voided';
    for (const { person } of touched) {
      if (!ends) this.#lookAt(person, isKnown);
      else {
        const held = lines.flatMap((line) => (endOf(person, line) === null ? [] : [[line, endOf(person, line) ?? null] as const]));
        if (held.length > 0) this.#ended.set(person.id, new Map(held));
      }
    }
  }

  endChunk(): void {
    this.#ended.clear();
  }

  #lookAt(person: PersonDraft, isKnown: boolean): void {
    const ended = this.#ended.get(person.id);
    if (!ended || ![...ended].every(([line, until]) => isLater(endOf(person, line), until))) return;
    if (!isKnown) this.count += 1;
    this.#ended.delete(person.id);
  }
}

const isLater = (is: string | null | undefined, was: string | null): boolean => is === null || (is !== undefined && (was === null || is > was));
