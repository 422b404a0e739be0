import type { OutboundFile } from '@openbenefits/contract/outbound';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { AckBadge } from '../acknowledgement/AckBadge.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { DownloadLink } from '../DownloadLink.tsx';
import classes from './Outbound.module.css';
import { ProfileName } from './ProfileName.tsx';

const PAGE = 25;

/** Files that were made for carriers, newest first, with what the carrier answered. */
export function OutboundFiles({ mayNot }: { mayNot: string | undefined }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const files = useQuery(
    orpc.files.outbound.files.queryOptions({
      input: { limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  const columns: readonly Column<OutboundFile>[] = [
    {
      key: 'profile',
      header: t`Carrier`,
      narrow: 'name',
      cell: ({ profile, usage }) => <ProfileName name={profile.name} usage={usage} />,
    },
    {
      key: 'mode',
      below: 700,
      header: t`Kind`,
      width: 96,
      cell: ({ mode }) => (mode === 'full' ? t`Full file` : t`Changes`),
    },
    {
      key: 'control',
      header: t`Control number`,
      width: 148,
      narrow: 'meta',
      cell: ({ controlNumber, people, mode, madeAt }) => (
        <>
          <span className="mono">{controlNumber}</span>
          <span className={classes.inNarrow}>
            {mode === 'full' ? t`Full file` : t`Changes`} · {plural(people, { one: '# person', other: '# people' })} ·{' '}
            <TimeAgo instant={madeAt} />
          </span>
        </>
      ),
    },
    {
      key: 'people',
      below: 900,
      header: t`People`,
      width: 84,
      right: true,
      cell: ({ people }) => <span className="num">{people.toLocaleString('en-US')}</span>,
    },
    {
      key: 'made',
      below: 820,
      header: t`Created`,
      width: 150,
      cell: ({ madeAt, madeBy }) => (
        <>
          <TimeAgo instant={madeAt} />
          <span className="row-meta">{madeBy}</span>
        </>
      ),
    },
    {
      key: 'answer',
      header: t`Answer`,
      width: 176,
      narrow: 'status',
      cell: ({ answer }) =>
        answer ? <AckBadge answer={answer} /> : <StatusBadge tone="idle" sign="circle">{t`None yet`}</StatusBadge>,
    },
    {
      key: 'download',
      header: t`File`,
      narrow: 'amount',
      width: 110,
      cell: ({ id, controlNumber, fileName }) => (
        <DownloadLink
          href={`/downloads/outbound/${id}`}
          icon={IconDownload}
          label={t`Download file ${controlNumber}`}
          title={fileName}
          mayNot={mayNot}
        >
          {t`Download`}
        </DownloadLink>
      ),
    },
  ];
  return (
    <section className={classes.block} aria-labelledby="outbound">
      <h2 id="outbound">
        <Trans>Files</Trans>
      </h2>
      {files.isError && !files.data ? (
        <ErrorState
          error={files.error}
          title={t`The carrier files could not be loaded`}
          onRetry={() => void files.refetch()}
        />
      ) : (
        <DataTable
          label={t`Carrier files`}
          columns={columns}
          rows={files.data?.rows}
          rowKey={({ id }) => id}
          rowName={({ controlNumber }) => controlNumber}
          refreshing={files.isPlaceholderData}
          footer={{
            from: pages.from,
            total: files.data?.total ?? 0,
            onPrevious: pages.onPrevious,
            onNext: pages.onNext(files.data?.next),
          }}
          empty={
            <EmptyState title={t`No file was created yet`} art="folder">
              <Trans>
                Files hold SSNs, so every download is in the audit log. A carrier's 999 is uploaded like any file and
                shows here.
              </Trans>
            </EmptyState>
          }
        />
      )}
    </section>
  );
}
