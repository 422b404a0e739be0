import type { Touched } from '@openbenefits/domain/coverage/family-coverage';
import { isFamilyOfLine } from '@openbenefits/domain/files/family-place';
import { knownAs, nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { type ColumnText, columnText } from '../db/pg-arrays.ts';
import { columnsOfNewCoverage, columnsOfPeople } from '../members/people-store.ts';
import { type Digests, secretsOf } from './chunk-of-records.ts';
import type { Applied, Staged } from './match-and-apply.ts';
import type { SeenKeys } from './seen-keys.ts';
import { type FamilyTiers, tiersOf } from './staged-record.ts';

/** A subscriber of the newcomers under the family key of the file: digest, person, line, tiers, and whether the number is one of the person's own (null where it is no number of the sender). */
export type NewLink = readonly [digest: string, memberId: string, line: number, tiers: FamilyTiers | null, isFoundAnyway: boolean | null];

/** The rows of a pack's newcomers as they will be inserted: the n-th person, item and member number belong together. */
export type NewcomerRows = { records: number[]; people: ColumnText[]; spans: ColumnText[]; items: ColumnText[]; links: NewLink[] };

type Member = { staged: Staged; touched: Touched };
type Family = { whole: boolean; employeeId: string | undefined; carrierKeys: Set<string | null>; members: Member[] };

/** A member number as we give them: a file that names one may mean somebody whom this very file brings in. */
const OUR_NUMBER = /^M\d/;

function linkOf({ record, familyKey }: Staged, { id, ssnKey, values }: PersonDraft): NewLink[] {
  if (!record.isSubscriber || familyKey === null) return [];
  const isNumber = !isFamilyOfLine(record.familyKey ?? '');
  return [[familyKey, id, record.line, tiersOf(record), isNumber ? ssnKey === familyKey || values.employeeId === record.familyKey : null]];
}

/**
 * Finds, pack by pack, the families of a file that are new and have nothing to do with anybody else: nobody in the group and no other record of the file
 * bears a key of theirs. Whether such a family is written before or after all others makes no difference, so they need not be matched again when the file
 * is applied (decisions/0025). Whoever is in doubt is none of them.
 */
export class Newcomers {
  readonly #seen: SeenKeys;
  #families = new Map<string, Family>();
  #staged: Staged[] = [];

  constructor(seen: SeenKeys) {
    this.#seen = seen;
  }

  /** Takes a record and what came of it; `alone` says that nobody known had one of its keys. */
  take(staged: Staged, applied: Applied | { problems: unknown }, alone: boolean): void {
    const { record, familyKey } = staged;
    this.#staged.push(staged);
    const known = familyKey === null ? undefined : this.#families.get(familyKey);
    const isFresh = this.#areFresh(staged, known);
    const touched = 'problems' in applied ? undefined : applied.touched[0];
    const isNew = touched !== undefined && !('problems' in applied) && applied.effect === 'added' && applied.touched.length === 1 && touched.person === applied.person && applied.person.isNew;
    const fits = isFresh && isNew && alone && !OUR_NUMBER.test(record.carrierMemberId ?? '');
    if (record.isSubscriber && !known) {
      const family: Family = { whole: fits, employeeId: record.employeeId, carrierKeys: new Set([staged.identity.carrierKey]), members: touched ? [{ staged, touched }] : [] };
      this.#families.set(familyKey ?? `record ${record.recordNo}`, family);
    } else if (known) {
      // Whoever is refused or matched within a family makes it one that is matched again.
      known.whole &&= fits && !record.isSubscriber && touched?.person.subscriberId === known.members[0]?.touched.person.id;
      known.carrierKeys.add(staged.identity.carrierKey);
      if (touched) known.members.push({ staged, touched });
    }
  }

  /** Notes every key of a record; whether none of them came before. */
  #areFresh({ record, groupId, familyKey, identity }: Staged, family: Family | undefined): boolean {
    let seen = false;
    const note = (kind: string, key: string | null | undefined): void => {
      if (key && this.#seen.hasOrAdd(kind, groupId + key)) seen = true;
    };
    for (const { ssnKey, birthKey, firstName, lastName } of knownAs(identity)) {
      note('s', ssnKey);
      if (birthKey) note('b', birthKey + nameKey(firstName, lastName));
    }
    // A family may share one member id.
    if (!family || record.isSubscriber || !family.carrierKeys.has(identity.carrierKey)) note('c', identity.carrierKey);
    // Dependents may be sent with the subscriber's number.
    if (!family || record.isSubscriber || record.employeeId !== family.employeeId) note('e', record.employeeId);
    if (record.isSubscriber) note('f', familyKey);
    else if (!family) {
      // A subscriber is looked for under all of these.
      note('s', familyKey);
      note('e', record.familyKey);
    }
    return !seen;
  }

  /** Ends a pack: the rows of its newcomers, if there are any, and the numbers of its other records. */
  async close(digests: Digests): Promise<{ rows: NewcomerRows | null; left: number[] }> {
    const staged = this.#staged;
    const whole = new Map<Staged, Touched>();
    for (const family of this.#families.values()) if (family.whole) for (const member of family.members) whole.set(member.staged, member.touched);
    this.#families = new Map();
    this.#staged = [];
    const left = staged.filter((one) => !whole.has(one)).map(({ record }) => record.recordNo);
    if (whole.size === 0) return { rows: null, left };
    const own = staged.filter((one) => whole.has(one));
    const touched = own.map((one) => whole.get(one) as Touched);
    const people = touched.map(({ person }): PersonDraft => person);
    const secrets = await secretsOf(people, own, digests);
    return {
      left,
      rows: {
        records: own.map(({ record }) => record.recordNo),
        people: columnsOfPeople(people, secrets),
        spans: columnsOfNewCoverage(people),
        items: [
          columnText('id', 'uuid', people.map(({ id }) => id)),
          columnText('action', 'text', touched.map(({ effect }) => effect)),
          columnText('after', 'jsonb', touched.map(({ summary }) => JSON.stringify({ summary }))),
          columnText('line', 'int', own.map(({ record }) => record.line)),
        ],
        links: own.flatMap((one, index) => linkOf(one, people[index] as PersonDraft)),
      },
    };
  }
}
