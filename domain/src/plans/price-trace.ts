import type { Cents } from '../money.ts';
import type { ContributionTrace } from './contribution-trace.ts';
import type { ProrationMethod } from './proration.ts';
import type { Thousandths } from './rate-table.ts';
import type { PlanTier } from './tier-set.ts';
import type { VolumeStep } from './volume.ts';

/** How an amount came about, as data: the page puts it into words, a bill keeps it (money engine, section 1.2). */
export type TraceStep =
  /** Somebody is covered for a part of the month only: the method that charges it, and the days of the month. */
  | { readonly kind: 'part_of_month'; readonly method: ProrationMethod; readonly days: number }
  | {
      readonly kind: 'tier';
      readonly tier: PlanTier;
      readonly spouses: number;
      readonly children: number;
      readonly rate: Cents;
      readonly units: number;
      readonly whole: number;
    }
  | {
      readonly kind: 'band';
      readonly from: number;
      readonly to: number | null;
      readonly age: number;
      readonly tier: PlanTier;
      readonly spouses: number;
      readonly children: number;
      readonly rate: Cents;
      readonly units: number;
      readonly whole: number;
    }
  | {
      readonly kind: 'base';
      readonly base: Cents;
      /** The factor that the base rate stands for: 1000 is the rate at factor 1.000. */
      readonly per: Thousandths;
      readonly area: string | null;
      readonly areaFactor: Thousandths;
    }
  | {
      readonly kind: 'age';
      readonly memberId: string;
      readonly age: number;
      readonly factor: Thousandths;
      readonly tobacco: Thousandths;
      readonly monthly: Cents;
    }
  /** An amount per person from the row of an age. */
  | {
      readonly kind: 'age_rate';
      readonly memberId: string;
      readonly age: number;
      readonly from: number;
      readonly to: number | null;
      readonly isTobacco: boolean;
      readonly monthly: Cents;
    }
  | { readonly kind: 'not_charged'; readonly memberId: string; readonly age: number; readonly most: number }
  | { readonly kind: 'always_charged'; readonly memberId: string; readonly age: number }
  /** One of the oldest children under 21, by place from 1. */
  | {
      readonly kind: 'charged_child';
      readonly memberId: string;
      readonly age: number;
      readonly place: number;
      readonly most: number;
    }
  | { readonly kind: 'salary'; readonly salary: Cents; readonly age: number }
  | { readonly kind: 'volume'; readonly step: VolumeStep; readonly volume: Cents }
  | { readonly kind: 'volume_rate'; readonly perUnit: number; readonly unit: number; readonly monthly: Cents }
  | {
      readonly kind: 'prorated';
      readonly memberId: string;
      readonly units: number;
      readonly whole: number;
      readonly monthly: Cents;
      readonly charged: Cents;
    }
  | {
      readonly kind: 'newborn';
      readonly memberId: string;
      readonly freeDays: number;
      readonly daysInMonth: number;
      readonly waived: Cents;
    }
  | ({ readonly kind: 'contribution'; readonly employer: Cents; readonly employee: Cents } & ContributionTrace);

/** Why a household cannot be priced: each names the person or the cell, and the page links to the fix. */
export type HeldReason =
  /** No version of the plan's rates holds for the month, by the methodology of the group's offering. */
  | { readonly code: 'no_rate_table' }
  /** An allowance: its amount depends on the policy that the member buys. */
  | { readonly code: 'varies' }
  | { readonly code: 'no_rating_role'; readonly memberId: string }
  | { readonly code: 'no_age'; readonly memberId: string }
  | { readonly code: 'no_rate_for_age'; readonly memberId: string; readonly age: number }
  | { readonly code: 'no_rate_for_tier'; readonly tier: PlanTier }
  | { readonly code: 'no_rating_area'; readonly area: string | null }
  | { readonly code: 'no_salary'; readonly memberId: string }
  | { readonly code: 'no_contribution' };

export const TRACE_KINDS = [
  'part_of_month',
  'tier',
  'band',
  'base',
  'age',
  'age_rate',
  'not_charged',
  'always_charged',
  'charged_child',
  'salary',
  'volume',
  'volume_rate',
  'prorated',
  'newborn',
  'contribution',
] as const satisfies readonly TraceStep['kind'][];

export const HELD_CODES = [
  'no_rate_table',
  'varies',
  'no_rating_role',
  'no_age',
  'no_rate_for_age',
  'no_rate_for_tier',
  'no_rating_area',
  'no_salary',
  'no_contribution',
] as const satisfies readonly HeldReason['code'][];
