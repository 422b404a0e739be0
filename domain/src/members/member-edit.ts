import { type CalendarDate, formatDate, parseCalendarDate } from '../calendar-date.ts';
import { readCountry } from '../countries.ts';
import { parseMoney } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { isUsState } from '../us-states.ts';
import type { MemberStatus } from './member-status.ts';
import { hasReason } from './given-reason.ts';
import { checkContact, checkHire, DEPENDENT_RELATIONSHIPS, ONE_PARTNER, Problems } from './new-member.ts';
import { isOtherIdentity } from './same-person.ts';

/** Fields of a member that can be edited. SSN, birth date and coverage have their own dialogs with more checks. */
export const EDITED_FIELDS = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'email',
  'phone',
  'employeeId',
  'jobTitle',
  'department',
  'class',
  'billingLocation',
  'hireDate',
  'salary',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'emergencyContact',
  'status',
  'relationship',
] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];
/** All as text: dates YYYY-MM-DD, the salary as entered, class and location by code. */
export type MemberEdit = Readonly<Record<EditedField, string>>;

/**
 * Of the statuses, only leave begins and ends by hand; the others follow from coverage (specification 1, section 4).
 */
export const STATUSES_BY_HAND: readonly MemberStatus[] = ['active', 'leave_of_absence'];

/** The fields of a dependent; employment is the subscriber's. */
const DEPENDENT_FIELDS: readonly EditedField[] = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'relationship',
];
export const isEditable = (field: EditedField, isSubscriber: boolean): boolean =>
  isSubscriber ? field !== 'relationship' : DEPENDENT_FIELDS.includes(field);

/** What premiums of a covered month depend on; a change applies from a day, and earlier months keep what they had. */
const DATED_FIELDS = ['class', 'billingLocation', 'salary'] as const;
type DatedFields = Pick<MemberEdit, (typeof DATED_FIELDS)[number]>;

export const changesDatedFields = (edit: DatedFields, current: DatedFields): boolean =>
  DATED_FIELDS.some((field) => edit[field].trim() !== current[field].trim());

/** Validates the day from which class, location and salary apply; without one it is today. */
export function problemsOfDatedFields(appliesFrom: string, today: CalendarDate): Problem[] {
  if (appliesFrom.trim() === '') return [];
  const from = parseCalendarDate(appliesFrom);
  if (!from || from < '1990-01-01') return [{ path: 'appliesFrom', message: 'Enter a valid date as MM/DD/YYYY.' }];
  return from > today ? [{ path: 'appliesFrom', message: `Enter ${formatDate(today)} or an earlier day.` }] : [];
}

export type EditContext = {
  today: CalendarDate;
  isSubscriber: boolean;
  status: MemberStatus;
  /**
   * A member's current values stay valid even if no longer offered, as do a single name, which is a last name, and an
   * old phone number.
   */
  classes: readonly { code: string }[];
  locations: readonly { code: string }[];
  current: Pick<MemberEdit, 'class' | 'billingLocation' | 'firstName' | 'phone'>;
  /** Another family member is the spouse or domestic partner. */
  hasPartner: boolean;
};

const LABEL: Readonly<Partial<Record<EditedField, string>>> = {
  firstName: 'the first name',
  lastName: 'the last name',
};

/** Returns every problem of a member's edited fields with its path; page and server use the same rules. */
export function problemsOfMemberEdit(edit: MemberEdit, context: EditContext): Problem[] {
  const found = new Problems();
  const { today, isSubscriber, status, classes, locations, current, hasPartner } = context;
  for (const field of EDITED_FIELDS)
    if (isEditable(field, isSubscriber))
      found.text(
        field,
        edit[field],
        LABEL[field] ?? '',
        field in LABEL && !(field === 'firstName' && current.firstName === ''),
      );
  checkContact(found, edit.email, edit.phone, false, current.phone);
  const country = edit.country.trim() === '' ? undefined : readCountry(edit.country);
  if (edit.country.trim() !== '' && !country)
    found.add('country', 'Enter a country by its name or code, such as Canada or CA.');
  // Other countries have their own states and codes.
  const isDomestic = country === undefined || country.isDomestic;
  if (isDomestic && edit.state.trim() !== '' && !isUsState(edit.state))
    found.add('state', 'Enter a two-letter state, such as IL.');
  if (isDomestic && edit.zipCode.trim() !== '' && !/^\d{5}(-?\d{4})?$/.test(edit.zipCode.trim()))
    found.add('zipCode', 'Enter five digits, or nine such as 62701-1234.');
  if (!isSubscriber) {
    if (!(DEPENDENT_RELATIONSHIPS as readonly string[]).includes(edit.relationship))
      found.add('relationship', 'Choose the relationship.');
    else if (hasPartner && (edit.relationship === 'spouse' || edit.relationship === 'domestic_partner'))
      found.add('relationship', ONE_PARTNER);
    return found.list;
  }
  checkHire(found, 'hireDate', edit.hireDate, today, false);
  const salary = parseMoney(edit.salary);
  if (edit.salary.trim() !== '' && (salary === undefined || salary < 0))
    found.add('salary', 'Enter an annual amount, such as 52,000.');
  if (edit.class !== current.class && !classes.some(({ code }) => code === edit.class))
    found.add('class', 'Choose a class.');
  if (edit.billingLocation !== current.billingLocation && !locations.some(({ code }) => code === edit.billingLocation))
    found.add('billingLocation', 'Choose a billing location.');
  if (
    edit.status !== status &&
    !(STATUSES_BY_HAND.includes(status) && (STATUSES_BY_HAND as readonly string[]).includes(edit.status))
  )
    found.add('status', 'Only a leave of absence can be started or ended here.');
  return found.list;
}

type IdentityFields = Pick<MemberEdit, 'firstName' | 'lastName' | 'employeeId'>;

/** Whether an edit turns the record into one of another person, so that it needs a reason. */
export function needsIdentityReason(edit: IdentityFields, current: IdentityFields): boolean {
  const identityOf = ({ firstName, lastName, employeeId }: IdentityFields) => ({
    firstName,
    lastName,
    employeeId: employeeId.trim() || null,
  });
  return isOtherIdentity(identityOf(current), identityOf(edit));
}

/** The reason is missing from an edit that needs one (`needsIdentityReason`). */
export const problemsOfIdentityReason = (
  edit: IdentityFields,
  current: IdentityFields,
  identityReason: string,
): Problem[] =>
  needsIdentityReason(edit, current) && !hasReason(identityReason)
    ? [
        {
          path: 'identityReason',
          message:
            "This changes the member's identity. If it is the same person, enter a reason. " +
            'Otherwise add a new member.',
        },
      ]
    : [];
