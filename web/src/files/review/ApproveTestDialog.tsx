import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { problemOf } from '../../errors.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { DecidedMeanwhile } from './DecidedMeanwhile.tsx';
import { useReview } from './use-review.ts';

const LEAST = 10;

/** A test file is applied only by somebody who says why it is none. */
export function ApproveTestDialog({ job, selected, onClose }: { job: FileJob; selected: number; onClose: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { approve } = useReview(job.id);
  const isHeld = job.status === 'held';
  // One's own approval goes on behind it.
  if (!isHeld && !approve.isIdle) return null;
  // What was refused for what has changed since is looked at behind the dialog.
  const lookAgain = (error: unknown) => void (problemOf(error).code === 'CONFLICT' && onClose());
  return (
    <ConfirmDialog
      opened
      title={t`Apply a file that is marked as a test`}
      confirmLabel={t`Apply it`}
      destructive
      busy={approve.isPending}
      isDirty={reason.trim() !== ''}
      disabledReason={
        isHeld
          ? reason.trim().length < LEAST
            ? t`Enter why it is a real file, in at least ${LEAST} characters`
            : undefined
          : t`This file is no longer held.`
      }
      onConfirm={() => approve.mutate({ selected, reason: reason.trim() }, { onSuccess: onClose, onError: lookAgain })}
      onCancel={onClose}
      fields={
        <>
          {!isHeld && <DecidedMeanwhile />}
          <TextInput label={t`Why it is a real file`} required value={reason} onChange={setReason} maxLength={500} />
        </>
      }
    >
      <Trans>The sender marks this file as a test (ISA15 is T). The reason is kept in the audit log.</Trans>
    </ConfirmDialog>
  );
}
