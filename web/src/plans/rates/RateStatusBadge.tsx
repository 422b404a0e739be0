import type { RateVersion } from '@openbenefits/contract/rate-tables';
import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

export function RateStatusBadge({ status }: { status: RateVersion['status'] }) {
  if (status === 'draft')
    return (
      <StatusBadge tone="idle" sign="circle">
        <Trans>Draft</Trans>
      </StatusBadge>
    );
  if (status === 'replaced')
    return (
      <StatusBadge tone="end" sign="stop">
        <Trans>Replaced</Trans>
      </StatusBadge>
    );
  return (
    <StatusBadge tone="ok" sign="dot">
      <Trans>Active</Trans>
    </StatusBadge>
  );
}
