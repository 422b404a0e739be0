import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { tenantIds } from '../audit/anchor-file.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { balancesAt } from './month-close/months.queries.ts';

/** The first row that is not what the others say, in words; null where all agree. */
type Found = { counted: number; first: string | null };
type Check = { readonly what: string; find(tx: Tx, means: Pick<Services, 'storage'>): Promise<Found> };

const one = async (tx: Tx, statement: RawBuilder<Found>): Promise<Found> => {
  const { rows } = await statement.execute(tx);
  return rows[0] ?? { counted: 0, first: null };
};

/** The digest of a posted bill's lines as lines-digest.ts makes it, made by the database from what it holds. */
const RECOMPUTED = sql`
  with keys as (
    select l.bill_id, concat_ws(' ', l.line, l.plan_id, coalesce(l.tier, '-'), to_char(l.covered_month, 'YYYY-MM-DD'), l.kind, l.cents, l.employer_cents) as key,
      string_agg(l.subscriber_id::text, ' ' order by l.subscriber_id::text collate "C") as subscribers
    from bill_lines l join bills b on b.id = l.bill_id where b.state <> 'draft' group by 1, 2)
  select bill_id, sha256(convert_to(string_agg(key || E'\n' || subscribers || E'\n', '' order by key collate "C"), 'UTF8')) as digest from keys group by 1`;

const PDFS_AT_ONCE = 500;

/** Reads every stored PDF and compares its hash with the one that was kept when it was made. */
async function verifyPdfs(tx: Tx, storage: Services['storage']): Promise<Found> {
  let counted = 0;
  let after = '';
  for (;;) {
    const bills = await tx
      .selectFrom('bills')
      .select(['number', 'pdfKey', 'pdfSha256'])
      .where('pdfKey', 'is not', null)
      .where('number', '>', after)
      .orderBy('number')
      .limit(PDFS_AT_ONCE)
      .execute();
    for (const { number, pdfKey, pdfSha256 } of bills) {
      if ((await sha256Of(storage, pdfKey ?? '')) !== pdfSha256) return { counted, first: `The PDF of bill ${number}` };
      counted += 1;
    }
    const last = bills.at(-1)?.number;
    if (!last) return { counted, first: null };
    after = last;
  }
}

/** Undefined for a file that is not there, or that is not what was stored. */
async function sha256Of(storage: Services['storage'], key: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  try {
    const { stream } = await storage.stream(key);
    for await (const piece of stream) digest.update(piece as Uint8Array);
    return digest.digest('hex');
  } catch {
    return undefined;
  }
}

const CHECKS: readonly Check[] = [
  {
    what: 'entries that add up to zero',
    find: (tx) =>
      one(
        tx,
        sql<Found>`select (select count(*)::integer from ledger_entries) as counted,
          (select 'Entry ' || e.id || ', ' || e.memo from ledger_entries e left join ledger_postings p on p.entry_id = e.id
            group by e.id, e.memo having coalesce(sum(p.cents), 1) <> 0 order by e.id limit 1) as first`,
      ),
  },
  {
    what: 'kept balances of bills and payments',
    find: (tx) =>
      one(
        tx,
        sql<Found>`select (select count(*)::integer from bill_balances) as counted, coalesce(
          (select 'Bill ' || b.number from bills b left join bill_balances x on x.bill_id = b.id
            left join (select bill_id, sum(cents) as cents from ledger_postings where account = '1100' group by 1) p on p.bill_id = b.id
            where b.state <> 'draft' and coalesce(x.cents, 0) <> coalesce(p.cents, 0) order by b.number limit 1),
          (select 'Payment ' || y.reference from payments y left join payment_balances x on x.payment_id = y.id
            left join (select payment_id, -sum(cents) as cents from ledger_postings where account = '2000' group by 1) p on p.payment_id = y.id
            where coalesce(x.cents, 0) <> coalesce(p.cents, 0) order by y.id limit 1)) as first`,
      ),
  },
  {
    what: 'bills whose lines are those that were posted',
    find: (tx) =>
      one(
        tx,
        sql<Found>`with made as (${RECOMPUTED})
          select (select count(*)::integer from bills where state <> 'draft') as counted,
          (select 'Bill ' || b.number from bills b left join made m on m.bill_id = b.id
            where b.state <> 'draft' and b.lines_digest is not null and b.lines_digest is distinct from m.digest order by b.number limit 1) as first`,
      ),
  },
  {
    what: 'bills whose total is in the ledger',
    find: (tx) =>
      one(
        tx,
        sql<Found>`select (select count(*)::integer from bills where state <> 'draft') as counted,
          (select 'Bill ' || b.number from bills b
            left join (select e.bill_id, sum(p.cents) as cents from ledger_entries e join ledger_postings p on p.entry_id = e.id
              where e.kind = 'bill' and p.account = '1100' group by 1) l on l.bill_id = b.id
            where b.state <> 'draft' and b.total_cents <> coalesce(l.cents, 0) order by b.number limit 1) as first`,
      ),
  },
  { what: 'PDFs of bills', find: (tx, { storage }) => verifyPdfs(tx, storage) },
  {
    what: 'bill numbers without a gap',
    find: (tx) =>
      one(
        tx,
        sql<Found>`select coalesce(sum(last_number), 0)::integer as counted,
          (select 'Month ' || to_char(c.period, 'YYYY-MM') || ': ' || c.last_number || ' numbers were given, ' || count(b.id) || ' bills have one'
            from bill_counters c left join bills b on b.period = c.period and b.number is not null
            group by c.period, c.last_number having count(b.id) <> c.last_number order by c.period limit 1) as first
          from bill_counters`,
      ),
  },
  {
    what: 'applications of payments',
    find: (tx) =>
      one(
        tx,
        sql<Found>`select (select count(*)::integer from payment_applications) as counted,
          (select 'Application ' || a.id from payment_applications a
            left join (select entry_id, -sum(cents) as cents from ledger_postings where account = '1100' group by 1) p on p.entry_id = a.entry_id
            where a.cents <> coalesce(p.cents, 0) order by a.id limit 1) as first`,
      ),
  },
  {
    what: 'approvals',
    find: (tx) =>
      one(
        tx,
        sql<Found>`select (select count(*)::integer from approvals) as counted, coalesce(
          (select 'Approval ' || id || ', ' || title from approvals where status = 'approved'
            and (seen_digest is distinct from digest or decided_by is null or decided_by = any (authors)) order by id limit 1),
          (select 'Refund ' || r.number from refunds r join lateral (
              select a.cents from approvals a where a.subject_kind = 'refund' and a.subject_id = r.id::text order by a.requested_at desc, a.id desc limit 1) a on true
            where a.cents <> r.cents order by r.number limit 1),
          (select 'Write-off or credit ' || x.id from balance_adjustments x join lateral (
              select a.cents from approvals a where a.subject_kind = 'adjustment' and a.subject_id = x.id::text order by a.requested_at desc, a.id desc limit 1) a on true
            where a.cents <> x.cents order by x.id limit 1)) as first`,
      ),
  },
  {
    what: 'trial balances of closed months',
    async find(tx) {
      const closings = await tx.selectFrom('ledgerClosings').select(['month', 'sha256']).orderBy('month').execute();
      for (const { month, sha256 } of closings)
        if (sha256 !== '' && (await balancesAt(tx, month as Parameters<typeof balancesAt>[1])).sha256 !== sha256)
          return { counted: closings.length, first: `Month ${month.slice(0, 7)}` };
      return { counted: closings.length, first: null };
    },
  },
];

/**
 * Recomputes the books of every organization from their single rows: balances, digests, numbers, approvals, closed
 * months. Returns a line for each check, and whether all agree. What it names was changed past the server.
 */
export async function verifyBooks(
  means: Pick<Services, 'db' | 'config' | 'vault' | 'storage'>,
): Promise<{ lines: string[]; isWhole: boolean }> {
  const lines: string[] = [];
  let isWhole = true;
  for (const tenant of await tenantIds(means))
    for (const check of CHECKS) {
      const began = performance.now();
      const { counted, first } = await inTenant(means.db, tenant, async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        return check.find(tx, means);
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      lines.push(`${first === null ? 'ok      ' : 'CHANGED '} ${check.what}: ${first ?? `${counted} in ${seconds} s`}`);
      isWhole &&= first === null;
    }
  return { lines, isWhole };
}
