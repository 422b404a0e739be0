import type { AchEntryRow, AchFileRow } from '@openbenefits/contract/ach';
import { t } from '@lingui/core/macro';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const FORM = {
  draft: { tone: 'review', sign: 'eye' },
  approved: { tone: 'pending', sign: 'half' },
  sent: { tone: 'ok', sign: 'dot' },
  cancelled: { tone: 'end', sign: 'stop' },
} as const satisfies Record<AchFileRow['status'], unknown>;

export function FileStatusBadge({ status }: { status: AchFileRow['status'] }) {
  const labels: Record<AchFileRow['status'], string> = {
    draft: t`Needs approval`,
    approved: t`Approved`,
    sent: t`Sent`,
    cancelled: t`Canceled`,
  };
  return <StatusBadge {...FORM[status]}>{labels[status]}</StatusBadge>;
}

export function batchName(batch: AchEntryRow['batch']): string {
  const labels: Record<AchEntryRow['batch'], string> = {
    premium: t`Premium`,
    retry: t`Sent again, RETRY PYMT`,
    fee: t`Return fees, RETURN FEE`,
    prenote: t`Prenotes`,
    deposit: t`Verification deposits`,
    refund: t`Refunds`,
  };
  return labels[batch];
}
