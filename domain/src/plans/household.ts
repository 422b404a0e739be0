import type { CalendarDate, Period } from '../calendar-date.ts';
import type { Cents } from '../money.ts';
import type { Relationship } from '../relationship.ts';
import type { HeldReason } from './price-trace.ts';
import type { Share } from './proration.ts';
import type { RatingRole } from './rating-role.ts';

/** One person of a household for a plan and a month. */
export type RatedPerson = {
  readonly id: string;
  readonly relationship: Relationship;
  /** The age on the person's own rating date; null where no birth date is known. */
  readonly age: number | null;
  readonly usesTobacco?: boolean;
  /** The person's coverage by the plan; several with a gap between them are possible. */
  readonly periods: readonly Period[];
  /** The day of birth or adoption, where it opened the coverage: free days count from it. */
  readonly bornOn?: CalendarDate;
};

/** The subscriber comes first. */
export type Household = {
  readonly people: readonly RatedPerson[];
  readonly area?: string | null;
  readonly salary?: Cents | null;
};

export type Held = { readonly held: HeldReason };

/** A person with the charged parts of the month, in units of the whole month. */
export type PersonInMonth = {
  readonly person: RatedPerson;
  readonly role: RatingRole;
  readonly shares: readonly Share[];
};
