import type { BankSettings } from '@openbenefits/contract/ach';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { AccountKind } from '@openbenefits/domain/payments/ach/ach-file';
import { accountNumberProblems } from '@openbenefits/domain/payments/ach/account-number';
import { isRoutingNumber } from '@openbenefits/domain/payments/ach/routing-number';
import { dateRangeProblems } from '@openbenefits/domain/date-range';
import type { Cents } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import type { Place } from '../../vault.ts';

export const settlementPlace = (tenant: string): Place => ({
  table: 'bank_settings',
  column: 'settlement_account_encrypted',
  row: 'bank_settings',
  tenant,
});

export type StoredSettings = BankSettings & { settlementAccountEncrypted: string };

/** The bank of the organization; undefined until it was entered. `lock` keeps it as it is to the end of the transaction. */
export async function bankSettings(tx: Tx, lock?: 'lock'): Promise<StoredSettings | undefined> {
  const { rows } = await sql<StoredSettings>`
    select bank_name, routing, origin_id, company_name, company_id, is_balanced, settlement_kind, settlement_last4, settlement_account_encrypted,
      to_char(cut_off, 'HH24:MI') as cut_off, return_fee_cents as return_fee, fee_notice_on from bank_settings ${lock ? sql`for update` : sql``}`.execute(
    tx,
  );
  return rows[0];
}

/** The settings of our bank; rejects where there are none yet. */
export async function requireBank(tx: Tx, lock?: 'lock'): Promise<StoredSettings> {
  const settings = await bankSettings(tx, lock);
  if (!settings) throw new Refusal('state', 'Enter the bank settings first. A file needs the bank that takes it.');
  return settings;
}

export async function readBankSettings({ tx }: Work): Promise<BankSettings | null> {
  const found = await bankSettings(tx);
  if (!found) return null;
  const { settlementAccountEncrypted: _, ...shown } = found;
  return shown;
}

type Input = {
  bankName: string;
  routing: string;
  originId: string;
  companyName: string;
  companyId: string;
  isBalanced: boolean;
  settlementKind: AccountKind;
  /** Empty keeps the number that is stored. */
  settlementAccount: string;
  cutOff: string;
  returnFee: Cents;
  feeNoticeOn: CalendarDate | null;
};

export async function setBankSettings(
  { tx, actor, now, today, services, note }: Work,
  input: Input,
): Promise<{ bankName: string }> {
  const before = await bankSettings(tx);
  const { settlementAccount, bankName, routing } = input;
  refuseIfAny([
    ...(isRoutingNumber(routing)
      ? []
      : [{ path: 'routing', message: 'This is not a routing number: its nine digits do not fit together.' }]),
    ...(before && settlementAccount === '' ? [] : accountNumberProblems('settlementAccount', settlementAccount)),
    ...dateRangeProblems('feeNoticeOn', input.feeNoticeOn, today),
  ]);
  const isKept = before !== undefined && settlementAccount === '';
  const row = {
    bankName,
    routing,
    originId: input.originId,
    companyName: input.companyName,
    companyId: input.companyId,
    isBalanced: input.isBalanced,
    settlementKind: input.settlementKind,
    settlementAccountEncrypted: isKept
      ? before.settlementAccountEncrypted
      : services.vault.seal(settlementAccount, settlementPlace(actor.tenantId)),
    settlementLast4: isKept ? before.settlementLast4 : settlementAccount.slice(-4),
    cutOff: input.cutOff,
    returnFeeCents: input.returnFee,
    feeNoticeOn: input.feeNoticeOn,
    setByName: actor.name,
    setAt: now,
  };
  await tx
    .insertInto('bankSettings')
    .values(row)
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(row))
    .execute();
  note({ targetKind: 'bank_settings', targetId: 'bank_settings', fields: ['bank_account'] });
  return { bankName };
}
