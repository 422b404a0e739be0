import { lineFilter, type ReconciliationLine } from '@openbenefits/contract/reconciliation';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import {
  DIFFERENCE_ACTION_LABEL,
  DIFFERENCE_CLASS_LABEL,
} from '@openbenefits/domain/payments/reconciliation/difference';
import { PLAN_TIER_LABEL } from '@openbenefits/domain/plans/tier-set';
import { sql } from 'kysely';
import { z } from 'zod';
import { exportOf, type ExportReader } from '../../downloads/export-lists.ts';
import { linesWhere, reconciliationLines } from './reconciliation.queries.ts';

const PAGE = 500;

const filter = z.object({ id: z.uuid(), ...lineFilter });
type Filter = z.infer<typeof filter>;

async function* pages(reader: ExportReader, wanted: Filter): AsyncGenerator<readonly ReconciliationLine[]> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await reconciliationLines(reader, { ...wanted, cursor, limit: PAGE });
    yield rows;
    cursor = next ?? undefined;
  } while (cursor);
}

/** The lines of a reconciliation, as its filter shows them. */
export const reconciliationExport = exportOf<Filter, ReconciliationLine>({
  needs: 'billing.view',
  fileName: 'reconciliation',
  fields: ['name', 'premium'],
  reasonAbove: null,
  filter,
  async count({ tx }, wanted) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from reconciliation_lines l left join members m on m.id = l.subscriber_id where ${linesWhere(wanted)}`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  table: (reader, wanted) => ({
    sheet: 'Reconciliation',
    columns: [
      { header: 'Class', width: 24, value: ({ kind }) => (kind === 'match' ? 'Match' : DIFFERENCE_CLASS_LABEL[kind]) },
      { header: 'Group', width: 28, value: ({ groupName }) => groupName },
      { header: 'Member', width: 28, value: ({ name }) => name },
      { header: 'Member ID', value: ({ memberNumber }) => memberNumber },
      { header: 'Line', value: ({ line }) => line && COVERAGE_LINE_LABEL[line] },
      { header: 'Plan', width: 24, value: ({ planName }) => planName },
      { header: 'Tier', width: 24, value: ({ tier }) => tier && PLAN_TIER_LABEL[tier] },
      { header: 'Month', kind: 'date', value: ({ month }) => month },
      { header: 'Theirs', kind: 'money', value: ({ theirs }) => theirs },
      { header: 'Ours', kind: 'money', value: ({ ours }) => ours },
      { header: 'Difference', kind: 'money', value: ({ theirs, ours }) => theirs - ours },
      { header: 'Reason', width: 40, value: ({ reason }) => reason },
      { header: 'Retro limit', kind: 'date', value: ({ retroLimit }) => retroLimit },
      { header: 'Decision', width: 20, value: ({ action }) => action && DIFFERENCE_ACTION_LABEL[action] },
      { header: 'Note', width: 30, value: ({ note }) => note },
      { header: 'File row', kind: 'number', value: ({ fileRow }) => fileRow },
    ],
    batches: pages(reader, wanted),
  }),
});
