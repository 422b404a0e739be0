import type { ChoosablePlan } from '@openbenefits/contract/rate-calculator';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import type { Tx } from '../db/connect.ts';
import { loadRateBook } from '../plans/rate-books.ts';

/** The active plans of a day by line, with the methods and areas of their rates. */
export async function calculatorPlans(tx: Tx, on: CalendarDate): Promise<ChoosablePlan[]> {
  const active = tx
    .selectFrom('healthPlans')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('position')
    .orderBy('planName')
    .execute();
  const [rows, book] = await Promise.all([active, loadRateBook(tx, on)]);
  const plans = rows.flatMap(({ id }): ChoosablePlan[] => {
    const plan = book.get(id);
    if (!plan) return [];
    const methodologies = RATING_METHODOLOGIES.filter((one) => plan.rates[one]);
    const tables = methodologies.flatMap((one) => plan.rates[one]?.table ?? []);
    return [
      {
        id,
        code: plan.code,
        name: plan.name,
        line: plan.line,
        methods: tables.map(({ method }) => method),
        methodologies,
        areas: [
          ...new Set(tables.flatMap((table) => (table.method === 'age_curve' ? [...(table.areas?.keys() ?? [])] : []))),
        ].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
      },
    ];
  });
  return plans.sort((a, b) => COVERAGE_LINES.indexOf(a.line) - COVERAGE_LINES.indexOf(b.line));
}
