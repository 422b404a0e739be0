import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { DraftKeeper } from './draft-keeper.ts';

/** Asks before leaving only where the last changes could not be saved; otherwise they are in the draft. */
export function LeaveGuard({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useLingui();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => keeper.state().status === 'failed' && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t`Leave without saving`}
      confirmLabel={t`Leave`}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <Trans>Your last changes could not be saved as a draft. If you leave now, they are lost.</Trans>
    </ConfirmDialog>
  );
}
