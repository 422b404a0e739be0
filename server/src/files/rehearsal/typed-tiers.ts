import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addRowRemarks } from './remarks-of-rows.ts';
import { type CalendarDate, contains } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { levelContradicted, statedLevel, type StatedLevel } from '@openbenefits/domain/files/coverage/stated-level';
import { type EnrollmentRecord, isSetting } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Relationship } from '@openbenefits/domain/relationship';
import type { Tx } from '../../db/connect.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';
import { SeenKeys } from '../staging/seen-keys.ts';

/** Rows that say it themselves; beyond them it is only counted. */
const MOST_TOLD = 10_000;

/**
 * What a record says of its subscriber's tiers. `earlier`: of somebody new, who of the family an earlier chunk has
 * covered, since only the subscriber stays in hand.
 */
type Typed = {
  readonly recordNo: number;
  readonly tiers: {
    readonly line: CoverageLine;
    readonly level: StatedLevel;
    readonly from: CalendarDate | undefined;
    readonly until: CalendarDate | undefined;
  }[];
  readonly earlier: Map<CoverageLine, Relationship[]>;
};

/**
 * The tier that a file names for a subscriber's line beside the dependents who are covered after it (domain rules 4.3:
 * the top billing error). The derived tier counts; what contradicts it is told. Looked at when a chunk is worked out,
 * since dependents come behind their subscriber; memory grows only with the subscribers of a file whose dependents come
 * late.
 */
export class TypedTiers {
  readonly #typed = new Map<string, Typed>();
  readonly #wrong = new Map<string, { recordNo: number; lines: CoverageLine[]; remarks: readonly FileMessage[] }>();
  readonly #touched = new Set<PersonDraft>();
  /** Subscribers beyond the rows that say it themselves, by line. */
  readonly #beyond = new Map<CoverageLine, number>();
  readonly #counted = new SeenKeys('likely');
  readonly #most: number;

  constructor(most = MOST_TOLD) {
    this.#most = most;
  }

  /** Notes a record of a subscriber, or the subscribers whose families another has changed. */
  note(
    { recordNo, isSubscriber, coverages, kept = [], action }: EnrollmentRecord,
    person: PersonDraft,
    heads: ReadonlySet<PersonDraft>,
  ): void {
    for (const head of heads) this.#touched.add(head);
    if (!isSubscriber || action === 'end') return;
    const tiers = coverages.flatMap((coverage) => {
      const { line, from, until, action: does } = coverage;
      const level = statedLevel(coverage);
      return level !== undefined && (isSetting(does) || does === 'reinstate') ? [{ line, level, from, until }] : [];
    });
    for (const { line, tier, from } of kept)
      if (tier !== undefined) tiers.push({ line, level: tier, from, until: undefined });
    if (tiers.length === 0) return;
    const before = this.#typed.get(person.id);
    // A list with a row for each plan says the level of one line in each.
    const others = before?.tiers.filter((one) => !tiers.some(({ line }) => line === one.line)) ?? [];
    this.#typed.set(person.id, { recordNo, tiers: [...others, ...tiers], earlier: before?.earlier ?? new Map() });
    this.#touched.add(person);
  }

  /** The level that the file has named for a subscriber's line, in the chunk at hand or where dependents come late. */
  levelOf(subscriberId: string, of: CoverageLine): StatedLevel | undefined {
    return this.#typed.get(subscriberId)?.tiers.find(({ line }) => line === of)?.level;
  }

  /** Compares whom the chunk has touched. `hasLate`: dependents of its subscribers may come in a later one. */
  endChunk(people: PeopleInHand, day: CalendarDate, hasLate: boolean): void {
    for (const head of this.#touched) {
      const typed = this.#typed.get(head.id);
      if (typed) this.#compare(head, typed, people.dependentsOf(head.id), day, hasLate);
    }
    this.#touched.clear();
    if (!hasLate) for (const id of this.#typed.keys()) if (!this.#wrong.has(id)) this.#typed.delete(id);
  }

  #compare(
    head: PersonDraft,
    { recordNo, tiers, earlier }: Typed,
    dependents: readonly PersonDraft[],
    day: CalendarDate,
    hasLate: boolean,
  ): void {
    const wrong = tiers.flatMap(({ line, level, from, until }) => {
      const on = from !== undefined && from > day ? from : day;
      // Several levels of a line follow each other; one that is over by then says nothing of it.
      if (until !== undefined && until <= on) return [];
      const isCovered = ({ spans }: PersonDraft): boolean => spans[line]?.some((span) => contains(span, on)) ?? false;
      if (!isCovered(head)) return [];
      const covered = [
        ...(earlier.get(line) ?? []),
        ...dependents.filter(isCovered).map(({ relationship }) => relationship),
      ];
      if (hasLate && head.isNew) earlier.set(line, covered);
      const said = levelContradicted(line, level, covered);
      return said === undefined ? [] : [{ line, said }];
    });
    if (wrong.length === 0) this.#wrong.delete(head.id);
    else if (hasLate || this.#wrong.size < this.#most || this.#wrong.has(head.id))
      this.#wrong.set(head.id, {
        recordNo,
        lines: wrong.map(({ line }) => line),
        remarks: wrong.map(({ said }) => said),
      });
    else if (!this.#counted.hasOrAdd('h', head.id))
      for (const { line } of wrong) this.#beyond.set(line, (this.#beyond.get(line) ?? 0) + 1);
  }

  /** Says it in the subscribers' rows, and how many there are of each line for the file. */
  async tell(tx: Tx, jobId: string): Promise<{ line: CoverageLine; count: number }[]> {
    const wrong = [...this.#wrong.values()];
    const told = wrong.slice(0, this.#most);
    await addRowRemarks(tx, jobId, told);
    return this.counts();
  }

  /** Returns how many subscribers of each line have a contradicted level. */
  counts(): { line: CoverageLine; count: number }[] {
    const wrong = [...this.#wrong.values()];
    return COVERAGE_LINES.map((line) => ({
      line,
      count: wrong.filter(({ lines }) => lines.includes(line)).length + (this.#beyond.get(line) ?? 0),
    })).filter(({ count }) => count > 0);
  }
}
