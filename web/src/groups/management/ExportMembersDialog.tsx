import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select, TextArea } from '../../ui/Fields.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { SaveProblem } from '../edit/SaveProblem.tsx';
import classes from '../edit/StatusDialog.module.css';

/** The members as a file: its kind, and what it is for where many people leave with it. */
export function ExportMembersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const [reason, setReason] = useState('');
  const request = useMutation({
    mutationFn: () => {
      const input = { list: 'members' as const, format, ...(reason.trim() !== '' && { reason: reason.trim() }) };
      return api.exports.request({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: ({ url }) => {
      keys.settle();
      globalThis.location.assign(url);
      toastGood(t`The export is on its way`);
      onClose();
    },
  });
  const problem = request.error ? problemOf(request.error) : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Export List`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" onClick={() => request.mutate()} busy={request.isPending}>
            <Trans>Export</Trans>
          </Button>
        </>
      }
      footerNote={t`Access is logged`}
    >
      <div className={classes.fields}>
        <Select
          label={t`Format`}
          value={format}
          choices={[
            { value: 'csv', label: t`CSV` },
            { value: 'xlsx', label: t`Excel workbook` },
          ]}
          onChange={setFormat}
        />
        <TextArea
          label={t`Reason`}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={problem?.fields.get('reason')}
          description={t`Needed when many people leave with the file.`}
        />
        <SaveProblem problem={problem && problem.fields.size === 0 ? problem : undefined} />
      </div>
    </Dialog>
  );
}
