import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Banner } from '../ui/Banner.tsx';
import { useIsLost } from './live.ts';

/** Says that what shows is no longer live: a file that seems to run may have ended. */
export function LostConnection() {
  const { t } = useLingui();
  return useIsLost() ? (
    <Banner tone="waits" icon={IconPlugConnectedX} role="status" title={t`The server cannot be reached`}>
      <Trans>This page may be out of date. It reconnects automatically.</Trans>
    </Banner>
  ) : null;
}
