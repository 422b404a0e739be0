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
  /** When a notice of change gave it another number or holder, and who imported the notice; null where none did. */
  changedAt: string | null;
  changedByName: string | null;
  /** Everyone who made it what it is: they approve nothing that is paid to it. */
  authors: string[];
  isDisabled: boolean;
  verifiedBy: 'prenote' | 'deposits' | null;
  /** The last day on which money went to this account; null where none did. */
  paidOn: CalendarDate | null;
};

/** Reads accounts to which money goes, by their ids. */
export async function payeesOf({ tx }: Pick<Work, 'tx'>, ids: readonly string[]): Promise<Map<string, Payee>> {
  const { rows } = await sql<Payee>`
    select a.id, a.holder, a.routing, a.last4, a.kind, a.account_encrypted as account, a.added_at, a.added_by_name, a.changed_at, a.changed_by_name, a.authors, a.status = 'disabled' as is_disabled,
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

/** What of a payee takes effect. A change is bound by what it changed; what was paid before takes no effect. */
export const boundPayee = ({
  id,
  holder,
  routing,
  last4,
  kind,
  account,
  addedAt,
  addedByName,
  isDisabled,
}: Payee): object => ({ id, holder, routing, last4, kind, account, addedAt, addedByName, isDisabled });

const VERIFIED = { prenote: 'By a prenote', deposits: 'By two deposits' };

type Clock = Pick<Work['services']['clock'], 'dayOf'>;

/** When a payee was changed and who did it, as a person checks it; null where nothing of it was changed. */
export const changeOf = ({ changedAt, changedByName }: Payee, clock: Clock): string | null =>
  changedAt === null
    ? null
    : `Changed on ${formatDate(clock.dayOf(changedAt))} by ${changedByName}, from a notice of change`;

/** A payment that was before a change went to somebody else, as far as anybody knows. */
function paidBefore({ paidOn, changedAt }: Payee, clock: Clock): string {
  if (paidOn === null) return 'Never: this is the first payment to this account';
  if (changedAt !== null && paidOn <= clock.dayOf(changedAt))
    return `Never since it was changed. Last before on ${formatDate(paidOn)}`;
  return `Last on ${formatDate(paidOn)}`;
}

/** The payee as a person checks it. */
export function payeeFacts(payee: Payee, clock: Clock): ApprovalFact[] {
  const change = changeOf(payee, clock);
  return [
    { label: 'Paid to', value: payee.holder },
    { label: 'Bank account', value: `Routing ${payee.routing}, account ending in ${payee.last4}` },
    { label: 'Account added', value: `${formatDate(clock.dayOf(payee.addedAt))} by ${payee.addedByName}` },
    ...(change === null ? [] : [{ label: 'Account changed', value: change }]),
    { label: 'Verified', value: payee.verifiedBy === null ? 'No' : VERIFIED[payee.verifiedBy] },
    { label: 'Paid before', value: paidBefore(payee, clock) },
  ];
}

/** Why an account that is new, or is new since a change, is paid only with a second person; null where it is old enough. */
export function whyNewPayee(
  { addedAt, changedAt }: Pick<Payee, 'addedAt' | 'changedAt'>,
  { clock, today, days }: { clock: Clock; today: CalendarDate; days: number },
): string | null {
  const since = clock.dayOf(changedAt ?? addedAt);
  return addDays(since, days) > today
    ? `Another person approves it: the bank account was ${changedAt === null ? 'added' : 'changed'} on ${formatDate(since)}, less than ${days} days ago.`
    : null;
}
