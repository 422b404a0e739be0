import type { MailRow } from '@openbenefits/contract/mails';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../api.ts';
import { useCursorPages } from '../cursor-pages.ts';
import { useUser } from '../session.ts';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { MailDialog } from './MailDialog.tsx';

function StateBadge({ state }: Pick<MailRow, 'state'>) {
  const { t } = useLingui();
  if (state === 'sent')
    return (
      <StatusBadge tone="ok" sign="dot">
        {t`Sent`}
      </StatusBadge>
    );
  if (state === 'failed')
    return (
      <StatusBadge tone="bad" sign="alert">
        {t`Failed`}
      </StatusBadge>
    );
  return state === 'kept' ? (
    <StatusBadge tone="idle" sign="circle">
      {t`Kept, not sent`}
    </StatusBadge>
  ) : (
    <StatusBadge tone="busy" sign="clock">
      {t`Waiting`}
    </StatusBadge>
  );
}

const LIMIT = 50;
/** A mail that waits is sent within seconds. */
const WAITING_MS = 3000;

function Mails({ onOpen }: { onOpen: (mail: MailRow) => void }) {
  const { t } = useLingui();
  const pages = useCursorPages(LIMIT);
  const { data, error, refetch } = useQuery({
    ...orpc.admin.mails.list.queryOptions({ input: { limit: LIMIT, cursor: pages.cursor } }),
    refetchInterval: ({ state }) => (state.data?.rows.some((mail) => mail.state === 'waiting') ? WAITING_MS : false),
  });
  if (error && !data)
    return <ErrorState error={error} title={t`The mails could not be loaded`} onRetry={() => void refetch()} />;
  const columns: readonly Column<MailRow>[] = [
    { key: 'to', header: t`To`, narrow: 'name', cell: ({ to }) => to },
    { key: 'subject', header: t`Subject`, narrow: 'meta', cell: ({ subject }) => subject },
    {
      key: 'state',
      header: t`Status`,
      width: 160,
      narrow: 'status',
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      key: 'createdAt',
      header: t`Created`,
      width: 160,
      narrow: 'meta',
      cell: ({ createdAt }) => <TimeAgo instant={createdAt} />,
    },
  ];
  return (
    <DataTable
      label={t`Mails`}
      columns={columns}
      rows={data?.rows}
      rowKey={({ id }) => id}
      rowName={({ to, subject }) => t`${subject} to ${to}`}
      loadingText={t`Loading mails...`}
      actions={(mail) => [{ label: t`View mail`, icon: IconEye, onHover: true, onClick: () => onOpen(mail) }]}
      actionsOnPhone
      footer={{ from: pages.from, total: undefined, onPrevious: pages.onPrevious, onNext: pages.onNext(data?.next) }}
      empty={
        <EmptyState title={t`No mails in the last 90 days`} art="ledger">
          <Trans>Mails that OpenBenefits sends are listed here.</Trans>
        </EmptyState>
      }
    />
  );
}

/** Sent mails, and mails that were kept because there is no mail server. */
export function Component() {
  const { t } = useLingui();
  const isAllowed = useUser()?.permissions.includes('admin.settings') ?? false;
  const [opened, setOpened] = useState<MailRow>();
  return (
    <>
      <PageHeader title={t`Mail`} breadcrumb={[{ label: t`Administration` }, { label: t`Mail` }]} />
      {isAllowed ? (
        <Mails onOpen={setOpened} />
      ) : (
        <EmptyState title={t`Your role does not include mail`} art="signpost">
          <Trans>A System Administrator can read it.</Trans>
        </EmptyState>
      )}
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
