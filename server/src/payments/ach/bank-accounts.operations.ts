import { randomInt } from 'node:crypto';
import type { BankAccount } from '@openbenefits/contract/ach';
import type { AccountKind } from '@openbenefits/domain/payments/ach/ach-file';
import { accountNumberProblems } from '@openbenefits/domain/payments/ach/account-number';
import { isRoutingNumber } from '@openbenefits/domain/payments/ach/routing-number';
import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { lockBalance } from '../group-balance.ts';
import { accountPlace, addAccountAuthor, lockedAccount } from './bank-account-records.ts';

const TRIES = 3;
const LEAST_REASON = 4;

/** The bank accounts of a group, by their last digits. */
export async function listAccounts({ tx, note }: Work, { groupId }: { groupId: string }): Promise<BankAccount[]> {
  const { rows } = await sql<BankAccount>`
    select id, holder, is_person, is_ctx, kind, routing, last4, status, prenote_on as verification_sent_on, status_reason, added_by_name as added_by, added_at from bank_accounts where group_id = ${groupId} order by added_at desc, id desc`.execute(
    tx,
  );
  note({ targetKind: 'group', targetId: groupId, fields: ['bank_account'], itemCount: rows.length });
  return rows;
}

type NewAccount = {
  groupId: string;
  holder: string;
  isPerson: boolean;
  kind: AccountKind;
  routing: string;
  account: string;
};

function accountProblems({ routing, account }: NewAccount): Problem[] {
  return [
    ...(isRoutingNumber(routing)
      ? []
      : [{ path: 'routing', message: 'This is not a routing number: its nine digits do not fit together.' }]),
    ...accountNumberProblems('account', account),
  ];
}

/** A group has each account once. Numbers are encrypted, so those with the same last digits are opened. */
async function requireNewAccount({ tx, actor, services }: Work, input: NewAccount): Promise<void> {
  await lockBalance(tx, input.groupId);
  const similar = await tx
    .selectFrom('bankAccounts')
    .select(['id', 'accountEncrypted'])
    .where('groupId', '=', input.groupId)
    .where('routing', '=', input.routing)
    .where('last4', '=', input.account.slice(-4))
    .where('status', '<>', 'disabled')
    .execute();
  const isThere = similar.some(
    ({ id, accountEncrypted }) =>
      services.vault.open(accountEncrypted, accountPlace(actor.tenantId, id)) === input.account,
  );
  refuseIfAny(isThere ? [{ path: 'account', message: 'This group already has this bank account.' }] : []);
}

/** Adds a bank account; it is debited once it is verified. Rejects one that the group has. */
export async function addAccount(work: Work, input: NewAccount): Promise<{ id: string }> {
  const { tx, actor, now, services, note } = work;
  const { groupId, holder, isPerson, kind, routing, account } = input;
  refuseIfAny(accountProblems(input));
  const group = await tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  await requireNewAccount(work, input);
  const id = uuidv7();
  await tx
    .insertInto('bankAccounts')
    .values({
      id,
      groupId,
      holder,
      isPerson,
      kind,
      routing,
      accountEncrypted: services.vault.seal(account, accountPlace(actor.tenantId, id)),
      last4: account.slice(-4),
      status: 'new',
      addedBy: actor.id,
      addedByName: actor.name,
      addedAt: now,
      authors: [actor.id],
    })
    .execute();
  note({ targetKind: 'bank_account', targetId: id, fields: ['bank_account'] });
  return { id };
}

/** Reveals an account number with a reason; the audit has who and why. */
export async function revealAccount(
  { tx, actor, services, note }: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ account: string }> {
  if (reason.length < LEAST_REASON) refuseIfAny([{ path: 'reason', message: 'Enter a reason.' }]);
  const { accountEncrypted } = await lockedAccount(tx, id);
  note({ targetKind: 'bank_account', targetId: id, fields: ['bank_account'], reason });
  return { account: services.vault.open(accountEncrypted, accountPlace(actor.tenantId, id)) };
}

/**
 * Starts the verification of an account: a prenote without an amount, or two deposits of some cents, in the next ACH
 * file.
 */
export async function startVerification(
  work: Work,
  { id, by }: { id: string; by: 'prenote' | 'deposits' },
): Promise<{ id: string }> {
  const { tx, note } = work;
  const account = await lockedAccount(tx, id);
  if (account.status === 'verified') throw new Refusal('state', 'This account is already verified.');
  if (account.status === 'disabled')
    throw new Refusal('state', 'This account is disabled. Add the corrected account as a new one.');
  const amounts = by === 'deposits' ? [randomInt(1, 50), randomInt(50, 100)] : null;
  await tx
    .updateTable('bankAccounts')
    .set({
      status: by === 'prenote' ? 'prenote_sent' : 'deposits_sent',
      depositCents: amounts,
      prenoteOn: null,
      tries: 0,
    })
    .where('id', '=', id)
    .execute();
  await addAccountAuthor(work, id);
  note({ targetKind: 'bank_account', targetId: id });
  return { id };
}

/**
 * Refuses where the deposits have not arrived, and for everybody who made, approved or downloaded a file with them: the
 * file has the amounts, which only the holder of the account should know.
 */
async function requireStranger({ tx, actor, today }: Work, accountId: string): Promise<void> {
  const { rows } = await sql<{ hasArrived: boolean; isHandled: boolean }>`
    select coalesce(a.prenote_on <= ${today}::date, false) as has_arrived,
      exists (select from ach_files f join ach_entries e on e.file_id = f.id where f.status = 'sent' and e.bank_account_id = a.id and e.batch = 'deposit' and e.is_included
        and (f.approved_by = ${actor.id} or ${actor.id} = any (f.authors || f.downloaded_by))) as is_handled
    from bank_accounts a where a.id = ${accountId}`.execute(tx);
  const [deposits] = rows;
  if (!deposits?.hasArrived)
    throw new Refusal('state', 'The deposits have not arrived yet. They go with the next ACH file.');
  if (deposits.isHandled)
    throw new Refusal(
      'forbidden',
      'You handled the file with these deposits. Another person enters the amounts the holder saw.',
    );
}

/** Verifies an account by the two amounts that the holder saw; three wrong tries disable it. */
export async function confirmDeposits(
  work: Work,
  { id, cents }: { id: string; cents: readonly [number, number] },
): Promise<{ verified: boolean; triesLeft: number }> {
  const { tx, note } = work;
  const account = await lockedAccount(tx, id);
  if (account.status !== 'deposits_sent' || account.depositCents === null)
    throw new Refusal('state', 'No deposits were sent to this account.');
  await requireStranger(work, id);
  await addAccountAuthor(work, id);
  const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b).join(' ');
  note({ targetKind: 'bank_account', targetId: id });
  if (sorted(account.depositCents) === sorted(cents)) {
    await tx.updateTable('bankAccounts').set({ status: 'verified' }).where('id', '=', id).execute();
    return { verified: true, triesLeft: TRIES };
  }
  const tries = account.tries + 1;
  await tx
    .updateTable('bankAccounts')
    .set(tries >= TRIES ? { tries, status: 'disabled', statusReason: 'Three wrong confirmations' } : { tries })
    .where('id', '=', id)
    .execute();
  return { verified: false, triesLeft: Math.max(0, TRIES - tries) };
}

/** Says whether a company takes the 820 of a debit in addenda records (CTX). People never do. */
export async function setAddenda(work: Work, { id, isCtx }: { id: string; isCtx: boolean }): Promise<{ id: string }> {
  const { tx, note } = work;
  const account = await lockedAccount(tx, id);
  if (account.isPerson && isCtx)
    throw new Refusal('state', 'This is the account of a person. Only a company takes an 820 with its debit.');
  await tx.updateTable('bankAccounts').set({ isCtx }).where('id', '=', id).execute();
  await addAccountAuthor(work, id);
  note({ targetKind: 'bank_account', targetId: id });
  return { id };
}

export async function disableAccount(
  { tx, note }: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  await lockedAccount(tx, id);
  await tx.updateTable('bankAccounts').set({ status: 'disabled', statusReason: reason }).where('id', '=', id).execute();
  await tx
    .updateTable('recurringPayments')
    .set({ status: 'paused', statusReason: 'The bank account was disabled' })
    .where('bankAccountId', '=', id)
    .where('status', '=', 'active')
    .execute();
  note({ targetKind: 'bank_account', targetId: id, reason });
  return { id };
}
