import { recognitionPostings } from '@openbenefits/domain/billing/bill-postings';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { approvalInJob } from '../approvals/approval-in-job.ts';
import { appendAudit } from '../audit.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import { lockSomeGroups, makeDrafts } from './bill-drafts.ts';
import { postBills, type PostingWork } from './bill-posting.ts';
import { IS_READY, lockedRun, type RunRecord } from './bill-runs.operations.ts';
import { BILL_RUN } from './post-run.ts';
import { postEntry } from '../ledger/ledger.ts';
import { systemActor } from '../policy/actor.ts';

type Progress = (done: number, total?: number) => Promise<void>;
type Run = RunRecord & { isSample: boolean; postedBy: string; postedByName: string; postedAt: string };

async function runsIn(tx: Tx, status: RunRecord['status'], runId: string | undefined): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select id, period, group_ids, cut_off_at, status, authors, posting, is_sample, posted_by, posted_by_name, posted_at from bill_runs
    where status = ${status} and ${runId === undefined ? sql`not is_sample` : sql`id = ${runId}`} order by started_at`.execute(
    tx,
  );
  return rows;
}

/**
 * Groups of a run that wait for a draft of its period: active ones, and those that ended and have bills of the last
 * year, or coverage that no bill has seen, to adjust or to bill. A draft that is outdated waits to be calculated again. A run for all groups leaves out those of
 * other open runs of the month.
 */
const groupsLeft = (run: RunRecord) => sql`
  select g.id from groups g
  where ${run.groupIds === null ? sql`not exists (select from bill_runs o where o.period = ${run.period}::date and o.id <> ${run.id} and o.status in ('calculating', 'paused', 'review', 'posting') and g.id = any (o.group_ids))` : sql`g.id = any (${run.groupIds}::uuid[])`} and g.effective_date < (${run.period}::date + interval '1 month')
    and (g.status in ('active', 'suspended') or exists (select from bills b where b.group_id = g.id and b.state = 'posted' and b.period >= (${run.period}::date - interval '12 months'))
      or exists (select from coverage_spans s where s.group_id = g.id and greatest(lower(s.recorded), upper(s.recorded)) > greatest(
        (select max(b.cut_off_at) from bills b where b.group_id = g.id and b.state = 'posted'), (select max(d.known_at) from month_decisions d where d.group_id = g.id), '-infinity'::timestamptz)))
    and not exists (select from bills b where b.group_id = g.id and b.period = ${run.period} and b.state in ('draft', 'posted') and not b.is_stale)`;

/** So many groups, and about so many members, are one transaction: what a kill loses and what it takes of memory. */
const [GROUPS_AT_ONCE, MEMBERS_AT_ONCE] = [50, 10_000];

/** The first of the groups, in their order, that have no more members together than one transaction takes. */
async function fewEnough(tx: Tx, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; members: number }>`
    select group_id as id, count(*)::integer as members from members where group_id = any (${[...groupIds]}::uuid[]) group by 1`.execute(
    tx,
  );
  const counts = new Map(rows.map(({ id, members }) => [id, members]));
  let members = 0;
  return groupIds.filter((id, place) => {
    members += counts.get(id) ?? 0;
    return place === 0 || members <= MEMBERS_AT_ONCE;
  });
}

/**
 * Makes the drafts of some groups of a run, those that no other worker has taken. Returns how many were made and how many
 * groups were left; undefined where the run no longer is being calculated.
 */
async function calculateSome(
  pricing: Pricing,
  run: RunRecord,
  atOnce: number,
): Promise<{ made: number; left: number } | undefined> {
  const { tx } = pricing;
  // Shared with other workers; a pause or a cancellation waits for the groups under way.
  const { rows } = await sql<{ cutOffAt: string }>`
    select cut_off_at from bill_runs where id = ${run.id} and status = 'calculating' for share`.execute(tx);
  const [current] = rows;
  if (!current) return undefined;
  const left = await sql<{ id: string }>`${groupsLeft(run)} order by g.id limit ${atOnce * 10}`.execute(tx);
  const ids = left.rows.map(({ id }) => id);
  const free = await lockSomeGroups(tx, ids, atOnce);
  if (free.length === 0) return { made: 0, left: ids.length };
  // What another worker has finished since is not made again.
  const waiting = await sql<{ id: string }>`${groupsLeft(run)} and g.id = any (${free}::uuid[]) order by g.id`.execute(
    tx,
  );
  const some = await fewEnough(
    tx,
    waiting.rows.map(({ id }) => id),
  );
  const drafts = await makeDrafts(pricing, some, { ...run, cutOffAt: current.cutOffAt });
  return { made: drafts.size, left: ids.length };
}

async function countGroups(tx: Tx, run: RunRecord): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    update bill_runs set groups_total = (select count(*) from (${groupsLeft(run)}) l) + (select count(*) from bills b where b.run_id = ${run.id} and not b.is_stale)
    where id = ${run.id} returning groups_total as total`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Ends the calculation when no group is left: the drafts wait for review, or there is nothing to do. */
async function endCalculation(tx: Tx, run: RunRecord): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('billRuns')
    .set({ status: 'review', groupsDone: sql<number>`groups_total` })
    .where('id', '=', run.id)
    .where('status', '=', 'calculating')
    .where(sql<boolean>`not exists (${groupsLeft(run)})`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const something = await sql`
    select from bills b where b.run_id = ${run.id} and b.state = 'draft' and (exists (select from bill_lines l where l.bill_id = b.id) or exists (select from bill_holds h where h.bill_id = b.id) or b.open_months > 0) limit 1`.execute(
    tx,
  );
  if (something.rows.length > 0) return;
  await tx.deleteFrom('bills').where('runId', '=', run.id).where('state', '=', 'draft').execute();
  const { rows } = await sql`select from bills where run_id = ${run.id} limit 1`.execute(tx);
  await tx
    .updateTable('billRuns')
    .set({ status: rows.length > 0 ? 'posted' : 'nothing_to_do' })
    .where('id', '=', run.id)
    .execute();
}

async function calculate(
  services: Services,
  tenantId: string,
  run: RunRecord,
  progress: Progress,
  atOnce: number,
): Promise<number> {
  const { db, vault, stopping } = services;
  const total = await inTenant(db, tenantId, (tx) => countGroups(tx, run));
  let done = 0;
  for (;;) {
    if (stopping.aborted) return done;
    const some = await inTenant(db, tenantId, (tx) => calculateSome({ tx, vault, tenantId }, run, atOnce));
    if (!some || (some.made === 0 && some.left > 0)) return done;
    if (some.left === 0) break;
    done += some.made;
    await progress(done, total);
  }
  await inTenant(db, tenantId, (tx) => endCalculation(tx, run));
  return done;
}

/** The person who posted a run, in whose name the job works. */
const actorOf = (run: { postedBy: string; postedByName: string }, tenantId: string): PostingWork['actor'] =>
  systemActor(tenantId, { id: run.postedBy, name: run.postedByName });

/** Posts some bills of a run, those that no other worker has taken, in the order of the groups' names. */
async function postSome(
  tx: Tx,
  work: PostingWork,
  run: Run,
  atOnce: number,
): Promise<{ made: number; left: number } | undefined> {
  const { rows: current } =
    await sql`select from bill_runs where id = ${run.id} and status = 'posting' for share`.execute(tx);
  if (current.length === 0) return undefined;
  const { rows } = await sql<{ id: string; groupId: string }>`
    select b.id, b.group_id from bills b join groups g on g.id = b.group_id where b.run_id = ${run.id} and b.posting = ${run.posting} and ${IS_READY} order by g.company_name, g.id limit ${atOnce * 10}`.execute(
    tx,
  );
  const locked = new Set(
    await lockSomeGroups(
      tx,
      rows.map(({ groupId }) => groupId),
      atOnce,
    ),
  );
  const ids = rows.filter(({ groupId }) => locked.has(groupId)).map(({ id }) => id);
  const numbers = await postBills(work, ids);
  for (const id of numbers.keys())
    await appendAudit(tx, {
      at: work.now,
      actorId: work.actor.id,
      actorName: work.actor.name,
      action: 'billing.runs.post',
      outcome: 'done',
      requestId: run.id,
      targetKind: 'bill',
      targetId: id,
      fields: ['premium'],
    });
  return { made: numbers.size, left: rows.length };
}

/**
 * Whether a run is still being posted, exactly as that was decided. What is not goes back to its review and says why. The
 * sample history decides about its own runs.
 */
async function isDecided(services: Services, tenantId: string, run: Run): Promise<boolean> {
  // Another worker may have finished it.
  const isDue = async (tx: Tx) => (await lockedRun(tx, run.id)).status === 'posting';
  if (run.isSample) return inTenant(services.db, tenantId, isDue);
  const decided = await approvalInJob(services, tenantId, { subject: BILL_RUN, id: run.id, isDue });
  if (!(decided instanceof Refusal)) return decided === 'yes';
  await inTenant(services.db, tenantId, (tx) =>
    sql`update bill_runs set status = 'review', obstacle = ${decided.message}, posted_by = null, posted_by_name = null, posted_at = null
      where id = ${run.id} and status = 'posting' and posting = ${run.posting}`.execute(tx),
  );
  return false;
}

async function post(
  services: Services,
  tenantId: string,
  run: Run,
  progress: Progress,
  atOnce: number,
): Promise<number> {
  const { db, clock, stopping } = services;
  if (!(await isDecided(services, tenantId, run))) return 0;
  const actor = actorOf(run, tenantId);
  // The day of the posting, so that a run that passes midnight has one effective date.
  const today = clock.dayOf(run.postedAt);
  const total = await inTenant(db, tenantId, async (tx) => {
    // Nothing to bill is no bill, and takes no number.
    await sql`delete from bills b where b.run_id = ${run.id} and b.state = 'draft' and b.held = 0 and b.open_months = 0 and not exists (select from bill_lines l where l.bill_id = b.id)`.execute(
      tx,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from bills b where b.run_id = ${run.id} and b.posting = ${run.posting} and ${IS_READY}`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  });
  let done = 0;
  for (;;) {
    if (stopping.aborted) return done;
    const some = await inTenant(db, tenantId, (tx) =>
      postSome(tx, { tx, actor, now: clock.now(), today }, run, atOnce),
    );
    if (!some || (some.made === 0 && some.left > 0)) return done;
    if (some.left === 0) break;
    done += some.made;
    await progress(done, total);
  }
  await inTenant(db, tenantId, (tx) =>
    // What waited, or became ready since, is reviewed and posted later.
    sql`update bill_runs set status = case when exists (select from bills b where b.run_id = ${run.id} and b.state = 'draft') then 'review' else 'posted' end
      where id = ${run.id} and status = 'posting' and posting = ${run.posting} and not exists (select from bills b where b.run_id = ${run.id} and b.posting = ${run.posting} and b.state = 'draft')`.execute(
      tx,
    ),
  );
  return done;
}

/** Brings premium that was billed in advance into income when its month has begun; once per month and group. */
export async function recognizeIncome(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  tenantId: string,
): Promise<number> {
  const today = clock.today();
  return inTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<{ groupId: string; line: never; coveredMonth: CalendarDate; cents: number }>`
      select group_id, line, covered_month, sum(cents)::bigint as cents from ledger_postings
      where account = '2200' and covered_month <= ${today}::date group by 1, 2, 3 having sum(cents) <> 0 order by 3, 1, 2`.execute(
      tx,
    );
    const actor = actorOf({ postedBy: 'system', postedByName: 'OpenBenefits' }, tenantId);
    const months = Map.groupBy(rows, ({ groupId, coveredMonth }) => `${groupId} ${coveredMonth}`);
    for (const ofMonth of months.values()) {
      const [first] = ofMonth;
      if (!first) continue;
      await postEntry(
        { tx, actor, now: clock.now(), today },
        {
          kind: 'recognition',
          effectiveOn: today,
          memo: `Premium of ${first.coveredMonth.slice(0, 7)}`,
          postings: recognitionPostings(
            ofMonth.map((one) => ({ ...one, account: '2200', cents: fromCents(one.cents) })),
          ).map((posting) => ({ ...posting, groupId: first.groupId })),
        },
      );
    }
    return months.size;
  });
}

/** Says on a run what keeps it from being finished, where somebody has to act; other failures are the job's. */
async function withTrouble(
  { db }: Pick<Services, 'db'>,
  tenantId: string,
  run: Run,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await inTenant(db, tenantId, (tx) =>
      tx.updateTable('billRuns').set({ obstacle: error.message }).where('id', '=', run.id).execute(),
    );
    return 0;
  }
}

/**
 * Works on every run that is being calculated or posted, or on one of the sample history; an interrupted one continues
 * with the remaining groups. Several workers share a run: each takes groups that no other has.
 */
export async function workOnRuns(
  services: Services,
  tenantId: string,
  progress: Progress,
  { atOnce = GROUPS_AT_ONCE, runId }: { atOnce?: number; runId?: string } = {},
): Promise<string> {
  const { db } = services;
  let posted = 0;
  const calculateAll = async (): Promise<number> => {
    let drafts = 0;
    for (const run of await inTenant(db, tenantId, (tx) => runsIn(tx, 'calculating', runId)))
      drafts += await withTrouble(services, tenantId, run, () => calculate(services, tenantId, run, progress, atOnce));
    return drafts;
  };
  let drafts = await calculateAll();
  for (const run of await inTenant(db, tenantId, (tx) => runsIn(tx, 'posting', runId)))
    posted += await withTrouble(services, tenantId, run, () => post(services, tenantId, run, progress, atOnce));
  // Drafts of other months that the posting has outdated.
  if (posted > 0) drafts += await calculateAll();
  const recognized = await recognizeIncome(services, tenantId);
  return `${drafts} drafts made, ${posted} bills posted, income of ${recognized} months`;
}
