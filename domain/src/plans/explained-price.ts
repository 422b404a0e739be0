import type { CalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { Cents } from '../money.ts';
import { RELATIONSHIP_LABEL, type Relationship } from '../relationship.ts';
import type { PriceMessage } from './price-message.ts';
import type { HeldReason, TraceStep } from './price-trace.ts';
import type { RatingMethod } from './rate-table.ts';
import type { PlanTier } from './tier-set.ts';

export type ExplainedPerson = {
  readonly id: string;
  readonly name: string;
  readonly relationship: Relationship;
  readonly age: number | null;
  /** The day on which the age was counted, where it is known. */
  readonly ratedOn?: CalendarDate | null | undefined;
};

/** A price with everything that made it: what `PriceExplanation` of the contract holds. */
export type ExplainedPrice = {
  readonly line: CoverageLine;
  readonly planId: string;
  readonly planCode: string;
  readonly planName: string;
  readonly month: CalendarDate;
  readonly tier: PlanTier | null;
  readonly monthly: Cents | null;
  readonly employer: Cents | null;
  readonly employee: Cents | null;
  readonly employeeOnly: Cents | null;
  readonly held: HeldReason | null;
  readonly table: {
    readonly id: string;
    readonly versionNo: number;
    readonly method: RatingMethod;
    readonly from: CalendarDate;
    readonly until: CalendarDate | null;
    readonly enteredBy: string;
    readonly enteredAt: string;
    readonly activatedBy: string | null;
  } | null;
  readonly people: readonly ExplainedPerson[];
  readonly lines: readonly {
    readonly memberId: string;
    readonly kind: 'premium' | 'waiver';
    readonly cents: Cents;
    readonly employer: Cents;
    readonly employee: Cents;
  }[];
  readonly steps: readonly TraceStep[];
};

/** One row of the derivation. Notes follow the label; `isMuted` marks a person who is not charged. */
export type PriceRow = {
  readonly kind: 'charge' | 'total' | 'less' | 'result';
  /** A person's name, or a text. */
  readonly label: PriceMessage | string;
  readonly notes: readonly (PriceMessage | string)[];
  readonly age: number | null;
  readonly factor: string | null;
  readonly cents: Cents | null;
  readonly isMuted?: true;
};

export const factorText = (thousandths: number): string => (thousandths / 1000).toFixed(3);
/** The role beside a name, unless the name is the role. */
export const roleNote = ({ name, relationship }: ExplainedPerson): string[] =>
  name === RELATIONSHIP_LABEL[relationship] || (relationship === 'self' && name === 'Employee')
    ? []
    : [relationship === 'self' ? 'Employee' : RELATIONSHIP_LABEL[relationship]];
