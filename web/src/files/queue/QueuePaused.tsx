import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useQueue } from './use-queue.ts';

/** Says that nothing is begun and who has paused it: wherever somebody waits for a file. */
export function QueuePaused({ actions }: { actions?: ReactNode }) {
  const { t } = useLingui();
  const paused = useQueue().data?.paused;
  if (!paused) return null;
  return (
    <Banner title={t`The queue is paused`} role="status" actions={actions}>
      <Trans>
        Paused by {paused.by} <TimeAgo instant={paused.at} />. Running files finish, and no others start. Uploads
        continue.
      </Trans>
    </Banner>
  );
}
