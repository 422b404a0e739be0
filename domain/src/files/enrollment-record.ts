import type { Wording } from './messages/file-message.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { Tier } from '../coverage/tier.ts';
import type { BenefitStatus, CobraEvent, MedicarePlan } from '../members/benefit-status.ts';
import type { Relationship } from '../relationship.ts';
import type { Cents } from '../money.ts';
import type { StartRule } from './start-rule.ts';

/**
 * What a file asks for a person. The 834 says it in INS03 (021 add, 001 change, 024 end, 025 reinstate, 030 compare); a
 * census row is always 'compare': create if absent, update if different, nothing if equal, and never an end by absence
 * (domain rules 4.1).
 */
export const ENROLLMENT_ACTIONS = ['add', 'change', 'end', 'reinstate', 'compare'] as const;
export type EnrollmentAction = (typeof ENROLLMENT_ACTIONS)[number];

/**
 * As for a person, and two more. 'void': the coverage never was (HD01 002, or INS03 002 beside it, or a last day on or
 * before the first day). 'waive': the person takes none of the line, so whoever has it loses it.
 */
export type CoverageAction = EnrollmentAction | 'void' | 'waive';
/** Says that somebody is covered, and from when. */
export const isSetting = (action: CoverageAction): boolean =>
  action === 'add' || action === 'change' || action === 'compare';

/** Whether it says how things are, or adds, and changes nothing that goes on. */
export const isStating = (action: CoverageAction): boolean => action === 'add' || action === 'compare';

export const GENDERS = ['female', 'male', 'unknown'] as const;
export type Gender = (typeof GENDERS)[number];

/**
 * Something that is wrong (`problems`, the record is refused) or worth knowing (`warnings`, the record is taken).
 * `field` is a property of EnrollmentRecord (`ssn`, `coverages.0.from`), `code` is stable for programs, `message` is in
 * the words of an administrator and never holds an SSN or a birth date (trust P39).
 */
export type RecordProblem = {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  /** The message of the catalogue by which it is shown in other languages. */
  readonly wording?: Wording;
  /** Ids of the members it speaks of, to look at beside the record. */
  readonly known?: readonly string[];
};

/** One line of coverage of a person, as the file states it. */
export type EnrollmentCoverage = {
  line: CoverageLine;
  action: CoverageAction;
  /** HD04, or the plan column: the sender's own name of the plan, to be mapped by the group. */
  planKey?: string;
  /**
   * 834: where HD04 is empty, what else may be the sender's name of the plan: REF*CE, 17 and 1L of the coverage, in
   * this order.
   */
  planRefs?: string[];
  /** 834: one of them is a class of contract (REF*CE), which names the plan the member chose (005010X220A1, loop 2300). */
  hasContractClass?: true;
  /**
   * Census: the column names a plan and no line; the line is that of the plan, and of a waiver the only one that the
   * person has.
   */
  lineByPlan?: boolean;
  /**
   * 834: ADD or AC, which is taken as life insurance, of a sender whose life insurance may stand under another code.
   */
  besideLife?: string;
  /** HD05, or the tier column, as sent. */
  tierKey?: string;
  /** The composite tier that `tierKey` means, where it means one of ours. The tier in force is derived, never typed. */
  tier?: Tier;
  /**
   * The day of the change (834: 303 of the coverage, else of the person) where it lies behind the first day: of a plan
   * that goes on the first day is sent unchanged.
   */
  changedOn?: CalendarDate;
  /**
   * The first day (348, else 356, else 303); of a waiver, from when it holds. Absent in a census that names no start:
   * the group's rules decide.
   */
  from?: CalendarDate;
  /** 834: `from` is only the first day of eligibility (356), since nothing says when the coverage begins. */
  byEligibility?: true;
  /** Census: how the list says in words that the first day is counted from the hire date; then `from` is absent. */
  startRule?: StartRule;
  /**
   * The first day without coverage: the day after 349 or 357, which are last days (domain rules 4.1). Absent while it
   * is open.
   */
  until?: CalendarDate;
};

/**
 * Who the person was before a corrected identity (NM1*74 with the old values in NM1*70): match on these, then update.
 */
export type PreviousIdentity = {
  ssn?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  dateOfBirth?: CalendarDate;
};

type EmergencyContact = { name?: string; phone?: string; relationship?: string };

/**
 * One person of a file, whatever its format. Texts are as sent, trimmed at both ends; a field that the file leaves
 * empty is absent. It crosses a thread as JSON, so it holds plain values only.
 */
export type EnrollmentRecord = {
  /** 1, 2, 3 … in file order over the whole file. */
  recordNo: number;
  source: 'edi834' | 'census';
  /**
   * Census: the line or row where the person stands, from 1. 834: the number of the INS segment in the file, ISA being
   * 1.
   */
  line: number;
  /** 834: the position of the INS segment in its transaction set, ST being 1, as a 999 counts. */
  setPosition?: number;
  /** 834: ST02 of the transaction set. */
  setControl?: string;

  /**
   * What ties a family together: REF*0F, the Family ID, or the subscriber's own SSN or employee number. Dependents may
   * come first.
   */
  familyKey?: string;
  /** Only its place below the subscriber ties the dependent to its family. */
  familyByPlace?: boolean;
  isSubscriber: boolean;
  /** One thing that has changed of somebody, of a list of changes: what else the record does not say is not missing. */
  isOneChange?: true;
  /** Nothing but a number tells who of the group it is, so nobody comes in by it. */
  byNumberAlone?: true;
  /**
   * Census: the fields, and the headings of columns that were not read, in which a row without coverage and waiver
   * states coverage.
   */
  stated?: string[];
  /** Census: no column of the list says who is an employee. */
  kindUntold?: true;
  /** Census: another line of coverage of the employee in the row above, of whom nothing but the name is told. */
  goesOnAbove?: true;
  relationship: Relationship;
  action: EnrollmentAction;
  /** The group as the record names it: REF*1L, or the group column. */
  groupKey?: string;
  /** 834: the master policy number of the transaction set (REF*38). */
  masterPolicyKey?: string;
  /** The employer's tax id, nine digits: of the transaction set's sponsor (N1*P5), or of a column. */
  sponsorTaxId?: string;
  /** 834: what the sponsor of the transaction set is called (N1*P5). */
  sponsorName?: string;

  /** REF*23, else NM109 when NM108 is not 34. */
  carrierMemberId?: string;
  /** REF*Q4: a number by which the sender called the person, or the family, until now. */
  formerNumber?: string;
  employeeId?: string;
  /** The digits as sent, without dashes: nine when `problems` says nothing about it. */
  ssn?: string;
  /** All that the file gives of the SSN. It is compared with the one on record, and never stored. */
  ssnLast4?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  suffix?: string;
  dateOfBirth?: CalendarDate;
  dateOfDeath?: CalendarDate;
  gender?: Gender;
  email?: string;
  phone?: string;
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  state?: string;
  /** Five digits, or nine as 12345-6789; leading zeros kept. */
  zip?: string;
  /** N404, or the country column, where the address lies outside the United States: a code of ISO 3166. */
  country?: string;

  jobTitle?: string;
  /** REF*DX (department or agency), or the department column. */
  department?: string;
  classKey?: string;
  locationKey?: string;
  /** Census: the column names the billing location, so it is never the place where somebody works. */
  isBillingLocation?: true;
  salary?: Cents;
  hireDate?: CalendarDate;
  /** The last day of employment (DTP 337, or the termination column). */
  terminationDate?: CalendarDate;
  /** 834: INS08 is TE, so the employment has ended. */
  hasLeft?: true;
  /** Census: the last day of an employment before the one that goes on. */
  leftBefore?: CalendarDate;
  emergencyContact?: EmergencyContact;

  /** Census: the plan year that its plans are of, where the row names no start and that year is to come. */
  planYear?: number;

  /** DTP 356. */
  eligibilityFrom?: CalendarDate;
  /** The day after DTP 357. */
  eligibilityUntil?: CalendarDate;
  /**
   * Member level DTP 303, the day the maintenance takes effect; of a dependent of a list who names no plan, when
   * coverage with the subscriber begins.
   */
  effectiveDate?: CalendarDate;
  /** Action 'end': the first day without coverage: the day after 357, else 303, else the last 349. */
  endsUntil?: CalendarDate;
  /**
   * 834: the file names no last day of what it ends, so the date of death (INS12), or the end of COBRA (341), was
   * taken.
   */
  endsWith?: 'death' | 'cobra';
  /** 834, action 'end' without coverages: INS03 is 002, so all of it is void. */
  neverCovered?: true;
  /**
   * Census: what becomes of the lines that the row of somebody who leaves does not name. The first day without them,
   * where the employment is over; null where the row only ends what it names, so that the others go on and that is
   * said.
   */
  othersUntil?: CalendarDate | null;
  /** The lines that `othersUntil` speaks of, where it is not of all. */
  othersOf?: CoverageLine[];
  /** INS04, or its words in a census. */
  maintenanceReason?: string;
  /** INS05 is C (COBRA continuation), or the column of a census. */
  cobra?: boolean;
  /** 834, INS05: absent for the usual A; null when nothing that is understood stands there. */
  benefitStatus?: BenefitStatus | null;
  /** INS06, first part. */
  medicarePlan?: MedicarePlan;
  /** INS07 as a code of COBRA_EVENTS. */
  cobraEvent?: CobraEvent;
  /** DTP 301, the day of the COBRA event; 340 and 341, first and last day of the continuation. */
  cobraEventDate?: CalendarDate;
  cobraBeginDate?: CalendarDate;
  cobraEndDate?: CalendarDate;
  /** INS10, or the disabled column: a dependent with it does not age out (domain rules 4.11). */
  handicapped?: boolean;
  /** INS09 is F (full time) or P (part time). */
  student?: boolean;
  /** INS13 is R: only the privacy role may see the address. */
  addressRestricted?: boolean;
  /** INS17: tells apart children who were born together and have no names yet. */
  birthSequence?: string;
  previousIdentity?: PreviousIdentity;

  /** In file order. Empty on 'end' means every line ends; empty on 'change' means demographics only. */
  coverages: EnrollmentCoverage[];
  /**
   * Census: lines of which the row says that they stay as they are, with the level that it names all the same, and from
   * when.
   */
  kept?: { line: CoverageLine; tier?: Tier; from?: CalendarDate | undefined }[];

  /**
   * Census: lines that the row of a dependent names without a plan: of these the subscriber's plan is shared, from a
   * day that the row names for them.
   */
  shared?: { line: CoverageLine; from?: CalendarDate | undefined }[];
  /** Census: no other lines are shared than those. */
  sharesNoOther?: true;

  problems: RecordProblem[];
  warnings: RecordProblem[];
  /** The record's own bytes, so that a refused one can be given back as it came: one character per byte (latin1). */
  raw: string;
};
