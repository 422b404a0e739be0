import { addMonths, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { makeDraft } from './bill-drafts.ts';

/** The job that calculates and posts runs (jobs/registry.ts). */
export const BILL_RUNS = { name: 'bill-runs', schedule: '*/10 * * * *' } as const;

/** A run of this total and more is posted by somebody other than who asked for it. */
export const SECOND_PERSON_FROM = fromCents(1_000_000_00);

type Status = 'calculating' | 'paused' | 'review' | 'posting' | 'posted' | 'cancelled' | 'nothing_to_do';
export type RunRecord = {
  id: string;
  period: CalendarDate;
  groupIds: string[] | null;
  cutOffAt: string;
  status: Status;
  askedBy: string | null;
  askedByName: string | null;
};

/** Reads a run and locks it until the end of the transaction. */
export async function lockedRun(tx: Tx, id: string): Promise<RunRecord> {
  const { rows } = await sql<RunRecord>`
    select id, period, group_ids, cut_off_at, status, asked_by, asked_by_name from bill_runs where id = ${id} for update`.execute(
    tx,
  );
  const [run] = rows;
  if (!run) throw new Refusal('not_found', 'This bill run does not exist.');
  return run;
}

const WORDS: Readonly<Record<Status, string>> = {
  calculating: 'being calculated',
  paused: 'paused',
  review: 'in review',
  posting: 'being posted',
  posted: 'posted',
  cancelled: 'canceled',
  nothing_to_do: 'finished',
};

function requireStatus(run: RunRecord, allowed: readonly Status[]): void {
  if (!allowed.includes(run.status)) throw new Refusal('state', `This bill run is ${WORDS[run.status]}.`);
}

function requireAllGroups({ actor }: Work): void {
  if (actor.assignedGroupsOnly)
    throw new Refusal('forbidden', 'You see only your assigned groups. A bill run is for users who see all groups.');
}

/** Starts a run for a month; one is open at a time. The groups are those that are active or have coverage in the month. */
export async function startRun(
  work: Work,
  input: { period: CalendarDate; groupIds: string[] | null },
): Promise<{ id: string }> {
  const { tx, actor, now, today, services, note } = work;
  requireAllGroups(work);
  refuseIfAny([
    ...(input.period === firstOfMonth(input.period)
      ? []
      : [{ path: 'period', message: 'Choose the first day of a month.' }]),
    ...(input.period > addMonths(firstOfMonth(today), 3)
      ? [{ path: 'period', message: 'Bills can be made at most three months ahead.' }]
      : []),
    ...(input.period < addMonths(firstOfMonth(today), -24)
      ? [{ path: 'period', message: 'Bills can be made at most two years back.' }]
      : []),
    ...(input.groupIds?.length === 0 ? [{ path: 'groupIds', message: 'Choose at least one group.' }] : []),
  ]);
  if (input.groupIds) {
    const known = await tx.selectFrom('groups').select('id').where('id', 'in', input.groupIds).execute();
    if (known.length < new Set(input.groupIds).size)
      throw new Refusal('not_found', 'One of these groups does not exist.');
  }
  // Two who start at once come one after the other, so that the second is told who was first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bill run ${input.period}`}, 111))`.execute(tx);
  const open = await tx
    .selectFrom('billRuns')
    .select('startedByName')
    .where('period', '=', input.period)
    .where('status', 'in', ['calculating', 'paused', 'review', 'posting'])
    .executeTakeFirst();
  if (open)
    throw new Refusal(
      'conflict',
      `${open.startedByName} already started a run for this month. Post or cancel it first.`,
    );
  const id = uuidv7();
  await tx
    .insertInto('billRuns')
    .values({
      id,
      period: input.period,
      groupIds: input.groupIds,
      cutOffAt: now,
      status: 'calculating',
      startedBy: actor.id,
      startedByName: actor.name,
      startedAt: now,
    })
    .execute();
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  note({ targetKind: 'bill_run', targetId: id, fields: ['premium'] });
  return { id };
}

const setStatus = (tx: Tx, id: string, status: Status) =>
  tx.updateTable('billRuns').set({ status }).where('id', '=', id).execute();

export async function pauseRun({ tx }: Work, { id }: { id: string }): Promise<{ id: string }> {
  requireStatus(await lockedRun(tx, id), ['calculating']);
  await setStatus(tx, id, 'paused');
  return { id };
}

export async function resumeRun({ tx, actor, services }: Work, { id }: { id: string }): Promise<{ id: string }> {
  requireStatus(await lockedRun(tx, id), ['paused']);
  await setStatus(tx, id, 'calculating');
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  return { id };
}

/** Calculates drafts again with what is known now: one at once, all of a run by the job. */
export async function refreshRun(
  work: Work,
  { id, billId }: { id: string; billId?: string | undefined },
): Promise<{ id: string }> {
  const { tx, now, actor, services, note } = work;
  const run = await lockedRun(tx, id);
  requireStatus(run, ['review']);
  note({ targetKind: 'bill_run', targetId: id, fields: ['premium'] });
  if (billId) {
    const bill = await tx
      .selectFrom('bills')
      .select('groupId')
      .where('id', '=', billId)
      .where('runId', '=', id)
      .where('state', '=', 'draft')
      .executeTakeFirst();
    if (!bill) throw new Refusal('not_found', 'This draft is no longer part of the run. Load the page again.');
    const made = await makeDraft(pricingOf(work), bill.groupId, { ...run, cutOffAt: now });
    return { id: made ?? billId };
  }
  await tx.updateTable('bills').set({ isStale: true }).where('runId', '=', id).where('state', '=', 'draft').execute();
  await tx
    .updateTable('billRuns')
    .set({
      status: 'calculating',
      cutOffAt: now,
      groupsDone: 0,
      obstacle: null,
      askedBy: null,
      askedByName: null,
      askedAt: null,
    })
    .where('id', '=', id)
    .execute();
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  return { id };
}

/** Cancels a run that is not posted: its drafts go. */
export async function cancelRun({ tx, note }: Work, { id }: { id: string }): Promise<{ id: string }> {
  requireStatus(await lockedRun(tx, id), ['calculating', 'paused', 'review']);
  await tx.deleteFrom('bills').where('runId', '=', id).where('state', '=', 'draft').execute();
  await setStatus(tx, id, 'cancelled');
  note({ targetKind: 'bill_run', targetId: id });
  return { id };
}

/** Why a run cannot be posted; null where it can. */
export async function postingObstacle(tx: Tx, run: Pick<RunRecord, 'id' | 'status'>): Promise<string | null> {
  if (run.status === 'nothing_to_do') return 'There was nothing to do: every bill is as it should be.';
  if (run.status !== 'review') return `The bill run is ${WORDS[run.status]}.`;
  const { rows } = await sql<{ held: number; bills: number; all: number }>`
    select count(*) filter (where h.excluded_reason is null)::integer as held, count(distinct h.bill_id) filter (where h.excluded_reason is null)::integer as bills,
      (select count(*)::integer from bills d where d.run_id = ${run.id} and d.state = 'draft' and exists (select from bill_lines l where l.bill_id = d.id)) as all
    from bill_holds h join bills b on b.id = h.bill_id where b.run_id = ${run.id} and b.state = 'draft'`.execute(tx);
  const found = rows[0];
  if (found && found.held > 0)
    return `${found.held} premiums of ${found.bills} bills have no price. Fix or exclude each of them first.`;
  if (!found || found.all === 0) return 'There is nothing to bill: every bill is as it should be.';
  return null;
}

/**
 * Posts a run of the total that was shown: the job gives numbers and posts bill by bill. A large run waits for a second
 * person, who posts it by the same call.
 */
export async function postRun(
  work: Work,
  { id, total }: { id: string; total: Cents },
): Promise<{ id: string; waitsForSecond: boolean }> {
  const { tx, actor, now, services, note } = work;
  requireAllGroups(work);
  const run = await lockedRun(tx, id);
  const obstacle = await postingObstacle(tx, run);
  if (obstacle) throw new Refusal('state', obstacle);
  const { rows } = await sql<{ total: Cents }>`
    select coalesce(sum(total_cents), 0)::bigint as total from bills where run_id = ${id} and state = 'draft'`.execute(
    tx,
  );
  const drafted = rows[0]?.total ?? fromCents(0);
  if (drafted !== total)
    throw new Refusal('conflict', `The drafts now come to ${formatMoney(drafted)}. Look at them again, then post.`);
  note({ targetKind: 'bill_run', targetId: id, fields: ['premium'] });
  if (drafted >= SECOND_PERSON_FROM && (run.askedBy === null || run.askedBy === actor.id)) {
    if (run.askedBy === actor.id)
      throw new Refusal(
        'state',
        `Another person has to post this run, because it is ${formatMoney(SECOND_PERSON_FROM)} or more.`,
      );
    await tx
      .updateTable('billRuns')
      .set({ askedBy: actor.id, askedByName: actor.name, askedAt: now })
      .where('id', '=', id)
      .execute();
    return { id, waitsForSecond: true };
  }
  await tx
    .updateTable('billRuns')
    .set({ status: 'posting', obstacle: null, postedBy: actor.id, postedByName: actor.name, postedAt: now })
    .where('id', '=', id)
    .execute();
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  return { id, waitsForSecond: false };
}

/**
 * Has the drafts of groups in other runs calculated again, because a bill of theirs was posted, replaced or voided: what
 * they adjust may be billed by now. A run that waited for review, or was being posted, goes back to be reviewed.
 */
export async function outdateDrafts(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  groupIds: readonly string[],
  runId: string | null,
): Promise<void> {
  const { rows } = await sql<{ runId: string }>`
    update bills set is_stale = true where group_id = any (${[...groupIds]}::uuid[]) and state = 'draft' and run_id is distinct from ${runId}::uuid returning run_id`.execute(
    tx,
  );
  const runs = [...new Set(rows.map((row) => row.runId))];
  if (runs.length === 0) return;
  await sql`update bill_runs set cut_off_at = ${now}::timestamptz, asked_by = null, asked_by_name = null, asked_at = null, posted_by = null, posted_by_name = null, posted_at = null,
      status = case when status = 'paused' then status else 'calculating' end
    where id = any (${runs}::uuid[]) and status in ('calculating', 'paused', 'review', 'posting')`.execute(tx);
}
