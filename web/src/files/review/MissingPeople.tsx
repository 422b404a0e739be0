import type { FileJob, MissingPerson } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { useCursorPages } from '../cursor-pages.ts';
import classes from './Review.module.css';
import { useReview } from './use-review.ts';

const PAGE = 25;

function Decision({
  row,
  mayNot,
  onDecide,
}: {
  row: MissingPerson;
  mayNot: string | undefined;
  onDecide: (decision: 'end' | 'keep') => void;
}) {
  const { t } = useLingui();
  const decided = row.decision;
  return (
    <span className={classes.decision}>
      <Button
        size="small"
        aria-pressed={decided === 'end'}
        aria-label={t`${row.name} left`}
        disabledReason={mayNot}
        onClick={() => onDecide('end')}
      >
        <Trans>Left</Trans>
      </Button>
      <Button
        size="small"
        aria-pressed={decided === 'keep'}
        aria-label={t`${row.name}: sender error`}
        disabledReason={mayNot}
        onClick={() => onDecide('keep')}
      >
        <Trans>Sender error</Trans>
      </Button>
    </span>
  );
}

/** Covered people whom a full file does not name. Nobody is ended for being absent: a person says of each that they left, or that the sender left them out. */
export function MissingPeople({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const user = useUser();
  const { decide } = useReview(job.id);
  const missing = useQuery(
    orpc.files.missing.queryOptions({
      input: { id: job.id, limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  const open = job.status === 'held' || job.status === 'completed';
  const mayNot = !user?.permissions.includes('files.process')
    ? t`Your role does not allow this.`
    : open
      ? undefined
      : t`Decided while the file waits, or after it was applied.`;
  const columns: readonly Column<MissingPerson>[] = [
    {
      key: 'person',
      header: t`Person`,
      narrow: 'name',
      cell: ({ groupId, memberId, name, isSubscriber, subscriberPresent }) => (
        <>
          <Link className="row-name trunc" to={paths.groupMember(groupId, memberId)}>
            {name}
          </Link>
          <span className="row-meta">
            {isSubscriber ? t`Subscriber` : subscriberPresent ? t`Dependent; the subscriber is in the file` : t`Dependent`}
          </span>
        </>
      ),
    },
    {
      key: 'seen',
      header: t`Last seen in a file`,
      width: 132,
      cell: ({ lastSeen }) => (lastSeen ? <TimeAgo instant={lastSeen} /> : <Unknown reason={t`No file has named this person`} />),
    },
    {
      key: 'last',
      header: t`Proposed last day`,
      width: 120,
      narrow: 'meta',
      cell: ({ proposedLastDay }) => <DateText date={proposedLastDay} />,
    },
    {
      key: 'premium',
      header: t`Premium`,
      width: 96,
      right: true,
      narrow: 'amount',
      cell: ({ monthly, isSubscriber }) => (
        <MoneyText cents={monthly} unknownReason={isSubscriber ? t`No rate` : t`Part of the subscriber's premium`} />
      ),
    },
    {
      key: 'decision',
      header: t`Decision`,
      width: 190,
      narrow: 'status',
      cell: (row) => <Decision row={row} mayNot={mayNot} onDecide={(decision) => decide.mutate({ memberIds: [row.memberId], decision })} />,
    },
  ];
  if (missing.isError && !missing.data) return <ErrorState error={missing.error} onRetry={() => void missing.refetch()} />;
  const undecided = missing.data?.undecided ?? 0;
  return (
    <>
      <div className={classes.bulk}>
        <p>
          <Trans>Nobody is ended for being absent. {undecided} undecided.</Trans>
        </p>
        <Button
          size="small"
          disabledReason={mayNot ?? (undecided === 0 ? t`Everybody is decided` : undefined)}
          onClick={() => decide.mutate({ decision: 'keep' })}
        >
          <Trans>Sender error for all undecided</Trans>
        </Button>
        <Button
          size="small"
          variant="red"
          disabledReason={mayNot ?? (undecided === 0 ? t`Everybody is decided` : undefined)}
          onClick={() => decide.mutate({ decision: 'end' })}
        >
          <Trans>All undecided left</Trans>
        </Button>
      </div>
      <DataTable
        label={t`Missing people`}
        columns={columns}
        rows={missing.data?.rows}
        rowKey={({ memberId }) => memberId}
        rowName={({ name }) => name}
        refreshing={missing.isPlaceholderData}
        footer={{
          from: pages.from,
          total: missing.data?.total ?? 0,
          onPrevious: pages.onPrevious,
          onNext: pages.onNext(missing.data?.next),
        }}
      />
    </>
  );
}
