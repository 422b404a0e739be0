import type { FileJob } from '@openbenefits/contract/files';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { problemOf } from '../../errors.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { DecidedMeanwhile } from './DecidedMeanwhile.tsx';
import { useReview } from './use-review.ts';

const LEAST = 10;

/** Whether an approval needs a reason: of a test, and of a file that ends coverage in the past that was paid for. */
export const needsReason = (job: FileJob): boolean =>
  job.isTest || job.stops.some(({ code }) => code === 'paid_coverage');

/** The words of the question. */
function useWords({ isTest }: FileJob) {
  const { t } = useLingui();
  return isTest
    ? {
        title: t`Apply a file that is marked as a test`,
        missing: t`Enter why it is a real file, in at least ${LEAST} characters`,
        label: t`Why it is a real file`,
        text: t`The sender marks this file as a test (ISA15 is T). The reason is kept in the audit log.`,
      }
    : {
        title: t`Apply a file that ends coverage that was paid for`,
        missing: t`Enter the reason that allows it, in at least ${LEAST} characters`,
        label: t`Reason that allows it (45 CFR 147.128)`,
        text: t`Selected rows end coverage in the past that employees paid for. The reason is kept in the audit log.`,
      };
}

/** Such a file is applied only by somebody who says why. */
export function ApproveWithReasonDialog({
  job,
  selected,
  onClose,
}: {
  job: FileJob;
  selected: number;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { approve } = useReview(job.id);
  const said = useWords(job);
  const isHeld = job.status === 'held';
  // The user's own approval continues behind it.
  if (!isHeld && !approve.isIdle) return null;
  // What was refused for what has changed since is looked at behind the dialog.
  const lookAgain = (error: unknown) => void (problemOf(error).code === 'CONFLICT' && onClose());
  return (
    <ConfirmDialog
      opened
      title={said.title}
      confirmLabel={t`Apply it`}
      destructive
      busy={approve.isPending}
      isDirty={reason.trim() !== ''}
      disabledReason={
        isHeld ? (reason.trim().length < LEAST ? said.missing : undefined) : t`This file is no longer held.`
      }
      onConfirm={() =>
        approve.mutate(
          { selected, reason: reason.trim(), second: job.secondApproval?.first?.approval ?? undefined },
          { onSuccess: onClose, onError: lookAgain },
        )
      }
      onCancel={onClose}
      fields={
        <>
          {!isHeld && <DecidedMeanwhile />}
          <TextInput label={said.label} required value={reason} onChange={setReason} maxLength={300} />
        </>
      }
    >
      {said.text}
    </ConfirmDialog>
  );
}
