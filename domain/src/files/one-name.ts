import { fileMessage, worded } from './messages/file-message.ts';
import { readFullName } from './census/values/cell-values.ts';
import { wordsOf } from '../plain-words.ts';
import { withoutSuffix } from './census/values/name-cells.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';

const wordSet = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').map((word) => word.replaceAll('_', ' ')));

/**
 * What forms and officials write where somebody has no such name: FNU and LNU (first, last name unknown; U.S. visas),
 * NFN, NMI, no middle name.
 */
const NONE = {
  firstName: wordSet('fnu nfn ngn lnu no_first_name first_name_unknown no_given_name unknown'),
  middleName: wordSet('nmn nmi no_middle_name no_middle_initial'),
  lastName: wordSet('lnu nln fnu no_last_name last_name_unknown no_surname unknown'),
} as const;

/** A dot, dashes: signs alone are no name. */
const SIGNS = /^[^\p{L}\p{N}]+$/u;

/** Whether a text may be one of those: they begin with f, l, n or u, or with a sign. Asked for every name of a file. */
function mayBeNoName(text: string): boolean {
  const letter = text.charCodeAt(0) | 0x20;
  return letter < 0x61 || letter > 0x7a || letter === 0x66 || letter === 0x6c || letter === 0x6e || letter === 0x75;
}

const isNoName = (field: keyof typeof NONE, text: string | undefined): boolean =>
  text !== undefined &&
  mayBeNoName(text) &&
  (NONE[field].has(text.toLowerCase()) || (text.length < 4 && SIGNS.test(text)));

export const ONE_NAME = 'one_name';

/**
 * Many people have one name only. It is kept as the last name, and the first name stays empty: whatever stands there in
 * its place (FNU, LNU, a dot) is nobody's name. A place that is merely left empty says so in an 834 (NM104 is sent
 * where there is a first name), and is a question in a list, where people forget it.
 */
export function settleNames(record: EnrollmentRecord): void {
  if (record.suffix !== undefined && record.lastName !== undefined)
    takeSuffixOnce(record, record.suffix, record.lastName);
  const { firstName, middleName, lastName, problems } = record;
  if (
    firstName &&
    lastName &&
    !mayBeNoName(firstName) &&
    !mayBeNoName(lastName) &&
    !(middleName && mayBeNoName(middleName))
  )
    return;
  if (problems.some(({ field }) => field === 'firstName' || field === 'lastName')) return;
  if (record.source === 'edi834' && !firstName && lastName?.includes(',')) tellApart(record, lastName);
  if (isNoName('middleName', middleName)) record.middleName = undefined;
  const hasNoFirst = isNoName('firstName', firstName);
  const hasNoLast = isNoName('lastName', lastName);
  if (hasNoFirst && hasNoLast) {
    record.firstName = undefined;
    record.lastName = undefined;
    return;
  }
  if (hasNoFirst) record.firstName = undefined;
  if (hasNoLast && firstName !== undefined) {
    record.lastName = firstName;
    record.firstName = undefined;
  }
  const isSaid = hasNoFirst || hasNoLast || record.source === 'edi834';
  if (isSaid && !record.firstName && record.lastName) tellOneName(record);
}

/**
 * Cole Jr in NM103 beside Jr in NM107, or in two columns of a list: whoever writes both names would write Cole Jr Jr.
 */
function takeSuffixOnce(record: EnrollmentRecord, suffix: string, whole: string): void {
  const { lastName, suffix: ending } = withoutSuffix(whole);
  if (ending === undefined || wordsOf(ending) !== wordsOf(suffix)) return;
  record.lastName = lastName;
  record.warnings.push({
    field: 'lastName',
    code: 'suffix_twice',
    ...worded(fileMessage('suffix_in_last_name')),
  });
}

/** Abbott, Ada in NM103 with nothing in NM104. */
function tellApart(record: EnrollmentRecord, whole: string): void {
  const name = readFullName(whole);
  if (!name.firstName || !name.lastName) return;
  record.firstName = name.firstName;
  record.lastName = name.lastName;
  record.middleName ??= name.middleName;
  record.suffix ??= name.suffix;
  record.warnings.push({
    field: 'lastName',
    code: 'name_in_one',
    ...worded(fileMessage('full_name_in_nm103')),
  });
}

/** A dependent of a list whose last name is left out has the one of the family. */
export const LAST_NAME_OF_FAMILY = 'last_name_of_family';

export function tellLastNameOfFamily({ warnings }: Pick<EnrollmentRecord, 'warnings'>): void {
  warnings.push({
    field: 'lastName',
    code: LAST_NAME_OF_FAMILY,
    ...worded(fileMessage('last_name_of_employee')),
  });
}

export function tellOneName({ warnings }: Pick<EnrollmentRecord, 'warnings'>): void {
  warnings.push({
    field: 'firstName',
    code: ONE_NAME,
    ...worded(fileMessage('single_name')),
  });
}
