import { recognitionPostings } from '@openbenefits/domain/billing/bill-postings';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { appendAudit } from '../audit.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { makeDraft } from './bill-drafts.ts';
import { keepBillPdfs } from './bill-pdfs.ts';
import { type PostingWork, postBill, type RunRecord } from './bill-runs.operations.ts';
import { postEntry } from '../ledger/ledger.ts';

type Means = Pick<Services, 'db' | 'vault' | 'clock' | 'storage' | 'stopping'>;
type Progress = (done: number, total?: number) => Promise<void>;

async function runsIn(
  tx: Tx,
  status: RunRecord['status'],
): Promise<(RunRecord & { postedBy: string; postedByName: string })[]> {
  const { rows } = await sql<RunRecord & { postedBy: string; postedByName: string }>`
    select id, period, group_ids, cut_off_at, status, asked_by, asked_by_name, posted_by, posted_by_name from bill_runs where status = ${status} order by started_at`.execute(
    tx,
  );
  return rows;
}

/** Groups of a run without a bill of its period: active ones, and those with coverage or earlier bills to adjust. */
async function groupsLeft(tx: Tx, run: RunRecord): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g
    where ${run.groupIds === null ? sql`true` : sql`g.id = any (${run.groupIds}::uuid[])`} and g.effective_date < (${run.period}::date + interval '1 month')
      and (g.status in ('active', 'suspended') or exists (select from bills b where b.group_id = g.id and b.state = 'posted' and b.period >= (${run.period}::date - interval '12 months')))
      and not exists (select from bills b where b.group_id = g.id and b.period = ${run.period} and b.state in ('draft', 'posted'))
    order by g.id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function calculate(services: Means, tenantId: string, run: RunRecord, progress: Progress): Promise<number> {
  const { db, vault, clock, stopping } = services;
  const groups = await inTenant(db, tenantId, async (tx) => {
    const left = await groupsLeft(tx, run);
    await sql`update bill_runs set groups_done = (select count(*) from bills where run_id = ${run.id}), groups_total = ${left.length} + (select count(*) from bills where run_id = ${run.id}) where id = ${run.id}`.execute(
      tx,
    );
    return left;
  });
  let done = 0;
  for (const groupId of groups) {
    if (stopping.aborted) return done;
    const goesOn = await inTenant(db, tenantId, async (tx) => {
      // Shared with other workers; a pause or a cancellation waits for the group under way.
      const { rows } = await sql<{
        status: string;
      }>`select status from bill_runs where id = ${run.id} for share`.execute(tx);
      if (rows[0]?.status !== 'calculating') return false;
      await makeDraft({ tx, vault, tenantId }, groupId, run, clock.today());
      return true;
    });
    if (!goesOn) return done;
    done += 1;
    await inTenant(db, tenantId, (tx) =>
      sql`update bill_runs set groups_done = (select count(*) from bills where run_id = ${run.id}) where id = ${run.id}`.execute(
        tx,
      ),
    );
    await progress(done, groups.length);
  }
  await inTenant(db, tenantId, (tx) =>
    sql`update bill_runs set status = 'review' where id = ${run.id} and status = 'calculating'`.execute(tx),
  );
  return done;
}

/** The person who posted a run, in whose name the job works. */
const actorOf = (run: { postedBy: string; postedByName: string }, tenantId: string): PostingWork['actor'] => ({
  id: run.postedBy,
  name: run.postedByName,
  tenantId,
  role: 'system_administrator',
  assignedGroupsOnly: false,
});

async function post(
  services: Means,
  tenantId: string,
  run: Awaited<ReturnType<typeof runsIn>>[number],
  progress: Progress,
): Promise<number> {
  const { db, clock, stopping } = services;
  const actor = actorOf(run, tenantId);
  const drafts = await inTenant(db, tenantId, async (tx) => {
    // Nothing to bill is no bill, and takes no number.
    await sql`delete from bills b where b.run_id = ${run.id} and b.state = 'draft' and not exists (select from bill_lines l where l.bill_id = b.id)`.execute(
      tx,
    );
    const { rows } = await sql<{ id: string }>`
      select b.id from bills b join groups g on g.id = b.group_id where b.run_id = ${run.id} and b.state = 'draft' order by g.company_name, g.id`.execute(
      tx,
    );
    return rows;
  });
  let done = 0;
  for (const { id } of drafts) {
    if (stopping.aborted) return done;
    await inTenant(db, tenantId, async (tx) => {
      const now = clock.now();
      await postBill({ tx, actor, now, today: clock.today() }, id);
      await appendAudit(tx, {
        at: now,
        actorId: actor.id,
        actorName: actor.name,
        action: 'billing.runs.post',
        outcome: 'done',
        requestId: run.id,
        targetKind: 'bill',
        targetId: id,
        fields: ['premium'],
      });
    });
    done += 1;
    await progress(done, drafts.length);
  }
  await inTenant(db, tenantId, (tx) =>
    sql`update bill_runs set status = 'posted' where id = ${run.id} and status = 'posting'`.execute(tx),
  );
  return done;
}

/** Brings premium that was billed in advance into income when its month has begun; once per month and group. */
export async function recognizeIncome({ db, clock }: Pick<Means, 'db' | 'clock'>, tenantId: string): Promise<number> {
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
        { tx, actor, now: clock.now() },
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

/** Works on every run that is being calculated or posted; an interrupted one continues with the remaining groups. */
export async function workOnRuns(services: Means, tenantId: string, progress: Progress): Promise<string> {
  const { db } = services;
  let drafts = 0;
  let posted = 0;
  for (const run of await inTenant(db, tenantId, (tx) => runsIn(tx, 'calculating')))
    drafts += await calculate(services, tenantId, run, progress);
  for (const run of await inTenant(db, tenantId, (tx) => runsIn(tx, 'posting')))
    posted += await post(services, tenantId, run, progress);
  const pdfs = await keepBillPdfs(services, tenantId);
  const recognized = await recognizeIncome(services, tenantId);
  return `${drafts} drafts made, ${posted} bills posted, ${pdfs} PDFs made, income of ${recognized} months`;
}
