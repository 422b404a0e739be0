import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { coverFromBirth } from '@openbenefits/domain/files/edi-834/from-birth';
import type { EnrollmentCoverage, EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { isNineDigits } from '@openbenefits/domain/members/ssn';
import { idOf } from './codes.ts';
import { declines } from './coverages.ts';
import type { Form } from './forms.ts';
import type { FormScan } from './form-scan.ts';
import { DATE, digitsOfDate, FIRST_DAY, TEXT } from './member.ts';
import { longestOf } from './shape.ts';
import { MemberRecords, type SetFacts, stateOf, zipOf } from './record.ts';

const REF = idOf('REF');

/** Where a member stands in its file. */
export type MemberPlace = { start: number; raw: string; recordNo: number; line: number; setPosition: number };

/** Makes the record of a member out of its fields, by its form. It says what `build` would say. */
export class FormRecords extends MemberRecords {
  private readonly bytes: Buffer;
  private readonly scan: FormScan;
  /** Of the member at hand. */
  private form!: Form;
  private start = 0;
  /** The day that was read last, as the number of its eight digits. */
  private digits = 0;
  /** The group that was named last, and its bytes. */
  private group: string | undefined;
  private groupLength = -1;
  private readonly groupBytes = Buffer.alloc(longestOf(REF));
  /** The first of the days on which the member's coverages begin. */
  private firstStart = 0;

  constructor(bytes: Buffer, scan: FormScan, ...rest: ConstructorParameters<typeof MemberRecords>) {
    super(...rest);
    this.bytes = bytes;
    this.scan = scan;
  }

  /** The record, or undefined where a field is none of its kind: then the member is read segment by segment. */
  ofForm(
    form: Form,
    { start, raw, recordNo, line, setPosition }: MemberPlace,
    set: SetFacts,
  ): EnrollmentRecord | undefined {
    this.form = form;
    this.raw = raw;
    this.start = start;
    const { isSubscriber, relationship, action, gender } = form.said;
    const id = this.textOf(TEXT.id);
    const ssn = form.hasSsn ? id : undefined;
    // An SSN is nine digits, and those of a dependent may say that it is not known.
    if (ssn !== undefined && (!isNineDigits(ssn) || (!isSubscriber && (ssn === '000000000' || ssn === '999999999'))))
      return undefined;
    const memberId = this.textOf(TEXT.memberId) ?? (form.hasSsn ? undefined : id);
    const dateOfBirth = this.day(DATE.birth);
    const born = this.digits;
    const hireDate = this.day(DATE.hired);
    const eligibilityFrom = this.day(DATE.eligible);
    const coverages = this.coveragesOf(form);
    if (dateOfBirth === null || hireDate === null || eligibilityFrom === null || coverages === undefined)
      return undefined;
    const record: EnrollmentRecord = {
      recordNo,
      source: 'edi834',
      line,
      setPosition,
      setControl: set.control,
      familyKey: this.textOf(TEXT.familyKey) ?? (isSubscriber ? (ssn ?? memberId) : undefined),
      isSubscriber,
      relationship,
      action,
      groupKey: this.groupKey(),
      masterPolicyKey: set.masterPolicyKey,
      sponsorTaxId: set.sponsorTaxId,
      sponsorName: set.sponsorName,
      carrierMemberId: memberId,
      ssn,
      firstName: this.textOf(TEXT.firstName),
      middleName: this.textOf(TEXT.middleName),
      lastName: this.textOf(TEXT.lastName),
      suffix: this.textOf(TEXT.suffix),
      dateOfBirth,
      gender,
      email: this.textOf(TEXT.email),
      phone: this.textOf(TEXT.phone),
      addressLine1: this.textOf(TEXT.address1),
      addressLine2: this.textOf(TEXT.address2),
      city: this.textOf(TEXT.city),
      state: stateOf(this.textOf(TEXT.state)),
      zip: zipOf(this.textOf(TEXT.zip)),
      department: this.textOf(TEXT.department),
      hireDate,
      eligibilityFrom,
      eligibilityUntil: undefined,
      effectiveDate: undefined,
      endsUntil: undefined,
      maintenanceReason: inCapitals(this.textOf(TEXT.reason)),
      coverages,
      problems: [],
      warnings: [],
      raw,
    };
    // Numbers are compared sooner than texts, and hardly one of a file is a newborn.
    if (!isSubscriber && this.firstStart < born) coverFromBirth(record);
    return record;
  }

  /** Most members of a file name the same group as the one before: its text is cut out once. */
  private groupKey(): string | undefined {
    const field = this.form.textAt[TEXT.groupKey] as number;
    if (field < 0) return this.form.texts[TEXT.groupKey];
    const from = this.scan.fields[field * 2] as number;
    const length = (this.scan.fields[field * 2 + 1] as number) - from;
    if (!this.isGroup(from, length)) {
      this.group = this.field(field);
      this.groupLength = length;
      this.bytes.copy(this.groupBytes, 0, from, from + length);
    }
    return this.group;
  }

  private isGroup(from: number, length: number): boolean {
    if (length !== this.groupLength) return false;
    const { bytes, groupBytes } = this;
    for (let index = 0; index < length; index++) if (bytes[from + index] !== groupBytes[index]) return false;
    return true;
  }

  private textOf(text: number): string | undefined {
    const field = this.form.textAt[text] as number;
    return field < 0 ? this.form.texts[text] : this.field(field);
  }

  private field(field: number): string | undefined {
    const { fields } = this.scan;
    let to = fields[field * 2 + 1] as number;
    // None begins with a blank.
    while ((this.bytes[to - 1] as number) <= 32) to--;
    return this.raw.substring((fields[field * 2] as number) - this.start, to - this.start);
  }

  /** The day of a field; undefined where the form has none, null where it is no day. */
  private day(date: number): CalendarDate | null | undefined {
    const field = this.form.dateAt[date] as number;
    return field < 0 ? undefined : this.dayAt(field);
  }

  private dayAt(field: number): CalendarDate | null {
    const { fields } = this.scan;
    const value = digitsOfDate(this.bytes, fields[field * 2] as number, fields[field * 2 + 1] as number);
    this.digits = value;
    return value < FIRST_DAY ? null : (this.calendar(value) ?? null);
  }

  private coveragesOf({ coverages }: Form): EnrollmentCoverage[] | undefined {
    const made: EnrollmentCoverage[] = [];
    this.firstStart = Number.POSITIVE_INFINITY;
    for (let index = 0; index < coverages.length; index++) {
      const coverage = coverages[index];
      if (!coverage) continue;
      const { line, action, tierKey, tier, planAt, fromAt } = coverage;
      const planKey = planAt < 0 ? coverage.planKey : this.field(planAt);
      const from = this.dayAt(fromAt);
      if (this.digits < this.firstStart) this.firstStart = this.digits;
      if (from === null || (planAt >= 0 && planKey !== undefined && declines(planKey))) return undefined;
      made.push({ line, action, planKey, tierKey, tier, from, until: undefined });
    }
    return made;
  }
}

/** A code in capitals, as nearly all are sent. */
function inCapitals(code: string | undefined): string | undefined {
  if (code !== undefined)
    for (let place = 0; place < code.length; place++) if (code.charCodeAt(place) > 96) return code.toUpperCase();
  return code;
}
