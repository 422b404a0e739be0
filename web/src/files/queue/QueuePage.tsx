import type { QueueState } from '@openbenefits/contract/file-queue';
import { COMPLETED_DAYS } from '@openbenefits/domain/files/file-queue';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { LostConnection } from '../LostConnection.tsx';
import { ActiveTab } from './ActiveTab.tsx';
import { CompletedTab } from './CompletedTab.tsx';
import { FailedTab } from './FailedTab.tsx';
import { QueueSettingsTab } from './QueueSettingsTab.tsx';
import { UndosOfChanges } from './UndosOfChanges.tsx';
import { useQueueActions, useQueueReasons } from './use-queue-actions.ts';
import { QueuePaused } from './QueuePaused.tsx';
import { useQueue } from './use-queue.ts';

function Actions({ queue }: { queue: QueueState | undefined }) {
  const { t } = useLingui();
  const reasons = useQueueReasons();
  const { pause, retryFailed, processAll } = useQueueActions();
  const loading = queue ? undefined : t`The queue is being loaded`;
  const paused = queue?.paused !== null && queue !== undefined;
  const waits =
    queue &&
    (queue.paused !== null ||
      queue.counts.paused + queue.counts.queued > 0 ||
      queue.undos.some(({ pausedBy }) => pausedBy !== null));
  const nothing = waits ? undefined : t`Nothing is paused or queued`;
  return (
    <>
      <Button
        icon={paused ? IconPlayerPlay : IconPlayerPause}
        busy={pause.isPending}
        disabledReason={reasons.queue ?? loading}
        onClick={() => pause.mutate(paused)}
      >
        {paused ? <Trans>Resume Queue</Trans> : <Trans>Pause Queue</Trans>}
      </Button>
      <Button
        icon={IconRefresh}
        busy={retryFailed.isPending}
        disabledReason={reasons.file ?? loading ?? (queue?.counts.failed === 0 ? t`No file has failed` : undefined)}
        onClick={() => retryFailed.mutate()}
      >
        <Trans>Retry Failed</Trans>
      </Button>
      <Button
        variant="primary"
        icon={IconPlayerTrackNext}
        busy={processAll.isPending}
        disabledReason={reasons.queue ?? loading ?? nothing}
        onClick={() => processAll.mutate()}
      >
        <Trans>Process All</Trans>
      </Button>
    </>
  );
}

function QueueStats({ counts, undos }: { counts: QueueState['counts'] | undefined; undos: number }) {
  const { t } = useLingui();
  const pausedCount = counts?.paused ?? 0;
  const to = (search: string): string => `${paths.filesQueue}?${search}`;
  return (
    <StatStrip
      label={t`The queue in figures`}
      stats={[
        {
          label: t`Processing`,
          value: counts?.processing,
          meaning:
            undos > 0
              ? plural(undos, { one: 'and # undo of a change', other: 'and # undos of changes' })
              : t`being worked on`,
          to: to('status=processing'),
        },
        {
          label: t`Queued`,
          value: counts?.queued,
          meaning:
            pausedCount > 0
              ? t`and ${pausedCount} paused`
              : plural(counts?.queued ?? 0, { one: 'queued', other: 'queued' }),
          to: to('status=queued'),
        },
        {
          label: t`Pending Review`,
          value: counts?.held,
          meaning: plural(counts?.held ?? 0, { one: 'awaiting approval', other: 'awaiting approval' }),
          to: to('status=held'),
        },
        {
          label: t`Completed`,
          value: counts?.completed,
          meaning: t`in the last ${COMPLETED_DAYS} days`,
          to: to('tab=completed'),
        },
        { label: t`Failed`, value: counts?.failed, meaning: t`can be retried`, to: to('tab=failed') },
      ]}
    />
  );
}

/** The processing queue (specification 2, section 2), live in every window. */
export function Component() {
  const { t } = useLingui();
  const { data: queue, error, refetch } = useQueue();
  const counts = queue?.counts;
  const undosAtWork =
    queue?.undos.filter(({ pausedBy, done }) => pausedBy === null && (done > 0 || queue.paused === null)).length ?? 0;
  return (
    <>
      <PageHeader
        title={t`Processing Queue`}
        breadcrumb={[{ label: t`File Processing` }]}
        actions={<Actions queue={queue} />}
      />
      <QueuePaused />
      {error && !queue ? (
        <ErrorState error={error} title={t`The queue could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <>
          <LostConnection />
          <QueueStats counts={counts} undos={undosAtWork} />
          {queue && <UndosOfChanges undos={queue.undos} />}
          <Tabs
            label={t`Processing Queue`}
            tabs={[
              {
                name: 'active',
                label: t`Active Queue`,
                count: counts && counts.queued + counts.processing + counts.paused + counts.held,
                panel: () => <ActiveTab queue={queue} />,
              },
              { name: 'completed', label: t`Completed`, count: counts?.completed, panel: () => <CompletedTab /> },
              { name: 'failed', label: t`Failed`, count: counts?.failed, panel: () => <FailedTab /> },
              {
                name: 'settings',
                label: t`Queue Settings`,
                panel: () => <QueueSettingsTab settings={queue?.settings} />,
              },
            ]}
          />
        </>
      )}
    </>
  );
}
