import type { Touched } from '@openbenefits/domain/members/member-change';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { isFamilyOfLine } from '@openbenefits/domain/files/family-place';
import { knownAs, nameKey } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { type ColumnOfRows, columnOf } from '../../../db/pg-arrays.ts';
import { columnsOfNewCoverage, columnsOfPeople } from '../../../members/people-store.ts';
import type { Digests } from '../../staging/chunk-of-records.ts';
import type { Applied, Staged } from '../../matching/staged-for-matching.ts';
import { indexesOfNew, type SaidSecrets, saidOf } from '../../matching/person-secrets.ts';
import type { SeenKeys } from '../../staging/seen-keys.ts';
import { type FamilyTiers, tiersOf } from '../../staging/staged-record.ts';

/**
 * A subscriber of the newcomers under the family key of the file: digest, person, line, tiers, and whether the number
 * is one of the person's own (null where it is no number of the sender).
 */
type NewLink = readonly [
  digest: string,
  memberId: string,
  line: number,
  tiers: FamilyTiers | null,
  isFoundAnyway: boolean | null,
];

/**
 * The rows of a pack's newcomers as they will be inserted: the n-th person, item and member number belong together.
 * What is protected of them is sealed for its row when it is written, and stands in the clear until then, within the
 * sealed pack as in its records.
 */
export type NewcomerRows = {
  records: number[];
  ids: string[];
  said: SaidSecrets[];
  people: ColumnOfRows[];
  spans: ColumnOfRows[];
  items: ColumnOfRows[];
  links: NewLink[];
  /**
   * The pack's other records, each with what it was read from: they alone are worked on once the newcomers are written.
   */
  others: EnrollmentRecord[];
};

type Member = { staged: Staged; touched: Touched };
/** `isFirst`: no family of an earlier pack was called so. */
type Family = {
  whole: boolean;
  isFirst: boolean;
  employeeId: string | undefined;
  carrierKeys: Set<string | null>;
  members: Member[];
};

/** A member number as we give them: a file that names one may mean somebody whom this very file brings in. */
const OUR_NUMBER = /^M\d/;

function linkOf({ record, familyKey }: Staged, { id, ssnKey, values }: PersonDraft): NewLink[] {
  if (!record.isSubscriber || familyKey === null) return [];
  const isNumber = !isFamilyOfLine(record.familyKey ?? '');
  return [
    [
      familyKey,
      id,
      record.line,
      tiersOf(record),
      isNumber ? ssnKey === familyKey || values.employeeId === record.familyKey : null,
    ],
  ];
}

/** The digests under which the family of a dependent is looked for (people-of-slice.ts). */
function askFor({ record, familyKey, paddedKey, identity }: Staged, asked: Set<string>): void {
  if (!record.isSubscriber)
    for (const digest of [familyKey, paddedKey, identity.former?.key]) if (digest) asked.add(digest);
}

/**
 * Finds, pack by pack, the families of a file that are new and have nothing to do with anybody else: nobody in the
 * group and no other record of the file bears a key of theirs. Whether such a family is written before or after all
 * others makes no difference, so they need not be matched again when the file is applied (decisions/0025). Whoever is
 * in doubt is none of them.
 */
export class Newcomers {
  readonly #seen: SeenKeys;
  #families = new Map<string, Family>();
  #staged: Staged[] = [];
  /**
   * Families of which a record of the pack speaks and whose subscriber is not there: the digests under which they are
   * looked for.
   */
  #strays = new Set<string>();

  constructor(seen: SeenKeys) {
    this.#seen = seen;
  }

  /** Takes a record and what came of it; `alone` says that nobody known had one of its keys. */
  take(staged: Staged, applied: Applied | { problems: unknown }, alone: boolean): void {
    const { record, familyKey } = staged;
    this.#staged.push(staged);
    const known = familyKey === null ? undefined : this.#families.get(familyKey);
    const { isFresh, isFirst } = this.#note(staged, known);
    const touched = 'problems' in applied ? undefined : applied.touched[0];
    const isNew =
      touched !== undefined &&
      !('problems' in applied) &&
      applied.effect === 'added' &&
      applied.touched.length === 1 &&
      touched.person === applied.person &&
      applied.person.isNew;
    const fits = isFresh && isNew && alone && !OUR_NUMBER.test(record.carrierMemberId ?? '');
    if (!('problems' in applied) && applied.effect !== 'added' && applied.person.isNew)
      this.#matchAgain(applied.person);
    if (record.isSubscriber && !known) {
      const family: Family = {
        whole: fits,
        isFirst,
        employeeId: record.employeeId,
        carrierKeys: new Set([staged.identity.carrierKey]),
        members: touched ? [{ staged, touched }] : [],
      };
      this.#families.set(familyKey ?? `record ${record.recordNo}`, family);
    } else if (known) {
      // Whoever is refused or matched within a family makes it one that is matched again.
      known.whole &&=
        fits && !record.isSubscriber && touched?.person.subscriberId === known.members[0]?.touched.person.id;
      known.carrierKeys.add(staged.identity.carrierKey);
      if (touched) known.members.push({ staged, touched });
    } else askFor(staged, this.#strays);
  }

  /**
   * Somebody of the pack of whom another record speaks, under another number: the rows would hold what both say, and
   * the second would change nothing.
   */
  #matchAgain(person: PersonDraft): void {
    for (const family of this.#families.values())
      if (family.members.some(({ touched }) => touched.person === person)) family.whole = false;
  }

  /** Notes every key of a record; whether none of them came before, and whether that of its family did not. */
  #note(
    { record, groupId, familyKey, identity }: Staged,
    family: Family | undefined,
  ): { isFresh: boolean; isFirst: boolean } {
    let isFresh = true;
    let isFirst = true;
    const note = (kind: string, key: string | null | undefined, rest?: string): boolean => {
      if (!key || !this.#seen.hasOrAdd(kind, groupId, key, rest)) return true;
      isFresh = false;
      return false;
    };
    for (const { ssnKey, birthKey, firstName, lastName } of knownAs(identity)) {
      note('s', ssnKey);
      if (birthKey) note('b', birthKey, nameKey(firstName, lastName));
    }
    // A family may share one member id.
    if (!family || record.isSubscriber || !family.carrierKeys.has(identity.carrierKey)) note('c', identity.carrierKey);
    // Dependents may be sent with the subscriber's number.
    if (!family || record.isSubscriber || record.employeeId !== family.employeeId) note('e', record.employeeId);
    if (record.isSubscriber) isFirst = note('f', familyKey);
    else if (!family) {
      // A subscriber is looked for under all of these.
      note('s', familyKey);
      note('e', record.familyKey);
    }
    return { isFresh, isFirst };
  }

  /**
   * Ends a pack: the rows of its newcomers, if there are any, the numbers of its other records, and the families of
   * other packs that these may belong to.
   */
  close(digests: Digests): { rows: NewcomerRows | null; left: number[]; asked: string[] } {
    const staged = this.#staged;
    const whole = new Map<Staged, Touched>();
    const families = this.#families;
    const asked = this.#strays;
    this.#strays = new Set();
    for (const family of families.values())
      if (family.whole) for (const member of family.members) whole.set(member.staged, member.touched);
    this.#families = new Map();
    this.#staged = [];
    // Who waits within the pack was taken twice.
    const others = [
      ...new Map(staged.filter((one) => !whole.has(one)).map((one) => [one.record.recordNo, one])).values(),
    ];
    const left = others.map(({ record }) => record.recordNo);
    // A family of an earlier pack was called so, too.
    for (const one of others) if (families.get(one.familyKey ?? '')?.isFirst === false) askFor(one, asked);
    if (whole.size === 0) return { rows: null, left, asked: [...asked] };
    const own = staged.filter((one) => whole.has(one));
    const touched = own.map((one) => whole.get(one) as Touched);
    const people = touched.map(({ person }): PersonDraft => person);
    const said = own.map((one, index) => saidOf(one, people[index] as PersonDraft));
    return {
      left,
      asked: [...asked],
      rows: {
        records: own.map(({ record }) => record.recordNo),
        ids: people.map(({ id }) => id),
        said,
        people: columnsOfPeople(people, indexesOfNew(people, own, said, digests)),
        spans: columnsOfNewCoverage(people),
        items: [
          columnOf(
            'id',
            'uuid',
            people.map(({ id }) => id),
          ),
          columnOf(
            'action',
            'text',
            touched.map(({ effect }) => effect),
          ),
          columnOf(
            'after',
            'jsonb',
            touched.map(({ summary }) => JSON.stringify({ summary })),
          ),
          columnOf(
            'line',
            'int',
            own.map(({ record }) => record.line),
          ),
        ],
        links: own.flatMap((one, index) => linkOf(one, people[index] as PersonDraft)),
        others: others.map(({ record, rawOf, index }) => ({ ...record, raw: rawOf(index) })),
      },
    };
  }
}
