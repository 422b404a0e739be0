import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { problemOf } from '../errors.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { useWhyNot } from '../session.ts';
import { useSwitchedOff } from '../switched-off.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { TextInput } from '../ui/Fields.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { toastError, toastGood } from '../ui/toasts.ts';
import { saveFile } from './save-file.ts';

type Format = 'csv' | 'xlsx' | 'pdf';
type Props = {
  list: 'groups' | 'members' | 'plans' | 'payments' | 'bills' | 'aging' | 'reconciliation';
  /** Of exactly what the list shows. */
  filter: Record<string, unknown>;
  /** 'Export' by default. */
  label?: string;
  size?: 'small' | 'medium';
  /** Offers a PDF, for lists that are short enough to be printed. */
  withPdf?: boolean;
};

function ReasonDialog({
  problem,
  error,
  busy,
  onGive,
  onClose,
}: {
  problem: string;
  error: unknown;
  busy: boolean;
  onGive: (reason: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Export members`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={reason.trim().length < 4 ? t`Enter a reason first.` : undefined}
            onClick={() => onGive(reason.trim())}
          >
            <Trans>Export</Trans>
          </Button>
        </>
      }
    >
      <TextInput
        label={t`Reason for the export`}
        required
        value={reason}
        onChange={setReason}
        description={problem}
        maxLength={500}
        data-autofocus
      />
      {error !== null && error !== undefined && <ErrorLine error={error} />}
    </Dialog>
  );
}

/** Exports a list as CSV or as a workbook; a large export needs a reason. */
export function ExportMenu({ list, filter, label, size = 'medium', withPdf = false }: Props) {
  const { t } = useLingui();
  const role = useWhyNot('compliance.export');
  const off = useSwitchedOff('data_export');
  const words = label ?? t`Export`;
  const keys = useIdempotencyKey();
  const [asked, setAsked] = useState<{ format: Format; problem: string } | null>(null);
  const request = useMutation({
    mutationFn: ({ format, reason }: { format: Format; reason?: string }) => {
      const input = { list, format, filter, ...(reason !== undefined && { reason }) };
      return api.exports.request({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: ({ url }) => {
      keys.settle();
      setAsked(null);
      saveFile(url);
      toastGood(t`Your download has started`, t`The export is recorded in the audit log.`);
    },
    onError: (error, { format, reason }) => {
      const problem = problemOf(error).fields.get('reason');
      if (problem && reason === undefined) setAsked({ format, problem });
      else if (!asked) toastError(error);
    },
  });
  const refused = role ?? off;
  if (refused !== undefined) {
    return (
      <Button icon={IconDownload} size={size} disabledReason={refused}>
        {words}
      </Button>
    );
  }
  return (
    <>
      <Menu
        label={words}
        renderTrigger={(props) => (
          <Button {...props} icon={IconDownload} size={size} busy={request.isPending}>
            {words}
          </Button>
        )}
      >
        {() => (
          <>
            <MenuItem icon={IconFileTypeCsv} onSelect={() => request.mutate({ format: 'csv' })}>
              <Trans>As CSV</Trans>
            </MenuItem>
            <MenuItem icon={IconFileSpreadsheet} onSelect={() => request.mutate({ format: 'xlsx' })}>
              <Trans>As Excel workbook</Trans>
            </MenuItem>
            {withPdf && (
              <MenuItem icon={IconFileTypePdf} onSelect={() => request.mutate({ format: 'pdf' })}>
                <Trans>As PDF</Trans>
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {asked && (
        <ReasonDialog
          problem={asked.problem}
          error={request.variables?.reason === undefined ? null : request.error}
          busy={request.isPending}
          onGive={(reason) => request.mutate({ format: asked.format, reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
