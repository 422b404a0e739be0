import type { CreditLimitTerms } from '@openbenefits/contract/bill-explanation';
import { billKey, type BillKey, type BillLine } from '@openbenefits/domain/billing/bill-lines';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { creditLimitsOf } from '../plans/credit-limits.ts';
import { noticesOf } from './bill-comparison.ts';

/**
 * Which limit keeps amounts charged, whose it is, and the notice that was later than it allows, per key. `noticeDays` are
 * those that the lines were made with: a limit that was changed since changes no posted line.
 */
export async function creditLimitTermsOf(
  tx: Tx,
  lines: readonly (BillKey & Pick<BillLine, 'noticeDays' | 'limitSource'>)[],
  knownAt: string,
): Promise<ReadonlyMap<string, CreditLimitTerms>> {
  if (lines.length === 0) return new Map();
  const planIds = [...new Set(lines.map(({ planId }) => planId))];
  const [limits, notices, plans] = await Promise.all([
    creditLimitsOf(tx, planIds),
    noticesOf(tx, lines, () => undefined, knownAt),
    sql<{ id: string; planName: string; carrierName: string }>`
      select id, plan_name, carrier_name from health_plans where id = any (${planIds}::uuid[])`.execute(tx),
  ]);
  const names = new Map(plans.rows.map((plan) => [plan.id, plan]));
  return new Map(
    lines.map((line) => {
      const stored = limits.find(({ planId, effectiveOn }) => planId === line.planId && effectiveOn <= line.month);
      const source = line.limitSource ?? 'plan';
      const limit = source === 'plan' && stored?.limit?.noticeDays === line.noticeDays ? stored?.limit : undefined;
      const notice = notices.get(billKey(line));
      const plan = names.get(line.planId);
      return [
        billKey(line),
        {
          source,
          noticeDays: line.noticeDays ?? 0,
          creditMonths: limit?.creditMonths ?? null,
          effectiveOn: limit ? (stored?.effectiveOn ?? null) : null,
          planName: plan?.planName ?? '',
          carrierName: plan?.carrierName ?? '',
          lastDay: notice?.lastDay ?? null,
          noticedOn: notice?.noticedOn ?? null,
        },
      ];
    }),
  );
}
