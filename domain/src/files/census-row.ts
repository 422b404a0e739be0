import { addDays, formatDate, type CalendarDate } from '../calendar-date.ts';
import { COVERAGE_LINES, COVERAGE_LINE_LABEL, type CoverageLine } from '../coverage/coverage-line.ts';
import { readLine } from './census-line.ts';
import { CENSUS_FIELD_LABEL, type CensusField } from './census-fields.ts';
import type { WordBook } from './census-mapping.ts';
import { readStatus, type CensusStatus } from './census-status.ts';
import {
  isElected,
  isMaskedSsn,
  isNothing,
  isRounded,
  isSheetError,
  isWaived,
  isWaivedTier,
  readAction,
  readDate,
  readFullName,
  readGender,
  readRelationship,
  readSalary,
  readSsn,
  readTier,
  readYesNo,
  readZip,
  type CellValue,
  type DateContext,
} from './census-values.ts';
import type { EnrollmentCoverage, EnrollmentRecord, RecordProblem } from './enrollment-record.ts';
import { shown } from './shown-value.ts';
import { unknownWordReason } from './unknown-word.ts';
import { hasLostZipZeros, postalState } from '../us-states.ts';

/** The filled cells of one person, by field. */
export type CensusCells = ReadonlyMap<CensusField, CellValue>;

/** Where a row stands and what stands around it. */
export type CensusPlace = {
  recordNo: number;
  line: number;
  raw: string;
  /** True when some column tells relationships; without one everybody is an employee. */
  hasRelationships: boolean;
  /** The last subscriber's key: dependents without a key belong to the employee above them. */
  familyAbove: string | undefined;
  /** The person is a dependent by its place (a Dep1 column, a nested element), whatever its relationship says. */
  isDependent: boolean;
  dates: DateContext;
  /** What the sender's own words mean; wins over ours. */
  words: WordBook;
  /** Digits without their leading zeros are SSNs and ZIP codes all the same, also where they are text. */
  padZeros: boolean;
  /** What the columns of coverage are; without it nothing but their names is known of them. */
  lines?: CensusLines;
};

/** `named` are the lines that have a column of their own for the plan; `open` is true where a column Plan does not say by its heading of which line it is. */
export type CensusLines = { readonly named: ReadonlySet<CoverageLine>; readonly open: boolean };

/**
 * Turns one person's cells into a record. What cannot be understood becomes a problem or a warning of that field, in words; nothing is guessed in
 * silence: leading zeros that are put back are told.
 */
export function censusRecord(cells: CensusCells, place: CensusPlace): EnrollmentRecord {
  return new CensusRow(cells, place).record();
}

/** Numbers by which people and families are told apart. */
const KEYS = ['familyId', 'subscriberKey', 'employeeId', 'memberId'] as const satisfies readonly CensusField[];
const NAMES: ReadonlySet<CensusField> = new Set(['firstName', 'middleName', 'lastName', 'fullName', 'suffix']);

class CensusRow {
  private readonly cells: CensusCells;
  private readonly place: CensusPlace;
  private readonly problems: RecordProblem[] = [];
  private readonly warnings: RecordProblem[] = [];

  constructor(cells: CensusCells, place: CensusPlace) {
    this.cells = cells;
    this.place = place;
  }

  record(): EnrollmentRecord {
    const relationship = this.relationship();
    const isSubscriber = relationship === 'self';
    const name = this.cells.has('firstName') || this.cells.has('lastName') ? undefined : readFullName(this.cells.get('fullName') ?? '');
    const ssn = this.ssn();
    const employeeId = this.text('employeeId');
    const action = this.cell('action');
    const understood = action === undefined ? 'compare' : (this.place.words.meaning('action', action) ?? readAction(action));
    if (understood === undefined)
      this.warn('action', 'action_unknown', `Action "${shown(String(action))}" is not known; the row is compared`);
    const status = this.status();
    const left = this.leftOn(status, action === undefined);
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
      firstName: this.text('firstName') ?? name?.firstName,
      middleName: this.text('middleName') ?? name?.middleName,
      lastName: this.text('lastName') ?? name?.lastName,
      suffix: this.text('suffix') ?? name?.suffix,
      dateOfBirth: this.birth(),
      gender: this.gender(),
      email: this.text('email'),
      phone: this.text('phone'),
      addressLine1: this.text('addressLine1'),
      addressLine2: this.text('addressLine2'),
      city: this.text('city'),
      state: this.state(),
      zip: this.zip(),
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
      cobra: this.yes('cobra') ?? (status === 'cobra' ? true : undefined),
      handicapped: this.yes('handicapped'),
      coverages: this.coverages(status, isSubscriber),
      problems: this.problems,
      warnings: this.warnings,
      raw: this.place.raw,
    };
    if (left?.ends) endWith(left.date, record);
    return record;
  }

  /** A cell that says in words that it holds nothing is as good as an empty one; a name is taken as it stands. */
  private cell(field: CensusField): CellValue | undefined {
    const cell = this.cells.get(field);
    if (cell !== undefined && isSheetError(cell)) {
      this.errorOf(field);
      return undefined;
    }
    return cell !== undefined && isNothing(cell) && !NAMES.has(field) ? undefined : cell;
  }

  private errorOf(field: CensusField): void {
    const message = `${CENSUS_FIELD_LABEL[field]}: the sheet shows an error (such as #REF!) in place of a value; it was left empty`;
    if (!this.warnings.some((known) => known.message === message)) this.warn(field, 'sheet_error', message);
  }

  private text(field: CensusField): string | undefined {
    const cell = this.cell(field);
    if (cell === undefined) return undefined;
    const text = String(cell);
    // A line end typed into a cell is a blank to whoever reads the name or the address.
    return text.includes('\n') || text.includes('\r') ? text.replace(/\s*[\r\n]+\s*/g, ' ').trim() : text;
  }

  private refuse(field: string, code: string, message: string): void {
    this.problems.push({ field, code, message });
  }
  private warn(field: string, code: string, message: string): void {
    this.warnings.push({ field, code, message });
  }

  private relationship(): EnrollmentRecord['relationship'] {
    const { isDependent, hasRelationships } = this.place;
    const cell = this.cell('relationship');
    if (cell === undefined) {
      if (isDependent || hasRelationships) this.refuse('relationship', 'relationship_missing', 'Relationship is missing');
      return isDependent || hasRelationships ? 'other' : 'self';
    }
    const known = this.place.words.meaning('relationship', cell) ?? readRelationship(cell);
    if (known === undefined) this.refuse('relationship', 'relationship_unknown', unknownWordReason('relationship', String(cell)));
    else if (isDependent && known === 'self')
      this.refuse('relationship', 'relationship_contradicts', 'Dependent has the relationship "self"');
    return known === undefined || (isDependent && known === 'self') ? 'other' : known;
  }

  private familyKey(isSubscriber: boolean, employeeId: string | undefined, ssn: string | undefined): string | undefined {
    for (const field of KEYS) {
      const cell = this.cells.get(field);
      if (cell !== undefined && isRounded(cell)) this.refuse(field, 'number_rounded', `${CENSUS_FIELD_LABEL[field]} was rounded by a spreadsheet (as 1.2E+11); its last digits are lost`);
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
      this.refuse('ssn', 'ssn_rounded', 'SSN was rounded by a spreadsheet (as 4.1E+08); its last digits are lost');
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

  private date(field: CensusField, path: string, label: string): CalendarDate | undefined {
    const cell = this.cell(field);
    if (cell === undefined || cell === 0 || cell === '0') return undefined;
    const date = readDate(cell, this.place.dates);
    if (date === undefined) this.refuse(path, 'not_a_date', `${label}: ${dateAsShown(cell)} is not a calendar date`);
    return date !== undefined && date >= '9999-01-01' ? undefined : date;
  }

  private gender(): EnrollmentRecord['gender'] {
    const cell = this.cell('gender');
    if (cell === undefined) return undefined;
    const known = this.place.words.meaning('gender', cell) ?? readGender(cell);
    if (known === undefined) this.warn('gender', 'gender_unknown', `Gender "${shown(String(cell))}" is not known`);
    return known ?? 'unknown';
  }

  private state(): string | undefined {
    const text = this.text('state');
    return text === undefined ? undefined : postalState(text);
  }

  private zip(): string | undefined {
    const cell = this.cell('zip');
    if (cell === undefined) return undefined;
    const { text, padded } = readZip(cell, this.place.padZeros || hasLostZipZeros(String(cell).trim(), this.state()));
    if (padded) this.warn('zip', 'zip_padded', 'ZIP code had lost its leading zeros in the sheet; they were put back');
    return text;
  }

  private salary(): EnrollmentRecord['salary'] {
    const cell = this.cell('salary');
    if (cell === undefined) return undefined;
    const amount = readSalary(cell);
    if (amount === undefined) this.refuse('salary', 'not_an_amount', 'Salary is not an amount of money');
    return amount;
  }

  private yes(field: 'cobra' | 'handicapped'): boolean | undefined {
    const cell = this.cell(field);
    if (cell === undefined) return undefined;
    const told = this.place.words.meaning('yes_no', cell);
    const answer = told ? told === 'yes' : readYesNo(cell);
    if (answer === undefined)
      this.warn(field, 'yes_or_no', `${field === 'cobra' ? 'COBRA' : 'Disabled'}: "${shown(String(cell))}" is neither yes nor no`);
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
    if (known === undefined) this.warn('status', 'status_unknown', `Status "${shown(String(cell))}" is not known; it was not considered`);
    return known;
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
      this.refuse('terminationDate', 'termination_date_missing', 'Status says that the employment has ended, but no termination date tells when');
    // As COBRA, and of a retiree, the coverage goes on after the employment.
    return date && { date, ends: isAsked && status !== 'cobra' && status !== 'retired' };
  }

  private coverages(status: CensusStatus | undefined, isSubscriber: boolean): EnrollmentCoverage[] {
    const { lines } = this.place;
    const told = lines?.open ? this.cell('line') : undefined;
    const only = told === undefined ? undefined : readLine(told);
    if (told !== undefined && only === undefined) {
      this.warn('line', 'line_unknown', `"${shown(String(told))}" is no line of coverage that is administered here; rows about it bring no coverage`);
      return [];
    }
    if (status === 'waived' && only !== undefined) return [];
    const coverages: EnrollmentCoverage[] = [];
    for (const line of only ? [only] : COVERAGE_LINES) {
      const plan = this.cells.get(only ? 'plan.medical' : `plan.${line}`) ?? this.electedBy(line, only !== undefined && status === 'active', isSubscriber);
      const tier = this.cells.get(`tier.${line}`) ?? this.cells.get('tier');
      if (plan === undefined || this.isWaived(plan) || (tier !== undefined && isWaivedTier(tier))) continue;
      coverages.push(this.coverage(line, plan, coverages.length));
    }
    if (status === 'waived' && coverages.length > 0) this.refuse('status', 'waived_with_plan', 'Status says that coverage is waived, but the row names a plan');
    return coverages;
  }

  /** Some lists name no plans: the coverage level of a line, or a status beside its name, says that there is coverage. */
  private electedBy(line: CoverageLine, isEnrolled: boolean, isSubscriber: boolean): CellValue | undefined {
    if (isEnrolled) return 'enrolled';
    const tier = this.cells.get(`tier.${line}`);
    if (tier === undefined || !isSubscriber || this.place.lines === undefined || this.place.lines.named.has(line)) return undefined;
    return this.isWaived(tier) ? undefined : 'enrolled';
  }

  /** No coverage, by our words or the sender's. */
  private isWaived(cell: CellValue): boolean {
    return this.place.words.meaning('waiver', cell) !== undefined || isWaived(cell);
  }

  private coverage(line: CoverageLine, plan: CellValue, index: number): EnrollmentCoverage {
    const label = COVERAGE_LINE_LABEL[line];
    const isAmount = (line === 'life' || line === 'disability') && AMOUNT.test(String(plan).trim());
    if (isAmount) this.warn(`coverages.${index}.planKey`, 'amount_for_plan', `${label}: an amount stands in place of the plan; the plan that the group offers is meant, the amount was not kept`);
    // 'Yes' says no plan: the only one that the group offers is meant.
    const planKey = isElected(plan) || isAmount ? undefined : String(plan);
    const tierKey = this.text(`tier.${line}`) ?? this.text('tier');
    const fromField = this.cells.has(`from.${line}`) ? (`from.${line}` as const) : 'from';
    const untilField = this.cells.has(`until.${line}`) ? (`until.${line}` as const) : 'until';
    const last = this.date(untilField, `coverages.${index}.until`, `${label} coverage end`);
    return {
      line,
      action: 'compare',
      planKey,
      ...(this.place.lines?.open && !this.cells.has('line') && line === 'medical' ? { lineByPlan: true } : {}),
      tierKey,
      tier: tierKey === undefined ? tierInPlaceOf(planKey) : (this.place.words.meaning('tier', tierKey) ?? readTier(tierKey)),
      from: this.date(fromField, `coverages.${index}.from`, `${label} coverage start`),
      until: last === undefined ? undefined : addDays(last, 1),
    };
  }
}

/** Who has left, and of whom nothing more is said, ends as a whole; lines that are named end with the employment where they have no end of their own. */
function endWith(lastDay: CalendarDate, record: EnrollmentRecord): void {
  for (const coverage of record.coverages) coverage.until ??= addDays(lastDay, 1);
  if (record.coverages.length === 0) Object.assign(record, { action: 'end', endsUntil: addDays(lastDay, 1) });
}

/** $50,000 or 2x salary: how much life cover, not which plan. */
const AMOUNT = /^\$? ?\d[\d,]*(\.\d+)?k?$|^\d(\.\d)?\s*x\b/i;

/** EE or Family in a column for the plan is a coverage level, if no plan has that name; a single letter may be a plan's code. */
function tierInPlaceOf(planKey: string | undefined): EnrollmentCoverage['tier'] {
  return planKey === undefined || planKey.trim().length < 2 ? undefined : readTier(planKey);
}

/** A date that is none, as it may be shown: as written when it has the shape of one, and never more than that. */
function dateAsShown(cell: CellValue): string {
  const text = String(cell);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return formatDate(`${compact[1]}-${compact[2]}-${compact[3]}` as CalendarDate);
  return /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(text) ? text : `"${shown(text)}"`;
}
