import { ACCOUNT_NUMBERS, LEDGER_ACCOUNTS, type LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';

/** The balance of every account on a day; debits equal credits. */
export async function trialBalance(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  { on = today }: { on?: CalendarDate | undefined },
) {
  const { rows } = await sql<{ account: LedgerAccount; cents: number }>`
    select p.account, sum(p.cents)::bigint as cents from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where e.effective_on <= ${on}::date group by 1`.execute(tx);
  const balances = new Map(rows.map(({ account, cents }) => [account, cents]));
  const accounts = ACCOUNT_NUMBERS.map((account) => {
    const cents = balances.get(account) ?? 0;
    return {
      account,
      name: LEDGER_ACCOUNTS[account],
      debit: fromCents(Math.max(0, cents)),
      credit: fromCents(Math.max(0, -cents)),
    };
  });
  return {
    on,
    accounts,
    debit: add(...accounts.map(({ debit }) => debit)),
    credit: add(...accounts.map(({ credit }) => credit)),
  };
}

type Entry = {
  id: string;
  effectiveOn: CalendarDate;
  postedAt: string;
  kind: string;
  memo: string;
  groupName: string | null;
  cents: number;
  by: string;
};

/** The entries of an account, the newest first. */
export async function accountEntries(
  { tx }: Pick<Work, 'tx'>,
  { account, cursor, limit }: { account: string; cursor?: string | undefined; limit: number },
) {
  if (!(account in LEDGER_ACCOUNTS)) throw new Refusal('not_found', 'There is no such account.');
  const after = cursor ? decodeCursor(cursor, ['any', 'id']) : undefined;
  const { rows } = await sql<Entry>`
    select e.id, e.effective_on, e.posted_at, e.kind, e.memo, min(g.company_name) as group_name, sum(p.cents)::bigint as cents, e.actor_name as by
    from ledger_postings p join ledger_entries e on e.id = p.entry_id left join groups g on g.id = p.group_id
    where p.account = ${account} ${after ? sql`and (e.effective_on, e.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    group by e.id, e.effective_on, e.posted_at, e.kind, e.memo, e.actor_name order by e.effective_on desc, e.id desc limit ${limit + 1}`.execute(
    tx,
  );
  const sums = await sql<{ total: number; balance: number }>`
    select count(distinct entry_id)::integer as total, coalesce(sum(cents), 0)::bigint as balance from ledger_postings where account = ${account}`.execute(
    tx,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    name: LEDGER_ACCOUNTS[account as LedgerAccount],
    balance: fromCents(sums.rows[0]?.balance ?? 0),
    rows: page.map((row) => ({ ...row, cents: fromCents(row.cents) })),
    next: rows.length > limit && last ? encodeCursor([last.effectiveOn, last.id]) : null,
    total: sums.rows[0]?.total ?? 0,
  };
}
