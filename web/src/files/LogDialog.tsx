import type { FileEvent } from '@openbenefits/contract/file-queue';
import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { words } from '../words.ts';
import classes from './JobPage.module.css';

const moment = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** What happened to a file since it came, the newest first. */
export function LogDialog({ job, onClose }: { job: Pick<FileJob, 'id' | 'fileName'>; onClose: () => void }) {
  const { t } = useLingui();
  const events = useQuery(orpc.files.queue.events.queryOptions({ input: { id: job.id }, staleTime: 0 }));
  const columns: readonly Column<FileEvent>[] = [
    { key: 'at', header: t`When`, width: 196, narrow: 'meta', cell: ({ at }) => <time className="num" dateTime={at}>{moment.format(Date.parse(at))}</time> },
    { key: 'text', header: t`What happened`, narrow: 'name', cell: ({ text }) => <p className={classes.reason}>{words(text)}</p> },
    { key: 'attempt', header: t`Attempt`, width: 76, right: true, cell: ({ attempt }) => <span className="num">{attempt}</span> },
    { key: 'by', header: t`By`, width: 140, narrow: 'amount', cell: ({ by }) => <span className="trunc">{by ?? t`the server`}</span> },
  ];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Log of ${job.fileName}`}
      size={880}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {events.isError && !events.data ? (
        <ErrorState error={events.error} title={t`The log could not be loaded`} onRetry={() => void events.refetch()} />
      ) : (
        <DataTable label={t`Log`} columns={columns} rows={events.data} rowKey={({ no }) => String(no)} rowName={({ text }) => text} />
      )}
    </Dialog>
  );
}
