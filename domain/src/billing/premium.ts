import { type Cents, fromCents, multiply, subtract } from '../money.ts';

/** What a month of coverage costs and who pays it, in cents. */
export type PremiumSplit = { total: Cents; employer: Cents; employee: Cents };

/** Splits a premium: the employer pays its percentage, rounded half-up to the cent; the employee pays the rest. */
export function splitPremium(total: Cents, employerPercent: number): PremiumSplit {
  const employer = multiply(total, employerPercent, 100);
  return { total, employer, employee: subtract(total, employer) };
}

/**
 * Returns the specified salary split (section 9): 25 % of the monthly salary, of which the employee pays 10 and the
 * employer 15. By ruling it is an estimate for members with a salary but no rated plan, never a premium.
 */
export function estimateFromSalary(annualSalary: Cents): PremiumSplit {
  const total = multiply(annualSalary, 25, 1200);
  const employee = multiply(annualSalary, 10, 1200);
  return { total, employee, employer: fromCents(total - employee) };
}
