import type { FileJob } from '@openbenefits/contract/files';
import { hasStopped } from '@openbenefits/domain/files/job-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { UndoDialog } from '../../changes/UndoDialog.tsx';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { focusHeading } from '../../ui/focus-return.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';

/** Takes the order back; nothing has changed until the undo is done as a whole. */
function StopUndo({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayNot = useWhyNot('members.edit');
  const stop = useMutation({
    mutationFn: () => api.files.stopUndo({ id: job.id, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      toastGood(t`Undo stopped`, t`Nothing was reversed.`);
      // What was pressed is gone; the keyboard goes on from the file's name.
      focusHeading();
    },
    onError: (error) => toastError(error),
  });
  return (
    <Button icon={IconPlayerStop} busy={stop.isPending} disabledReason={mayNot} onClick={() => stop.mutate()}>
      <Trans>Stop undo</Trans>
    </Button>
  );
}

/** Takes back what a file did, all of it or whoever was not changed again since; who stays is listed by name first. */
export function UndoImport({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('members.edit');
  const [asked, setAsked] = useState(false);
  if (job.undoing) return <StopUndo job={job} />;
  if (
    !(job.status === 'completed' || (job.posted && (job.status === 'error' || hasStopped(job)))) ||
    job.changeId === null ||
    job.added + job.changed + job.ended + job.missingEnded === 0
  )
    return null;
  return (
    <>
      <Button
        icon={IconArrowBackUp}
        disabledReason={job.undone?.all && job.missingEnded === 0 ? t`Undone by ${job.undone.by}.` : mayNot}
        onClick={() => setAsked(true)}
      >
        <Trans>Undo import</Trans>
      </Button>
      {asked && (
        <UndoDialog
          change={{ id: job.changeId, summary: job.fileName, actor: job.submittedBy }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
