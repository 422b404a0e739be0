import type pg from 'pg';

/**
 * What holds whatever happened (money engine, sections 4 and 6): entries add up to zero, nothing crosses zero, and each
 * control total equals what the records of bills, payments and refunds say without the ledger. A query answers with
 * what is wrong.
 */
const INVARIANTS: Readonly<Record<string, string>> = {
  'an entry does not add up to zero': `select entry_id::text as what, sum(cents) as ledger, 0 as records from ledger_postings group by 1 having sum(cents) <> 0`,
  'the receivable of a bill is not its total less what was paid and written off': `
    with owed as (select bill_id, sum(cents) as cents from ledger_postings where account = '1100' group by 1)
    select b.id::text as what, coalesce(o.cents, 0) as ledger,
      case when b.state = 'posted' then greatest(b.total_cents, 0) else 0 end
        - coalesce((select sum(a.cents) from payment_applications a where a.bill_id = b.id and a.undone_at is null), 0)
        - coalesce((select sum(w.cents) from balance_adjustments w where w.bill_id = b.id and w.kind = 'write_off' and w.status = 'posted'), 0) as records
    from bills b left join owed o on o.bill_id = b.id where b.state <> 'draft'`,
  'what is left of a payment is not its amount less what was applied and refunded': `
    with held as (select payment_id, -sum(cents) as cents from ledger_postings where account = '2000' group by 1)
    select y.id::text as what, coalesce(h.cents, 0) as ledger,
      case when y.status in ('processing', 'completed') then y.cents
        - coalesce((select sum(a.cents) from payment_applications a where a.payment_id = y.id and a.undone_at is null), 0)
        - coalesce((select sum(r.cents) from refunds r where r.payment_id = y.id and (r.status in ('approved', 'sent', 'paid', 'failed', 'unclaimed') or (r.status = 'requested' and r.attempts > 1))), 0) else 0 end as records
    from payments y left join held h on h.payment_id = y.id`,
  'the credit of a group is not what was credited less what was used': `
    with held as (select group_id, -sum(cents) as cents from ledger_postings where account = '2010' group by 1)
    select g.id::text as what, coalesce(h.cents, 0) as ledger,
      coalesce((select sum(c.cents) from balance_adjustments c where c.group_id = g.id and c.kind = 'credit' and c.status = 'posted'), 0)
        + coalesce((select sum(-least(b.total_cents, 0)) from bills b where b.group_id = g.id and b.state = 'posted'), 0)
        - coalesce((select sum(a.cents) from payment_applications a where a.group_id = g.id and a.payment_id is null and a.undone_at is null), 0)
        - coalesce((select sum(r.cents) from refunds r where r.group_id = g.id and r.payment_id is null and (r.status in ('approved', 'sent', 'paid', 'failed', 'unclaimed') or (r.status = 'requested' and r.attempts > 1))), 0) as records
    from groups g left join held h on h.group_id = g.id`,
  'ACH in transit is not what was sent and is not settled': `
    select '1010' as what, (select coalesce(sum(cents), 0) from ledger_postings where account = '1010') as ledger,
      (select coalesce(sum(cents + case when payer_bears_fee then fee_cents else 0 end), 0) from payments where status = 'processing')
        + (select coalesce(sum(cents), 0) from return_fees where status = 'sent') as records`,
  'refunds payable are not the approved and failed ones': `
    select '2100' as what, -(select coalesce(sum(cents), 0) from ledger_postings where account = '2100') as ledger,
      (select coalesce(sum(cents), 0) from refunds where status in ('approved', 'failed') or (status = 'requested' and attempts > 1)) as records`,
  'what groups owe of fees and of refunded payments that were returned is not in fees receivable': `
    select '1110' as what, (select coalesce(sum(cents), 0) from ledger_postings where account = '1110') as ledger,
      (select coalesce(sum(cents), 0) from return_fees where status in ('charged', 'returned'))
        + (select coalesce(sum(r.cents), 0) from refunds r join payments y on y.id = r.payment_id where y.status = 'returned' and (r.status in ('approved', 'sent', 'paid', 'failed', 'unclaimed') or (r.status = 'requested' and r.attempts > 1))) as records`,
  'a receivable, a payment or a credit crossed zero': `
    select coalesce(bill_id, payment_id, group_id)::text as what, sum(case account when '1100' then cents else -cents end) as ledger, 0 as records from (
      select account, bill_id, null::uuid as payment_id, null::uuid as group_id, cents from ledger_postings where account = '1100'
      union all select account, null, payment_id, null, cents from ledger_postings where account = '2000'
      union all select account, null, null, group_id, cents from ledger_postings where account = '2010'
    ) p group by account, bill_id, payment_id, group_id having sum(case account when '1100' then cents else -cents end) < 0`,
  'more is reserved for refunds than there is': `
    select r.payment_id::text as what, coalesce(max(b.cents), 0) as ledger, sum(r.cents) as records from refunds r left join payment_balances b on b.payment_id = r.payment_id
    where r.status = 'requested' and r.attempts = 1 and r.payment_id is not null group by 1 having sum(r.cents) > coalesce(max(b.cents), 0)`,
  'a payment or a refund is in two ACH files': `
    select coalesce(e.payment_id, e.refund_id)::text as what, count(distinct e.file_id) as ledger, 1 as records from ach_entries e join ach_files f on f.id = e.file_id
    where e.is_included and f.status <> 'cancelled' and (e.payment_id is not null or (e.refund_id is not null and e.returned_at is null))
    group by 1 having count(distinct e.file_id) > 1`,
  'an open balance that is kept is not what the ledger adds up to': `
    select bill_id::text as what, l.cents as ledger, x.cents as records
    from bill_balances x full join (select tenant_id, bill_id, sum(cents) as cents from ledger_postings where account = '1100' group by 1, 2 having sum(cents) <> 0) l using (tenant_id, bill_id)
    where x.cents is distinct from l.cents`,
};

/** What is wrong with the books, in words; empty where all holds. */
export async function wrongFigures(owner: pg.Client): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(async ([name, query]) => {
      const { rows } = await owner.query<{ what: string; ledger: string; records: string }>(
        `select * from (${query}) q where ledger is distinct from records`,
      );
      return rows.map(({ what, ledger, records }) => `${name}: ${what.slice(-4)} has ${ledger}, not ${records}`);
    }),
  );
  return found.flat();
}
