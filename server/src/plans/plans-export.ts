import type { PlanRow } from '@openbenefits/contract/plan-catalog';
import { addDays } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { NETWORK_TYPES, PLAN_STATUS_LABEL, PLAN_STATUSES } from '@openbenefits/domain/plans/plan-status';
import { rateChangeText } from '@openbenefits/domain/plans/rate-change';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../downloads/export-lists.ts';
import { countListedPlans, listPlans, membersByPlan } from './plan-list.queries.ts';

const PAGE = 200;

const filter = z.object({
  search: z.string().max(200).optional(),
  line: z.enum(COVERAGE_LINES).optional(),
  networkType: z.enum(NETWORK_TYPES).optional(),
  status: z.enum([...PLAN_STATUSES, 'withdrawn']).optional(),
  carrier: z.string().max(200).optional(),
  descending: z.boolean().default(false),
});
type Filter = z.infer<typeof filter>;
type Row = PlanRow & { members: number };

async function* pages({ tx, today }: ExportReader, wanted: Filter): AsyncGenerator<readonly Row[]> {
  const members = new Map((await membersByPlan(tx, today)).map((one) => [one.planId, one.members]));
  let cursor: string | undefined;
  do {
    const { rows, next } = await listPlans(tx, today, { ...wanted, cursor, limit: PAGE });
    yield rows.map((row) => ({ ...row, members: members.get(row.id) ?? 0 }));
    cursor = next ?? undefined;
  } while (cursor);
}

const NEXT_RATES: Readonly<Record<NonNullable<PlanRow['nextRates']>['kind'], string>> = {
  change: '',
  none: 'no change',
  new: 'new',
  draft: 'in draft',
  missing: 'Missing',
  not_rated: 'not rated',
};

const nextRatesText = ({ nextRates }: PlanRow): string | null =>
  nextRates && (nextRates.kind === 'change' ? rateChangeText(nextRates.change ?? 0) : NEXT_RATES[nextRates.kind]);

/** The plans of a list, as its filter shows them. */
export const plansExport = exportOf<Filter, Row>({
  needs: 'plans.view',
  fileName: 'plans',
  fields: ['plan', 'rates', 'benefits'],
  reasonAbove: null,
  filter,
  count: ({ tx, today }, wanted) => countListedPlans(tx, today, wanted),
  table: (reader, wanted) => ({
    sheet: 'Plans',
    columns: [
      { header: 'Plan', width: 30, value: (row) => row.name },
      { header: 'Code', width: 16, value: (row) => row.code },
      { header: 'Line', value: (row) => COVERAGE_LINE_LABEL[row.line] },
      { header: 'Type', value: (row) => row.networkType },
      { header: 'Carrier', width: 24, value: (row) => row.carrierName || null },
      { header: 'Status', value: (row) => PLAN_STATUS_LABEL[row.status] },
      { header: 'Withdrawn from', kind: 'date', value: (row) => row.withdrawnFrom },
      { header: 'Last day', kind: 'date', value: (row) => row.terminatedFrom && addDays(row.terminatedFrom, -1) },
      { header: 'Effective date', kind: 'date', value: (row) => row.effectiveDate },
      { header: 'Monthly cost, employee only', kind: 'money', value: (row) => row.monthlyCost },
      { header: 'Deductible', kind: 'money', value: (row) => row.deductible },
      { header: 'Out-of-pocket max', kind: 'money', value: (row) => row.outOfPocketMax },
      { header: 'Network size', value: (row) => row.networkSize },
      { header: 'Members', kind: 'number', value: (row) => row.members },
      { header: 'Next rates', value: nextRatesText },
    ],
    batches: pages(reader, wanted),
  }),
});
