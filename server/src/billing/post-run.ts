import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
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

const sumOf = (amounts: readonly Cents[]): Cents => add(ZERO, ...amounts);

async function factsOf(tx: Tx, bills: readonly BillToPost[], { groupIds }: RunRecord): Promise<ApprovalFact[]> {
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
    { label: 'Total', value: formatMoney(sumOf(bills.map(({ total }) => total))) },
    ...(from && to
      ? [{ label: 'Due', value: from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}` }]
      : []),
  ];
}

/** Everything of a run that posting it would make of its drafts. What posting itself changes is no part of it. */
async function describe({ tx }: Work, id: string): Promise<Described> {
  const run = await lockedRun(tx, id);
  const bills = await billsToPost(tx, run);
  const one = run.groupIds?.length === 1 ? (run.groupIds[0] ?? null) : null;
  return {
    groupId: one,
    title: `${monthName(run.period)} bill run`,
    link: `/billing/runs/${id}`,
    // What is credited to one group takes nothing off what is charged to others.
    cents: sumOf(bills.map(({ total }) => (total < 0 ? subtract(ZERO, total) : total))),
    authors: run.authors,
    content: bills,
    facts: await factsOf(tx, bills, run),
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
