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
  };
  return ownValue(labels, kind) ?? kind;
}
