import type { AccountKind } from '@openbenefits/domain/payments/ach/ach-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Place } from '../../vault.ts';

type AccountStatus = 'new' | 'prenote_sent' | 'deposits_sent' | 'verified' | 'disabled';
export type AccountRecord = {
  id: string;
  groupId: string;
  holder: string;
  isPerson: boolean;
  kind: AccountKind;
  routing: string;
  accountEncrypted: string;
  last4: string;
  status: AccountStatus;
  statusReason: string | null;
  depositCents: number[] | null;
  tries: number;
};

/** The place of an account number, which is part of its ciphertext. */
export const accountPlace = (tenant: string, id: string): Place => ({
  table: 'bank_accounts',
  column: 'account_encrypted',
  row: id,
  tenant,
});

/** Reads a bank account and locks it until the end of the transaction. */
export async function lockedAccount(tx: Tx, id: string): Promise<AccountRecord> {
  const { rows } = await sql<AccountRecord>`
    select id, group_id, holder, is_person, kind, routing, account_encrypted, last4, status, status_reason, deposit_cents, tries from bank_accounts where id = ${id} for update`.execute(
    tx,
  );
  const [account] = rows;
  if (!account) throw new Refusal('not_found', 'This bank account does not exist, or you may not see it.');
  return account;
}

/** Makes the actor one of the authors of an account, who approve nothing that is paid to it. */
export async function addAccountAuthor({ tx, actor }: Pick<Work, 'tx' | 'actor'>, id: string): Promise<void> {
  await sql`update bank_accounts set authors = array_append(authors, ${actor.id}) where id = ${id}`.execute(tx);
}

/** The account from which a group is debited: the newest verified one. */
export async function debitAccount(tx: Tx, groupId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_accounts where group_id = ${groupId} and status = 'verified' order by added_at desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}
