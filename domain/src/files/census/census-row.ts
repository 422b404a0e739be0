import { fromCents } from '../../money.ts';
import { addDays, addMonths, type CalendarDate } from '../../calendar-date.ts';
import { AGE_OUT_AGE } from '../../coverage/age-out.ts';
import { COVERAGE_LINES } from '../../coverage/coverage-line.ts';
import { RowCobra } from './census-cobra.ts';
import { RowCoverages } from './census-coverages.ts';
import { CENSUS_FIELD_LABEL, type CensusField } from './census-fields.ts';
import { RowCells, type CensusCells, type CensusPlace } from './census-row-cells.ts';
import { readStatus, type CensusStatus } from './census-status.ts';
import { type FullName, isMaskedSsn, isRounded, readAction, readDate, readFullName, readGender, readRelationship, readSalary, readSsn, readYesNo, readZip, wordsOf } from './census-values.ts';
import { withoutSuffix, withoutTitle } from './name-cells.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { readCountry } from './census-countries.ts';
import { splitAddress } from './one-cell-address.ts';
import { shown } from '../shown-value.ts';
import { tellLastNameOfFamily, tellOneName } from '../one-name.ts';
import { unknownWordReason } from '../unknown-word.ts';
import { hasLostZipZeros, postalState } from '../../us-states.ts';

/**
 * Turns one person's cells into a record. What cannot be understood becomes a problem or a warning of that field, in words; nothing is guessed in
 * silence: leading zeros that are put back are told.
 */
export function censusRecord(cells: CensusCells, place: CensusPlace): EnrollmentRecord {
  const split = splitAddress(cells);
  const record = new CensusRow(split ?? cells, place).record();
  if (split) record.warnings.push({ field: 'addressLine1', code: 'address_split', message: 'Addresses in one cell were split into street, city, state and ZIP' });
  return record;
}

/** Nobody's yearly salary, in cents: what is paid by the hour or the week stands in many of these columns. */
const LEAST_SALARY = 1_000_00;

/** What says that a salary is for a year. */
const A_YEAR: ReadonlySet<string> = new Set('annual annually annualized annualised year yearly peryear ayear a y yr pa salary salaried exempt s'.split(' '));

const COBRA_FIELDS = ['cobra', 'cobraBegin', 'cobraEvent', 'cobraEventDate'] as const satisfies readonly CensusField[];

/** Words for somebody who depends on the employee, without a word on how. */
const SOME_DEPENDENT: ReadonlySet<string> = new Set('d dep dependent dependant'.split(' '));

const NAMES_WITH_STATUS = ['fullName', 'lastName', 'firstName'] as const satisfies readonly CensusField[];

/** Who has no name in a list for a quote. */
const STANDS_FOR = /^(?:(?:spouse|wife|husband|child|dependent|partner|employee|subscriber|member)(?: ?#? ?\d+| of .*)?|ee ?#? ?\d+|(?:son|daughter) of .*)$/i;

/** Numbers by which people and families are told apart. */
const KEYS = ['familyId', 'subscriberKey', 'employeeId', 'memberId'] as const satisfies readonly CensusField[];

class CensusRow extends RowCells {
  record(): EnrollmentRecord {
    const relationship = this.relationship();
    const isSubscriber = relationship === 'self';
    const name = this.cells.has('firstName') || this.cells.has('lastName') ? undefined : readFullName(this.cells.get('fullName') ?? '');
    const lastName = this.text('lastName');
    const last = lastName === undefined ? undefined : this.cells.has('suffix') ? { lastName } : withoutSuffix(lastName);
    const ssn = this.ssn();
    const employeeId = this.text('employeeId');
    const action = this.cell('action');
    const understood = action === undefined ? 'compare' : (this.place.words.meaning('action', action) ?? readAction(action));
    if (understood === undefined)
      this.warn('action', 'action_unknown', `Action "${shown(String(action))}" is not known; the row is compared`);
    const status = this.status();
    const cobra = new RowCobra(this.cells, this.place, this.problems, this.warnings).told(status);
    const left = this.leftOn(cobra.cobra ? 'cobra' : status, action === undefined);
    const record: EnrollmentRecord = {
      recordNo: this.place.recordNo,
      source: 'census',
      line: this.place.line,
      familyKey: this.familyKey(isSubscriber, employeeId, ssn),
      isSubscriber,
      relationship,
      action: understood ?? 'compare',
      groupKey: this.text('groupKey') ?? this.text('sponsorName'),
      sponsorTaxId: this.text('sponsorTaxId')?.replaceAll('-', ''),
      carrierMemberId: this.text('memberId'),
      employeeId,
      ssn,
      firstName: withoutTitle(this.text('firstName')) ?? name?.firstName,
      middleName: this.text('middleName') ?? name?.middleName,
      lastName: last?.lastName ?? name?.lastName,
      suffix: this.text('suffix') ?? last?.suffix ?? name?.suffix,
      dateOfBirth: this.birth(),
      gender: this.gender(),
      email: this.text('email'),
      phone: this.text('phone'),
      addressLine1: this.text('addressLine1'),
      addressLine2: this.text('addressLine2'),
      city: this.text('city'),
      state: this.state(),
      zip: this.zip(),
      country: this.country(),
      jobTitle: this.text('jobTitle'),
      department: this.text('department'),
      classKey: this.text('classKey'),
      locationKey: this.text('locationKey'),
      salary: this.salary(),
      hireDate: this.date('hireDate', 'hireDate', 'Hire date'),
      terminationDate: left?.date,
      emergencyContact: this.emergencyContact(),
      endsUntil: understood === 'end' && left ? addDays(left.date, 1) : undefined,
      maintenanceReason: this.text('reason'),
      ...cobra,
      handicapped: this.yes('handicapped'),
      coverages: new RowCoverages(this.cells, this.place, this.problems, this.warnings).all(status, isSubscriber),
      problems: this.problems,
      warnings: this.warnings,
      raw: this.place.raw,
    };
    this.settleTerm(record, left?.ends === true);
    this.settleFamilyName(record, name);
    this.doubtChild(record);
    if (status === 'left' && left === undefined && action === undefined && !cobra.cobra) this.doubtOpenLines(record);
    if (record.action === 'end') this.settleEnd(record);
    if (left?.ends) endWith(left.date, record);
    return record;
  }

  /** An action ends the lines that the row names, or everything. An effective date beside it may be the last day or the one after: without another it is a question. */
  private settleEnd(record: EnrollmentRecord): void {
    // Who leaves as a whole declines no line.
    const named = record.coverages.filter(({ action }) => action !== 'waive');
    const last = named.length === 0 && record.endsUntil === undefined ? this.date('until', 'endsUntil', 'Coverage end') : undefined;
    if (last !== undefined) record.endsUntil = addDays(last, 1);
    record.coverages = named.map((coverage) => ({ ...coverage, action: 'end', from: undefined, until: coverage.until ?? record.endsUntil }));
    const isDated = named.length === 0 ? record.endsUntil !== undefined : record.coverages.every(({ until }) => until !== undefined);
    if (!isDated && !this.problems.some(({ code }) => code === 'not_a_date'))
      this.refuse('endsUntil', 'end_undated', 'The action says that coverage ends, but no last day is named (in a column Term Date or Coverage End Date); an effective date may be that day or the one after');
  }

  /** What a column Term Date was taken for is said. Where it ends coverage and the row names no plan, everything ends. */
  private settleTerm(record: EnrollmentRecord, leaves: boolean): void {
    const { term } = this.place;
    if (term === undefined || this.cell(term.of === 'coverage' ? 'until' : 'terminationDate') === undefined) return;
    if (term.of === 'employment') {
      if (leaves) this.warn('terminationDate', 'term_of_employment', `"${shown(term.heading)}" was read as the last day of employment, with which coverage ends`);
      return;
    }
    this.warn('coverages', 'term_of_coverage', `"${shown(term.heading)}" was read as the last day of coverage, not of employment: it stands beside the first day of coverage, and no column tells of the job`);
    if (record.action !== 'compare' || record.coverages.some(({ action }) => action !== 'waive')) return;
    const last = this.date('until', 'endsUntil', 'Coverage end');
    if (last !== undefined) endWith(last, record);
  }

  /** One word in a column for the whole name: an employee with one name, or a dependent who goes by the family's last name. */
  private settleFamilyName(record: EnrollmentRecord, name: FullName | undefined): void {
    this.doubtName();
    if (STANDS_FOR.test(String(this.cells.get('fullName') ?? this.cells.get('firstName') ?? '').trim()))
      this.refuse('lastName', 'name_stands_for', 'The name only says what the person is (such as Spouse, Child 1 or Spouse of Bob); write the name, or leave the row out');
    const isOneWord = name?.lastName !== undefined && name.firstName === undefined;
    if (isOneWord && record.isSubscriber) tellOneName(record);
    if (record.isSubscriber || record.problems.some(({ field }) => field === 'relationship')) return;
    if (isOneWord) {
      record.firstName = record.lastName as string;
      delete record.lastName;
    }
    if (record.firstName && !record.lastName) tellLastNameOfFamily(record);
  }

  /** Lee, Bruce (Terminated): a status beside the name, where no column tells it. */
  private doubtName(): void {
    for (const field of NAMES_WITH_STATUS) {
      const cell = this.cells.get(field);
      const beside = typeof cell === 'string' && cell.includes('(') ? readStatus(/\(([^()]{3,30})\)/.exec(cell)?.[1] ?? '') : undefined;
      if (beside !== undefined && beside !== 'active') return this.refuse(field, 'status_in_name', 'A status in brackets stands in the name (such as Terminated); write it into a column Status, with the last day where somebody has left');
    }
  }

  private relationship(): EnrollmentRecord['relationship'] {
    const { isDependent, hasRelationships } = this.place;
    const cell = this.cell('relationship');
    if (cell === undefined) {
      if (isDependent || hasRelationships) this.refuse('relationship', 'relationship_missing', 'Relationship is missing');
      return isDependent || hasRelationships ? 'other' : 'self';
    }
    const known = this.place.kinds && !isDependent ? this.place.kinds.of(cell) : (this.place.words.meaning('relationship', cell) ?? readRelationship(cell));
    if (known === undefined) this.refuse('relationship', 'relationship_unknown', unknownWordReason('relationship', String(cell)));
    else if (isDependent && known === 'self')
      this.refuse('relationship', 'relationship_contradicts', 'Dependent has the relationship "self"');
    return known === undefined || (isDependent && known === 'self') ? 'other' : known;
  }

  /** D and Dependent do not say whose: of an adult nobody knows whether it is the spouse. */
  private doubtChild({ relationship, dateOfBirth, handicapped }: EnrollmentRecord): void {
    const cell = this.cell('relationship');
    if (relationship !== 'child' || handicapped || cell === undefined || dateOfBirth === undefined || dateOfBirth > addMonths(this.place.dates.today, -12 * AGE_OUT_AGE)) return;
    if (!SOME_DEPENDENT.has(wordsOf(String(cell))) || this.place.words.meaning('relationship', cell) !== undefined) return;
    this.refuse('relationship', 'relationship_doubtful', `Relationship "${shown(String(cell))}" does not say whether this adult is the spouse or a child; write Spouse or Child`);
  }

  private familyKey(isSubscriber: boolean, employeeId: string | undefined, ssn: string | undefined): string | undefined {
    for (const field of KEYS) {
      const cell = this.cells.get(field);
      if (cell !== undefined && isRounded(cell)) this.refuse(field, 'number_rounded', `${CENSUS_FIELD_LABEL[field]} was rounded by a spreadsheet (it reads like 1.2E+11); its last digits are lost`);
    }
    const familyId = this.text('familyId');
    if (familyId !== undefined) return familyId;
    const link = this.cell('subscriberKey');
    const key = link === undefined ? employeeId : readSsn(link, this.place.padZeros).text;
    if (isSubscriber) return key ?? ssn;
    return this.place.isDependent ? this.place.familyAbove : (key ?? this.place.familyAbove);
  }

  private ssn(): string | undefined {
    const cell = this.cell('ssn');
    if (cell === undefined) return undefined;
    const { text, padded } = readSsn(cell, this.place.padZeros);
    if (isRounded(cell)) {
      this.refuse('ssn', 'ssn_rounded', 'SSN was rounded by a spreadsheet (it reads like 4.1E+08); its last digits are lost');
      return undefined;
    }
    if (isMaskedSsn(text)) {
      this.warn('ssn', 'ssn_masked', 'Only the last four digits of the SSN are shown; the person is taken without an SSN');
      return undefined;
    }
    if (text === '0') {
      this.warn('ssn', 'ssn_word', 'A zero stands in place of the SSN; the person is taken without one');
      return undefined;
    }
    if (/^[a-z]+$/i.test(text) && !/^x+$/i.test(text)) {
      this.warn('ssn', 'ssn_word', 'A word stands in place of the SSN; the person is taken without one');
      return undefined;
    }
    if (padded) this.warn('ssn', 'ssn_padded', 'SSN had lost its leading zeros in the sheet; they were put back');
    return text === '' ? undefined : text;
  }

  private birth(): CalendarDate | undefined {
    const cell = this.cell('dateOfBirth');
    if (cell === undefined) return undefined;
    const date = readDate(cell, this.place.dates, true);
    if (date === undefined) this.refuse('dateOfBirth', 'not_a_date', 'Date of birth is not a calendar date');
    return date;
  }

  private gender(): EnrollmentRecord['gender'] {
    const cell = this.cell('gender');
    if (cell === undefined) return undefined;
    const { genders, words } = this.place;
    const known = genders ? genders.of(cell) : (words.meaning('gender', cell) ?? readGender(cell));
    if (known === undefined && readGender(cell) !== undefined) {
      this.warn('gender', 'gender_doubtful', `Gender "${shown(String(cell))}" may mean a man or a woman (H and M, M and F) and was left open; match the columns and say which`);
      return undefined;
    }
    if (known === undefined) this.warn('gender', 'gender_unknown', `Gender "${shown(String(cell))}" is not known`);
    return known ?? 'unknown';
  }

  private state(): string | undefined {
    const text = this.text('state');
    // US-IA, as ISO 3166-2 writes it.
    return text === undefined ? undefined : postalState(text.replace(/^US-(?=[A-Za-z]{2}$)/i, ''));
  }

  private zip(): string | undefined {
    const cell = this.cell('zip');
    if (cell === undefined) return undefined;
    const { text, padded } = readZip(cell, this.place.padZeros || hasLostZipZeros(String(cell).trim(), this.state()));
    if (padded) this.warn('zip', 'zip_padded', 'ZIP code had lost its leading zeros in the sheet; they were put back');
    return text;
  }

  /** Only of an address outside the United States, as N404 in an 834. */
  private country(): string | undefined {
    const cell = this.cell('country');
    if (cell === undefined) return undefined;
    const found = readCountry(cell);
    if (found === undefined) this.warn('country', 'country_unknown', `Country "${shown(String(cell))}" is not known; the address was taken for one in the United States`);
    return found?.isDomestic === false ? found.code : undefined;
  }

  private salary(): EnrollmentRecord['salary'] {
    const cell = this.cell('salary');
    if (cell === undefined) return undefined;
    const isByTheHour = /(?:\/|per|an) ?(?:hr|hour|h)\.?$|hourly$/i.test(String(cell).trim());
    const amount = isByTheHour ? fromCents(LEAST_SALARY - 1) : readSalary(cell);
    if (amount === undefined) this.refuse('salary', 'not_an_amount', 'Salary is not an amount of money');
    const per = this.cell('salaryPer');
    if (amount !== undefined && per !== undefined && !A_YEAR.has(wordsOf(String(per)))) {
      this.warn('salary', 'salary_not_a_year', `Salary is said to be "${shown(String(per))}", not for a year; it was left out`);
      return undefined;
    }
    if (amount !== undefined && amount > 0 && amount < LEAST_SALARY) {
      this.warn('salary', 'salary_by_the_hour', 'Salary is less than $1,000 a year, perhaps a rate by the hour; it was left out');
      return undefined;
    }
    return amount;
  }

  private yes(field: 'handicapped'): boolean | undefined {
    const cell = this.cell(field);
    if (cell === undefined) return undefined;
    const told = this.place.words.meaning('yes_no', cell);
    const answer = told ? told === 'yes' : (readYesNo(cell) ?? readYesNo(/^(?:yes|no)\b/i.exec(String(cell))?.[0] ?? ''));
    if (answer === undefined)
      this.warn(field, 'yes_or_no', `Disabled: "${shown(String(cell))}" is neither yes nor no`);
    return answer ? true : undefined;
  }

  private emergencyContact(): EnrollmentRecord['emergencyContact'] {
    const contact = {
      name: this.text('emergencyName'),
      phone: this.text('emergencyPhone'),
      relationship: this.text('emergencyRelationship'),
    };
    return contact.name === undefined && contact.phone === undefined ? undefined : contact;
  }

  private status(): CensusStatus | undefined {
    const cell = this.cell('status');
    if (cell === undefined) return undefined;
    const known = readStatus(cell);
    // C is COBRA to some (as INS05 has it), cancelled or covered to others: one of the three ends coverage.
    if (known === undefined && wordsOf(String(cell)) === 'c') {
      if (COBRA_FIELDS.some((field) => this.cells.has(field))) return 'cobra';
      this.refuse('status', 'status_doubtful', 'Status "C" may mean COBRA, cancelled or covered; write which');
      return undefined;
    }
    if (known === undefined) this.warn('status', 'status_unknown', `Status "${shown(String(cell))}" is not known; it was not considered`);
    return known;
  }

  private refuseUndatedEnd(): void {
    this.refuse('terminationDate', 'termination_date_missing', 'Status says that the employment, or the coverage, has ended, but no termination date tells when');
  }

  /** An end of one line says nothing of the others: they would go on, although somebody has left. */
  private doubtOpenLines({ coverages }: EnrollmentRecord): void {
    if (this.problems.some(({ field }) => field === 'terminationDate')) return;
    if (coverages.some(({ action, until }) => action !== 'waive' && until === undefined)) this.refuseUndatedEnd();
  }

  /**
   * The last day of employment. Somebody active with a day that is over was hired again: that day ended nothing that goes on. Somebody who has left
   * without a day is a question, because nobody knows when the coverage ends.
   */
  private leftOn(status: CensusStatus | undefined, isAsked: boolean): { date: CalendarDate; ends: boolean } | undefined {
    const date = this.date('terminationDate', 'terminationDate', 'Termination date');
    if (isAsked && status === 'active' && date !== undefined && date <= this.place.dates.today) {
      this.warn('terminationDate', 'left_before', 'Active people with a termination date that is over were taken as hired again; the date was left out');
      return undefined;
    }
    const hasDates = COVERAGE_LINES.some((line) => this.cells.has(`until.${line}`)) || this.cells.has('until');
    if (isAsked && status === 'left' && date === undefined && !this.cells.has('terminationDate') && !hasDates)
      this.refuseUndatedEnd();
    // As COBRA, and of a retiree, the coverage goes on after the employment.
    return date && { date, ends: isAsked && status !== 'cobra' && status !== 'retired' };
  }
}

/** Who has left, and of whom nothing more is said, ends as a whole; lines that are named end with the employment where they have no end of their own. */
function endWith(lastDay: CalendarDate, record: EnrollmentRecord): void {
  for (const coverage of record.coverages) coverage.until ??= addDays(lastDay, 1);
  if (record.coverages.every(({ action }) => action === 'waive')) Object.assign(record, { action: 'end', endsUntil: addDays(lastDay, 1), coverages: [] });
}
