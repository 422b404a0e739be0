import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { DOCUMENT_EMPTY, DOCUMENT_LIMIT_BYTES, DOCUMENT_TOO_LARGE } from '@openbenefits/domain/plans/plan-document';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fetchFile } from '../../exports/fetch-file.ts';
import { sendFile } from '../../exports/send-file.ts';
import { useWhyNot } from '../../session.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastBad, toastError, toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { RemoveDocumentDialog } from '../edit/StatusDialogs.tsx';
import { refreshPlans } from '../refresh-plans.ts';
import classes from './PlanPage.module.css';

type Document = PlanDetail['documents'][number];

const ACCEPTED = '.pdf,.docx,.xlsx,.png,.jpg,.jpeg';
const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function UploadButton({ planId }: { planId: string }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const mayNot = useWhyNot('plans.edit');
  const upload = useMutation({
    mutationFn: (file: File) => sendFile(`/uploads/plan-documents/${planId}`, file),
    onSuccess: async (_answer, file) => {
      await refreshPlans();
      toastGood(t`Document added`, file.name);
    },
    onError: (error) => toastError(error),
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > DOCUMENT_LIMIT_BYTES) toastBad(words(DOCUMENT_TOO_LARGE));
    else if (file.size === 0) toastBad(words(DOCUMENT_EMPTY));
    else upload.mutate(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t`Document to add`}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button
        size="small"
        icon={IconUpload}
        busy={upload.isPending}
        disabledReason={mayNot}
        onClick={() => input.current?.click()}
      >
        <Trans>Add Document</Trans>
      </Button>
    </>
  );
}

/** Summaries of benefits, contracts and other files of the plan. Each download is audited. */
export function DocumentsTab({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const [removing, setRemoving] = useState<Document | null>(null);
  const download = (id: string) =>
    void fetchFile(`/downloads/plan-documents/${id}`).catch((error: unknown) => toastError(error));
  return (
    <>
      <div className={classes.bar}>
        <div>
          <h2>
            <Trans>Documents</Trans>
          </h2>
          <p className="meta">
            <Trans>PDF, Word, Excel, PNG or JPEG, up to 20 MB. Stored encrypted; downloads are logged.</Trans>
          </p>
        </div>
        <UploadButton planId={plan.id} />
      </div>
      <DataTable
        label={t`Documents`}
        rows={plan.documents}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actionsOnPhone
        empty={
          <EmptyState title={t`No documents`} art="folder">
            <Trans>Add the summary of benefits or the carrier’s contract.</Trans>
          </EmptyState>
        }
        actions={(document) => [
          { label: t`Download`, icon: IconDownload, onHover: true, onClick: () => download(document.id) },
          {
            label: t`Remove`,
            icon: IconTrash,
            danger: true,
            disabledReason: mayNot,
            onClick: () => setRemoving(document),
          },
        ]}
        columns={[
          {
            key: 'name',
            header: t`Document`,
            narrow: 'name',
            cell: ({ id, name }) => (
              <span className="row-name" dir="auto">
                <TextButton onClick={() => download(id)}>{name}</TextButton>
              </span>
            ),
          },
          {
            key: 'size',
            header: t`Size`,
            width: 88,
            right: true,
            narrow: 'status',
            cell: ({ size }) => sizeText(size),
          },
          {
            key: 'by',
            header: t`Added by`,
            width: 160,
            narrow: 'meta',
            cell: ({ uploadedBy }) => uploadedBy,
          },
          {
            key: 'at',
            header: t`Added`,
            width: 120,
            narrow: 'amount',
            cell: ({ uploadedAt }) => <TimeAgo instant={uploadedAt} />,
          },
        ]}
      />
      {removing && <RemoveDocumentDialog plan={plan} document={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
