import { DAYS_OF_LIMITS } from '@openbenefits/domain/approvals/limits';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, formatMoney, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { approvalLimits } from '../approvals/approval-limits.ts';
import { ask } from '../approvals/approvals.operations.ts';
import type { ApprovalFact, ApprovalSubject, Described } from '../approvals/subject.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { BILL_RUNS, IS_READY, lockedRun, postingObstacle, readyOf, type RunRecord } from './bill-runs.operations.ts';
import { monthName } from './month-name.ts';

type BillToPost = {
  id: string;
  groupId: string;
  period: CalendarDate;
  total: Cents;
  premium: Cents;
  retro: Cents;
  lines: string | null;
  /** The digest of what the bill says besides its lines: who issues it, and where it is paid. */
  header: string;
  cutOffAt: string;
  issueDate: CalendarDate;
  dueDate: CalendarDate;
};

/** The drafts that a run would post, or, while it is being posted, those of this posting, whichever are posted already. */
async function billsToPost(tx: Tx, { id, status, posting }: RunRecord): Promise<BillToPost[]> {
  const { rows } = await sql<BillToPost>`
    select b.id, b.group_id, b.period, b.total_cents as total, b.premium_cents as premium, b.retro_cents as retro, encode(b.lines_digest, 'hex') as lines,
      encode(sha256(convert_to(b.header::text, 'UTF8')), 'hex') as header, b.cut_off_at, b.issue_date, b.due_date
    from bills b where b.run_id = ${id} and ${status === 'posting' ? sql`b.posting = ${posting}` : IS_READY} order by b.id`.execute(
    tx,
  );
  return rows;
}

type Moved = {
  /** Charges and credits together, all without a sign: a credit takes nothing off what a run moves. */
  gross: Cents;
  /** What is credited, without a sign, whatever the same bills charge. */
  credited: Cents;
};

/** Credits of lines `l`, without a sign; what a late notice keeps from being credited is no part of them. */
const CREDITED = sql`-l.cents) filter (where l.kind = 'uncredited' or (l.kind in ('retro', 'credit') and l.cents < 0)`;

/** What the lines of bills charge and credit. */
async function movedBy(tx: Tx, bills: readonly BillToPost[]): Promise<Moved> {
  const { rows } = await sql<Moved>`
    select coalesce(sum(abs(l.cents)), 0)::bigint as gross, coalesce(sum(${CREDITED}), 0)::bigint as credited
    from bill_lines l where l.bill_id = any (${bills.map(({ id }) => id)}::uuid[])`.execute(tx);
  return rows[0] ?? { gross: ZERO, credited: ZERO };
}

/** The most that one person credited by other runs without a second, or that such runs credited to these groups. */
async function creditedAlone({ tx, actor, now }: Work, runId: string, bills: readonly BillToPost[]): Promise<Cents> {
  const { rows } = await sql<{ credited: Cents }>`
    select coalesce(max(x.credited), 0)::bigint as credited from (
      select sum(${CREDITED}) as credited
      from approvals a join bills b on b.run_id::text = a.subject_id join bill_lines l on l.bill_id = b.id
        cross join lateral (values ('person', a.requested_by = ${actor.id}), (b.group_id::text, b.group_id = any (${bills.map(({ groupId }) => groupId)}::uuid[]))) w (who, counts)
      where a.subject_kind = 'bill_run' and a.status = 'alone' and a.subject_id <> ${runId} and w.counts
        and a.requested_at > ${now}::timestamptz - make_interval(days => ${DAYS_OF_LIMITS}) and l.kind in ('retro', 'credit', 'uncredited')
      group by w.who) x`.execute(tx);
  return rows[0]?.credited ?? ZERO;
}

/** Why what a run credits waits for a second person: a credit on a bill is money, as one that is given by hand. */
async function whyCreditsWait(work: Work, runId: string, bills: readonly BillToPost[], credited: Cents) {
  if (credited <= 0) return null;
  const { money } = await approvalLimits(work.tx);
  if (credited >= money) return `Another person approves runs that credit ${formatMoney(money)} or more.`;
  const before = await creditedAlone(work, runId, bills);
  return add(credited, before) < money
    ? null
    : `Another person approves it: with ${formatMoney(before)} of the last ${DAYS_OF_LIMITS} days runs credit ${formatMoney(money)} or more.`;
}

const sumOf = (amounts: readonly Cents[]): Cents => add(ZERO, ...amounts);

async function factsOf(
  tx: Tx,
  bills: readonly BillToPost[],
  { run: { groupIds }, credited }: { run: RunRecord; credited: Cents },
): Promise<ApprovalFact[]> {
  const dueDates = bills.map(({ dueDate }) => dueDate).toSorted();
  const [from, to] = [dueDates[0], dueDates.at(-1)];
  const group =
    groupIds?.length === 1
      ? await tx
          .selectFrom('groups')
          .select('companyName')
          .where('id', '=', groupIds[0] as string)
          .executeTakeFirst()
      : undefined;
  return [
    ...(group ? [{ label: 'Group', value: group.companyName }] : []),
    { label: 'Bills', value: String(bills.length) },
    { label: 'Premium', value: formatMoney(sumOf(bills.map(({ premium }) => premium))) },
    { label: 'Adjustments', value: formatMoney(sumOf(bills.map(({ retro }) => retro))) },
    ...(credited > 0 ? [{ label: 'Credits among them', value: formatMoney(credited) }] : []),
    { label: 'Total', value: formatMoney(sumOf(bills.map(({ total }) => total))) },
    ...(from && to
      ? [{ label: 'Due', value: from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}` }]
      : []),
  ];
}

/** Everything of a run that posting it would make of its drafts. What posting itself changes is no part of it. */
async function describe(work: Work, id: string): Promise<Described> {
  const { tx } = work;
  const run = await lockedRun(tx, id);
  const bills = await billsToPost(tx, run);
  const { gross, credited } = await movedBy(tx, bills);
  const one = run.groupIds?.length === 1 ? (run.groupIds[0] ?? null) : null;
  return {
    groupId: one,
    title: `${monthName(run.period)} bill run`,
    link: `/billing/runs/${id}`,
    cents: gross,
    authors: run.authors,
    content: bills,
    facts: await factsOf(tx, bills, { run, credited }),
    always: await whyCreditsWait(work, id, bills, credited),
  };
}

/** Accepts a run for posting in the name of who decided: the job gives numbers and posts bill by bill. */
export async function startPosting(work: Work, id: string): Promise<void> {
  const { tx, actor, now, services } = work;
  const run = await lockedRun(tx, id);
  const obstacle = await postingObstacle(tx, run);
  if (obstacle) throw new Refusal('state', obstacle);
  const posting = run.posting + 1;
  await sql`update bills b set posting = ${posting} where b.run_id = ${id} and ${IS_READY}`.execute(tx);
  await tx
    .updateTable('billRuns')
    .set({ status: 'posting', posting, obstacle: null, postedBy: actor.id, postedByName: actor.name, postedAt: now })
    .where('id', '=', id)
    .execute();
  await services.jobs.request(tx, BILL_RUNS, actor.tenantId);
}

/** A run is posted with its approval, and bills are posted only as they were approved. */
export const BILL_RUN: ApprovalSubject = {
  kind: 'bill_run',
  describe,
  carryOut: startPosting,
  // The run stays in review; its drafts are calculated again, posted later, or canceled.
  giveUp: async () => {},
};

/**
 * Asks for the posting of those bills of a run that are ready, of the total that was shown. Below the limits it starts
 * at once; otherwise it waits for a second person.
 */
export async function postRun(
  work: Work,
  { id, total }: { id: string; total: Cents },
): Promise<{ id: string; waitsBecause: string | null }> {
  const { tx, note } = work;
  const run = await lockedRun(tx, id);
  const obstacle = await postingObstacle(tx, run);
  if (obstacle) throw new Refusal('state', obstacle);
  const { total: drafted } = await readyOf(tx, id);
  if (drafted !== total)
    throw new Refusal('conflict', `The drafts now come to ${formatMoney(drafted)}. Look at them again, then post.`);
  note({ targetKind: 'bill_run', targetId: id, fields: ['premium'] });
  const { waitsBecause } = await ask(work, BILL_RUN, id);
  if (waitsBecause === null) await startPosting(work, id);
  return { id, waitsBecause };
}
