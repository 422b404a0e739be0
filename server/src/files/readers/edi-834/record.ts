import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { DATES_LEFT_ASIDE, DECLINED, WAGES_PER_YEAR } from '@openbenefits/domain/files/edi-834/edi-834';
import { readCountry } from '@openbenefits/domain/countries';
import type { DateForm } from '@openbenefits/domain/files/edi-834/other-date';
import { endWithoutDay } from '@openbenefits/domain/files/edi-834/end-without-day';
import { coverFromBirth } from '@openbenefits/domain/files/edi-834/from-birth';
import { endsUntil, uncoveredFrom } from '@openbenefits/domain/files/coverage-period';
import {
  type EnrollmentCoverage,
  type EnrollmentRecord,
  isSetting,
} from '@openbenefits/domain/files/enrollment-record';
import { postalState } from '@openbenefits/domain/us-states';
import { shown } from '@openbenefits/domain/files/shown-value';
import {
  BENEFIT_STATUSES,
  COBRA_EVENTS,
  type CobraEvent,
  MEDICARE_PLANS,
} from '@openbenefits/domain/members/benefit-status';
import { multiply, parseMoney, type Cents } from '@openbenefits/domain/money';
import { byCode, EMPLOYMENT_STATUSES, NO, packed, YES } from './codes.ts';
import { isOpenEnd } from './coverages.ts';
import { DELETION, MemberIdentity } from './identity.ts';
import { CONTROLS_LEFT_OUT } from '../field-text.ts';
import { DATE, type MemberLoop, type SaidOnce, TEXT } from './member.ts';

/** What the transaction set says about each of its members. */
export type SetFacts = {
  control: string | undefined;
  masterPolicyKey: string | undefined;
  sponsorTaxId: string | undefined;
  sponsorName: string | undefined;
  /** Its number was used before in the group. */
  isTwice: boolean;
  /** BGN01 is 22. */
  isCopy: boolean;
};

/** An SSN, with its dashes or without. */
const NINE_DIGITS = /^\d{3}-?\d{2}-?\d{4}$/;
const STATUSES = byCode(new Map(BENEFIT_STATUSES.map((code) => [code, code] as const)));
const MEDICARE = byCode(new Map(MEDICARE_PLANS.map((code) => [code, code] as const)));
const COBRA_CODES = byCode(
  new Map(
    COBRA_EVENTS.flatMap(
      (code) => [[code, code], ...(code.length === 1 ? [[`0${code}`, code]] : [])] as [string, CobraEvent][],
    ),
  ),
);
const FULL_TIME = packed('F');
const PART_TIME = packed('P');
const RESTRICTED = packed('R');
const UNRESTRICTED = packed('U');
/** The employment has ended: INS08, or where whoever miscounts the elements puts it. */
const LEFT = packed('TE');
const DECLINED_CODE = packed(DECLINED);
/** Dates that are not CCYYMMDD, and leave no doubt. */
const OTHER_DATES: Readonly<Record<DateForm, { code: string; message: FileMessage }>> = {
  signs: { code: 'other_date', message: fileMessage('dates_with_time') },
  month_first: {
    code: 'month_first',
    message: fileMessage('dates_month_first'),
  },
  short_year: {
    code: 'short_year',
    message: fileMessage('dates_two_digit_year'),
  },
};
const SAID_TWICE = {
  person: 'two_names',
  familyKey: 'two_subscriber_numbers',
  dateOfBirth: 'two_birth_dates',
  from: 'two_first_days',
  until: 'two_last_days',
} as const satisfies Readonly<Record<SaidOnce, string>>;

const COBRA_FIELDS = ['cobraEvent', 'cobraEventDate', 'cobraBeginDate', 'cobraEndDate'] as const;

/** Turns the offsets of one member's loop into a record: the loop is decoded as a whole, the fields are cut from it. */
export class MemberRecords extends MemberIdentity {
  build(loop: MemberLoop, raw: string, recordNo: number, set: SetFacts): EnrollmentRecord {
    this.begin(loop, raw);
    const isSubscriber = this.subscriber();
    const relationship = this.relationship(isSubscriber);
    const action = this.action();
    const id = this.text(TEXT.id);
    const ssn = this.knownSsn(this.ssn(id), isSubscriber);
    const memberId = this.text(TEXT.memberId) ?? (this.isSsn() ? undefined : id);
    const eligibilityFrom = this.date(DATE.eligible, 'eligibilityFrom', 'Eligibility begin (356)');
    const eligibilityUntil = this.uncoveredFrom(DATE.ineligible, 'eligibilityUntil', 'Eligibility end (357)');
    const effectiveDate = this.date(DATE.effective, 'effectiveDate', 'Maintenance effective date (303)');
    const isDeletion = this.code(TEXT.action) === DELETION;
    const coverages =
      loop.coverageCount === 0
        ? []
        : this.coverages(isDeletion ? 'void' : action, { eligibilityFrom, eligibilityUntil, effectiveDate });
    const record: EnrollmentRecord = {
      recordNo,
      source: 'edi834',
      line: loop.segment,
      setPosition: loop.position,
      setControl: set.control,
      familyKey: this.text(TEXT.familyKey) ?? (isSubscriber ? (ssn ?? memberId) : undefined),
      isSubscriber,
      relationship,
      action,
      groupKey: this.text(TEXT.groupKey),
      masterPolicyKey: set.masterPolicyKey,
      sponsorTaxId: set.sponsorTaxId,
      sponsorName: set.sponsorName,
      carrierMemberId: memberId,
      ssn,
      firstName: this.text(TEXT.firstName),
      middleName: this.text(TEXT.middleName),
      lastName: this.text(TEXT.lastName),
      suffix: this.text(TEXT.suffix),
      dateOfBirth: this.date(DATE.birth, 'dateOfBirth', 'Date of birth'),
      gender: this.gender(),
      email: this.text(TEXT.email),
      phone: this.phone(),
      addressLine1: this.text(TEXT.address1),
      addressLine2: this.text(TEXT.address2),
      city: this.text(TEXT.city),
      state: stateOf(this.text(TEXT.state)),
      zip: zipOf(this.text(TEXT.zip)),
      department: this.text(TEXT.department),
      hireDate:
        loop.dates[DATE.rehired] === 0 ? this.date(DATE.hired, 'hireDate', 'Hire date (336)') : this.rehireDate(),
      eligibilityFrom,
      eligibilityUntil,
      effectiveDate,
      endsUntil:
        action === 'end' && !isDeletion ? this.endsUntil(coverages, eligibilityUntil, effectiveDate) : undefined,
      maintenanceReason: this.text(TEXT.reason)?.toUpperCase(),
      coverages,
      problems: this.problems,
      warnings: this.warnings,
      raw,
    };
    if (this.ssnLast4 !== undefined) record.ssnLast4 = this.ssnLast4;
    if (isDeletion) this.delete(record);
    if (loop.rare) this.addRare(record);
    if (isSubscriber && this.warnings.length > 0) this.whoseSubscriber(record);
    if (!isSubscriber) coverFromBirth(record);
    if (action === 'change' && loop.coverageCount === 0 && eligibilityUntil !== undefined)
      this.warning('eligibilityUntil', 'eligibility_end_unused', fileMessage('eligibility_end_unused'));
    if (
      eligibilityUntil !== undefined &&
      coverages.some((one) => isSetting(one.action) && one.until === eligibilityUntil && one.from !== undefined)
    )
      this.warning('eligibilityUntil', 'eligibility_end_used', fileMessage('eligibility_end_used'));
    if (this.code(TEXT.reason) === DECLINED_CODE && coverages.some((one) => isSetting(one.action)))
      this.warning('maintenanceReason', 'declined_with_coverage', fileMessage('ins04_declined_not_ended'));
    if (loop.repairedDates.size > 0)
      for (const form of loop.repairedDates) this.warning('', OTHER_DATES[form].code, OTHER_DATES[form].message);
    if (this.hasControls) this.warnings.push({ field: '', ...CONTROLS_LEFT_OUT });
    if (loop.leftAside)
      for (const code of loop.leftAside)
        this.warning(
          '',
          'date_left_aside',
          fileMessage('date_kind_ignored', { what: DATES_LEFT_ASIDE.get(code) ?? '', code }),
        );
    if (loop.nameBehind) this.warning('', 'name_behind_coverage', fileMessage('names_after_coverage'));
    if (loop.misplaced) this.warning('', 'misplaced_details', fileMessage('details_out_of_order'));
    if (loop.secondAddress === 'line') this.warning('addressLine2', 'second_n3', fileMessage('street_in_two_n3'));
    if (loop.secondAddress === 'other' && loop.saidTwice?.what !== 'person')
      this.warning('addressLine1', 'second_address', fileMessage('two_addresses'));
    if (loop.birthOfOther && record.dateOfBirth === undefined)
      this.warning('dateOfBirth', 'birth_of_other', fileMessage('birth_of_another_person'));
    if (loop.endBehind) this.warning('', 'end_behind', fileMessage('end_after_cob'));
    if (loop.letterForZero) this.warning('familyKey', 'letter_for_zero', fileMessage('ref_of_letter_o'));
    if (loop.saidTwice) this.saidTwice(loop.saidTwice);
    if (loop.miscounted)
      for (const id of loop.miscounted)
        this.warning('', 'elements_miscounted', fileMessage('element_count_off', { segment: id }));
    if (loop.zeroDate) this.warning('', 'zero_date', fileMessage('date_of_zeros'));
    if (loop.cutBefore > 0)
      this.problem('', 'terminator_in_value', fileMessage('terminator_in_value', { number: loop.cutBefore }));
    if (set.isTwice) this.problem('', 'duplicate_set', fileMessage('set_repeated', { set: shown(set.control ?? '') }));
    if (set.isCopy) this.problem('', 'information_copy', fileMessage('set_is_information_copy'));
    return record;
  }

  /**
   * A subscriber with the relationship of a dependent, under the SSN of somebody else: the dependent of that one, or a
   * subscriber under a number of its own.
   */
  private whoseSubscriber({ familyKey, ssn, action }: EnrollmentRecord): void {
    if (
      action === 'end' ||
      familyKey === undefined ||
      !NINE_DIGITS.test(familyKey) ||
      familyKey.replaceAll('-', '') === ssn ||
      !this.warnings.some(({ code }) => code === 'relationship_of_subscriber')
    )
      return;
    this.problem(
      'isSubscriber',
      'subscriber_or_dependent',
      fileMessage('ins01_ins02_differ', { code: this.text(TEXT.relationship) ?? '' }),
    );
  }

  /**
   * INS03 002, which the guide has for a coverage only (HD01): all that it stands over never was. Beside anything else
   * nobody knows what is meant.
   */
  private delete(record: EnrollmentRecord): void {
    const { coverages } = record;
    if (
      !coverages.every(({ action }) => action === 'void') ||
      (coverages.length === 0 && this.loop.coverageCount > 0)
    ) {
      this.problem('action', 'deletion_unclear', fileMessage('ins03_delete_unclear'));
      return;
    }
    this.warning('action', 'member_deleted', fileMessage('ins03_delete'));
    if (coverages.length === 0) record.neverCovered = true;
  }

  /** The last of them would win silently: another person's name, or another day. */
  private saidTwice({ what, coverage }: NonNullable<MemberLoop['saidTwice']>): void {
    const field =
      what === 'person' ? 'lastName' : what === 'from' || what === 'until' ? `coverages.${coverage}.${what}` : what;
    this.problem(field, 'said_twice', fileMessage(SAID_TWICE[what]));
  }

  /**
   * The employment counts from the rehire (394); the hire before it (336) was another one. Whoever was hired later than
   * that is here for the second time since.
   */
  private rehireDate(): CalendarDate | undefined {
    const hired = this.date(DATE.hired, 'hireDate', 'Hire date (336)');
    const rehired = this.date(DATE.rehired, 'hireDate', 'Rehire date (394)');
    if (rehired === undefined || (hired !== undefined && hired >= rehired)) return hired;
    this.warning('hireDate', 'rehired', fileMessage('rehire_date_used'));
    return rehired;
  }

  /** The number, with the extension (EX) that follows it. */
  private phone(): string | undefined {
    const phone = this.text(TEXT.phone);
    const extension = phone === undefined ? undefined : this.text(TEXT.phoneExtension);
    return extension === undefined ? phone : `${phone} x${extension}`;
  }

  /** What few members have is added after, so that the others stay small. */
  private addRare(record: EnrollmentRecord): void {
    const { loop } = this;
    if (loop.dates[DATE.death] !== 0) record.dateOfDeath = this.date(DATE.death, 'dateOfDeath', 'Date of death');
    if (loop.dates[DATE.terminated] !== 0 && !isOpenEnd(loop.dates[DATE.terminated] as number))
      record.terminationDate = this.date(DATE.terminated, 'terminationDate', 'Employment end (337)');
    if (loop.hasLeft || this.code(TEXT.medicare) === LEFT || this.code(TEXT.cobraEvent) === LEFT) record.hasLeft = true;
    const salary = this.salary();
    if (salary !== undefined) record.salary = salary;
    this.addBenefitStatus(record);
    const handicap = this.code(TEXT.handicap);
    if (handicap === YES || handicap === NO) record.handicapped = handicap === YES;
    const student = this.code(TEXT.student);
    if (student === FULL_TIME || student === PART_TIME) record.student = true;
    const confidentiality = this.code(TEXT.confidentiality);
    if (confidentiality === RESTRICTED || confidentiality === UNRESTRICTED)
      record.addressRestricted = confidentiality === RESTRICTED;
    const country = this.text(TEXT.country)?.toUpperCase();
    if (country !== undefined) this.addCountry(record, country);
    const sequence = this.text(TEXT.birthSequence);
    if (sequence !== undefined) record.birthSequence = sequence;
    const formerNumber = this.text(TEXT.formerNumber);
    if (formerNumber !== undefined) record.formerNumber = formerNumber;
    if (loop.hasOldIdentity) record.previousIdentity = this.previousIdentity();
    endWithoutDay(record);
  }

  private addCountry(record: EnrollmentRecord, text: string): void {
    const known = readCountry(text);
    if (!known) this.warning('country', 'country_unknown', fileMessage('n404_unknown', { country: shown(text) }));
    if (known?.isDomestic !== true) record.country = known?.code ?? text;
  }

  private addBenefitStatus(record: EnrollmentRecord): void {
    const { dates } = this.loop;
    const status = STATUSES.get(this.code(TEXT.benefitStatus));
    if (status !== 'A') record.benefitStatus = status ?? null;
    if (status === 'C') record.cobra = true;
    const medicare = this.text(TEXT.medicare)?.toUpperCase();
    if (medicare !== undefined) {
      // A composite: the plan, then the reason. Whoever counts the elements wrongly puts the employment status here.
      const plan = /^[A-E](?![A-Z0-9])/.test(medicare) ? MEDICARE.get(medicare.charCodeAt(0)) : undefined;
      if (plan) record.medicarePlan = plan;
      else
        this.warning(
          'medicarePlan',
          'medicare_unknown',
          fileMessage(isOfEmployment(medicare) ? 'ins06_employment' : 'ins06_not_medicare', { value: shown(medicare) }),
        );
    }
    const event = this.text(TEXT.cobraEvent);
    if (event !== undefined) {
      const known = COBRA_CODES.get(this.code(TEXT.cobraEvent));
      if (known) record.cobraEvent = known;
      else
        this.warning(
          'cobraEvent',
          'cobra_event_unknown',
          fileMessage(isOfEmployment(event) ? 'ins07_employment' : 'ins07_unknown', { value: shown(event) }),
        );
    }
    if (dates[DATE.cobraEvent] !== 0)
      record.cobraEventDate = this.date(DATE.cobraEvent, 'cobraEventDate', 'COBRA event date (301)');
    if (dates[DATE.cobraBegin] !== 0)
      record.cobraBeginDate = this.date(DATE.cobraBegin, 'cobraBeginDate', 'COBRA begin (340)');
    if (dates[DATE.cobraEnd] !== 0 && !isOpenEnd(dates[DATE.cobraEnd] as number))
      record.cobraEndDate = this.date(DATE.cobraEnd, 'cobraEndDate', 'COBRA end (341)');
    // An end may name the event that COBRA could follow.
    if (status !== 'C' && record.action !== 'end' && (record.cobraEvent ?? record.cobraBeginDate) !== undefined) {
      this.warning('cobra', 'cobra_unsaid', fileMessage('cobra_without_status'));
      for (const field of COBRA_FIELDS) delete record[field];
    }
  }

  private salary(): Cents | undefined {
    const wage = this.text(TEXT.wage);
    if (wage === undefined) return undefined;
    const perYear = WAGES_PER_YEAR.get(this.text(TEXT.wageFrequency) ?? '');
    const amount = wage.length > 20 ? undefined : parseMoney(wage);
    if (amount === undefined) this.warning('salary', 'salary_shape', fileMessage('icm02_not_amount'));
    return amount !== undefined && perYear !== undefined ? multiply(amount, perYear) : undefined;
  }

  private uncoveredFrom(slot: number, field: string, label: string): CalendarDate | undefined {
    if (isOpenEnd(this.loop.dates[slot] as number)) return undefined;
    const last = this.date(slot, field, label);
    return last === undefined ? undefined : uncoveredFrom(last, this.endDayNotCovered);
  }

  private endsUntil(
    coverages: readonly EnrollmentCoverage[],
    eligibilityUntil: CalendarDate | undefined,
    personMaintenance: CalendarDate | undefined,
  ): CalendarDate | undefined {
    const stated = endsUntil({ eligibilityUntil, maintenance: undefined, personMaintenance });
    const memberEnd =
      coverages.length === 0 && this.loop.dates[DATE.memberEnd] !== 0
        ? this.uncoveredFrom(DATE.memberEnd, 'endsUntil', 'Last day of coverage (349)')
        : undefined;
    if (stated !== undefined && memberEnd !== undefined && memberEnd !== stated)
      this.warning(
        'endsUntil',
        'ends_differ',
        fileMessage('two_end_dates', {
          used: eligibilityUntil === undefined ? 'The maintenance effective date (303)' : 'The eligibility end (357)',
        }),
      );
    if (stated !== undefined) return stated;
    let latest: CalendarDate | undefined;
    for (const { until } of coverages)
      if (until !== undefined && (latest === undefined || until > latest)) latest = until;
    return latest ?? memberEnd;
  }
}

const isOfEmployment = (code: string): boolean => EMPLOYMENT_STATUSES.has(packed(code));

/**
 * A state written in full is taken as its code. Asked for every address, and hardly one is written otherwise than in
 * two capitals.
 */
export const stateOf = (state: string | undefined): string | undefined =>
  state === undefined || (state.length === 2 && state.charCodeAt(0) < 91 && state.charCodeAt(1) < 91)
    ? state
    : postalState(state).toUpperCase();

/** ZIP+4 without a dash gets one; a +4 of zeros says nothing and is dropped. Others as sent. */
export function zipOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length !== 9 || !/^\d{9}$/.test(text)) return text;
  return text.endsWith('0000') ? text.slice(0, 5) : `${text.slice(0, 5)}-${text.slice(5)}`;
}
