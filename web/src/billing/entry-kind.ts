import { t } from '@lingui/core/macro';
import { ownValue } from '@openbenefits/domain/own-value';

/** Writes what a ledger entry is for. */
export function entryKind(kind: string): string {
  const labels: Readonly<Record<string, string>> = {
    bill: t`Bill posted`,
    reversal: t`Reversal`,
    recognition: t`Premium earned`,
  };
  return ownValue(labels, kind) ?? kind;
}
