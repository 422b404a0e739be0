import type { Relationship } from '../relationship.ts';

/** Composite rating tiers with the codes of X12 HD05 (domain rules 4.3). */
export const TIERS = ['EMP', 'ESP', 'ECH', 'FAM'] as const;
export type Tier = (typeof TIERS)[number];

export const TIER_LABEL: Readonly<Record<Tier, string>> = {
  EMP: 'Employee only',
  ESP: 'Employee and spouse',
  ECH: 'Employee and children',
  FAM: 'Family',
};

/**
 * Derives the tier of a coverage line from the dependents covered on the date (domain rules 4.3). A domestic partner
 * counts as a spouse; every other dependent counts as a child.
 */
export function tierOf(coveredDependents: readonly Relationship[]): Tier {
  const spouse = coveredDependents.some(
    (relationship) => relationship === 'spouse' || relationship === 'domestic_partner',
  );
  const child = coveredDependents.some(
    (relationship) => !['self', 'spouse', 'domestic_partner'].includes(relationship),
  );
  if (spouse) return child ? 'FAM' : 'ESP';
  return child ? 'ECH' : 'EMP';
}
