import type { FileJob, MissingPerson } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { subtract, ZERO } from '@openbenefits/domain/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import classes from './Review.module.css';
import { EndAllDialog } from './EndsOfMissing.tsx';
import { isOfSeveral } from '../GroupOfFile.tsx';
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
  const { name } = row;
  const line = row.line && COVERAGE_LINE_LABEL[row.line];
  return (
    <span className={classes.decision}>
      <Button
        size="small"
        aria-pressed={decided === 'end'}
        aria-label={line ? t`${name}: ${line} terminated` : t`${name} left`}
        disabledReason={mayNot}
        onClick={() => onDecide('end')}
      >
        {line ? <Trans>Terminated</Trans> : <Trans>Left</Trans>}
      </Button>
      <Button
        size="small"
        aria-pressed={decided === 'keep'}
        aria-label={line ? t`${name}, ${line}: sender error` : t`${name}: sender error`}
        disabledReason={mayNot}
        onClick={() => onDecide('keep')}
      >
        <Trans>Sender error</Trans>
      </Button>
    </span>
  );
}

/** Whether the person stands in the file, and what would end, under the name. */
function Meta({ row: { isSubscriber, isNamed, subscriberPresent, dependentsPresent, line } }: { row: MissingPerson }) {
  const { t } = useLingui();
  const what = line && COVERAGE_LINE_LABEL[line];
  if (what) return isNamed ? t`Only ${what}; is in the file` : t`Only ${what}; not in the file`;
  if (isSubscriber)
    return dependentsPresent > 0
      ? plural(dependentsPresent, {
          one: 'Subscriber; # dependent is in the file',
          other: 'Subscriber; # dependents are in the file',
        })
      : t`Subscriber`;
  return subscriberPresent ? t`Dependent; the subscriber is in the file` : t`Dependent`;
}

/**
 * Covered people whom a full file does not name, or names without a line they have. Nobody is ended for being absent: a
 * person says of each that they left, or that the sender left them out.
 */
export function MissingPeople({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const { decide } = useReview(job.id);
  const [asked, setAsked] = useState(false);
  const missing = useQuery(
    orpc.files.missing.queryOptions({
      input: { id: job.id, limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  const open = job.status === 'held' || job.status === 'completed';
  const mayNot =
    useWhyNot('files.process') ??
    (open
      ? job.undone?.all
        ? t`This import was undone, so no one is missing.`
        : undefined
      : t`Decided while the file is held, or after it was applied.`);
  const columns: readonly Column<MissingPerson>[] = [
    {
      key: 'person',
      header: t`Person`,
      narrow: 'name',
      cell: (row) => (
        <>
          <Link className="row-name whole" to={paths.groupMember(row.groupId, row.memberId)}>
            {row.name}
          </Link>
          <span className="row-meta whole">
            <Meta row={row} />
          </span>
          {row.namedSince && <span className="row-meta whole">{t`Listed again in a later file`}</span>}
          {isOfSeveral(job) && <span className="row-meta whole">{row.groupName}</span>}
        </>
      ),
    },
    {
      key: 'seen',
      below: 700,
      header: t`Last seen in a file`,
      width: 132,
      cell: ({ lastSeen, line }) =>
        lastSeen ? (
          <TimeAgo instant={lastSeen} />
        ) : (
          <Unknown reason={line ? t`No file listed this coverage line of the member` : t`No file listed this member`} />
        ),
    },
    {
      key: 'last',
      header: t`Proposed last day`,
      width: 120,
      narrow: 'meta',
      cell: ({ proposedLastDay, line, dependentsPresent }) => (
        <>
          <span className={classes.onPhone}>
            {line ? t`${COVERAGE_LINE_LABEL[line]} would terminate` : t`Would terminate`}{' '}
          </span>
          <DateText date={proposedLastDay} />
          {dependentsPresent > 0 && (
            <span className={classes.onPhone}>
              {plural(dependentsPresent, {
                one: ', with # dependent who is in the file',
                other: ', with # dependents who are in the file',
              })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'premium',
      header: t`Premium`,
      width: 96,
      right: true,
      narrow: 'amount',
      cell: ({ monthly, isSubscriber, subscriberPresent }) => (
        <MoneyText
          cents={monthly}
          unknownReason={isSubscriber || subscriberPresent ? t`No rate` : t`Part of the subscriber's premium`}
        />
      ),
    },
    {
      key: 'decision',
      header: t`Decision`,
      width: 208,
      narrow: 'status',
      cell: (row) => (
        <Decision
          row={row}
          mayNot={
            mayNot ??
            (row.namedSince ? t`A later file of the sender lists this again, so nothing is missing.` : undefined) ??
            (row.isEnded ? t`Already terminated. Undo it to decide again.` : undefined)
          }
          onDecide={(decision) =>
            decide.mutate({ memberIds: [row.memberId], ...(row.line && { line: row.line }), decision })
          }
        />
      ),
    },
  ];
  if (missing.isError && !missing.data)
    return (
      <ErrorState
        error={missing.error}
        title={t`The missing people could not be loaded`}
        onRetry={() => void missing.refetch()}
      />
    );
  const undecided = missing.data?.undecided ?? 0;
  if (missing.data?.total === 0) {
    return (
      <EmptyState title={t`No one is missing`} art="people">
        {job.mode === 'full' ? (
          <Trans>This file has every covered member, with all coverage lines.</Trans>
        ) : (
          <Trans>Only a full file can have missing members.</Trans>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classes.bulk}>
        <p>
          <Trans>No one is terminated for being missing. {undecided} undecided.</Trans>{' '}
          {undecided > 0 && missing.data && (
            <Trans>
              Ending them is <MoneyText cents={subtract(ZERO, missing.data.undecidedMonthly)} difference /> a month.
            </Trans>
          )}
        </p>
        <span className={classes.bulkActions}>
          <Button
            size="small"
            disabledReason={mayNot ?? (undecided === 0 ? t`No one is undecided` : undefined)}
            onClick={() => decide.mutate({ decision: 'keep' })}
          >
            <Trans>Sender error for all undecided</Trans>
          </Button>
          <Button
            size="small"
            variant="red"
            disabledReason={mayNot ?? (undecided === 0 ? t`No one is undecided` : undefined)}
            onClick={() => setAsked(true)}
          >
            <Trans>All undecided left…</Trans>
          </Button>
        </span>
      </div>
      {asked && missing.data && (
        <EndAllDialog
          job={job}
          people={undecided}
          monthly={missing.data.undecidedMonthly}
          busy={decide.isPending}
          onConfirm={() => decide.mutate({ decision: 'end' }, { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        />
      )}
      <DataTable
        label={t`Missing people`}
        columns={columns}
        rows={missing.data?.rows}
        rowKey={({ memberId, line }) => `${memberId} ${line ?? ''}`}
        rowName={({ name, line }) => (line ? `${name}, ${COVERAGE_LINE_LABEL[line]}` : name)}
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
