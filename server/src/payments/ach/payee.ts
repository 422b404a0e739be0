import type { ApprovalFact } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { addDays, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';

/** A bank account to which money goes, as an approval is bound to it. */
export type Payee = {
  id: string;
  holder: string;
  routing: string;
  last4: string;
  kind: string;
  /** The stored ciphertext: another number is another one. */
  account: string;
  addedAt: string;
  addedByName: string;
  isDisabled: boolean;
  verifiedBy: 'prenote' | 'deposits' | null;
  /** The last day on which money went to this account; null where none did. */
  paidOn: CalendarDate | null;
};

/** Reads accounts to which money goes, by their ids. */
export async function payeesOf({ tx }: Pick<Work, 'tx'>, ids: readonly string[]): Promise<Map<string, Payee>> {
  const { rows } = await sql<Payee>`
    select a.id, a.holder, a.routing, a.last4, a.kind, a.account_encrypted as account, a.added_at, a.added_by_name, a.status = 'disabled' as is_disabled,
      case when a.status <> 'verified' then null when a.deposit_cents is null then 'prenote' else 'deposits' end as verified_by,
      (select max(r.paid_on) from refunds r where r.bank_account_id = a.id and r.status in ('sent', 'paid')) as paid_on
    from bank_accounts a where a.id = any (${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map((payee) => [payee.id, payee]));
}

/** Reads the account to which money goes. Rejects 'not_found'. */
export async function payeeOf(work: Pick<Work, 'tx'>, id: string): Promise<Payee> {
  const payee = (await payeesOf(work, [id])).get(id);
  if (!payee) throw new Refusal('not_found', 'This bank account does not exist, or you may not see it.');
  return payee;
}

/** What of a payee takes effect; what was paid before does not. */
export const boundPayee = ({ paidOn: _, verifiedBy: __, ...bound }: Payee): object => bound;

const VERIFIED = { prenote: 'By a prenote', deposits: 'By two deposits' };

/** The payee as a person checks it. */
export const payeeFacts = (payee: Payee, addedOn: CalendarDate): ApprovalFact[] => [
  { label: 'Paid to', value: payee.holder },
  { label: 'Bank account', value: `Routing ${payee.routing}, account ending in ${payee.last4}` },
  { label: 'Account added', value: `${formatDate(addedOn)} by ${payee.addedByName}` },
  { label: 'Verified', value: payee.verifiedBy === null ? 'No' : VERIFIED[payee.verifiedBy] },
  {
    label: 'Paid before',
    value:
      payee.paidOn === null
        ? 'Never: this is the first payment to this account'
        : `Last on ${formatDate(payee.paidOn)}`,
  },
];

/** Why a new account is paid only with a second person; null where it is old enough. */
export function whyNewPayee(addedOn: CalendarDate, today: CalendarDate, days: number): string | null {
  return addDays(addedOn, days) > today
    ? `Another person approves it: the bank account was added on ${formatDate(addedOn)}, less than ${days} days ago.`
    : null;
}
