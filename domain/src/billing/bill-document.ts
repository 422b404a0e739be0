import type { CalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { Cents } from '../money.ts';
import type { PlanTier } from '../plans/tier-set.ts';
import type { BillLineKind, LimitSource } from './bill-lines.ts';

/** An address as it is printed, line by line. */
type PrintedAddress = readonly string[];

/** What a bill says besides its amounts, as it was when the bill was made: a later move changes no earlier bill (case M11). */
export type BillHeader = {
  readonly groupName: string;
  readonly cim: string;
  readonly taxIdLast4: string | null;
  readonly address: PrintedAddress;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** Who issues the bill and where payments go. */
  readonly issuerName: string;
  readonly remitTo: PrintedAddress;
  readonly issuerPhone: string | null;
  readonly issuerEmail: string | null;
  readonly paymentMethod: string;
  readonly gracePeriodDays: number;
};

/** Amounts of one plan and tier: so many subscribers, and what they cost together. */
export type BillPlanTotal = {
  readonly line: CoverageLine;
  readonly planName: string;
  readonly planCode: string;
  readonly tier: PlanTier | null;
  readonly subscribers: number;
  readonly cents: Cents;
};

/** One printed line of a subscriber. `coveredMonth` is named where it is not the billed month. */
export type BillSubscriberLine = {
  readonly line: CoverageLine;
  readonly planName: string;
  readonly tier: PlanTier | null;
  readonly kind: BillLineKind;
  readonly coveredMonth: CalendarDate;
  readonly cents: Cents;
  /** For what is not credited: the days of notice that were exceeded. */
  readonly noticeDays?: number | null;
  readonly limitSource?: LimitSource | null;
};

export type BillSubscriber = {
  readonly name: string;
  readonly employeeId: string | null;
  readonly locationName: string;
  readonly lines: readonly BillSubscriberLine[];
  readonly cents: Cents;
};

/** Everything that a bill on paper says; no SSN and no date of birth is among it. */
export type BillDocument = {
  readonly number: string;
  readonly version: number;
  /** The group states its own amounts; this bill says what we expect. */
  readonly isSelfBill?: boolean;
  /** The number of the bill that this one replaces. */
  readonly replaces: string | null;
  readonly period: CalendarDate;
  readonly issueDate: CalendarDate;
  readonly dueDate: CalendarDate;
  readonly header: BillHeader;
  /** What was owed before this bill; less than zero is a credit. */
  readonly previousBalance: Cents;
  /** What was paid since, more than zero. */
  readonly payments: Cents;
  /** Premium and waivers of the billed month. */
  readonly premium: Cents;
  /** Retro lines, credits and what is not credited. */
  readonly adjustments: Cents;
  /** Of this bill. */
  readonly total: Cents;
  /** With what is owed from before; never less than zero. */
  readonly amountDue: Cents;
  readonly plans: readonly BillPlanTotal[];
  readonly subscribers: readonly BillSubscriber[];
};
