import type { CalendarDate } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import type { Tier } from '../../coverage/tier.ts';
import type { BenefitStatus, CobraEvent, MedicarePlan } from '../../members/benefit-status.ts';
import type { Relationship } from '../../relationship.ts';
import type { Level } from './coverage-level.ts';

/**
 * Coverage of one line as a carrier is told of it. `until` is the first day without coverage, null while it is open.
 */
export type Stretch = {
  planId: string;
  from: CalendarDate;
  until: CalendarDate | null;
  /** It was not on record when the first file for the carrier was made. */
  isNews?: boolean | undefined;
  /** Of a subscriber: from its first day on. */
  levels?: readonly Level[] | undefined;
};

export type OutboundLine = Stretch & {
  line: CoverageLine;
  /** What came before it, in its order: the last of it may run until `from`, which is still to come. */
  earlier?: readonly (Stretch & { until: CalendarDate })[] | undefined;
};

/** A person of ours as a carrier is told of them. */
export type OutboundPerson = {
  memberId: string;
  isSubscriber: boolean;
  relationship: Relationship;
  /** REF*0F, the same for the whole family. */
  familyId: string;
  memberNumber: string;
  /** What the carrier or the employer calls the person, where a file has said it. */
  carrierMemberId?: string | undefined;
  /** With what follows of COBRA: of a dependent without its own, the subscriber's (`continuationOf`). */
  benefitStatus?: BenefitStatus | undefined;
  medicarePlan?: MedicarePlan | undefined;
  /** INS10 and INS13, where they say anything unusual. */
  isDisabled?: boolean | undefined;
  isAddressRestricted?: boolean | undefined;
  cobraEvent?: CobraEvent | undefined;
  cobraEventDate?: CalendarDate | undefined;
  cobraBeginDate?: CalendarDate | undefined;
  cobraEndDate?: CalendarDate | undefined;
  ssn?: string | undefined;
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  suffix?: string | undefined;
  dateOfBirth?: CalendarDate | undefined;
  gender?: 'F' | 'M' | 'U' | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  addressLine1?: string | undefined;
  addressLine2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  /** A code of ISO 3166, outside the United States. */
  country?: string | undefined;
  hireDate?: CalendarDate | undefined;
  /**
   * Changes when anything above changes that the carrier keeps; of COBRA what is the person's own, since the carrier
   * hears the rest of the subscriber.
   */
  identity: string;
  /** For each line the last coverage that is known, perhaps one that is still to come. */
  lines: readonly OutboundLine[];
};

/**
 * What the carrier was last told of a person's line. `answered`: it has accepted the file. `tier`: null where no level
 * was told or it is not known which. `isElsewhere`: the plan is another carrier's by now. `timesEnded`: so many full
 * files have named its end, or that it never was. `before`: what was on record of the line when a file last told of it,
 * where that is another now. `isLate`: no file has told of months of the plan in front of it that were known when the
 * line was first told.
 */
export type SentLine = {
  memberId: string;
  line: CoverageLine;
  planId: string;
  from: CalendarDate;
  until: CalendarDate | null;
  isVoid: boolean;
  identity: string;
  answered: boolean;
  tier: Tier | null;
  tierFrom: CalendarDate | null;
  isElsewhere: boolean;
  timesEnded: number;
  before?: readonly Stretch[] | undefined;
  isLate?: boolean;
};

export type LineAction = 'compare' | 'add' | 'change' | 'end' | 'reinstate' | 'void';

export type MemberAction = Exclude<LineAction, 'void'>;

/**
 * A line as it is told. `isLevel`: nothing but the level changes, on its first day. `isBefore`: it lies in front of
 * what the carrier knows last, which stays. `isKept`: it goes on beside the subscriber's change to another plan, and is
 * told as if it began with that.
 */
export type ToldLine = Omit<Stretch, 'levels'> & {
  line: CoverageLine;
  action: LineAction;
  level?: Level | undefined;
  isLevel?: true;
  isBefore?: true;
  isKept?: true;
};

export type OutboundMember = {
  person: OutboundPerson;
  action: MemberAction;
  lines: readonly ToldLine[];
  correction?: Correction | undefined;
};

/** As whom a file names a person: what a carrier finds them by. `number` is REF*23. */
export type ToldIdentity = {
  ssn?: string | undefined;
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  dateOfBirth?: CalendarDate | undefined;
  gender?: OutboundPerson['gender'];
  number: string;
  familyId: string;
};

/** What a file says of who the person was for the carrier until now. */
export type Correction = {
  /** NM1*74 with NM1*70: another name, SSN or birth date. SSN and birth date only where they are what was wrong. */
  formerly?: Pick<ToldIdentity, 'ssn' | 'firstName' | 'middleName' | 'lastName' | 'dateOfBirth' | 'gender'>;
  /** REF*Q4, the number that went before: that of the person (REF*23), else that of the family (REF*0F). */
  formerNumber?: string;
};

/** As whom the carrier knows people who are named otherwise now, by member id. */
export type ToldIdentities = ReadonlyMap<string, ToldIdentity>;
