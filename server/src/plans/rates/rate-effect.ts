import type { rateTables } from '@openbenefits/contract/rate-tables';
import type { RetroactiveAmounts } from '@openbenefits/contract/retroactive-amounts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { tableWithoutProblems } from '@openbenefits/domain/plans/rate-grid-problems';
import { rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import type { RateTable } from '@openbenefits/domain/plans/rate-table';
import type { TierSet } from '@openbenefits/domain/plans/tier-set';
import type { InferContractRouterOutputs } from '@orpc/contract';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Methodology } from '../rate-books.ts';
import { cellsOfTables, rateTableById } from './rate-table-record.ts';

export type RateEffect = InferContractRouterOutputs<typeof rateTables>['effect'];

/** Counts what a version does to the members on a plan; features on the right of plans know them. */
export type RateEffectOf = (work: Work, input: { id: string }) => Promise<RateEffect>;

/** Counts what a correction changes in months that are billed; billing knows them. */
export type RetroactiveAmountsOf = (work: Work, input: { id: string }) => Promise<RetroactiveAmounts>;

/** A version whose effect is asked for; `table` has the rows without a problem. */
export type ComparedRates = {
  readonly id: string;
  readonly planId: string;
  readonly versionNo: number;
  readonly methodology: Methodology;
  readonly from: CalendarDate;
  readonly until: CalendarDate | null;
  readonly table: RateTable | null;
  /** The tiers of rates by tier, also of a version that is not complete. */
  readonly tiers: TierSet | null;
};

export async function comparedRates(tx: Tx, id: string): Promise<ComparedRates> {
  const record = await rateTableById(tx, id);
  const cells = (await cellsOfTables(tx, [id])).get(id) ?? [];
  const { planId, versionNo, methodology, from, until } = record;
  return {
    id,
    planId,
    versionNo,
    methodology,
    from,
    until,
    tiers: record.settings.method === 'composite' ? record.settings.tiers : null,
    table: tableWithoutProblems(record.settings, rowsOfCells(record.settings, cells)),
  };
}
