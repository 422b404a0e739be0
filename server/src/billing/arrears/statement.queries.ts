import type { Statement } from '@openbenefits/contract/arrears';
import { type StatementEntry, type StatementKind, statementOf } from '@openbenefits/domain/billing/statement';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { PAYMENT_METHOD_LABEL, type PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

export type StatementPeriod = { groupId: string; from: CalendarDate; to: CalendarDate };

/** What a group owes is its receivable less its unapplied cash and its credit. */
const ACCOUNTS = sql`('1100', '2000', '2010')`;

type Entry = {
  id: string;
  on: CalendarDate;
  kind: string;
  reversed: string | null;
  memo: string;
  number: string | null;
  version: number | null;
  period: CalendarDate | null;
  dueDate: CalendarDate | null;
  method: PaymentMethod | null;
  reference: string | null;
  cents: number;
};

const RECEIPTS = ['receipt', 'assignment'];

function kindOf({ kind, reversed }: Entry): StatementKind {
  if (kind === 'bill') return 'bill';
  if (reversed === 'bill') return 'replaced';
  if (RECEIPTS.includes(kind)) return 'payment';
  return reversed !== null && RECEIPTS.includes(reversed) ? 'returned' : 'credit';
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function entryOf(entry: Entry): StatementEntry {
  const { id, on, memo, number, version, period, dueDate, method, reference } = entry;
  const kind = kindOf(entry);
  const base = { id, on, kind, cents: fromCents(entry.cents) };
  const bill = `Bill ${number}${version !== null && version > 1 ? `, version ${version}` : ''}`;
  const month = period === null ? '' : MONTH.format(new Date(`${period}T00:00:00Z`));
  switch (kind) {
    case 'bill':
      return { ...base, text: bill, note: `${month}, due ${dueDate === null ? '' : formatDate(dueDate)}` };
    case 'replaced':
      return { ...base, text: `${bill} replaced`, note: month };
    case 'payment':
      return {
        ...base,
        text: `Payment, ${method === null ? 'other' : PAYMENT_METHOD_LABEL[method]}`,
        note: reference ?? '',
      };
    default:
      return { ...base, text: memo, note: '' };
  }
}

async function entriesOf(tx: Tx, { groupId, from, to }: StatementPeriod): Promise<StatementEntry[]> {
  const { rows } = await sql<Entry>`
    with moved as (
      select e.id, e.effective_on, e.kind, e.reverses, e.memo, e.bill_id, sum(p.cents)::bigint as cents,
        (array_agg(p.payment_id) filter (where p.payment_id is not null))[1] as payment_id
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.group_id = ${groupId} and p.account in ${ACCOUNTS} and e.effective_on between ${from}::date and ${to}::date
      group by e.tenant_id, e.id having sum(p.cents) <> 0
    )
    select m.id, m.effective_on as on, m.kind, r.kind as reversed, m.memo, b.number, b.version, b.period, b.due_date, y.method, y.reference, m.cents
    from moved m left join ledger_entries r on r.id = m.reverses left join bills b on b.id = m.bill_id left join payments y on y.id = m.payment_id
    order by m.effective_on, m.id`.execute(tx);
  return rows.map(entryOf);
}

/** The balances of a group's accounts at the end of a day. */
async function balancesAt(tx: Tx, groupId: string, before: CalendarDate, until: CalendarDate) {
  const { rows } = await sql<{ opening: number; receivable: number; unapplied: number; credits: number }>`
    select coalesce(sum(p.cents) filter (where e.effective_on < ${before}::date), 0)::bigint as opening,
      coalesce(sum(p.cents) filter (where p.account = '1100'), 0)::bigint as receivable,
      coalesce(-sum(p.cents) filter (where p.account = '2000'), 0)::bigint as unapplied,
      coalesce(-sum(p.cents) filter (where p.account = '2010'), 0)::bigint as credits
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.group_id = ${groupId} and p.account in ${ACCOUNTS} and e.effective_on <= ${until}::date`.execute(tx);
  return rows[0] ?? { opening: 0, receivable: 0, unapplied: 0, credits: 0 };
}

/** A group's statement of a period: what moved its balance, from the ledger alone. */
export async function groupStatement({ tx }: Pick<Work, 'tx'>, period: StatementPeriod): Promise<Statement> {
  const { groupId, from, to } = period;
  if (from > to) refuseIfAny([{ path: 'to', message: 'Enter a date on or after the first day.' }]);
  const [group, entries, balances] = await Promise.all([
    tx.selectFrom('groups').select(['companyName', 'cimNumber']).where('id', '=', groupId).executeTakeFirst(),
    entriesOf(tx, period),
    balancesAt(tx, groupId, from, to),
  ]);
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const { receivable, unapplied, credits } = balances;
  return {
    groupId,
    groupName: group.companyName,
    cim: group.cimNumber,
    from,
    to,
    ...statementOf(fromCents(balances.opening), entries),
    ledger: {
      receivable: fromCents(receivable),
      unapplied: fromCents(unapplied),
      credits: fromCents(credits),
      balance: fromCents(receivable - unapplied - credits),
    },
  };
}
