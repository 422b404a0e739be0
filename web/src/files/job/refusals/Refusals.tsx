import type { FileJob } from '@openbenefits/contract/files';
import type { FileRefusal } from '@openbenefits/contract/refused-rows';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { fieldLabel } from '@openbenefits/domain/files/field-label';
import { IconDownload, IconTableOptions } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { useWhyNot } from '../../../session.ts';
import { TextButton } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { Column } from '../../../ui/data-table-types.ts';
import { useCursorPages } from '../../../cursor-pages.ts';
import { DownloadLink } from '../../DownloadLink.tsx';
import classes from '../JobPage.module.css';
import { RefusalCauses } from './RefusalCauses.tsx';
import { MendRefusal } from './MendRefusal.tsx';
import { words } from '../../../words.ts';
import { allFileWords } from '../../file-words.ts';

const PAGE = 25;

/** Why a record was refused, with a way to whom it may be or contradicts. */
function Reason({ row: { messages, known } }: { row: FileRefusal }) {
  return (
    <p className={classes.reason}>
      {allFileWords(messages)}
      {known.map(({ id, groupId, name }) => (
        <span key={id}>
          {' '}
          <Link to={paths.groupMember(groupId, id)}>
            <Trans>Compare with {name}</Trans>
          </Link>
        </span>
      ))}
    </p>
  );
}

/**
 * Refused rows, each with its line, its field and the reason, and the way to mend them: download, correct, send again.
 */
export function Refusals({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const refusals = useQuery(
    orpc.files.refusals.queryOptions({
      input: { id: job.id, limit: PAGE, cursor: pages.cursor },
      enabled: job.refused > 0,
      placeholderData: keepPreviousData,
    }),
  );
  const mayNot = useWhyNot('files.process');
  const mayNotDownload = useWhyNot('files.upload');
  const isMended = (job.status === 'completed' || job.status === 'held') && job.resentAs === null;
  if (job.refused === 0) return null;
  const count = job.refused.toLocaleString('en-US');
  const others = job.recordsRead - job.refused;
  const place = job.format === 'edi834' ? t`Segment` : t`Line`;
  const columns: readonly Column<FileRefusal>[] = [
    {
      key: 'line',
      header: place,
      narrow: 'amount',
      right: true,
      width: 76,
      cell: (row) => (
        <span className={`num ${classes.place}`} data-place={place}>
          {row.line}
        </span>
      ),
    },
    {
      key: 'person',
      header: t`Person`,
      narrow: 'name',
      width: 176,
      cell: (row) => <span className="row-name whole">{row.person}</span>,
    },
    {
      key: 'field',
      below: 600,
      header: t`Field`,
      width: 124,
      cell: (row) => <p className={classes.reason}>{words(fieldLabel(row.field))}</p>,
    },
    { key: 'reason', header: t`Reason`, narrow: 'meta', cell: (row) => <Reason row={row} /> },
    ...(isMended && mayNot === undefined
      ? [
          {
            key: 'mend',
            header: t`Next step`,
            narrow: 'status' as const,
            right: true,
            width: 116,
            cell: (row: FileRefusal) => <MendRefusal job={job} row={row} />,
          },
        ]
      : []),
  ];
  return (
    <section className={classes.block} aria-labelledby="refused">
      <div className={classes.bar}>
        <h2 id="refused">
          <Trans>Rejected ({count})</Trans>
        </h2>
        {job.status !== 'error' && others > 0 && (
          <p>
            {plural(others, {
              one: 'The other record was processed.',
              other: 'The other # records were processed.',
            })}
          </p>
        )}
        {isMended &&
          (mayNot ? (
            <TextButton disabledReason={mayNot}>
              <Trans>Fix here</Trans>
            </TextButton>
          ) : (
            <Link className={classes.download} to={paths.fileRefused(job.id)}>
              <Icon of={IconTableOptions} size={14} />
              <Trans>Fix here</Trans>
            </Link>
          ))}
        <DownloadLink href={`/downloads/files/${job.id}/refused`} mayNot={mayNotDownload} icon={IconDownload}>
          {job.format === 'edi834' ? t`Download rejected members` : t`Download with reasons`}
        </DownloadLink>
        {/* X12 has no place for a comment. */}
        {job.format === 'edi834' && (
          <DownloadLink href={`/downloads/files/${job.id}/refused-reasons`} mayNot={mayNotDownload} icon={IconDownload}>
            {t`Download reasons (CSV)`}
          </DownloadLink>
        )}
      </div>
      <RefusalCauses job={job} />
      {refusals.isError && !refusals.data ? (
        <ErrorState
          error={refusals.error}
          title={t`The rejected records could not be loaded`}
          onRetry={() => void refusals.refetch()}
        />
      ) : (
        <DataTable
          label={t`Rejected records`}
          columns={columns}
          rows={refusals.data?.rows}
          rowKey={(row) => String(row.recordNo)}
          rowName={(row) => row.person}
          refreshing={refusals.isPlaceholderData}
          footer={{
            from: pages.from,
            total: refusals.data?.total ?? 0,
            onPrevious: pages.onPrevious,
            onNext: pages.onNext(refusals.data?.next),
          }}
        />
      )}
    </section>
  );
}
