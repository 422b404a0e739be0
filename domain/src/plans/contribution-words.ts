import { type Cents, formatMoney, fromCents } from '../money.ts';
import { ageGroupText } from './age-group.ts';
import { percentOf } from './contribution.ts';
import type { ContributionShare, ContributionTrace } from './contribution-trace.ts';
import { type PriceMessage, priceMessage } from './price-message.ts';
import type { ExplainedPrice, PriceRow } from './explained-price.ts';
import { PLAN_TIER_LABEL } from './tier-set.ts';

const less = (label: PriceMessage, employer: number, notes: PriceMessage[] = []): PriceRow => ({
  kind: 'less',
  label,
  notes,
  age: null,
  factor: null,
  cents: fromCents(-employer),
});

/** What the employer pays of the premium, row by row, down to what is left for the employee. */
export function contributionRows(price: ExplainedPrice): PriceRow[] {
  const step = price.steps.find((one) => one.kind === 'contribution');
  const rows: PriceRow[] = [];
  if (step) {
    rows.push(...step.shares.filter(({ price: own }) => own > 0).map((share) => shareRow(price, step, share)));
    const before = step.shares.reduce<number>((all, { employer }) => all + employer, 0);
    if (step.cap !== null && before > step.cap)
      rows.push(less(priceMessage('employer_cap', { amount: formatMoney(step.cap) }), step.cap - before));
    const waived = price.lines
      .filter(({ kind }) => kind === 'waiver')
      .reduce<number>((all, { employer }) => all + employer, 0);
    if (waived !== 0) rows.push(less(priceMessage('employer_free_days'), waived));
  }
  rows.push({
    kind: 'result',
    label: priceMessage('employee_pays'),
    notes: [],
    age: null,
    factor: null,
    cents: price.employee,
  });
  return rows;
}

const limited = ({ price, employer }: ContributionShare, wanted: Cents | null): PriceMessage[] =>
  wanted !== null && employer < wanted ? [priceMessage('limited_to_price', { amount: formatMoney(price) })] : [];

function shareRow(price: ExplainedPrice, trace: ContributionTrace, share: ContributionShare): PriceRow {
  const { of, percent, amount, price: own, employer, memberId } = share;
  switch (trace.rule) {
    case 'percent': {
      const params = { percent: percent ?? 0, amount: formatMoney(own) };
      return less(
        priceMessage(of === 'employee' ? 'employer_percent_employee' : 'employer_percent_dependents', params),
        employer,
      );
    }
    case 'percent_by_tier': {
      const tier = trace.tier === null ? '' : PLAN_TIER_LABEL[trace.tier];
      return less(
        priceMessage('employer_percent_tier', { percent: percent ?? 0, amount: formatMoney(own), tier }),
        employer,
      );
    }
    case 'flat_by_tier': {
      const tier = trace.tier === null ? '' : PLAN_TIER_LABEL[trace.tier];
      const label = priceMessage('employer_flat_tier', { amount: formatMoney(amount ?? own), tier });
      return less(label, employer, limited(share, amount));
    }
    case 'flat': {
      const code = of === 'employee' ? 'employer_flat_employee' : 'employer_flat_dependents';
      return less(priceMessage(code, { amount: formatMoney(amount ?? own) }), employer, limited(share, amount));
    }
    case 'reference_plan': {
      const name = price.people.find(({ id }) => id === memberId)?.name ?? '';
      const full = amount === null || percent === null ? null : percentOf(amount, percent);
      return less(
        priceMessage('employer_reference', { name, percent: percent ?? 0, amount: formatMoney(amount ?? own) }),
        employer,
        limited(share, full),
      );
    }
    case 'allowance': {
      const band = trace.band ? ageGroupText(trace.band) : '';
      return less(
        priceMessage('employer_allowance', { amount: formatMoney(amount ?? own), band }),
        employer,
        limited(share, amount),
      );
    }
  }
}
