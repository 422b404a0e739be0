import type { BankSettings } from '@openbenefits/contract/ach';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import type { AccountKind } from '@openbenefits/domain/payments/ach/ach-file';
import { accountNumberProblems } from '@openbenefits/domain/payments/ach/account-number';
import { isRoutingNumber } from '@openbenefits/domain/payments/ach/routing-number';
import { dateRangeProblems } from '@openbenefits/domain/date-range';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { type ApprovedSetting, changeSetting } from '../../approvals/setting-changes.ts';
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
async function bankSettings(tx: Tx, lock?: 'lock'): Promise<StoredSettings | undefined> {
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

/** The settings as they are changed: the account number sealed, and whether it was entered anew. */
type BankValue = Omit<StoredSettings, 'returnFee'> & { returnFee: number; isNumberNew: boolean };

const valueOf = (settings: StoredSettings): BankValue => ({ ...settings, isNumberNew: false });

async function putInForce({ tx, now }: Work, value: BankValue, setByName: string): Promise<void> {
  const { returnFee, isNumberNew: _, ...settings } = value;
  const row = { ...settings, returnFeeCents: returnFee, setByName, setAt: now };
  await tx
    .insertInto('bankSettings')
    .values(row)
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(row))
    .execute();
}

/** The bank of the organization and what a returned debit costs. It changes with a second person. */
export const BANK_SETTINGS: ApprovedSetting = {
  setting: 'bank_settings',
  asks: 'payments.approve',
  label: 'Bank settings',
  link: '/payments/ach',
  async read({ tx }) {
    const settings = await bankSettings(tx, 'lock');
    return settings ? valueOf(settings) : null;
  },
  facts(value) {
    const bank = value as BankValue;
    return [
      { label: 'Bank', value: bank.bankName },
      { label: 'Routing number', value: bank.routing },
      { label: 'Origin ID', value: bank.originId },
      { label: 'Name that payers see', value: bank.companyName },
      { label: 'Company ID', value: bank.companyId },
      { label: 'Settlement account', value: `${bank.settlementKind}, ending in ${bank.settlementLast4}` },
      { label: 'Number of the settlement account', value: bank.isNumberNew ? 'Entered anew' : 'As it was' },
      { label: 'Balanced files', value: bank.isBalanced ? 'Yes' : 'No' },
      { label: 'Cut-off time', value: bank.cutOff },
      { label: 'Return fee', value: formatMoney(fromCents(bank.returnFee)) },
      {
        label: 'Payers were told of the fee on',
        value: bank.feeNoticeOn === null ? 'Not yet' : formatDate(bank.feeNoticeOn),
      },
    ];
  },
  apply: (work, _, value, askedByName) => putInForce(work, value as BankValue, askedByName),
};

/** The number that was entered, or the stored one where it is the same or none was entered. */
function numberOf({ actor, services }: Work, before: StoredSettings | undefined, entered: string) {
  const place = settlementPlace(actor.tenantId);
  const stored = before?.settlementAccountEncrypted;
  if (before && stored !== undefined && (entered === '' || services.vault.open(stored, place) === entered))
    return { settlementAccountEncrypted: stored, settlementLast4: before.settlementLast4, isNumberNew: false };
  return {
    settlementAccountEncrypted: services.vault.seal(entered, place),
    settlementLast4: entered.slice(-4),
    isNumberNew: true,
  };
}

/** Asks for other settings of the bank; they are in force once another person has approved them. */
export async function setBankSettings(
  work: Work,
  { settlementAccount, ...input }: Input,
): Promise<{ approvalId: string; waitsBecause: string | null }> {
  const before = await bankSettings(work.tx);
  refuseIfAny([
    ...(isRoutingNumber(input.routing)
      ? []
      : [{ path: 'routing', message: 'This is not a routing number: its nine digits do not fit together.' }]),
    ...(before && settlementAccount === '' ? [] : accountNumberProblems('settlementAccount', settlementAccount)),
    ...dateRangeProblems('feeNoticeOn', input.feeNoticeOn, work.today),
  ]);
  const value: BankValue = {
    bankName: input.bankName,
    routing: input.routing,
    originId: input.originId,
    companyName: input.companyName,
    companyId: input.companyId,
    isBalanced: input.isBalanced,
    settlementKind: input.settlementKind,
    cutOff: input.cutOff,
    returnFee: input.returnFee,
    feeNoticeOn: input.feeNoticeOn,
    ...numberOf(work, before, settlementAccount),
  };
  return changeSetting(work, BANK_SETTINGS, '', value);
}
