import { PERSON_FIELDS, type PersonDraft, type PersonValues, setValue } from '../members/person-draft.ts';
import { isUsState } from '../us-states.ts';
import { storedContact, storedPhone } from '../phone.ts';
import type { ResolvedRecord } from './resolved-record.ts';
import { isAfterEmployment } from './ends-and-cobra.ts';
import { isSetting } from './enrollment-record.ts';
import { wordsOf } from '../plain-words.ts';

/**
 * What is taken of everybody of whom no file has said otherwise, so that saying it changes nobody: active, no Medicare,
 * not disabled, address not restricted.
 */
const USUAL: PersonValues = { benefitStatus: 'A', medicarePlan: 'E', handicap: 'N', confidentiality: 'U' };

/** Texts that many systems send in capital letters only. */
const IN_CAPITALS: ReadonlySet<string> = new Set([
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'addressLine1',
  'addressLine2',
  'city',
  'jobTitle',
  'department',
]);

/**
 * With a wrong ZIP code left out, the new street and the ZIP code on record would be an address that never was: it
 * stays as it is.
 */
const OF_ADDRESS: ReadonlySet<string> = new Set([
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
]);

/**
 * The same text in capitals takes nothing away from how a name is written here, and is no change (domain rules 4.15:
 * names keep their case).
 */
const isOnlyInCapitals = (field: string, value: string | number, known: string | number | null | undefined): boolean =>
  IN_CAPITALS.has(field) &&
  typeof value === 'string' &&
  typeof known === 'string' &&
  value !== known &&
  value === value.toUpperCase() &&
  value === known.toUpperCase();

const letters = (...texts: readonly (string | number | null | undefined)[]): string =>
  texts.map((text) => wordsOf(String(text ?? ''))).join('');

/** 12 Elm St Apt 4 in one line, and in two, are one address: how it was divided is no change. */
function isOtherwiseDivided({ values }: ResolvedRecord, person: PersonDraft): boolean {
  const { addressLine1: line1, addressLine2: line2 } = values;
  const { addressLine1: known1, addressLine2: known2 } = person.values;
  // Only where a second line stands on one side can the first lines be divided in two ways.
  if (!line1 || !known1 || line1 === known1 || (!line2 && !known2) || letters(line1) === letters(known1)) return false;
  return letters(line1, line2) === letters(known1, known2);
}

/** What of somebody who leaves says on what terms coverage goes on. */
const OF_COBRA: ReadonlySet<string> = new Set([
  'benefitStatus',
  'cobraEvent',
  'cobraEventDate',
  'cobraBeginDate',
  'cobraEndDate',
]);

/** How somebody is reached who leaves: notices go there. */
const OF_CONTACT: ReadonlySet<string> = new Set([...OF_ADDRESS, 'phone', 'email']);
const OF_IDENTITY: ReadonlySet<string> = new Set(['firstName', 'middleName', 'lastName', 'suffix', 'gender']);

/** What an end says of its person beside that: with a corrected identity (NM1*74) also who that is. */
const isSaidByEnd = (record: ResolvedRecord, field: string, goesOn: boolean): boolean =>
  field === 'terminationDate' ||
  OF_CONTACT.has(field) ||
  (goesOn && OF_COBRA.has(field)) ||
  (record.previousIdentity !== undefined && OF_IDENTITY.has(field));

/** One record may end the employment's coverage (INS03 024) and begin COBRA. */
const goesOnAfter = (record: ResolvedRecord): boolean =>
  isAfterEmployment(record) && record.coverages.some(({ action, until }) => isSetting(action) && until === undefined);

/** Sets what the record says; it says nothing of what it leaves empty. */
export function setValues(record: ResolvedRecord, person: PersonDraft): void {
  const { benefitStatus } = person.values;
  const goesOn = record.action === 'end' && goesOnAfter(record);
  const keepsLines = isOtherwiseDivided(record, person);
  const keepsAddress =
    record.isAddressCut === true && Boolean(person.values.addressLine1 || person.values.city || person.values.zipCode);
  if (!record.isSubscriber && record.action !== 'end') setValue(person, 'relationship', record.relationship);
  for (const field of PERSON_FIELDS) {
    const value = record.values[field];
    if (value === undefined || value === null || (record.action === 'end' && !isSaidByEnd(record, field, goesOn)))
      continue;
    if (field === 'phone' && typeof person.values.phone === 'string' && storedPhone(person.values.phone) === value)
      continue;
    if (
      field === 'emergencyContact' &&
      typeof person.values.emergencyContact === 'string' &&
      storedContact(person.values.emergencyContact) === value
    )
      continue;
    if (keepsAddress && OF_ADDRESS.has(field)) continue;
    if (keepsLines && (field === 'addressLine1' || field === 'addressLine2')) continue;
    if (isOnlyInCapitals(field, value, person.values[field])) continue;
    if (value === USUAL[field] && !person.values[field]) continue;
    setValue(person, field, value);
  }
  // A move back home names no country.
  if (
    record.values.country === null &&
    isUsState(String(record.values.state ?? '')) &&
    /^\d{5}/.test(String(record.values.zipCode ?? ''))
  )
    setValue(person, 'country', null);
  if (benefitStatus === 'C' && person.values.benefitStatus !== 'C')
    for (const field of ['cobraEvent', 'cobraEventDate', 'cobraBeginDate', 'cobraEndDate'] as const)
      setValue(person, field, null);
}
