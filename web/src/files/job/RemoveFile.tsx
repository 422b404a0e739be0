import type { FileJob } from '@openbenefits/contract/files';
import { whyNotOriginal, whyNotRemoved } from '@openbenefits/domain/files/remove-file';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IconTrash } from '@tabler/icons-react';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { RowAction } from '../../ui/data-table-types.ts';
import { focusHeading } from '../../ui/focus-return.ts';
import { toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';

type Deed = 'file' | 'original';

/** Says what goes and what stays, and does it. */
function RemoveDialog({ job, deed, onClose }: { job: FileJob; deed: Deed; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const queries = useQueryClient();
  const { id, fileName } = job;
  const remove = useMutation({
    mutationFn: () => {
      const input = { id, idempotencyKey: keys.keyFor([id, deed]) };
      return deed === 'file' ? api.files.remove(input) : api.files.removeOriginal(input);
    },
    onSuccess: async () => {
      keys.settle();
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      onClose();
      // The row, or the button, is gone; the keyboard goes on from the page's name.
      focusHeading();
      toastGood(
        deed === 'file' ? t`File removed` : t`Original deleted`,
        deed === 'file' ? t`Its line stays in the file history.` : t`The changes of the file stay.`,
      );
    },
  });
  const [goes, stays] = [t`Deleted`, t`Stays`];
  const effects =
    deed === 'file'
      ? [
          { label: t`The original, and all that was read of it`, value: goes },
          ...(job.format === 'edi834'
            ? [{ label: t`The answers made for its sender (TA1 and 999)`, value: goes }]
            : []),
          { label: t`Its line in the file history, with who removed it, and its log`, value: stays },
        ]
      : [
          { label: t`The file as it was sent. Its columns can’t be matched again`, value: goes },
          { label: t`Its result, figures, rejected rows, report, and log`, value: stays },
        ];
  return (
    <ConfirmDialog
      opened
      title={deed === 'file' ? t`Remove this file` : t`Delete the original`}
      confirmLabel={deed === 'file' ? t`Remove file` : t`Delete original`}
      destructive
      busy={remove.isPending}
      error={remove.error}
      effects={effects}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {deed === 'file' ? (
        <Trans>
          Nothing from {fileName} was posted, so no coverage changes. It can’t be restored, but you can upload the same
          file again.
        </Trans>
      ) : (
        <Trans>
          The original of {fileName} is deleted before the queue settings would do it. It cannot be brought back; the
          import can still be undone.
        </Trans>
      )}
    </ConfirmDialog>
  );
}

/** Why this person cannot remove a file, or delete its original; undefined where they can. */
function useReasons(): (job: FileJob) => Record<Deed, string | undefined> {
  const mayNot = useWhyNot('files.delete');
  const said = (reason: string | undefined) => mayNot ?? (reason && words(reason));
  return (job) => {
    const file = { ...job, undone: job.undone !== null };
    return { file: said(whyNotRemoved(file)), original: said(whyNotOriginal(file)) };
  };
}

/** The entry of a row's menu: a file that was applied keeps its line, so only its original can go. */
export function useRemoveAction(onRemove: (job: FileJob, deed: Deed) => void): (job: FileJob) => RowAction[] {
  const { t } = useLingui();
  const reasons = useReasons();
  return (job) => {
    if (job.status === 'removed') return [];
    const deed = job.status === 'completed' || (job.posted && job.undone) ? 'original' : 'file';
    return [
      {
        label: deed === 'file' ? t`Remove file…` : t`Delete original…`,
        icon: IconTrash,
        danger: true,
        disabledReason: reasons(job)[deed],
        onClick: () => onRemove(job, deed),
      },
    ];
  };
}

/** A row's dialog, while one is asked about. */
export function useRemoveDialog() {
  const [asked, setAsked] = useState<{ job: FileJob; deed: Deed } | null>(null);
  const ask = (job: FileJob, deed: Deed) => setAsked({ job, deed });
  return { ask, dialog: asked && <RemoveDialog {...asked} onClose={() => setAsked(null)} /> };
}
