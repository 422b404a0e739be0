import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { DecidedMeanwhile } from './DecidedMeanwhile.tsx';

/** Says no to a held file, and why. */
export function RejectDialog({ job, onClose }: { job: FileJob; onClose: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const keys = useIdempotencyKey();
  const queries = useQueryClient();
  const reject = useMutation({
    mutationFn: () => api.files.reject({ id: job.id, reason, idempotencyKey: keys.keyFor(reason) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      onClose();
    },
  });
  const decided = job.status !== 'held' && reject.isIdle;
  return (
    <ConfirmDialog
      opened
      title={t`Reject this file`}
      confirmLabel={t`Reject file`}
      destructive
      busy={reject.isPending}
      isDirty={reason.trim() !== ''}
      error={reject.error}
      disabledReason={
        decided ? t`This file is no longer held.` : reason.trim().length < 3 ? t`Enter a short reason.` : undefined
      }
      onConfirm={() => reject.mutate()}
      onCancel={onClose}
      fields={
        <>
          {decided && <DecidedMeanwhile />}
          <TextInput label={t`Reason`} required value={reason} onChange={setReason} maxLength={500} />
        </>
      }
    >
      <Trans>Nothing of this file has been posted, and nothing will be. The sender's next file is judged afresh.</Trans>
    </ConfirmDialog>
  );
}
