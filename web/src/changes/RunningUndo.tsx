import type { Change } from '@openbenefits/contract/changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { useWhyNot } from '../session.ts';
import { TextButton } from '../ui/Button.tsx';
import { Progress } from '../ui/Progress.tsx';
import { toastError, toastGood } from '../ui/toasts.ts';
import classes from './ActivityFeed.module.css';
import { refreshPeople } from './refresh-people.ts';

type Props = {
  changeId: string;
  summary: string;
  undoing: NonNullable<Change['undoing']>;
  /** The queue is paused, as far as is known here: what was not begun waits. */
  waits?: boolean;
};

/** A large change that is being taken back: how far it is, its pause and its stop. Until all of it is taken back at once everybody sees it as it was. */
export function RunningUndo({ changeId, summary, undoing: { by, done, total, pausedBy }, waits = false }: Props) {
  const { t } = useLingui();
  const mayNot = useWhyNot('members.edit');
  const act = useMutation({
    mutationFn: (act: 'pause' | 'resume' | 'stop') => api.changes[`${act}Undo`]({ id: changeId, idempotencyKey: newKey() }),
    onSuccess: async (_, act) => {
      await refreshPeople();
      if (act === 'stop') toastGood(t`Undo stopped`, t`Nothing was taken back.`);
    },
    onError: (error) => toastError(error),
  });
  const isPaused = pausedBy !== null;
  const [some, all] = [done.toLocaleString('en-US'), total.toLocaleString('en-US')];
  return (
    <div className={classes.undoing}>
      <span className="row-meta">
        {isPaused ? (
          <Trans>
            Paused by {pausedBy}: {all} people, asked for by {by}. Nothing was taken back; resumed, it begins anew
          </Trans>
        ) : waits && done === 0 ? (
          <Trans>
            {all} people, asked for by {by}; it begins once somebody resumes the queue
          </Trans>
        ) : (
          <Trans>
            Undoing {some} of {all} people, asked for by {by}
          </Trans>
        )}
      </span>
      <Progress label={t`Undoing ${summary}`} percent={total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))} />
      <TextButton
        onClick={() => act.mutate(isPaused ? 'resume' : 'pause')}
        disabledReason={mayNot}
        aria-label={isPaused ? t`Resume the undo of ${summary}` : t`Pause the undo of ${summary}`}
      >
        {isPaused ? <Trans>Resume undo</Trans> : <Trans>Pause undo</Trans>}
      </TextButton>
      <TextButton onClick={() => act.mutate('stop')} disabledReason={mayNot} aria-label={t`Stop the undo of ${summary}`}>
        <Trans>Stop undo</Trans>
      </TextButton>
    </div>
  );
}
