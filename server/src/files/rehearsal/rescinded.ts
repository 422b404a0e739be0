import { type CalendarDate, contains } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Span } from '@openbenefits/domain/coverage/span';
import type { FileCoverageByLine } from '@openbenefits/domain/files/coverage/file-span';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Applied, Staged } from '../matching/staged-for-matching.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import { SeenKeys } from '../staging/seen-keys.ts';

/** What somebody held before a record. */
export type Held = readonly [person: PersonDraft, before: FileCoverageByLine];

/** What the person of a record holds before it is applied, and the dependents of a subscriber. */
export const heldBy = (person: PersonDraft, { record }: Staged, people: PeopleInHand): Held[] => [
  [person, { ...person.spans }],
  ...(record.isSubscriber ? people.dependentsOf(person.id).map((one): Held => [one, { ...one.spans }]) : []),
];

/** INS04: non payment, for which coverage may be cancelled from its beginning (45 CFR 147.128). */
const NON_PAYMENT = '59';

type FirstDay = readonly [line: CoverageLine, from: CalendarDate];
const isCovered = ({ spans }: PersonDraft, [line, day]: FirstDay): boolean =>
  spans[line]?.some((span) => contains(span, day)) ?? false;

/**
 * A period of the plan that somebody had on the day before has begun with that, but for COBRA, which follows the
 * coverage of the employment.
 */
const goesOnFrom = (person: PersonDraft, held: readonly Span[], { from, planId }: Span): boolean =>
  person.values.benefitStatus !== 'C' && held.some((span) => span.until === from && span.planId === planId);

/**
 * The first days of coverage that has begun and is lost from them on; what only followed the subscriber in this file
 * had not begun.
 */
const lostFrom = ([person, before]: Held, today: CalendarDate): FirstDay[] =>
  COVERAGE_LINES.flatMap((line) =>
    before[line] === person.spans[line]
      ? []
      : (before[line] ?? []).flatMap((span, _, held): FirstDay[] =>
          !span.followsSubscriber &&
          span.from <= today &&
          !isCovered(person, [line, span.from]) &&
          !goesOnFrom(person, held, span)
            ? [[line, span.from]]
            : [],
        ),
  );

/**
 * People whose coverage has begun and is cancelled from its first day: by a record of their own, or by one of the
 * subscriber, whose end may lie before a dependent's first day (domain rules 4.10). Whom a later record of the file
 * covers again on that day, as whoever goes on under a record of its own, loses nothing. Knows the people of one chunk,
 * in which families stand together; of whom the file speaks again much later, all that it says is gone through once
 * more at its end, and then counts what comes of it as a whole.
 */
export class Rescinded {
  /** Records that end coverage for non-payment. */
  readonly unpaid = new Set<number>();
  /** How many there are, each counted once. */
  count = 0;
  readonly #counted = new SeenKeys('sure');
  readonly #lost = new Map<PersonDraft, FirstDay[]>();
  /** Who goes on under a record of its own, by the dependent that it was. */
  readonly #wentOn = new Map<string, PersonDraft>();

  /** Notes what a record did to its person and, of a subscriber, to the dependents. */
  note({ record }: Staged, { effect, person }: Applied, held: readonly Held[], today: CalendarDate): void {
    if (effect === 'added' && person.splitFrom !== null) this.#wentOn.set(person.splitFrom, person);
    if (record.maintenanceReason === NON_PAYMENT) this.unpaid.add(record.recordNo);
    if (effect === 'unchanged' || effect === 'added' || record.maintenanceReason === NON_PAYMENT) return;
    for (const one of held) {
      const lost = lostFrom(one, today);
      if (lost.length > 0) this.#lost.set(one[0], [...(this.#lost.get(one[0]) ?? []), ...lost]);
    }
  }

  /**
   * `isWhole`: it went through all that the file says of these people, so whoever was counted for a part of it and
   * loses nothing does not count.
   */
  endChunk(isWhole = false): void {
    for (const [person, lost] of this.#lost) {
      const after = this.#wentOn.get(person.id);
      const isLost = lost.some((day) => !isCovered(person, day) && !(after && isCovered(after, day)));
      if (isLost && !this.#counted.hasOrAdd('r', person.id)) this.count += 1;
      if (!isLost && isWhole && this.#counted.has('r', person.id)) this.count -= 1;
    }
    this.#lost.clear();
    this.#wentOn.clear();
  }
}
