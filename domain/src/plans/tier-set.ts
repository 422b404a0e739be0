/**
 * Tiers of composite rates, with the codes of X12 HD05. E1D is the employee with one dependent, or, in a table that
 * tells spouses and children apart, with one child (domain rules 4.3).
 */
export const PLAN_TIERS = ['EMP', 'ESP', 'E1D', 'ECH', 'FAM'] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

export const PLAN_TIER_LABEL: Readonly<Record<PlanTier, string>> = {
  EMP: 'Employee only',
  ESP: 'Employee and spouse',
  E1D: 'Employee and one dependent',
  ECH: 'Employee and children',
  FAM: 'Family',
};

/** The tier sets that rate tables have: two, three, four or five tiers. */
export const TIER_SETS = {
  two: ['EMP', 'FAM'],
  three: ['EMP', 'E1D', 'FAM'],
  four: ['EMP', 'ESP', 'ECH', 'FAM'],
  five: ['EMP', 'ESP', 'E1D', 'ECH', 'FAM'],
} as const satisfies Record<string, readonly PlanTier[]>;
export type TierSet = keyof typeof TIER_SETS;

/** The tier of a household with so many covered spouses and children, derived, never typed (domain rules 4.3). */
export function tierIn(set: TierSet, spouses: number, children: number): PlanTier {
  const dependents = spouses + children;
  if (dependents === 0) return 'EMP';
  if (set === 'two') return 'FAM';
  if (set === 'three') return dependents === 1 ? 'E1D' : 'FAM';
  if (spouses > 0) return children > 0 ? 'FAM' : 'ESP';
  return set === 'five' && children === 1 ? 'E1D' : 'ECH';
}
