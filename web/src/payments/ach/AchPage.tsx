import { Trans, useLingui } from '@lingui/react/macro';
import { IconFilePlus, IconSettings, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Detail } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { toastError } from '../../ui/toasts.ts';
import { refreshAch } from './refresh-ach.ts';
import { AchRail } from './AchRail.tsx';
import { BankSettingsDialog } from './BankSettingsDialog.tsx';
import { FilesTable } from './FilesTable.tsx';
import { ImportReturnsDialog } from './ImportReturnsDialog.tsx';
import { OpenFile } from './OpenFile.tsx';
import { ReturnsTable } from './ReturnsTable.tsx';

/** ACH files: what goes to the bank, what came back (picture 17e). */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const mayNotSet = useWhyNot('payments.approve');
  const [asked, setAsked] = useState<'settings' | 'import'>();
  const summary = useQuery(orpc.ach.summary.queryOptions({ input: {} }));
  const files = useQuery(orpc.ach.files.list.queryOptions({ input: {} }));
  const settings = useQuery(orpc.ach.settings.get.queryOptions({ input: {} }));
  const open = files.data?.find(({ status }) => status === 'draft' || status === 'approved');
  const draft = useMutation({
    mutationFn: () => api.ach.files.draft({ idempotencyKey: newKey() }),
    onError: (error) => toastError(error),
    onSettled: refreshAch,
  });
  const { data } = summary;
  const tile = (label: string, cents: NonNullable<typeof data>['sent'] | undefined, meaning: string) => ({
    label,
    amount: true,
    value: cents === undefined ? undefined : <MoneyText cents={cents} />,
    meaning,
  });
  return (
    <>
      <PageHeader
        title={t`ACH files`}
        breadcrumb={[{ label: t`Billing & Payments` }, { label: t`Payment Processing`, to: paths.payments }]}
        actions={
          <>
            <Button icon={IconSettings} disabledReason={mayNotSet} onClick={() => setAsked('settings')}>
              <Trans>Bank settings</Trans>
            </Button>
            <Button icon={IconUpload} disabledReason={mayNot} onClick={() => setAsked('import')}>
              <Trans>Import return file</Trans>
            </Button>
            <Button
              variant="primary"
              icon={IconFilePlus}
              busy={draft.isPending}
              disabledReason={
                mayNot ??
                (settings.data === null ? t`Enter the bank settings first.` : undefined) ??
                (open ? t`Send or cancel the open file first.` : undefined)
              }
              onClick={() => draft.mutate()}
            >
              <Trans>New file</Trans>
            </Button>
          </>
        }
      />
      {summary.error && !data ? (
        <ErrorState
          error={summary.error}
          title={t`ACH files could not be loaded`}
          onRetry={() => void summary.refetch()}
        />
      ) : (
        <>
          <StatStrip
            label={t`ACH`}
            stats={[
              tile(t`Waiting`, data?.waiting, t`for a file`),
              tile(t`Sent, not settled`, data?.sent, t`with the bank`),
              tile(t`Settled this month`, data?.settled, t`in the bank`),
              tile(t`Returned this month`, data?.returned, t`bills owed again`),
            ]}
          />
          <Detail rail={<AchRail summary={data} />}>
            {open && <OpenFile key={open.id} id={open.id} />}
            <FilesTable files={files.data} error={files.error} />
            <ReturnsTable />
          </Detail>
        </>
      )}
      {asked === 'settings' && <BankSettingsDialog onClose={() => setAsked(undefined)} />}
      {asked === 'import' && <ImportReturnsDialog onClose={() => setAsked(undefined)} />}
    </>
  );
}
