import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { add, type Cents, multiply, ZERO } from '@openbenefits/domain/money';
import { cellKey, type WizardForm } from './wizard-form.ts';

export type Estimate = {
  readonly total: Cents;
  readonly lines: readonly { readonly line: CoverageLine; readonly monthly: Cents }[];
  readonly employees: number;
  /** The number of employees; the estimate uses eligible employees if known. */
  readonly counts: 'employees' | 'eligible';
  /** Chosen plans without a fixed rate (an allowance), which are left out. */
  readonly unrated: readonly string[];
};

/** Spreads `count` employees evenly over `places`; the first places take the remainder. */
export function spread(count: number, places: number): number[] {
  return Array.from(
    { length: places },
    (_place, index) => Math.floor(count / places) + (index < count % places ? 1 : 0),
  );
}

/**
 * Estimates the group's monthly premium in integer cents. Classes are not known yet, so employees are spread evenly
 * over all classes and locations, each with the first plan of each line, employee only. Undefined without data.
 */
export function estimatePremium(form: WizardForm, plans: readonly Plan[]): Estimate | undefined {
  const { employeeCount, eligibleEmployeeCount } = form.fields;
  const eligible = eligibleEmployeeCount > 0 && eligibleEmployeeCount <= employeeCount;
  const employees = eligible ? eligibleEmployeeCount : employeeCount;
  const places = form.classes.flatMap((one) => form.locations.map((location) => cellKey(one.key, location.key)));
  if (!Number.isSafeInteger(employees) || employees < 1 || employees > 1_000_000 || places.length === 0)
    return undefined;
  const offered = new Map(plans.map((plan) => [plan.id, plan]));
  const people = spread(employees, places.length);
  const sums = new Map<CoverageLine, Cents>();
  const unrated = new Set<string>();
  places.forEach((place, index) => {
    const chosen = (form.cells[place] ?? []).flatMap(({ planId }) => offered.get(planId) ?? []);
    for (const line of COVERAGE_LINES) {
      const plan = chosen.find((one) => one.line === line);
      if (!plan) continue;
      const rate = plan.rates.find(({ tier }) => tier === 'EMP')?.monthly;
      if (rate === undefined) unrated.add(plan.name);
      else sums.set(line, add(sums.get(line) ?? ZERO, multiply(rate, people[index] ?? 0)));
    }
  });
  if (sums.size === 0) return undefined;
  const lines = COVERAGE_LINES.flatMap((line) => {
    const monthly = sums.get(line);
    return monthly === undefined ? [] : [{ line, monthly }];
  });
  return {
    total: add(...lines.map(({ monthly }) => monthly)),
    lines,
    employees,
    counts: eligible ? 'eligible' : 'employees',
    unrated: [...unrated],
  };
}
