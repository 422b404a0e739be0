import { t } from '@lingui/core/macro';
import { ownValue } from '@openbenefits/domain/own-value';

/** Writes what a ledger entry is for. */
export function entryKind(kind: string): string {
  const labels: Readonly<Record<string, string>> = {
    bill: t`Bill posted`,
    reversal: t`Reversal`,
    recognition: t`Premium earned`,
    receipt: t`Payment received`,
    application: t`Payment applied`,
    settlement: t`ACH debit settled`,
    deposit: t`Check deposited`,
    assignment: t`Payment assigned to a group`,
    refund_owed: t`Refunded payment returned`,
    refund_approved: t`Refund approved`,
    refund_withdrawn: t`Refund withdrawn`,
    refund_paid: t`Refund paid`,
    refund_failed: t`Refund failed`,
    refund_unclaimed: t`Refund unclaimed`,
    return_fee: t`Return fee`,
    fee_sent: t`Return fee sent`,
    fee_returned: t`Return fee returned`,
    write_off: t`Write-off`,
    credit: t`Credit on account`,
  };
  return ownValue(labels, kind) ?? kind;
}
