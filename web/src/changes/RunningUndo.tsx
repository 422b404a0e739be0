import type { Change } from '@openbenefits/contract/changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { useUser, useWhyNot } from '../session.ts';
import { TextButton } from '../ui/Button.tsx';
import { focusHeading } from '../ui/focus-return.ts';
import { Progress } from '../ui/Progress.tsx';
import { JobStatusBadge } from '../ui/StatusBadge.tsx';
import { toastError, toastGood } from '../ui/toasts.ts';
import classes from './ActivityFeed.module.css';
import { refreshPeople } from './refresh-people.ts';

type Props = {
  changeId: string;
  summary: string;
  undoing: NonNullable<Change['undoing']>;
};

/**
 * A large change that is being undone: its progress, its pause and its stop. It takes effect all at once: until then
 * the records are shown unchanged.
 */
export function RunningUndo({ changeId, summary, undoing: { by, done, total, pausedBy } }: Props) {
  const { t } = useLingui();
  const mayNot = useWhyNot('members.edit');
  const act = useMutation({
    mutationFn: (act: 'pause' | 'resume' | 'stop') =>
      api.changes[`${act}Undo`]({ id: changeId, idempotencyKey: newKey() }),
    onSuccess: async (_, act) => {
      await refreshPeople();
      if (act !== 'stop') return;
      toastGood(t`Undo stopped`, t`Nothing was undone.`);
      // The pressed button is gone; the keyboard continues from the page title.
      focusHeading();
    },
    onError: (error) => toastError(error),
  });
  const isPaused = pausedBy !== null;
  const maySeeQueue = useUser()?.permissions.includes('files.queue') ?? false;
  const isQueuePaused = useQuery(orpc.files.queue.state.queryOptions({ enabled: maySeeQueue })).data?.paused != null;
  const hasBegun = !isPaused && (done > 0 || !isQueuePaused);
  const [some, all] = [done.toLocaleString('en-US'), total.toLocaleString('en-US')];
  return (
    <div className={classes.undoing}>
      <span className="row-meta">
        {isPaused ? (
          <>
            <JobStatusBadge status="paused" />{' '}
            <Trans>
              By {pausedBy}. {all} people, requested by {by}. Nothing was undone. If resumed, it starts over.
            </Trans>
          </>
        ) : hasBegun ? (
          <Trans>
            Undoing {some} of {all} people, requested by {by}
          </Trans>
        ) : (
          <Trans>
            {all} people, requested by {by}. It starts when the queue is resumed.
          </Trans>
        )}
      </span>
      {/* The progress changes each second; only pausing and resuming are announced. */}
      <output className="sr">
        {isPaused
          ? t`Undo of “${summary}” paused`
          : hasBegun
            ? t`Undo of “${summary}” started`
            : t`Undo of “${summary}” is queued`}
      </output>
      {hasBegun && (
        <Progress
          label={t`Undoing ${summary}`}
          percent={total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))}
        />
      )}
      <span className={classes.undoSteps}>
        <TextButton
          onClick={() => act.mutate(isPaused ? 'resume' : 'pause')}
          disabledReason={mayNot}
          aria-label={isPaused ? t`Resume undo of ${summary}` : t`Pause undo of ${summary}`}
        >
          {isPaused ? <Trans>Resume undo</Trans> : <Trans>Pause undo</Trans>}
        </TextButton>
        <TextButton onClick={() => act.mutate('stop')} disabledReason={mayNot} aria-label={t`Stop undo of ${summary}`}>
          <Trans>Stop undo</Trans>
        </TextButton>
      </span>
    </div>
  );
}
