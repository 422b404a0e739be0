import { type FileMessage, fileMessage } from './messages/file-message.ts';
import { addDays, addMonths, type CalendarDate } from '../calendar-date.ts';
import { AGE_OUT_AGE, lastCoveredDay } from '../coverage/age-out.ts';
import { canAgeOut, isPartner } from '../relationship.ts';
import { validateSsn, type SsnVerdict } from '../members/ssn.ts';
import { readPhone } from '../phone.ts';
import { type EnrollmentRecord, isSetting } from './enrollment-record.ts';
import { FAR_FUTURE_YEARS, judgeCoverages, judgeLastDay } from './judge-coverage.ts';
import { isShifted, STATE_LEFT_OUT, wrongInAddress, ZIP_LEFT_OUT } from './judge-address.ts';
import { judgeEndWithoutDay } from './edi-834/end-without-day.ts';
import { judgeLengths } from './judge-lengths.ts';
import { LAST_NAME_OF_FAMILY, ONE_NAME, settleNames } from './one-name.ts';
import { hasDateProblem, problem, type Verdict, warning } from './verdict.ts';

/** The code of the warning that a phone number was not taken. */
export const PHONE_LEFT_OUT = 'phone_left_out';

const OLDEST_BIRTH_YEARS = 130;
/** Nobody below this age may work full time (29 CFR 570.2); in a list it is a child whose relationship was not read. */
const YOUNGEST_WORKER = 16;
/** In a list, 12/25/26 of a child who is not born yet would be 1926. */
const OLDEST_CHILD = 75;

/**
 * Every rule on one person that needs no database (domain rules 4.1, 4.15). `today` is the organisation's. Whatever the
 * reader already found stays in `record.problems`; this returns only what it adds. Messages name the field in an
 * administrator's words and hold neither an SSN nor a birth date (trust P39).
 */
export function judge(record: EnrollmentRecord, today: CalendarDate): Verdict {
  const found: Verdict = { problems: [], warnings: [] };
  judgeInto(found, record, today);
  return found;
}

export const EMAIL_LEFT_OUT = 'email_left_out';
/** The last day of an employment before the one that goes on, as payroll sends it beside the rehire. */
export const LEFT_BEFORE_HIRED = 'left_before_hired';
export const LEFT_BEFORE = fileMessage('termination_before_hire_ignored');

/**
 * Judges and adds what was found to the record itself; names that are none are taken out, and an email address that is
 * none.
 */
export function judgeInPlace(record: EnrollmentRecord, today: CalendarDate, endDayNotCovered = false): void {
  settleNames(record);
  settleBirth(record);
  judgeInto(record, record, today, endDayNotCovered);
  if (record.problems.length > 0 && record.problems.every(({ code }) => LEFT_OUT.has(code)) && !isShifted(record))
    takeWithoutContact(record);
  if (record.warnings.length > 0) leaveOut(record);
}

/** Takes out what a warning says was left out. */
function leaveOut(record: EnrollmentRecord): void {
  for (const { code } of record.warnings) {
    if (code === EMAIL_LEFT_OUT) record.email = undefined;
    else if (code === STATE_LEFT_OUT) record.state = undefined;
    else if (code === ZIP_LEFT_OUT) record.zip = undefined;
    else if (code === LEFT_BEFORE_HIRED) record.terminationDate = undefined;
  }
}

type LeftOut = { code: string; message: FileMessage };

/** Problems of a list's row that do not hold its person up, and what they are as warnings. */
const LEFT_OUT: ReadonlyMap<string, LeftOut> = new Map([
  ['email_shape', { code: EMAIL_LEFT_OUT, message: fileMessage('email_not_saved') }],
  ['phone_shape', { code: PHONE_LEFT_OUT, message: fileMessage('phone_not_saved') }],
  ['state_unknown', { code: STATE_LEFT_OUT, message: fileMessage('state_not_saved') }],
  ['zip_shape', { code: ZIP_LEFT_OUT, message: fileMessage('zip_not_saved') }],
]);

/**
 * A wrong email address, telephone number, state or ZIP code is no reason to leave somebody uncovered. Where the row is
 * refused for something else, both stand beside that, so that whoever mends it mends all.
 */
function takeWithoutContact(record: EnrollmentRecord): void {
  for (const { field, code } of record.problems) {
    const leftOut = LEFT_OUT.get(code) as LeftOut;
    warning(record, field, leftOut.code, leftOut.message);
  }
  record.problems = [];
}

/** What programs write where no birth date is known: a date that everybody of a list may share tells nobody apart. */
const LAST_NO_BIRTH = '1901-01-01';
const NO_BIRTH: ReadonlySet<string> = new Set(['1900-01-01', '1899-12-31', LAST_NO_BIRTH]);

function settleBirth(record: EnrollmentRecord): void {
  if (record.dateOfBirth === undefined || record.dateOfBirth > LAST_NO_BIRTH || !NO_BIRTH.has(record.dateOfBirth))
    return;
  record.dateOfBirth = undefined;
  warning(record, 'dateOfBirth', 'birth_stand_in', fileMessage('birth_placeholder'));
}

function judgeInto(found: Verdict, record: EnrollmentRecord, today: CalendarDate, endDayNotCovered = false): void {
  if (today !== bounds.today) bounds = boundsOf(today);
  judgeIdentity(record, today, found);
  judgeContact(record, found);
  judgeEmployment(record, found);
  if (record.endsWith || record.dateOfDeath !== undefined) judgeEndWithoutDay(record, today, found);
  if (!endDayNotCovered && record.source === 'edi834' && !record.endsWith) judgeLastDay(record, found);
  judgeLengths(record, found);
  judgeCoverages(record, bounds.farStart, found);
}

/**
 * The dates beyond which a birth or a start cannot be meant. They change with today only, and are asked for every
 * record.
 */
let bounds = { today: '', oldestBirth: '', farStart: '', agedOut: '', youngestWorker: '', oldestChild: '' };

const isChild = (relationship: EnrollmentRecord['relationship']): boolean =>
  relationship === 'child' || relationship === 'step_child' || relationship === 'adopted_child';

function boundsOf(today: CalendarDate): typeof bounds {
  return {
    today,
    oldestBirth: addMonths(today, -12 * OLDEST_BIRTH_YEARS),
    farStart: addMonths(today, 12 * FAR_FUTURE_YEARS),
    agedOut: addMonths(today, -12 * AGE_OUT_AGE),
    youngestWorker: addMonths(today, -12 * YOUNGEST_WORKER),
    oldestChild: addMonths(today, -12 * OLDEST_CHILD),
  };
}

function judgeIdentity(record: EnrollmentRecord, today: CalendarDate, found: Verdict): void {
  if (!record.byNumberAlone) judgeNames(record, found);
  if (record.ssn !== undefined) {
    const verdict = validateSsn(record.ssn);
    if (verdict.kind !== 'ssn' || isStandIn(record.ssn)) tellSsn(record, verdict, found);
  }
  judgeBirth(record, today, found);
  // Who is no dependent perhaps, because nobody knows the word for it, is not asked for a family.
  if (
    !record.isSubscriber &&
    record.familyKey === undefined &&
    !alreadyFound(record, 'familyKey') &&
    !alreadyFound(record, 'relationship')
  ) {
    problem(
      found,
      'familyKey',
      'family_key_missing',
      fileMessage(record.source === 'edi834' ? 'family_key_missing_834' : 'family_key_is_missing'),
    );
  }
  if (record.isSubscriber !== (record.relationship === 'self') && !alreadyFound(record, 'relationship')) {
    const message = record.isSubscriber
      ? fileMessage('subscriber_relationship')
      : fileMessage('dependent_relationship_self');
    problem(found, 'relationship', 'relationship_contradicts', message);
  }
}

const SSN_MESSAGES = {
  ssn_digits: 'ssn_digits',
  ssn_area: 'ssn_area',
  ssn_group: 'ssn_group',
  ssn_serial: 'ssn_serial',
  ssn_placeholder: 'ssn_repeats_digit',
  ssn_advertised: 'ssn_advertised',
} as const;

const NAME_NUMBERS = {
  firstName: { edi834: 'first_name_number', census: 'first_name_number_in_row' },
  lastName: { edi834: 'last_name_number', census: 'last_name_number_in_row' },
} as const;

function tellSsn(record: EnrollmentRecord, verdict: SsnVerdict, found: Verdict): void {
  if (alreadyFound(record, 'ssn')) return;
  if (verdict.kind === 'refused') problem(found, 'ssn', verdict.code, fileMessage(SSN_MESSAGES[verdict.code]));
  else if (verdict.kind === 'atin') warning(found, 'ssn', 'atin', fileMessage('ssn_is_atin'));
  else if (verdict.kind === 'itin') warning(found, 'ssn', 'itin', fileMessage('ssn_is_itin'));
  else warning(found, 'ssn', 'ssn_stand_in', fileMessage('ssn_placeholder'));
}

/** An SSN or a date where a name belongs: five digits at least, and no letter. */
const isNumber = (name: string | undefined): boolean =>
  name !== undefined && !beginsWithLetter(name) && /^[^\p{L}]*$/u.test(name) && /(?:\d\D*){5}/.test(name);

/**
 * Of the English alphabet, as nearly all names: a pattern takes longer, and is asked for two names of everybody in a
 * file.
 */
function beginsWithLetter(name: string): boolean {
  const letter = name.charCodeAt(0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}

function judgeName(record: EnrollmentRecord, field: 'firstName' | 'lastName', found: Verdict): void {
  if (!isNumber(record[field]) || alreadyFound(record, field)) return;
  problem(found, field, 'name_is_number', fileMessage(NAME_NUMBERS[field][record.source]));
}

function judgeNames(record: EnrollmentRecord, found: Verdict): void {
  const { firstName, lastName } = record;
  if (firstName && lastName && beginsWithLetter(firstName) && beginsWithLetter(lastName)) return;
  judgeName(record, 'firstName', found);
  judgeName(record, 'lastName', found);
  if (!record.lastName && !alreadyFound(record, 'lastName') && !isTold(record, LAST_NAME_OF_FAMILY))
    problem(found, 'lastName', 'last_name_missing', fileMessage('last_name_missing'));
  if (!record.firstName && !alreadyFound(record, 'firstName') && !isTold(record, ONE_NAME))
    problem(
      found,
      'firstName',
      'first_name_missing',
      record.source === 'census' && record.lastName
        ? fileMessage('first_name_missing_fnu')
        : fileMessage('first_name_is_missing'),
    );
}

/** Numbers that the rules allow and forms are filled with. */
function isStandIn(digits: string): boolean {
  const first = digits.charCodeAt(0);
  let same = 1;
  while (same < digits.length && digits.charCodeAt(same) === first) same++;
  return same === 9 || digits === '123456789';
}

function judgeBirth(record: EnrollmentRecord, today: CalendarDate, found: Verdict): void {
  const birth = record.dateOfBirth;
  if (birth === undefined) tellNoBirth(record, found);
  else if (birth > today) problem(found, 'dateOfBirth', 'date_of_birth_future', fileMessage('birth_in_future'));
  else if (birth < bounds.oldestBirth)
    problem(found, 'dateOfBirth', 'date_of_birth_old', fileMessage('birth_too_old', { years: OLDEST_BIRTH_YEARS }));
  else if (record.hireDate !== undefined && record.hireDate < birth)
    problem(found, 'hireDate', 'hired_before_birth', fileMessage('hire_before_birth'));
  else if (record.source !== 'census' || !judgeBirthOfList(record, birth, found)) {
    if (
      !record.isSubscriber &&
      canAgeOut(record.relationship) &&
      birth <= bounds.agedOut &&
      !record.handicapped &&
      !isSomebodyElse(record)
    )
      judgeAge(record, birth, today, found);
  }
}

function tellNoBirth(record: EnrollmentRecord, found: Verdict): void {
  if (!record.isOneChange && !record.byNumberAlone && !alreadyFound(record, 'dateOfBirth'))
    warning(found, 'dateOfBirth', 'date_of_birth_missing', fileMessage('birth_is_missing'));
}

/** What a birth date says about the relationship, which a list tells in words of its own; whether it said anything. */
function judgeBirthOfList(record: EnrollmentRecord, birth: CalendarDate, found: Verdict): boolean {
  const { isSubscriber, relationship } = record;
  if (alreadyFound(record, 'relationship')) return false;
  if (isSubscriber && birth > bounds.youngestWorker && !record.cobra)
    problem(found, 'dateOfBirth', 'child_as_employee', fileMessage('employee_under_age', { age: YOUNGEST_WORKER }));
  else if (!isSubscriber && isPartner(relationship) && birth > bounds.youngestWorker)
    warning(found, 'dateOfBirth', 'spouse_young', fileMessage('spouse_under_age', { age: YOUNGEST_WORKER }));
  else if (!isSubscriber && isChild(relationship) && birth <= bounds.oldestChild)
    problem(found, 'dateOfBirth', 'child_too_old', fileMessage('child_too_old', { age: OLDEST_CHILD }));
  else return false;
  return true;
}

/** Who it is, is in doubt: the birth date may be another's. */
const isSomebodyElse = (record: EnrollmentRecord): boolean =>
  alreadyFound(record, 'relationship') || alreadyFound(record, 'firstName');

/**
 * A dependent who has outgrown a child's coverage and is covered further on (domain rules 4.11). Until the end of the
 * birthday's month it is the common rule of plans. Who is neither spouse nor child (a grandchild, a ward, a parent) is
 * covered as the plan says; INS02 does not tell them apart here.
 */
function judgeAge(record: EnrollmentRecord, birth: CalendarDate, today: CalendarDate, found: Verdict): void {
  const usual = addDays(lastCoveredDay(birth, 'end_of_month'), 1);
  if (
    !record.coverages.some(
      ({ action, until }) => isSetting(action) && (until === undefined || (until > today && until > usual)),
    )
  )
    return;
  warning(
    found,
    'dateOfBirth',
    'child_over_age',
    fileMessage(record.relationship === 'other' ? 'dependent_over_age' : 'child_over_age', { age: AGE_OUT_AGE }),
  );
}

function judgeContact(record: EnrollmentRecord, found: Verdict): void {
  if (record.email !== undefined && !isEmail(record.email))
    tellContact(record, found, { field: 'email', code: 'email_shape', message: fileMessage('email_incomplete') });
  for (const wrong of wrongInAddress(record)) tellContact(record, found, wrong);
  if (record.phone !== undefined && readPhone(record.phone) === undefined)
    tellContact(record, found, { field: 'phone', code: 'phone_shape', message: fileMessage('phone_digits') });
}

type WrongContact = { field: string; code: string; message: FileMessage };

function tellContact(record: EnrollmentRecord, found: Verdict, { field, code, message }: WrongContact): void {
  const leftOut = LEFT_OUT.get(code) as LeftOut;
  if (record.source === 'census' || (field !== 'email' && field !== 'phone' && isShifted(record)))
    problem(found, field, code, message);
  // Nobody can mend an 834 in place.
  else warning(found, field, leftOut.code, leftOut.message);
}

function judgeEmployment(record: EnrollmentRecord, found: Verdict): void {
  const { hireDate, terminationDate, salary } = record;
  if (record.source === 'census' && hireDate !== undefined) judgeCoveredBefore(record, hireDate, found);
  if (hireDate !== undefined && terminationDate !== undefined && terminationDate < hireDate)
    tellLeftBefore(record, found);
  if (salary !== undefined && salary < 0)
    problem(found, 'salary', 'salary_negative', fileMessage('salary_is_negative'));
  if (
    record.action === 'end' &&
    record.source === 'edi834' &&
    record.coverages.length === 0 &&
    record.endsUntil === undefined
  )
    tellNoEnd(record, found);
}

function judgeCoveredBefore({ warnings, coverages }: EnrollmentRecord, hireDate: CalendarDate, found: Verdict): void {
  // After a rehire the coverage of before may go on.
  if (warnings.some(({ code }) => code === 'rehired')) return;
  if (coverages.some(({ action, from }) => isSetting(action) && from !== undefined && from < hireDate))
    warning(found, 'hireDate', 'covered_before_hire', fileMessage('coverage_before_hire'));
}

function tellLeftBefore({ source, action, hasLeft }: EnrollmentRecord, found: Verdict): void {
  if (source === 'edi834' && action !== 'end' && !hasLeft)
    warning(found, 'terminationDate', LEFT_BEFORE_HIRED, LEFT_BEFORE);
  else problem(found, 'terminationDate', 'term_before_hire', fileMessage('termination_before_hire'));
}

function tellNoEnd(record: EnrollmentRecord, found: Verdict): void {
  // Lines that are not administered here have been told, perhaps with their last days.
  if (!record.neverCovered && !hasDateProblem(record) && !record.problems.some(({ code }) => code === 'line_unknown'))
    problem(found, 'endsUntil', 'end_missing', fileMessage('termination_without_date'));
}

function alreadyFound(record: EnrollmentRecord, field: string): boolean {
  return record.problems.length > 0 && record.problems.some((problem) => problem.field === field);
}

const isTold = ({ warnings }: EnrollmentRecord, known: string): boolean => warnings.some(({ code }) => code === known);

/**
 * One @, something before it, and a domain with a dot and two letters at its end; no blanks. Longer than 254 characters
 * is no address (RFC 5321).
 */
function isEmail(text: string): boolean {
  const { length } = text;
  let at = -1;
  let dot = -1;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code === 64) {
      if (at >= 0) return false;
      at = index;
    } else if (code === 46) {
      if (dot === index - 1 && index > 0) return false;
      dot = index;
    } else if (code <= 32 || code === 44) return false;
  }
  return at > 0 && dot > at + 1 && dot < length - 2 && length <= 254;
}
