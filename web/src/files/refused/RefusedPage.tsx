import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TableFoot } from '../../ui/TableFoot.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { FileMissing } from '../job/FileMissing.tsx';
import review from '../review/Review.module.css';
import { SendAgain } from '../job/refusals/SendAgain.tsx';
import { useJob } from '../job/use-job.ts';
import { PutIntoFile } from './PutIntoFile.tsx';
import { RefusedGrid } from './RefusedGrid.tsx';
import grid from './RefusedGrid.module.css';

const PAGE = 25;

function Rows({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const [params, setParams] = useSearchParams();
  const first = /^\d{1,9}$/.exec(params.get('from') ?? '')?.[0];
  const from = first === undefined ? undefined : Number(first);
  const rows = useQuery(
    orpc.files.refusedRows.queryOptions({
      input: { id: job.id, from, limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  if (rows.error && !rows.data)
    return (
      <ErrorState
        error={rows.error}
        title={t`The rejected rows could not be loaded`}
        onRetry={() => void rows.refetch()}
      />
    );
  if (!rows.data) return <Skeleton width="100%" height={240} />;
  const { total, mended, before } = rows.data;
  // Before the record that was asked for there are others, from the first one on.
  const onPrevious = pages.onPrevious ?? (before > 0 ? () => setParams({}) : undefined);
  const onAdded = (): void => {
    if (!params.has('column')) return;
    setParams(
      (now) => {
        now.delete('column');
        return now;
      },
      { replace: true },
    );
  };
  if (total === 0) return <EmptyState title={t`No row of this file was rejected`} art="envelope" />;
  return (
    <>
      <div className={grid.panel}>
        <RefusedGrid
          job={job}
          columns={rows.data.columns}
          rows={rows.data.rows}
          opensAt={pages.cursor === undefined ? from : undefined}
          adds={params.get('column') ?? undefined}
          onAdded={onAdded}
        />
        <TableFoot
          footer={{ from: before + 1, total, onPrevious, onNext: pages.onNext(rows.data.next) }}
          shown={rows.data.rows.length}
        />
      </div>
      <footer className={review.approval} data-bottom-bar>
        <p>
          {mended === 0 ? (
            <Trans>No row is fixed yet.</Trans>
          ) : (
            plural(mended, { one: '# row fixed.', other: '# rows fixed.' })
          )}{' '}
          {job.status === 'held'
            ? plural(Math.max(mended, 1), {
                one: 'Your correction replaces the original row and the preview is recalculated. Nothing is posted until you approve it.',
                other:
                  'Your corrections replace the original rows and the preview is recalculated. Nothing is posted until you approve it.',
              })
            : t`Corrections are kept with the file until the rows are sent again.`}
        </p>
        <ButtonLink to={paths.fileJob(job.id)}>
          <Trans>Back to the file</Trans>
        </ButtonLink>
        {job.status === 'held' ? (
          <PutIntoFile job={job} mended={mended} />
        ) : (
          <SendAgain job={job} rows={total} variant="primary" size="medium" />
        )}
      </footer>
    </>
  );
}

const isUnread = ({ status, stage }: FileJob): boolean =>
  ['queued', 'processing', 'paused'].includes(status) && (stage === 'waiting' || stage === 'reading');

function RowsOf({ job }: { job: FileJob }) {
  const { t } = useLingui();
  if (!isUnread(job)) return <Rows job={job} />;
  return (
    <EmptyState title={t`This file has not been read yet`} art="envelope">
      <Trans>Its rejected rows will be shown here.</Trans>
    </EmptyState>
  );
}

/** Refused records of a file, mended where they stand and sent again, or put into the file while it is held. */
export function Component() {
  const { t } = useLingui();
  const { jobId = '' } = useParams();
  const { data: job, error, refetch } = useJob(jobId);
  return (
    <>
      <PageHeader
        title={t`Fix rejected rows`}
        breadcrumb={[
          { label: t`File Processing`, to: paths.filesUpload },
          { label: job?.fileName ?? t`File`, to: paths.fileJob(jobId) },
          { label: t`Fix rejected rows` },
        ]}
        facts={<span>{t`SSNs show only the last four digits, unless the SSN is the error.`}</span>}
      />
      {error && !job ? (
        <FileMissing error={error} onRetry={() => void refetch()} />
      ) : job ? (
        <RowsOf job={job} />
      ) : (
        <Skeleton width="100%" height={240} />
      )}
    </>
  );
}
