import { type Cents, fromCents, multiply } from '../money.ts';

/** What a month of coverage costs and who pays it, in cents. */
export type PremiumSplit = { total: Cents; employer: Cents; employee: Cents };

/**
 * Returns the specified salary split (section 9): 25 % of the monthly salary, of which the employee pays 10 and the
 * employer 15. By ruling it is an estimate for members with a salary but no rated plan, never a premium.
 */
export function estimateFromSalary(annualSalary: Cents): PremiumSplit {
  const total = multiply(annualSalary, 25, 1200);
  const employee = multiply(annualSalary, 10, 1200);
  return { total, employee, employer: fromCents(total - employee) };
}
