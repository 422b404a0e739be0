import type { CoverageLine } from '../coverage-line.ts';
import type { Span } from '../coverage/span.ts';
import type { MemberStatus } from './member-status.ts';
import type { Relationship } from '../relationship.ts';

/**
 * Fields of a member that a file can set, as stored. Dates are YYYY-MM-DD, money is cents; the country is a two-letter
 * code (ISO 3166), null in the United States.
 */
export const PERSON_FIELDS = [
  'employeeId',
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'gender',
  'email',
  'phone',
  'jobTitle',
  'department',
  'classId',
  'classCode',
  'locationId',
  'locationCode',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'hireDate',
  'terminationDate',
  'salaryAnnualCents',
  'emergencyContact',
  'benefitStatus',
  'medicarePlan',
  'cobraEvent',
  'cobraEventDate',
  'cobraBeginDate',
  'cobraEndDate',
  'handicap',
  'confidentiality',
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];
export type PersonValues = Partial<Record<PersonField, string | number | null>>;

/**
 * A member during an import: loaded from the database or new, changed in memory, written once per chunk. SSN, birth
 * date and carrier member ID are known only by keyed digests (`ssnKey`, `last4Key` of the last four digits, `birthKey`,
 * `carrierKey`); the values stay encrypted.
 */
export type PersonDraft = {
  readonly id: string;
  /** Not yet in the database; false once written. */
  isNew: boolean;
  readonly groupId: string;
  subscriberId: string | null;
  readonly memberNumber: string | null;
  relationship: Relationship;
  status: MemberStatus;
  values: PersonValues;
  ssnKey: string | null;
  last4Key: string | null;
  birthKey: string | null;
  carrierKey: string | null;
  /** The earlier dependent record of a person who became a subscriber, or joined one. */
  splitFrom: string | null;
  spans: Partial<Record<CoverageLine, readonly Span[]>>;
  /** Differences from the database by field; empty for a new member. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Counts the values set so far, so that a record can tell whether it changed anything. */
  revision: number;
  /** INS17 of the file's record for the person; the same name with another number is another person. */
  birthSequence?: string;
  /** The records whose encrypted values are stored, in file order: they add the member, or correct a value. */
  secretsFrom: number[];
};

/** Sets a field and remembers the old value; the same value changes nothing. */
export function setValue(
  draft: PersonDraft,
  field: PersonField | 'status' | 'relationship',
  value: string | number | null,
): void {
  const current =
    field === 'status' ? draft.status : field === 'relationship' ? draft.relationship : (draft.values[field] ?? null);
  if (current === value) return;
  draft.revision += 1;
  if (!draft.isNew) {
    if (!(field in draft.before)) draft.before[field] = current;
    draft.after[field] = value;
  }
  if (field === 'status') draft.status = value as MemberStatus;
  else if (field === 'relationship') draft.relationship = value as Relationship;
  else draft.values[field] = value;
}

/**
 * Returns the class and location that decide what a member is offered; empty if the group does not have the code, such
 * as a specified code that every group accepts (specification 1, section 9).
 */
export function offeredPlaceOf({ values }: PersonDraft): { classCode: string; locationCode: string } {
  return {
    classCode: values.classId ? String(values.classCode ?? '') : '',
    locationCode: values.locationId ? String(values.locationCode ?? '') : '',
  };
}

export function spansOf(draft: PersonDraft, line: CoverageLine): readonly Span[] {
  return draft.spans[line] ?? [];
}
