import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { PartnerDialog } from './PartnerDialog.tsx';
import { MODE_LABEL } from './profile-labels.ts';
import { useProfileReason } from './use-profile-reason.ts';

const PAGE = 50;

/** Senders of enrolment files: how the files of each are judged, and what their plan codes mean. */
export function Component() {
  const { t, i18n } = useLingui();
  const profileReason = useProfileReason();
  const mayNotEdit = ({ group }: TradingPartner) => profileReason(group !== null);
  const [edited, setEdited] = useState<string | null>(null);
  const pages = useCursorPages(PAGE);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.tradingPartners.list.queryOptions({
      input: { limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  const tableColumns: readonly Column<TradingPartner>[] = [
    {
      key: 'name',
      header: t`Sender`,
      narrow: 'name',
      cell: ({ name }) => <span className="row-name whole">{name}</span>,
    },
    {
      key: 'id',
      header: t`Identifier`,
      width: 184,
      narrow: 'meta',
      cell: ({ senderId, group }) =>
        senderId === null ? (
          <span className="whole">{group ? t`Census files of this group` : t`Census files of several groups`}</span>
        ) : (
          <span className="mono whole">{senderId}</span>
        ),
    },
    {
      key: 'mode',
      below: 900,
      header: t`Files are`,
      width: 200,
      cell: ({ mode, senderId }) => (
        <span className="whole">
          {senderId === null ? (mode === 'full' ? t`Census of everybody` : t`Census`) : i18n._(MODE_LABEL[mode])}
        </span>
      ),
    },
    {
      key: 'auto',
      below: 820,
      header: t`Auto-process`,
      width: 104,
      cell: ({ autoProcess }) => (autoProcess ? t`On` : t`Off`),
    },
    {
      key: 'codes',
      below: 1100,
      header: t`Remembered`,
      width: 110,
      right: true,
      cell: ({ codes, columns }) => <span className="num">{codes.length + columns.length}</span>,
    },
    {
      key: 'files',
      below: 1100,
      header: t`Files`,
      width: 70,
      right: true,
      cell: ({ files }) => <span className="num">{files.toLocaleString('en-US')}</span>,
    },
    {
      key: 'last',
      header: t`Last file`,
      width: 130,
      narrow: 'status',
      cell: ({ lastFileAt }) => (lastFileAt ? <TimeAgo instant={lastFileAt} /> : '—'),
    },
    {
      key: 'actions',
      header: t`Actions`,
      width: 90,
      narrow: 'step',
      cell: (one) => (
        <Button
          size="small"
          aria-label={t`Edit ${one.name}`}
          disabledReason={mayNotEdit(one)}
          onClick={() => setEdited(one.id)}
        >
          <Trans>Edit</Trans>
        </Button>
      ),
    },
  ];
  const partner = data?.rows.find(({ id }) => id === edited);
  return (
    <>
      <PageHeader
        title={t`Trading Partners`}
        breadcrumb={[{ label: t`File Processing`, to: paths.filesUpload }, { label: t`Trading Partners` }]}
        facts={<span>{t`Learned from the first file of each sender.`}</span>}
      />
      {error && !data ? (
        <ErrorState error={error} title={t`The trading partners could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Trading partners`}
          columns={tableColumns}
          rows={data?.rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          refreshing={isPlaceholderData}
          footer={{
            from: pages.from,
            total: data?.total ?? 0,
            onPrevious: pages.onPrevious,
            onNext: pages.onNext(data?.next),
          }}
          empty={
            <EmptyState
              title={t`No trading partner yet`}
              art="envelope"
              actions={
                <PermittedLink needs="files.upload" to={paths.filesUpload}>
                  <Trans>Upload a file</Trans>
                </PermittedLink>
              }
            >
              <Trans>A sender has its profile here from its first file on.</Trans>
            </EmptyState>
          }
        />
      )}
      {partner && (
        <PartnerDialog
          partner={partner}
          onStale={async () => (await refetch()).data?.rows.find(({ id }) => id === edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
