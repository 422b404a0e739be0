import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { saysOtherwise, toldApartBy, type SaidOfOne } from '@openbenefits/domain/files/census/coverage/under-one-name';
import { resemblance } from '@openbenefits/domain/members/same-person';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { READER_LIMITS } from '../limits.ts';
import { type Digest, digestOf, LatestTexts } from './latest-texts.ts';

/** What is kept of a row, beside its line, the birth date and the coverages, in this order. */
const KEPT = [
  'action',
  'ssn',
  'middleName',
  'suffix',
  'gender',
  'email',
  'phone',
  'addressLine1',
  'zip',
  'salary',
  'hireDate',
  'terminationDate',
] as const satisfies readonly (keyof SaidOfOne)[];

type Seen = {
  row: number;
  born: string | undefined;
  name: readonly [first: string, last: string];
  isSubscriber: boolean;
  said: SaidOfOne;
};

/** What a file is told of somebody of whom a later row says otherwise. */
export const TWICE_OTHERWISE = fileMessage('person_repeated');

/**
 * The people of a list by SSN, and by name and birth date, so that another row about one of them is not taken for a
 * correction where its birth date is another, and neither two of one name and birth date nor two of one SSN become one.
 * Remembers only the last of a long list: who comes twice stands close together.
 */
export class ToldOtherwise {
  readonly #seen = new LatestTexts(READER_LIMITS.peopleTold);

  /**
   * What is wrong with a person who is in order otherwise, and whether the row says something else of the person than
   * the one before.
   */
  find(record: EnrollmentRecord): { problem?: RecordProblem; isOther: boolean } {
    const { ssn, dateOfBirth: born } = record;
    const keys = keysOf(record);
    const text = this.#latest(keys);
    const found = text === undefined ? undefined : readSeen(text);
    const before = found && isCalledSo(found, record) ? found : undefined;
    if (found && !before && isSomebodyElse(found, record))
      return {
        problem: {
          field: 'ssn',
          code: 'ssn_twice',
          ...worded(fileMessage('ssn_of_another_row', { line: found.row })),
        },
        isOther: false,
      };
    if (
      before &&
      ssn !== undefined &&
      before.said.ssn === ssn &&
      before.born !== undefined &&
      born !== undefined &&
      before.born !== born
    )
      return {
        problem: {
          field: 'dateOfBirth',
          code: 'person_twice',
          ...worded(fileMessage('birth_of_another_row', { line: before.row })),
        },
        isOther: false,
      };
    const by = before && toldApartBy(before.said, record);
    if (by)
      return {
        problem: {
          field: 'ssn',
          code: 'person_twice',
          ...worded(fileMessage('number_of_another_row', { line: before.row, field: by })),
        },
        isOther: false,
      };
    // Two SSNs are two people, whom the match tells apart.
    const isSame =
      before !== undefined && (before.said.ssn === undefined || ssn === undefined || before.said.ssn === ssn);
    this.#seen.set(keys, writeSeen(record, isSame ? before : undefined));
    return isSame && saysOtherwise(before.said, record) ? IS_OTHER : ASKS_NOTHING;
  }

  #latest(keys: readonly Digest[]): string | undefined {
    for (const key of keys) {
      const text = this.#seen.get(key);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}
const isCalledSo = ({ name: [first, last] }: Seen, { firstName, lastName }: EnrollmentRecord): boolean =>
  first === nameIn(firstName) && last === nameIn(lastName);

/**
 * Twins and spouses stand close together in a list, and a copied SSN with them; who has married, or is called by a
 * short form, is nearly called the same. A dependent is never taken for an employee.
 */
const isSomebodyElse = ({ name: [first, last], isSubscriber }: Seen, record: EnrollmentRecord): boolean =>
  isSubscriber === record.isSubscriber &&
  resemblance(
    { firstName: first, lastName: last },
    { firstName: nameIn(record.firstName), lastName: nameIn(record.lastName) },
  ) === 'different' &&
  first !== nameIn(record.firstName);

const nameIn = (name: string | undefined): string => name?.toLowerCase() ?? '';

const ASKS_NOTHING = { isOther: false } as const;
const IS_OTHER = { isOther: true } as const;

/** What a row says, and where it says nothing, what the row before it did. */
function writeSeen(record: EnrollmentRecord, before: Seen | undefined): string {
  const coverages: [string, string][] = [];
  for (const { line, action } of record.coverages) coverages.push([line, action]);
  const seen: unknown[] = [
    record.line,
    record.dateOfBirth ?? before?.born,
    nameIn(record.firstName),
    nameIn(record.lastName),
    record.isSubscriber,
    coverages,
  ];
  for (const field of KEPT) seen.push(before ? record[field] || before.said[field] : record[field]);
  return JSON.stringify(seen);
}

function readSeen(text: string): Seen {
  const [row, born, first, last, isSubscriber, coverages, ...kept] = JSON.parse(text) as [
    number,
    string | null,
    string,
    string,
    boolean,
    [string, string][],
    ...unknown[],
  ];
  const said: Record<string, unknown> = { coverages: coverages.map(([line, action]) => ({ line, action })) };
  for (const [index, field] of KEPT.entries()) said[field] = kept[index] ?? undefined;
  return { row, born: born ?? undefined, name: [first, last], isSubscriber, said: said as SaidOfOne };
}

/** A child may stand with each of its parents. */
function keysOf({
  ssn,
  firstName,
  lastName,
  dateOfBirth,
  isSubscriber,
  familyKey,
  groupKey,
}: EnrollmentRecord): Digest[] {
  const [first, last] = [firstName?.toLowerCase(), lastName?.toLowerCase()];
  const keys: Digest[] = [];
  if (ssn !== undefined) keys.push(digestOf('ssn', groupKey, ssn));
  if (dateOfBirth !== undefined)
    keys.push(digestOf('born', groupKey, isSubscriber ? undefined : familyKey, dateOfBirth, first, last));
  return keys;
}
