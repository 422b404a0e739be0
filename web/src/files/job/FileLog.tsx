import type { FileEvent } from '@openbenefits/contract/file-queue';
import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { words } from '../../words.ts';
import classes from './JobPage.module.css';

const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

/** What happened to a file since it came, the newest first. */
export function FileLog({ job }: { job: Pick<FileJob, 'id'> }) {
  const { t } = useLingui();
  const events = useQuery(orpc.files.queue.events.queryOptions({ input: { id: job.id }, staleTime: 0 }));
  const columns: readonly Column<FileEvent>[] = [
    {
      key: 'at',
      header: t`When`,
      width: 196,
      narrow: 'meta',
      cell: ({ at }) => (
        <time className="num" dateTime={at}>
          {moment.format(Date.parse(at))}
        </time>
      ),
    },
    {
      key: 'text',
      header: t`What happened`,
      narrow: 'name',
      cell: ({ text }) => <p className={classes.reason}>{words(text)}</p>,
    },
    {
      key: 'attempt',
      below: 600,
      header: t`Attempt`,
      width: 76,
      right: true,
      cell: ({ attempt }) => <span className="num">{attempt || '—'}</span>,
    },
    {
      key: 'by',
      header: t`By`,
      width: 140,
      narrow: 'amount',
      cell: ({ by }) => <span className="trunc">{by ?? t`the server`}</span>,
    },
  ];
  if (events.isError && !events.data)
    return (
      <ErrorState error={events.error} title={t`The log could not be loaded`} onRetry={() => void events.refetch()} />
    );
  return (
    <DataTable
      label={t`Log`}
      columns={columns}
      rows={events.data}
      rowKey={({ no }) => String(no)}
      rowName={({ text }) => text}
    />
  );
}

/**
 * On the page of a file of which there is nothing else to show: it waits or is being read, was rejected or removed, or
 * refused before anybody was read.
 */
export function LogSection({ job }: { job: FileJob }) {
  if (
    job.posted ||
    job.status === 'held' ||
    job.status === 'completed' ||
    (job.refused > 0 && job.status !== 'removed')
  )
    return null;
  return (
    <section className={classes.block} aria-labelledby="log">
      <div className={classes.bar}>
        <h2 id="log">
          <Trans>What happened to it</Trans>
        </h2>
      </div>
      <FileLog job={job} />
    </section>
  );
}
