import type { MemberDetail } from '@openbenefits/contract/members';
import type { PriceExplanation } from '@openbenefits/contract/price-explanation';
import { estimateFromSalary } from '@openbenefits/domain/billing/premium';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { add, fromCents, subtract } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { isEnded } from './members.queries.ts';

/** Coverage lines in the order in which a record shows them. */
export const LINES = sql`array['medical', 'dental', 'vision', 'life', 'disability']`;

/**
 * The rate of a member’s record on a day; an estimate from the salary where no plan has a rate (specification 1,
 * section 9).
 */
export function rateOf(
  row: { employerContributionPercent: number; salaryAnnualCents: number | null },
  prices: readonly PriceExplanation[],
  enrolled: CalendarDate | null,
  status: MemberStatus | null,
): MemberDetail['rate'] {
  // An allowance varies and is in no total; any other line without a price leaves the whole without a total.
  const isHeld = prices.some(({ held }) => held !== null && held.code !== 'varies');
  const rated = isHeld ? [] : prices.filter(({ monthly }) => monthly !== null);
  const base = {
    employerPercent: row.employerContributionPercent,
    enrollmentDate: enrolled,
    tier: prices[0]?.tier ?? null,
    prices: [...prices],
  };
  if (rated.length > 0) {
    const total = add(...rated.flatMap(({ monthly }) => monthly ?? []));
    const employeeOnly = add(...rated.flatMap((one) => one.employeeOnly ?? one.monthly ?? []));
    return {
      ...base,
      total,
      employeeRate: add(...rated.flatMap(({ employee }) => employee ?? [])),
      employerContribution: add(...rated.flatMap(({ employer }) => employer ?? [])),
      dependentRate: subtract(total, employeeOnly),
      estimated: false,
    };
  }
  if (isHeld || row.salaryAnnualCents === null || status === null || isEnded(status))
    return {
      ...base,
      total: null,
      employeeRate: null,
      employerContribution: null,
      dependentRate: null,
      estimated: false,
    };
  const split = estimateFromSalary(fromCents(row.salaryAnnualCents));
  return {
    ...base,
    total: split.total,
    employeeRate: split.employee,
    employerContribution: split.employer,
    dependentRate: null,
    estimated: true,
  };
}
