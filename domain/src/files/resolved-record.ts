import type { FileMessage } from './messages/file-message.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { PersonEffect, Touched } from '../members/member-change.ts';
import type { PersonValues } from '../members/person-draft.ts';
import type { CoverageAction, EnrollmentRecord } from './enrollment-record.ts';
import type { StartRule } from './start-rule.ts';

/**
 * A record whose names are resolved: plans to ids, class and location to ids; a start day is known for every coverage
 * that needs one.
 */
export type ResolvedCoverage = {
  line: CoverageLine;
  action: CoverageAction;
  planId?: string;
  planName?: string;
  from?: CalendarDate;
  until?: CalendarDate;
  /** A waiver that names no line: of the only one that the person has. */
  isOfAnyLine?: boolean;
  /** The start is that of the group's rules, because the list names none. */
  isByRules?: true;
  /** The rule by which it was counted, where the list says its own in words. */
  startRule?: StartRule;
  /** The day of the change, where it lies behind the first day. */
  changedOn?: CalendarDate;
};

export type ResolvedRecord = Pick<
  EnrollmentRecord,
  | 'recordNo'
  | 'line'
  | 'action'
  | 'isSubscriber'
  | 'relationship'
  | 'endsUntil'
  | 'neverCovered'
  | 'othersUntil'
  | 'othersOf'
  | 'benefitStatus'
  | 'maintenanceReason'
  | 'previousIdentity'
> & {
  values: PersonValues;
  coverages: ResolvedCoverage[];
  /** A wrong state or ZIP code was left out of the address. */
  isAddressCut?: boolean;
};

/** `isBeyond`: coverage of a dependent of which the subscriber has none in all that time. */
export type Refused = { readonly field: string; readonly message: FileMessage; readonly isBeyond?: boolean };

/**
 * `cut`: what the record names beyond the subscriber's coverage, by its place among the coverages; 'whole' for the last
 * day of everything.
 */
export type RecordResult =
  | { readonly refused: Refused }
  | { readonly effect: PersonEffect; readonly touched: Touched[]; readonly cut: readonly Cut[] };

export type Cut = number | 'whole';
