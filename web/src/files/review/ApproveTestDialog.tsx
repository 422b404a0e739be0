import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';

const LEAST = 10;

/** A test file is applied only by somebody who says why it is none. */
export function ApproveTestDialog({ busy, onApprove, onClose }: { busy: boolean; onApprove: (reason: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opened
      title={t`Apply a file that is marked as a test`}
      confirmLabel={t`Apply it`}
      destructive
      busy={busy}
      disabledReason={reason.trim().length < LEAST ? t`Say why it is a real file, in at least ${LEAST} characters` : undefined}
      onConfirm={() => onApprove(reason.trim())}
      onCancel={onClose}
      fields={<TextInput label={t`Why it is a real file`} required value={reason} onChange={setReason} maxLength={500} />}
    >
      <Trans>The sender marks this file as a test (ISA15 is T). The reason is kept in the audit log.</Trans>
    </ConfirmDialog>
  );
}
