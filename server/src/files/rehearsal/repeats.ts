import { nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { mayAnswer } from '../matching/ends-before-additions.ts';
import type { FamilyNumbers } from '../matching/family-numbers.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import { SeenKeys } from '../staging/seen-keys.ts';
import type { Refused } from '../staging/refused-record.ts';
import type { Waiting } from './waiting.ts';

/**
 * Records kept back, and of those that wait. A file that tells more of its people twice has been put together from two.
 */
const MOST = 10_000;
/** Characters of those that wait for somebody. */
const MOST_WAITING = 16 * 1024 * 1024;

const headOf = ({ id, subscriberId }: PersonDraft): string => subscriberId ?? id;

/** The keys under which a record's person may be found again in the file. */
const keysOf = ({ groupId, identity: { ssnKey, birthKey, firstName, lastName, employeeId } }: Staged): string[] => [
  ...(ssnKey ? [`${groupId} s ${ssnKey}`] : []),
  ...(birthKey ? [`${groupId} b ${birthKey}${nameKey(firstName, lastName)}`] : []),
  ...(employeeId ? [`${groupId} e ${employeeId}`] : []),
];

/** The same of a person who is stored. */
const keysOfPerson = ({ groupId, ssnKey, birthKey, values }: PersonDraft): string[] => [
  ...(ssnKey ? [`${groupId} s ${ssnKey}`] : []),
  ...(birthKey ? [`${groupId} b ${birthKey}${nameKey(values.firstName, values.lastName)}`] : []),
  ...(values.employeeId ? [`${groupId} e ${values.employeeId}`] : []),
];

/**
 * Records about somebody whom an earlier chunk of the same file has brought in or changed. A rehearsal has only the
 * people of one chunk in hand, and alters nobody: such a record would count the person twice. It waits for the end of
 * the file and is worked out behind what came before it (`rehearse-repeats.ts`). Memory grows with the people who stand
 * twice, not with the file.
 */
export class Repeats {
  readonly #changed = new SeenKeys('sure');
  readonly #dependents = new SeenKeys('sure');
  /** Families in hand whom an earlier chunk has changed. */
  readonly #stale = new Map<string, PersonDraft>();
  /** Records that wait for somebody whom the file may bring in further on, and their numbers by whom they wait for. */
  readonly #waiting = new Map<number, Pick<Waiting, 'staged' | 'refused'>>();
  readonly #awaited = new Map<string, number[]>();
  /** Subscribers whose dependents are worked out again with them, and their numbers. */
  readonly #heads = new Set<string>();
  readonly #numbers = new Set<string>();
  #length = 0;
  readonly #mostWaiting: number;
  readonly recordNos = new Set<number>();
  readonly keys = new Set<string>();
  readonly families = new Set<string>();

  constructor(mostWaiting = MOST) {
    this.#mostWaiting = mostWaiting;
  }

  /** To be called for everybody who was read for a chunk. */
  loaded(people: readonly PersonDraft[]): void {
    for (const person of people)
      if (person.subscriberId === null && this.#changed.has('h', person.id)) this.#stale.set(person.id, person);
  }

  /** Ends a chunk: whoever is read for the next comes anew. */
  endChunk(): void {
    this.#stale.clear();
  }

  /** Notes whose family a record has changed; the new are found by their keys. */
  note(heads: Iterable<PersonDraft>): void {
    for (const head of heads) if (!head.isNew) this.#changed.hasOrAdd('h', head.id);
  }

  /** Notes a dependent whom the file brings in, where dependents come far from their subscribers. */
  noteDependent(staged: Staged): void {
    for (const key of dependentKeys(staged)) this.#dependents.hasOrAdd('d', key);
  }

  hasDependent(staged: Staged): boolean {
    return dependentKeys(staged).some((key) => this.#dependents.has('d', key));
  }

  /**
   * Whether a record is about the family of somebody whom an earlier chunk has changed, or behind a subscriber who
   * waits.
   */
  isStale(
    { record, groupId, familyKey }: Staged,
    candidates: readonly PersonDraft[],
    subscriberId: string | undefined,
  ): boolean {
    if (!record.isSubscriber && this.families.size > 0 && familyKey !== null && this.families.has(groupId + familyKey))
      return true;
    if (this.#stale.size === 0) return false;
    const head = subscriberId === undefined ? undefined : this.#stale.get(subscriberId);
    const stale = head ? [head] : candidates.flatMap((person) => this.#stale.get(headOf(person)) ?? []);
    for (const person of stale) for (const key of keysOfPerson(person)) this.keys.add(key);
    return stale.length > 0;
  }

  /** Nobody in hand, and no family, is one that must wait. */
  get isIdle(): boolean {
    return this.#stale.size === 0 && this.families.size === 0;
  }

  /** No more is kept back: what comes now is counted as if it stood in the file once. */
  get isFull(): boolean {
    return this.recordNos.size >= MOST;
  }

  /** Keeps a record back to the end of the file. */
  keepBack(staged: Staged): void {
    this.recordNos.add(staged.record.recordNo);
    if (staged.record.isSubscriber) for (const key of keysOf(staged)) this.keys.add(key);
    if (staged.familyKey !== null) this.families.add(staged.groupId + staged.familyKey);
  }

  /** Keeps a record back whoever comes, with those of the families of whom it may be; false where too many are. */
  keepForTheEnd({ staged }: Waiting, heads: readonly PersonDraft[]): boolean {
    if (this.isFull) return false;
    this.keepBack(staged);
    for (const head of heads) {
      for (const key of keysOfPerson(head)) this.keys.add(key);
      const { groupId, id, ssnKey, memberNumber, values } = head;
      this.#heads.add(id);
      // Of a family whose subscriber the file does not name, the dependents come by what stands for it.
      if (ssnKey) this.families.add(groupId + ssnKey);
      for (const number of [memberNumber, values.employeeId]) if (number) this.#numbers.add(`${groupId} ${number}`);
    }
    return true;
  }

  /** Lets a record wait until somebody comes for whom it may be meant; false where too many do. */
  wait({ staged, refused }: Waiting): boolean {
    if (this.#waiting.size >= this.#mostWaiting || this.#length + refused.raw.length > MOST_WAITING) return false;
    this.#length += refused.raw.length;
    this.#waiting.set(staged.record.recordNo, { staged: { ...staged, rawOf: () => '' }, refused });
    for (const key of waitingKeys(staged))
      this.#awaited.set(key, [...(this.#awaited.get(key) ?? []), staged.record.recordNo]);
    return true;
  }

  /** Keeps back what waits for the person or the family of a record. */
  answer(staged: Staged): void {
    if (this.#waiting.size === 0 || !mayAnswer(staged)) return;
    for (const key of answeringKeys(staged)) {
      for (const recordNo of this.#awaited.get(key) ?? []) {
        const known = this.#waiting.get(recordNo);
        if (known && recordNo !== staged.record.recordNo && this.#waiting.delete(recordNo)) {
          this.#length -= known.refused.raw.length;
          this.keepBack(known.staged);
        }
      }
      this.#awaited.delete(key);
    }
  }

  /** Why those are refused for whom nobody came. */
  takeUnanswered(): Refused[] {
    const refused = Array.from(this.#waiting.values(), (one) => one.refused);
    this.#waiting.clear();
    this.#awaited.clear();
    return refused;
  }

  /** Whether a record was kept back, or is one of those that speak of the same people. */
  isWanted(staged: Staged, numbers: FamilyNumbers): boolean {
    const { record, groupId, familyKey } = staged;
    const isWanted =
      this.recordNos.has(record.recordNo) ||
      (!record.isSubscriber &&
        this.#heads.size > 0 &&
        (this.#heads.has(numbers.get(groupId, familyKey) ?? '') ||
          this.#numbers.has(`${groupId} ${record.familyKey}`))) ||
      (familyKey !== null && this.families.has(groupId + familyKey)) ||
      (record.isSubscriber && keysOf(staged).some((key) => this.keys.has(key)));
    if (isWanted && familyKey !== null) this.families.add(groupId + familyKey);
    return isWanted;
  }
}

/**
 * By whom a record that waits is found: subscribers by their own keys, dependents by their family's and, in it, by
 * their own.
 */
const waitingKeys = (staged: Staged): string[] =>
  staged.record.isSubscriber ? keysOf(staged) : [...familyKeys(staged), ...dependentKeys(staged)];
const answeringKeys = (staged: Staged): string[] =>
  staged.record.isSubscriber ? [...keysOf(staged), ...familyKeys(staged)] : dependentKeys(staged);
const familyKeys = ({ groupId, familyKey }: Staged): string[] =>
  familyKey === null ? [] : [`${groupId} f ${familyKey}`];

function dependentKeys({ groupId, familyKey, identity: { ssnKey, birthKey, firstName } }: Staged): string[] {
  return [
    ...(ssnKey ? [`${groupId}${ssnKey}`] : []),
    ...(birthKey ? [`${groupId}${familyKey}${birthKey}${nameKey(firstName, '')}`] : []),
  ];
}
