import type { Cents } from '../money.ts';
import type { Percent } from './contribution.ts';
import type { NetworkSize } from './plan-status.ts';

/** What a plan covers with a percentage (Benefits Design, specification 2, section 2). */
export const BENEFIT_CATEGORIES = ['medical', 'prescription', 'dental', 'vision'] as const;
export type BenefitCategory = (typeof BENEFIT_CATEGORIES)[number];

export const BENEFIT_CATEGORY_LABEL: Readonly<Record<BenefitCategory, string>> = {
  medical: 'Medical',
  prescription: 'Prescription',
  dental: 'Dental',
  vision: 'Vision',
};

export const COPAYS = ['primaryCare', 'specialist', 'urgentCare', 'emergency'] as const;
export type Copay = (typeof COPAYS)[number];

export const COPAY_LABEL: Readonly<Record<Copay, string>> = {
  primaryCare: 'Primary care',
  specialist: 'Specialist',
  urgentCare: 'Urgent care',
  emergency: 'Emergency',
};

/**
 * Benefits of a plan year. Null amounts are not part of the plan. `memberPays` is the member's coinsurance after the
 * deductible; null where the plan does not cover the category. `planPays` gives the coverage percentage.
 */
export type PlanBenefits = {
  readonly deductibleIndividual: Cents | null;
  readonly deductibleFamily: Cents | null;
  readonly outOfPocketMaxIndividual: Cents | null;
  readonly outOfPocketMaxFamily: Cents | null;
  readonly copays: Readonly<Record<Copay, Cents | null>>;
  readonly memberPays: Readonly<Record<BenefitCategory | 'medicalOutOfNetwork', Percent | null>>;
  readonly prescriptionCoverage: string | null;
  readonly networkName: string | null;
  readonly networkSize: NetworkSize | null;
};

export const NO_BENEFITS: PlanBenefits = {
  deductibleIndividual: null,
  deductibleFamily: null,
  outOfPocketMaxIndividual: null,
  outOfPocketMaxFamily: null,
  copays: { primaryCare: null, specialist: null, urgentCare: null, emergency: null },
  memberPays: { medical: null, medicalOutOfNetwork: null, prescription: null, dental: null, vision: null },
  prescriptionCoverage: null,
  networkName: null,
  networkSize: null,
};

/** The percentage that the plan pays of what the member does not. */
export const planPays = (memberPays: Percent | null): Percent | null => (memberPays === null ? null : 100 - memberPays);
