import type { MemberDetail } from '@openbenefits/contract/members';
import { estimateFromSalary, splitPremium } from '@openbenefits/domain/billing/premium';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { add, type Cents, fromCents, subtract } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { isEnded } from './members.queries.ts';

/** Coverage lines in the order in which a record shows them. */
export const LINES = sql`array['medical', 'dental', 'vision', 'life', 'disability']`;

type Premium = {
  line: CoverageLine;
  tier: Tier;
  planName: string;
  monthlyCents: number | null;
  employeeCents: number | null;
};

/** What the member's family costs on a day, line by line. */
export async function premiumsOf(tx: Tx, groupId: string, memberId: string, today: CalendarDate): Promise<Premium[]> {
  const { rows } = await sql<Premium>`
    select x.line, x.tier, p.plan_name, x.monthly_cents, x.employee_cents
    from premiums(array[${groupId}::uuid], ${today}) x join health_plans p on p.id = x.plan_id
    where x.subscriber_id = (select coalesce(m.subscriber_id, m.id) from members m where m.id = ${memberId})
    order by array_position(${LINES}, x.line)`.execute(tx);
  return rows;
}

/**
 * The rate of a member’s record on a day; an estimate from the salary where no plan has a rate (specification 1,
 * section 9).
 */
export function rateOf(
  row: { employerContributionPercent: number; salaryAnnualCents: number | null },
  rows: readonly Premium[],
  enrolled: CalendarDate | null,
  status: MemberStatus | null,
): MemberDetail['rate'] {
  const explanation = rows.map((one) => ({
    line: one.line,
    planName: one.planName,
    tier: one.tier,
    monthly: one.monthlyCents === null ? null : fromCents(one.monthlyCents),
    employeeOnly: one.employeeCents === null ? null : fromCents(one.employeeCents),
  }));
  const rated = explanation.filter((one) => one.monthly !== null);
  const base = {
    employerPercent: row.employerContributionPercent,
    enrollmentDate: enrolled,
    tier: explanation[0]?.tier ?? null,
    explanation,
  };
  if (rated.length > 0) {
    const total = add(...rated.map((one) => one.monthly as Cents));
    const employeeOnly = add(...rated.map((one) => one.employeeOnly ?? (one.monthly as Cents)));
    const split = splitPremium(total, row.employerContributionPercent);
    return {
      ...base,
      total,
      employeeRate: split.employee,
      employerContribution: split.employer,
      dependentRate: subtract(total, employeeOnly),
      estimated: false,
    };
  }
  if (row.salaryAnnualCents === null || status === null || isEnded(status))
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
