import type { BillRun, BillRunFigures } from '@openbenefits/contract/bill-runs';
import { BILL_ANOMALIES, type BillAnomaly } from '@openbenefits/domain/billing/bill-anomalies';
import { fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { approvalLimits } from '../approvals/approval-limits.ts';
import { waitingApprovalOf } from '../approvals/approvals.queries.ts';
import type { Work } from '../command.ts';
import { IS_READY, IS_WAITING, postingObstacle } from './bill-runs.operations.ts';

const COLUMNS = sql`r.id, r.period, cardinality(r.group_ids) as groups,
  array(select g.company_name from groups g where g.id = any (r.group_ids) order by g.company_name limit 3) as group_names,
  (select count(*)::integer from bills b where b.run_id = r.id and (b.state <> 'draft' or b.total_cents <> 0 or b.held > 0 or b.open_months > 0)) as bills,
  (select coalesce(sum(b.total_cents), 0)::bigint from bills b where b.run_id = r.id and b.state in ('draft', 'posted')) as total, r.cut_off_at, r.status, r.groups_total, r.obstacle as trouble,
  case when r.status in ('calculating', 'paused') then (select count(*)::integer from bills b where b.run_id = r.id and not b.is_stale) else r.groups_done end as groups_done, r.started_by_name as started_by,
  r.started_at, r.posted_by_name as posted_by, r.posted_at, ${waitingApprovalOf('bill_run', sql`r.id`)} as approval`;

/** The newest runs. */
export async function listRuns({ tx }: Pick<Work, 'tx'>): Promise<BillRun[]> {
  const { rows } =
    await sql<BillRun>`select ${COLUMNS} from bill_runs r order by r.started_at desc, r.id desc limit 50`.execute(tx);
  return rows;
}

type Sums = {
  bills: number;
  ready: number;
  readyPremium: number;
  readyRetro: number;
  readyTotal: number;
  waiting: number;
  posted: number;
  subscribers: number;
  premium: number;
  retro: number;
  total: number;
  before: number;
  held: number;
};

/** The digest of what a run billed, or would bill: kept since its posting, that of its drafts before. */
async function digestOf(tx: Work['tx'], id: string): Promise<string | null> {
  const { rows } = await sql<{ digest: string | null }>`
    select case when status = 'posted' then lines_digest else run_digest(id) end as digest from bill_runs where id = ${id}`.execute(
    tx,
  );
  return rows[0]?.digest ?? null;
}

/** A run with what its drafts come to, and what of them deserves a look. */
export async function runDetail({ tx }: Pick<Work, 'tx'>, { id }: { id: string }) {
  const { rows } = await sql<BillRun>`select ${COLUMNS} from bill_runs r where r.id = ${id}`.execute(tx);
  const [run] = rows;
  if (!run) throw new Refusal('not_found', 'This bill run does not exist.');
  const sums = await sql<Sums>`
    select count(*)::integer as bills, count(*) filter (where b.state = 'posted')::integer as posted, count(*) filter (where ${IS_WAITING})::integer as waiting,
      count(*) filter (where ${IS_READY})::integer as ready, coalesce(sum(b.premium_cents) filter (where ${IS_READY}), 0)::bigint as ready_premium,
      coalesce(sum(b.retro_cents) filter (where ${IS_READY}), 0)::bigint as ready_retro, coalesce(sum(b.total_cents) filter (where ${IS_READY}), 0)::bigint as ready_total,
      coalesce(sum(b.subscribers), 0)::integer as subscribers, coalesce(sum(b.premium_cents), 0)::bigint as premium,
      coalesce(sum(b.retro_cents), 0)::bigint as retro, coalesce(sum(b.total_cents), 0)::bigint as total, 
      (select count(*)::integer from bill_holds h join bills d on d.id = h.bill_id where d.run_id = ${id} and d.state = 'draft' and h.excluded_reason is null) as held,
      coalesce(sum((select p.premium_cents from bills p where p.group_id = b.group_id and p.state = 'posted' and p.period < b.period order by p.period desc limit 1)), 0)::bigint as before
    from bills b where b.run_id = ${id} and b.state in ('draft', 'posted')`.execute(tx);
  const kinds = await sql<{ kind: BillAnomaly; bills: number }>`
    select a.kind, count(*)::integer as bills from bills b cross join lateral jsonb_array_elements_text(b.anomalies) as a(kind)
    where b.run_id = ${id} and b.state in ('draft', 'posted') group by 1`.execute(tx);
  const unbilled = await sql<BillRunFigures['unbilled'][number]>`
    select m.month, count(*)::integer as groups, sum(m.subscribers)::integer as subscribers, sum(m.cents)::bigint as cents, sum(m.held)::integer as held
    from bill_months m join bills b on b.id = m.bill_id where b.run_id = ${id} and b.state = 'draft' and m.choice = 'ask' group by m.month order by m.month`.execute(
    tx,
  );
  const found = sums.rows[0];
  const counts = new Map(kinds.rows.map(({ kind, bills }) => [kind, bills]));
  return {
    run,
    figures: {
      bills: found?.bills ?? 0,
      ready: {
        bills: found?.ready ?? 0,
        premium: fromCents(found?.readyPremium ?? 0),
        retro: fromCents(found?.readyRetro ?? 0),
        total: fromCents(found?.readyTotal ?? 0),
      },
      waiting: found?.waiting ?? 0,
      empty: found ? found.bills - found.posted - found.ready - found.waiting : 0,
      posted: found?.posted ?? 0,
      unbilled: unbilled.rows,
      subscribers: found?.subscribers ?? 0,
      premium: fromCents(found?.premium ?? 0),
      retro: fromCents(found?.retro ?? 0),
      total: fromCents(found?.total ?? 0),
      premiumBefore: fromCents(found?.before ?? 0),
      held: found?.held ?? 0,
      digest: run.status === 'review' || run.status === 'posted' ? await digestOf(tx, id) : null,
      anomalies: BILL_ANOMALIES.flatMap((kind) => {
        const bills = counts.get(kind);
        return bills === undefined ? [] : [{ kind, bills }];
      }),
      obstacle: await postingObstacle(tx, run),
      secondPersonFrom: (await approvalLimits(tx)).runs,
    },
  };
}
