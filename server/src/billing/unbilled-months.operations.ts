import { addMonths, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { UnbilledChoice } from '@openbenefits/domain/billing/unbilled-months';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { withdrawRequest } from '../approvals/approvals.operations.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { addAuthor, BILL_RUNS, insertRun, lockedRun } from './bill-runs.operations.ts';

type Asked = { groupId: string; month: CalendarDate };

export type UnbilledInput = {
  id: string;
  /** Null is every group of the run that waits. */
  groupIds: string[] | null;
  choice: UnbilledChoice;
  reason?: string | undefined;
};

/** The months of a run's drafts that wait for a decision. */
async function askedMonths(tx: Tx, runId: string, groupIds: readonly string[] | null): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select m.group_id, m.month from bill_months m join bills b on b.id = m.bill_id
    where b.run_id = ${runId} and b.state = 'draft' and not b.is_stale and m.choice = 'ask'
      ${groupIds ? sql`and m.group_id = any (${[...groupIds]}::uuid[])` : sql``} order by m.month, m.group_id`.execute(
    tx,
  );
  return rows;
}

/** Bills months in runs of their own, one for each month, with the groups that lack it. */
async function startOwnRuns(work: Work, asked: readonly Asked[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [month, ofMonth] of Map.groupBy(asked, (one) => one.month))
    ids.push(
      await insertRun(
        work,
        month,
        ofMonth.map(({ groupId }) => groupId),
      ),
    );
  return ids;
}

async function keepDecisions(
  { tx, actor, now }: Work,
  asked: readonly Asked[],
  { choice, reason, knownAt }: { choice: 'bill' | 'never'; reason: string | null; knownAt: string },
): Promise<void> {
  await tx
    .insertInto('monthDecisions')
    .values(
      asked.map(({ groupId, month }) => ({
        id: uuidv7(),
        groupId,
        months: `[${month},${addMonths(month, 1)})`,
        choice,
        reason,
        knownAt,
        decidedBy: actor.id,
        decidedByName: actor.name,
        decidedAt: now,
      })),
    )
    .execute();
}

/**
 * Decides once about months that no bill has: they are billed on this bill, in runs of their own, or never, with a
 * reason. The drafts that waited are calculated again.
 */
export async function decideUnbilledMonths(
  work: Work,
  { id, groupIds, choice, reason }: UnbilledInput,
): Promise<{ id: string; runs: string[] }> {
  const { tx, actor, services, note } = work;
  const run = await lockedRun(tx, id);
  if (run.status !== 'review') throw new Refusal('state', 'This bill run is not in review.');
  const asked = await askedMonths(tx, id, groupIds);
  if (asked.length === 0) throw new Refusal('state', 'No month waits for a decision. Load the page again.');
  await addAuthor(work, id);
  await withdrawRequest(work, 'bill_run', id, 'It was decided about months without a bill.');
  const runs = choice === 'own_run' ? await startOwnRuns(work, asked) : [];
  if (choice !== 'own_run') await keepDecisions(work, asked, { choice, reason: reason ?? null, knownAt: run.cutOffAt });
  await sql`update bills set is_stale = true where run_id = ${id} and state = 'draft' and group_id = any (${[...new Set(asked.map(({ groupId }) => groupId))]}::uuid[])`.execute(
    tx,
  );
  await sql`update bill_runs set status = 'calculating', obstacle = null where id = ${id}`.execute(tx);
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  note({
    targetKind: 'bill_run',
    targetId: id,
    fields: ['premium'],
    itemCount: asked.length,
    ...(reason && { reason }),
  });
  return { id, runs };
}
