import { sql } from 'kysely';
import { excludeHold } from '../billing/bills.operations.ts';
import type { Work } from '../command.ts';

type Hold = Omit<Parameters<typeof excludeHold>[1], 'id' | 'reason'> & { billId: string };

/** Leaves every premium without a price out of the drafts of a run, with a reason. */
export async function excludeOpenHolds(work: Work, runId: string): Promise<void> {
  const { rows } = await sql<Hold>`
    select h.bill_id, h.subscriber_id, h.line, h.plan_id, h.covered_month from bill_holds h join bills b on b.id = h.bill_id
    where b.run_id = ${runId} and b.state = 'draft' and h.excluded_reason is null`.execute(work.tx);
  for (const { billId, ...hold } of rows)
    await excludeHold(work, { id: billId, ...hold, reason: 'Rates are being corrected; billed with the next run' });
}
