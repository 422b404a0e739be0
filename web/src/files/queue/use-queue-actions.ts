import type { FileJob } from '@openbenefits/contract/files';
import type { JobPriority } from '@openbenefits/domain/files/file-queue';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { JOB_PRIORITY_LABEL } from '../../domain-labels.ts';
import { newKey } from '../../idempotency.ts';
import { useUser, useWhyNot } from '../../session.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';

type FileAct = { job: Pick<FileJob, 'id' | 'fileName'> } & (
  | { act: 'pause' | 'resume' | 'retry' }
  | { act: 'priority'; priority: JobPriority }
);

function send(input: FileAct): Promise<{ id: string }> {
  const { id } = input.job;
  const idempotencyKey = newKey();
  if (input.act === 'priority') return api.files.queue.setPriority({ id, priority: input.priority, idempotencyKey });
  if (input.act === 'pause') return api.files.queue.pauseFile({ id, idempotencyKey });
  return input.act === 'resume'
    ? api.files.queue.resumeFile({ id, idempotencyKey })
    : api.files.retry({ id, idempotencyKey });
}

/** Why this person cannot act on files, or on the queue as a whole; undefined where they can. */
export function useQueueReasons(): { file: string | undefined; queue: string | undefined } {
  const { t: translate } = useLingui();
  const user = useUser();
  const file = useWhyNot('files.process');
  return {
    file,
    queue:
      file ??
      (user?.assignedGroupsOnly ? translate`The queue serves all groups; you work on assigned ones.` : undefined),
  };
}

/** What is done to a single file of the queue; the list follows by itself. */
export function useFileAction() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_done, input) => {
      if (input.act === 'retry') {
        // The row goes to another tab, and its button with it; the keyboard goes on from the tab that shows.
        document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
        toastGood(t`Queue again`, input.job.fileName);
      }
      if (input.act === 'priority') {
        const name = JOB_PRIORITY_LABEL[input.priority];
        toastGood(t`Priority: ${name}`, input.job.fileName);
      }
      return queries.invalidateQueries({ queryKey: orpc.files.key() });
    },
    onError: (error) => toastError(error),
  });
}

/** The three buttons of the header. */
export function useQueueActions() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.files.key() });
  const onError = (error: unknown) => toastError(error);
  const pause = useMutation({
    mutationFn: (paused: boolean) =>
      paused
        ? api.files.queue.resume({ idempotencyKey: newKey() })
        : api.files.queue.pause({ idempotencyKey: newKey() }),
    onSuccess: async (_done, paused) => {
      await refresh();
      // That it is paused is said by what stands above the list then.
      if (paused) toastGood(t`The queue runs`);
    },
    onError,
  });
  const retryFailed = useMutation({
    mutationFn: () => api.files.queue.retryFailed({ idempotencyKey: newKey() }),
    onSuccess: async ({ retried, left, undone }) => {
      await refresh();
      toastGood(
        plural(retried, { one: '# file queued again', other: '# files queued again' }),
        [
          ...(left > 0
            ? [
                plural(left, {
                  one: 'The original of # other was removed. Ask the sender for it.',
                  other: 'The originals of # others were removed. Ask the senders for them.',
                }),
              ]
            : []),
          ...(undone > 0
            ? [
                plural(undone, {
                  one: 'The changes of # other were undone. Upload it again.',
                  other: 'The changes of # others were undone. Upload them again.',
                }),
              ]
            : []),
        ].join(' ') || undefined,
      );
    },
    onError,
  });
  const processAll = useMutation({
    mutationFn: () => api.files.queue.processAll({ idempotencyKey: newKey() }),
    onSuccess: async ({ queued, held }) => {
      await refresh();
      toastGood(
        queued > 0
          ? plural(queued, { one: '# file is being processed', other: '# files are being processed' })
          : t`The queue runs`,
        held > 0
          ? plural(held, {
              one: '# file is still awaiting review.',
              other: '# files are still awaiting review.',
            })
          : undefined,
      );
    },
    onError,
  });
  return { pause, retryFailed, processAll };
}
