import { fileMessage, worded } from '../messages/file-message.ts';
import { addMonths } from '../../calendar-date.ts';
import { AGE_OUT_AGE } from '../../coverage/age-out.ts';
import { RowCobra } from './coverage/cobra.ts';
import { RowCoverages } from './coverage/coverages.ts';
import { holdFrom } from './coverage/change-day.ts';
import { withDaysApart } from './coverage/days-beside.ts';
import { CENSUS_FIELD_LABEL, type CensusField } from './headings/fields.ts';
import { startWhenEligible } from './coverage/eligible-from.ts';
import { endWith, RowLeaving } from './coverage/leaving.ts';
import { withEnrolledLines } from './coverage/lines-enrolled.ts';
import { RowPerson } from './person.ts';
import { withChange } from './changed-field.ts';
import { ofPlanYear, startInPlanYear } from './headings/plan-year.ts';
import { RowCells, type CensusCells, type CensusPlace } from './row-cells.ts';
import {
  type FullName,
  isRounded,
  readAction,
  readFullName,
  readRelationship,
  readSsn,
  saysWaived,
} from './values/cell-values.ts';
import { wordsOf } from '../../plain-words.ts';
import type { CellValue } from './values/cell-value.ts';
import { withoutNote, withoutOtherPart, withoutSuffix, withoutTitle } from './values/name-cells.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { splitAddress } from './values/one-cell-address.ts';
import { shown } from '../shown-value.ts';
import { tellLastNameOfFamily, tellOneName } from '../one-name.ts';
import { statedCoverage } from './coverage/stated-coverage.ts';
import { withoutReasons } from './coverage/waiver-reasons.ts';
import { withPlanForLevel } from './coverage/plan-for-level.ts';

/**
 * Turns one person's cells into a record. What cannot be understood becomes a problem or a warning of that field, in
 * words; nothing is guessed in silence: leading zeros that are put back are told.
 */
export function censusRecord(written: CensusCells, place: CensusPlace): EnrollmentRecord {
  const change = place.change && withChange(written, place.change, place);
  const record = recordOf(change?.cells ?? written, place);
  if (!change) return record;
  record.problems.push(...change.problems);
  record.warnings.push(...change.warnings);
  if (change.was) record.previousIdentity = change.was;
  record.isOneChange = true;
  // Nobody comes in by it.
  if (record.action === 'compare') record.action = 'change';
  return record;
}

function recordOf(written: CensusCells, place: CensusPlace): EnrollmentRecord {
  const plainly = withoutApostrophes(written) ?? written;
  const cells = withoutSigns(plainly) ?? plainly;
  const split = splitAddress(cells);
  const unmarked = withoutMarks(split ?? cells);
  const plain = withPlainNames(unmarked ?? split ?? cells);
  const named = plain ?? unmarked ?? split ?? cells;
  const elected = withPlanForLevel(named, place) ?? named;
  const dated = withDaysApart(elected, place);
  const reasons = withoutReasons(dated?.cells ?? elected, place);
  const record = new CensusRow(reasons?.cells ?? dated?.cells ?? elected, place).record();
  if (dated) record.warnings.push(...dated.told);
  if (dated) record.problems.push(...dated.asked);
  if (reasons) record.warnings.push(...reasons.told);
  if (unmarked)
    record.warnings.push({
      field: 'fullName',
      code: 'name_marked',
      ...worded(fileMessage('name_mark_removed')),
    });
  if (plain)
    record.warnings.push({
      field: 'fullName',
      code: 'name_note',
      ...worded(fileMessage('name_status_removed')),
    });
  if (split)
    record.warnings.push({
      field: 'addressLine1',
      code: 'address_split',
      ...worded(fileMessage('address_split')),
    });
  return record;
}

/** What a note below the list explains: Ada Abbott*. */
const MARKED = /^([^*\u2020\u2021]*\p{L}\.?)\s*[*\u2020\u2021]+\s*$/u;

/**
 * 'Abbott, '219450001: the sign by which a sheet keeps its cells as texts, written out with them. One alone may be a
 * name's (d'Arcy, 't Hooft).
 */
const KEPT_AS_TEXT = /^'(?=[\p{L}\d(@#$-])/u;
const FEWEST_KEPT = 3;

function withoutApostrophes(cells: CensusCells): CensusCells | undefined {
  let kept = 0;
  for (const cell of cells.values())
    if (typeof cell === 'string' && cell.startsWith("'") && KEPT_AS_TEXT.test(cell)) kept++;
  if (kept < FEWEST_KEPT) return undefined;
  return new Map(
    [...cells].map(([field, cell]) => [field, typeof cell === 'string' ? cell.replace(KEPT_AS_TEXT, '') : cell]),
  );
}

/** A whole name in quotation marks; a nickname in them stands beside a name. */
const QUOTED = /^["\u201c\u201d\u201e\u00ab]\s*([^"\u201c\u201d\u00ab\u00bb]+?)\s*["\u201c\u201d\u00bb]$/;
/** - Cal Abbott, below the employee: a dash or a dot that only sets the name off. */
const SET_OFF = /^[\p{Pd}\u2022\u00b7\u2023\u25aa>]\s*(?=\p{L})/u;

function withoutSigns(cells: CensusCells): CensusCells | undefined {
  let plain: Map<CensusField, CellValue> | undefined;
  for (const field of NAMES_WITH_STATUS) {
    const cell = cells.get(field);
    if (typeof cell !== 'string') continue;
    const text = cell.trim();
    const name = QUOTED.exec(text)?.[1] ?? (SET_OFF.test(text) ? text.replace(SET_OFF, '') : undefined);
    if (name !== undefined) (plain ??= new Map(cells)).set(field, name);
  }
  return plain;
}

function withoutMarks(cells: CensusCells): CensusCells | undefined {
  let unmarked: Map<CensusField, CellValue> | undefined;
  for (const field of NAMES_WITH_STATUS) {
    const cell = cells.get(field);
    const bare = typeof cell === 'string' ? MARKED.exec(cell)?.[1] : undefined;
    if (bare === undefined) continue;
    unmarked ??= new Map(cells);
    unmarked.set(field, bare);
  }
  return unmarked;
}

/** The cells without the notes in their names; those that tell a status stay, and are a question. */
function withPlainNames(cells: CensusCells): CensusCells | undefined {
  let plain: Map<CensusField, CellValue> | undefined;
  for (const field of NAMES_WITH_STATUS) {
    const cell = cells.get(field);
    const found = typeof cell === 'string' ? withoutNote(cell) : undefined;
    if (!found || found.status !== undefined || STANDS_FOR.test(found.name)) continue;
    plain ??= new Map(cells);
    plain.set(field, found.name);
  }
  return plain;
}

/**
 * A list of participants that names no start of coverage: it is that of COBRA, where the employee's own may have ended
 * the day before.
 */
function startWithCobra(record: EnrollmentRecord): void {
  const { cobraBeginDate, coverages, warnings } = record;
  const undated = coverages.filter(({ action, from }) => action === 'compare' && from === undefined);
  if (cobraBeginDate === undefined || undated.length === 0) return;
  for (const coverage of undated) coverage.from = cobraBeginDate;
  warnings.push({
    field: 'coverages',
    code: 'from_cobra',
    ...worded(fileMessage('cobra_coverage_start')),
  });
}

/** The family's start stands in the row of a child who was born later. */
function startWithBirth({ dateOfBirth, coverages, warnings }: EnrollmentRecord): void {
  const early =
    dateOfBirth === undefined
      ? []
      : coverages.filter(({ action, from }) => action !== 'waive' && from !== undefined && from < dateOfBirth);
  if (early.length === 0) return;
  for (const coverage of early) coverage.from = dateOfBirth;
  warnings.push({
    field: 'coverages',
    code: 'from_birth',
    ...worded(fileMessage('coverage_from_birth')),
  });
}

/** Drop Spouse in the employee's row is another end than in the spouse's; compared, nobody would lose anything. */
const ENDING = /term|drop|cancel|remov|delet|stop|resign|separat|withdr|^end|^[dx]$/;

/** Words for somebody who depends on the employee, without a word on how. */
export const SOME_DEPENDENT: ReadonlySet<string> = new Set('d dep dependent dependant'.split(' '));

/** Hill, Gus & Fay. Nearly all names are looked at no further than for the sign or the word. */
const JOINS = /&| and | y /i;
const TWO_PEOPLE = /\p{L}{2,}\.?\s+(?:&|and|y)\s+\p{L}{2,}/iu;

const NAMES_WITH_STATUS = ['fullName', 'lastName', 'firstName'] as const satisfies readonly CensusField[];

/** Ben (termed 10/31): with the day. */
const LEFT_IN_BRACKETS =
  /[([]\s*(?:term(?:ed|inated)?|left|resigned|quit|fired|retired|cobra|waived|declined|deceased)\b[^)\]]{0,40}[)\]]/i;

/** Who has no name in a list for a quote. */
const STANDS_FOR =
  /^(?:(?:spouse|wife|husband|child|dependent|partner|employee|subscriber|member)(?: ?#? ?\d+| of .*)?|ee ?#? ?\d+|(?:son|daughter) of .*)$/i;

/** Acme LLC, Acme Widgets, Inc. */
const COMPANY = /[\s,](?:llc|l\.l\.c\.?|llp|inc\.?|incorporated|corp\.?|ltd\.?)\s*$/i;

/** Numbers by which people and families are told apart. */
const KEYS = ['familyId', 'subscriberKey', 'employeeId', 'memberId'] as const satisfies readonly CensusField[];

class CensusRow extends RowCells {
  record(): EnrollmentRecord {
    const relationship = this.relationship();
    const isSubscriber = relationship === 'self';
    const name =
      this.cells.has('firstName') || this.cells.has('lastName')
        ? undefined
        : readFullName(this.cells.get('fullName') ?? '');
    const [first, whole] = [withoutTitle(this.text('firstName')), this.text('lastName')];
    const lastName = withoutOtherPart(whole, first, true) ?? whole;
    const last = lastName === undefined ? undefined : this.cells.has('suffix') ? { lastName } : withoutSuffix(lastName);
    const person = new RowPerson(this.withOwnSsn(isSubscriber), this.place, this.problems, this.warnings);
    const leaving = new RowLeaving(this.cells, this.place, this.problems, this.warnings);
    const ssn = person.ssn();
    const employeeId = this.text('employeeId');
    const action = this.cell('action');
    const understood =
      action === undefined ? 'compare' : (this.place.words.meaning('action', action) ?? readAction(action));
    const isDeclining = understood === undefined && action !== undefined && saysWaived(action);
    if (understood === undefined && ENDING.test(wordsOf(String(action))))
      this.refuse('action', 'action_unknown', fileMessage('action_not_known', { word: shown(String(action)) }));
    else if (understood === undefined && !isDeclining)
      this.warn('action', 'action_unknown', fileMessage('action_unknown', { value: shown(String(action)) }));
    const status = isDeclining ? 'waived' : leaving.status();
    const cobra = new RowCobra(this.cells, this.place, this.problems, this.warnings).told(status);
    const left = leaving.leftOn(cobra.cobra ? 'cobra' : status, understood);
    const enrolled = withEnrolledLines(this.cells, this.place, isSubscriber);
    if (enrolled) this.warnings.push(...enrolled.told);
    const covered = new RowCoverages(
      enrolled?.cells ?? this.cells,
      enrolled?.place ?? this.place,
      this.problems,
      this.warnings,
    );
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
      ssnLast4: person.ssnLast4,
      firstName: withoutOtherPart(first, whole, false) ?? first ?? name?.firstName,
      middleName: this.text('middleName') ?? name?.middleName,
      lastName: last?.lastName ?? name?.lastName,
      suffix: this.suffix() ?? last?.suffix ?? name?.suffix,
      dateOfBirth: person.birth(),
      gender: person.gender(),
      email: person.email(),
      phone: person.phone(),
      addressLine1: this.text('addressLine1'),
      addressLine2: this.text('addressLine2'),
      city: this.text('city'),
      state: person.state(),
      zip: person.zip(),
      country: person.country(),
      jobTitle: this.text('jobTitle'),
      department: this.text('department'),
      classKey: this.text('classKey'),
      locationKey: this.text('billingLocation') ?? this.text('locationKey'),
      salary: person.salary(),
      hireDate: leaving.hired,
      terminationDate: left?.date,
      emergencyContact: person.emergencyContact(),
      eligibilityFrom: this.date('eligibleFrom', 'eligibilityFrom', 'Eligible for coverage from'),
      endsUntil: undefined,
      maintenanceReason: this.text('reason'),
      ...cobra,
      handicapped: person.yes('handicapped'),
      coverages: covered.all(status, isSubscriber),
      problems: this.problems,
      warnings: this.warnings,
      raw: this.place.raw,
    };
    if (this.text('billingLocation') !== undefined) record.isBillingLocation = true;
    if (record.coverages.length === 0 && covered.kept.length === 0) {
      const stated = statedCoverage(this.cells, this.place.unreadCoverage);
      if (stated.length > 0) record.stated = stated;
    }
    leaving.doubtUndecided(record);
    if (covered.kept.length > 0) record.kept = covered.kept;
    if (covered.shared.length > 0) record.shared = covered.shared;
    if (covered.sharesNoOther) record.sharesNoOther = true;
    if (this.place.byNumberAlone) record.byNumberAlone = true;
    if (!this.place.hasRelationships && !this.cells.has('relationship')) record.kindUntold = true;
    holdFrom(record, this.date('changedOn', 'changedOn', 'Change date'));
    leaving.settleTerm(record, left?.ends === true);
    this.settleFamilyName(record, name);
    this.doubtChild(record);
    leaving.doubtStart(record);
    if (status === 'left' && left === undefined && action === undefined && !cobra.cobra) leaving.doubtOpenLines(record);
    if (record.action === 'end') leaving.settleEnd(record, left?.date);
    leaving.settleAlone(record);
    leaving.settleLineEnds(record);
    if (!cobra.cobra && left === undefined && action === undefined && (status === undefined || status === 'active'))
      leaving.doubtReason(record);
    if (cobra.cobra) startWithCobra(record);
    startWhenEligible(record, this.place.eligible);
    ofPlanYear(record, this.place.planYear, this.place.dates.today);
    startInPlanYear(record, this.date('planYearStart', 'planYearStart', 'Plan year start'), this.place.dates.today);
    // Who is continued under some lines may have declined the others: what the row does not end is said.
    if (cobra.cobra && left !== undefined && isSubscriber && record.coverages.length > 0) record.othersUntil ??= null;
    if (!isSubscriber && record.coverages.length === 0)
      record.effectiveDate = this.date('from', 'effectiveDate', 'Coverage start');
    if (!isSubscriber) startWithBirth(record);
    if (isSubscriber && status !== 'active') this.doubtCobra(record);
    if (left?.ends) endWith(leaving.lastDayOf(record) ?? left.date, record, leaving.isOfOneLine);
    return record;
  }

  /** The SSN of an employee may stand in the column for that of everybody's employee alone. */
  private withOwnSsn(isSubscriber: boolean): CensusCells {
    const link =
      isSubscriber && this.place.keyIsSsn && this.cell('ssn') === undefined ? this.cell('subscriberKey') : undefined;
    return link === undefined ? this.cells : new Map(this.cells).set('ssn', link);
  }

  /**
   * One word in a column for the whole name: an employee with one name, or a dependent who goes by the family's last
   * name.
   */
  private settleFamilyName(record: EnrollmentRecord, name: FullName | undefined): void {
    this.doubtName();
    if (STANDS_FOR.test(String(this.cells.get('fullName') ?? this.cells.get('firstName') ?? '').trim()))
      this.refuse('lastName', 'name_stands_for', fileMessage('name_is_relationship'));
    if (COMPANY.test(String(this.cells.get('fullName') ?? this.cells.get('lastName') ?? '')))
      this.refuse('lastName', 'name_of_company', fileMessage('name_is_company'));
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
      if (field !== 'lastName' && typeof cell === 'string' && JOINS.test(cell) && TWO_PEOPLE.test(cell))
        return this.refuse(field, 'two_people', fileMessage('two_people_in_name'));
      if (typeof cell === 'string' && (withoutNote(cell)?.status !== undefined || LEFT_IN_BRACKETS.test(cell)))
        return this.refuse(field, 'status_in_name', fileMessage('status_in_name'));
    }
  }

  /** A list of participants keeps whoever was one: with the plan, and without a word that it has ended. */
  private doubtCobra({ cobraEndDate, hireDate, coverages }: EnrollmentRecord): void {
    if (
      cobraEndDate === undefined ||
      cobraEndDate >= this.place.dates.today ||
      this.problems.some(({ field }) => field === 'cobraEndDate') ||
      (hireDate !== undefined && hireDate > cobraEndDate)
    )
      return;
    const open = coverages.findIndex(({ action, until }) => action === 'compare' && until === undefined);
    if (open >= 0) this.refuse(`coverages.${open}.until`, 'cobra_over', fileMessage('cobra_over_with_plan'));
  }

  /** Member Suffix 00, 01 is a person's number in the family, not a part of the name. */
  private suffix(): string | undefined {
    const text = this.text('suffix');
    return text !== undefined && /^\d+$/.test(text) ? undefined : text;
  }

  private relationship(): EnrollmentRecord['relationship'] {
    const { isDependent } = this.place;
    const hasRelationships = this.place.hasRelationships && !this.place.blankIsSelf;
    const cell = this.cell('relationship');
    if (cell === undefined) {
      if (isDependent || hasRelationships)
        this.refuse('relationship', 'relationship_missing', fileMessage('relationship_is_missing'));
      return isDependent || hasRelationships ? 'other' : 'self';
    }
    const known =
      this.place.kinds && !isDependent
        ? this.place.kinds.of(cell)
        : (this.place.words.meaning('relationship', cell) ?? readRelationship(cell));
    if (known === undefined)
      this.refuse(
        'relationship',
        'relationship_unknown',
        fileMessage('relationship_not_known', { word: shown(String(cell)) }),
      );
    else if (isDependent && known === 'self')
      this.refuse('relationship', 'relationship_contradicts', fileMessage('dependent_is_self'));
    return known === undefined || (isDependent && known === 'self') ? 'other' : known;
  }

  /** D and Dependent do not say whose: of an adult nobody knows whether it is the spouse. */
  private doubtChild({ relationship, dateOfBirth, handicapped }: EnrollmentRecord): void {
    const cell = this.cell('relationship');
    if (
      relationship !== 'child' ||
      handicapped ||
      cell === undefined ||
      dateOfBirth === undefined ||
      dateOfBirth > addMonths(this.place.dates.today, -12 * AGE_OUT_AGE)
    )
      return;
    if (!SOME_DEPENDENT.has(wordsOf(String(cell))) || this.place.words.meaning('relationship', cell) !== undefined)
      return;
    this.refuse(
      'relationship',
      'relationship_doubtful',
      fileMessage('relationship_unclear', { value: shown(String(cell)) }),
    );
  }

  private familyKey(
    isSubscriber: boolean,
    employeeId: string | undefined,
    ssn: string | undefined,
  ): string | undefined {
    for (const field of KEYS) {
      const cell = this.cells.get(field);
      if (cell !== undefined && isRounded(cell))
        this.refuse(field, 'number_rounded', fileMessage('number_rounded', { field: CENSUS_FIELD_LABEL[field] }));
    }
    const familyId = this.text('familyId');
    if (familyId !== undefined) return familyId;
    const link = this.cell('subscriberKey');
    const key =
      link === undefined ? employeeId : readSsn(link, this.place.keyIsSsn ? this.padSsns : this.place.padZeros).text;
    if (isSubscriber) return key ?? ssn;
    return this.place.isDependent ? this.place.familyAbove : (key ?? this.place.familyAbove);
  }
}
