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
 * A large change that is being taken back: how far it is, its pause and its stop. Until all of it is taken back at once
 * everybody sees it as it was.
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
      toastGood(t`Undo stopped`, t`Nothing was taken back.`);
      // What was pressed is gone; the keyboard goes on from the page's name.
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
              By {pausedBy}. {all} people, asked for by {by}; nothing was taken back. Resumed, it begins anew.
            </Trans>
          </>
        ) : hasBegun ? (
          <Trans>
            Undoing {some} of {all} people, asked for by {by}
          </Trans>
        ) : (
          <Trans>
            {all} people, asked for by {by}; it begins once somebody resumes the queue
          </Trans>
        )}
      </span>
      {/* How far it is changes each second; what is said of it, when it is paused and when it goes on. */}
      <output className="sr">
        {isPaused
          ? t`Undo of “${summary}” paused`
          : hasBegun
            ? t`Undo of “${summary}” begun`
            : t`Undo of “${summary}” waits`}
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
