import { addMonths, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { counted } from '@openbenefits/domain/counted';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { withdraw, withdrawRequest } from '../approvals/approvals.operations.ts';
import type { Work } from '../command.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { makeDraft } from './bill-drafts.ts';

/** The job that calculates and posts runs (jobs/registry.ts). */
export const BILL_RUNS = { name: 'bill-runs', schedule: '*/10 * * * *' } as const;

type Status = 'calculating' | 'paused' | 'review' | 'posting' | 'posted' | 'cancelled' | 'nothing_to_do';
export type RunRecord = {
  id: string;
  period: CalendarDate;
  groupIds: string[] | null;
  cutOffAt: string;
  status: Status;
  /** Everyone who started it, calculated its drafts again, or decided what they leave out. */
  authors: string[];
  /** Counts the postings that were accepted. */
  posting: number;
};

/** Reads a run and locks it until the end of the transaction. */
export async function lockedRun(tx: Tx, id: string): Promise<RunRecord> {
  const { rows } = await sql<RunRecord>`
    select id, period, group_ids, cut_off_at, status, authors, posting from bill_runs where id = ${id} for update`.execute(
    tx,
  );
  const [run] = rows;
  if (!run) throw new Refusal('not_found', 'This bill run does not exist.');
  return run;
}

/** Counts the actor among the authors of a run. */
export async function addAuthor({ tx, actor }: Pick<Work, 'tx' | 'actor'>, runId: string): Promise<void> {
  await sql`update bill_runs set authors = array_append(authors, ${actor.id}) where id = ${runId} and ${actor.id} <> all (authors)`.execute(
    tx,
  );
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

/** Starts a run for a month. Runs of one month are open beside each other for different groups. */
export async function startRun(
  work: Work,
  input: { period: CalendarDate; groupIds: string[] | null },
  isSample = false,
): Promise<{ id: string }> {
  const { tx, today, note } = work;
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
  await refuseOverlap(tx, input.period, input.groupIds);
  const id = await insertRun(work, input.period, input.groupIds, isSample);
  note({ targetKind: 'bill_run', targetId: id, fields: ['premium'] });
  return { id };
}

/** Makes a run that the job calculates. */
export async function insertRun(
  { tx, actor, now, services }: Work,
  period: CalendarDate,
  groupIds: readonly string[] | null,
  isSample = false,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('billRuns')
    .values({
      id,
      period,
      groupIds: groupIds && [...groupIds],
      isSample,
      cutOffAt: now,
      status: 'calculating',
      startedBy: actor.id,
      startedByName: actor.name,
      startedAt: now,
      authors: [actor.id],
    })
    .execute();
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  return id;
}

/** Rejects a run for groups that are in another open run of the month; a run for all groups leaves those of others out. */
async function refuseOverlap(tx: Tx, period: CalendarDate, groupIds: readonly string[] | null): Promise<void> {
  const chosen = groupIds === null ? sql`null::uuid[]` : sql`${[...groupIds]}::uuid[]`;
  const { rows } = await sql<{ by: string; groups: number | null; name: string | null }>`
    select r.started_by_name as by, cardinality(x.ids) as groups, (select g.company_name from groups g where g.id = x.ids[1]) as name
    from bill_runs r cross join lateral (
      select case
        when ${chosen} is not null and r.group_ids is not null then array(select unnest(r.group_ids) intersect select unnest(${chosen}))
        when ${chosen} is not null and r.status in ('review', 'posting') then array(select b.group_id from bills b where b.run_id = r.id and b.state = 'draft' and b.group_id = any (${chosen}))
      end as ids
    ) x
    where r.period = ${period}::date and r.status in ('calculating', 'paused', 'review', 'posting') and (${chosen} is not null or r.group_ids is null)
      and (x.ids is null or cardinality(x.ids) > 0)
    order by r.started_at limit 1`.execute(tx);
  const [open] = rows;
  if (!open) return;
  const where = open.groups === null ? '' : ` with ${open.groups === 1 ? open.name : `${open.groups} of these groups`}`;
  throw new Refusal('conflict', `${open.by} already started a run for this month${where}. Post or cancel it first.`);
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
  await addAuthor(work, id);
  await withdrawRequest(work, 'bill_run', id, 'Drafts were calculated again.');
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
    .set({ status: 'calculating', cutOffAt: now, groupsDone: 0, obstacle: null })
    .where('id', '=', id)
    .execute();
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  return { id };
}

/** Cancels a run that is not posted: its drafts go. Bills that it has posted stay. */
export async function cancelRun(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { tx, note, services, actor } = work;
  const run = await lockedRun(tx, id);
  requireStatus(run, ['calculating', 'paused', 'review']);
  await tx.deleteFrom('bills').where('runId', '=', id).where('state', '=', 'draft').execute();
  const { rows } = await sql`select from bills where run_id = ${id} limit 1`.execute(tx);
  await setStatus(tx, id, rows.length > 0 ? 'posted' : 'cancelled');
  await withdrawRequest(work, 'bill_run', id, 'The run was canceled.');
  // Later months that counted on this run ask about its month again.
  if (run.groupIds) {
    await outdateDrafts(work, run.groupIds, id);
    await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
  }
  note({ targetKind: 'bill_run', targetId: id });
  return { id };
}

/** A draft that can be posted: something to bill, no premium without a price, no month that waits for a decision. */
export const IS_READY = sql`b.state = 'draft' and not b.is_stale and b.held = 0 and b.open_months = 0 and exists (select from bill_lines l where l.bill_id = b.id)`;

/** A draft that waits: premiums without a price, or months that nobody has decided about. */
export const IS_WAITING = sql`b.state = 'draft' and (b.held > 0 or b.open_months > 0)`;

/** A bill that says neither who issues it nor where payments go. */
export const LACKS_ISSUER = sql`(coalesce(b.header ->> 'issuerName', '') = '' or jsonb_array_length(b.header -> 'remitTo') < 2)`;

/** Why no bill is posted while the organization has no name and remit address. */
export const NO_ISSUER =
  'The organization has no name or no remit address, so bills would not say where to pay. Enter them under Organization, then calculate the drafts again.';

type Ready = { ready: number; waiting: number; held: number; unissued: number; total: Cents };

/** What of a run can be posted now, and what waits. */
export async function readyOf(tx: Tx, id: string): Promise<Ready> {
  const { rows } = await sql<Ready>`
    select count(*) filter (where ${IS_READY})::integer as ready, count(*) filter (where ${IS_WAITING})::integer as waiting,
      count(*) filter (where b.state = 'draft' and b.held > 0)::integer as held, count(*) filter (where ${IS_READY} and ${LACKS_ISSUER})::integer as unissued,
      coalesce(sum(b.total_cents) filter (where ${IS_READY}), 0)::bigint as total
    from bills b where b.run_id = ${id}`.execute(tx);
  return rows[0] ?? { ready: 0, waiting: 0, held: 0, unissued: 0, total: fromCents(0) };
}

/** Why a run cannot be posted; null where it can. Groups that wait keep no other group from its bill. */
export async function postingObstacle(tx: Tx, run: Pick<RunRecord, 'id' | 'status'>): Promise<string | null> {
  if (run.status === 'nothing_to_do') return 'There was nothing to do: every bill is as it should be.';
  if (run.status !== 'review') return `The bill run is ${WORDS[run.status]}.`;
  const { ready, waiting, held, unissued } = await readyOf(tx, run.id);
  if (unissued > 0) return NO_ISSUER;
  if (ready > 0) return null;
  if (waiting === 0) return 'There is nothing to bill: every bill is as it should be.';
  return held > 0
    ? `Premiums of ${counted(held, 'bill')} have no price. Fix or exclude each of them first.`
    : `${counted(waiting, 'bill waits', 'bills wait')} for a decision on months that are not billed yet.`;
}

const DRAFTS_OUTDATED = 'Another bill of one of its groups was posted, replaced or voided.';
const POSTING_STOPPED = `This run was accepted for posting, and not all of it was posted. ${DRAFTS_OUTDATED} Look at the drafts again, then post.`;

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
  const changed = await sql<{ id: string; was: Status }>`
    update bill_runs r set cut_off_at = greatest(r.cut_off_at, ${now}::timestamptz), posted_by = null, posted_by_name = null, posted_at = null,
      obstacle = case when o.was = 'posting' then ${POSTING_STOPPED} else r.obstacle end,
      status = case when o.was = 'paused' then o.was else 'calculating' end
    from (select tenant_id, id, status as was from bill_runs where id = any (${runs}::uuid[]) and status in ('calculating', 'paused', 'review', 'posting') order by id for update) o
    where r.tenant_id = o.tenant_id and r.id = o.id returning r.id, o.was`.execute(tx);
  for (const { id, was } of changed.rows)
    await (was === 'posting' ? withdraw : withdrawRequest)({ tx }, 'bill_run', id, DRAFTS_OUTDATED);
}
