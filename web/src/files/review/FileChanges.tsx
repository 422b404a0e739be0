import type { FileChange, FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { isOfSeveral } from '../GroupOfFile.tsx';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { ChangeWord } from './ChangeWord.tsx';
import { ExplainChange } from './ExplainChange.tsx';
import { PeopleFilter, usePeopleFilter } from './PeopleFilter.tsx';
import { useReview } from './use-review.ts';
import { What } from './What.tsx';

const PAGE = 25;
export const EFFECTS: readonly FileChange['action'][] = ['added', 'changed', 'ended', 'reinstated', 'voided'];

function useColumns(job: FileJob): readonly Column<FileChange>[] {
  const { t } = useLingui();
  return [
    {
      key: 'person',
      header: t`Person`,
      narrow: 'name',
      width: 148,
      cell: ({ memberId, groupId, groupName, person, isSubscriber }) => (
        <>
          {memberId ? (
            <Link className="row-name whole" to={paths.groupMember(groupId, memberId)}>
              {person}
            </Link>
          ) : (
            <span className="row-name whole">{person}</span>
          )}
          <span className="row-meta whole">
            {isSubscriber ? t`Subscriber` : t`Dependent`}
            {isOfSeveral(job) && groupName && ` · ${groupName}`}
          </span>
        </>
      ),
    },
    {
      key: 'change',
      header: t`Change`,
      narrow: 'status',
      width: 96,
      cell: ({ action }) => <ChangeWord action={action} />,
    },
    {
      key: 'what',
      header: t`What changes`,
      narrow: 'meta',
      cell: (change) => <What {...change} groupOnPhone={isOfSeveral(job) ? change.groupName : null} />,
    },
    {
      key: 'effective',
      below: 700,
      header: t`Effective`,
      width: 90,
      cell: ({ effective }) => <DateText date={effective} />,
    },
    {
      key: 'premium',
      header: t`Premium`,
      width: 98,
      right: true,
      narrow: 'amount',
      cell: (change) => <ExplainChange job={job} change={change} />,
    },
    {
      key: 'line',
      below: 700,
      header: job.format === 'edi834' ? t`Segment` : t`Line`,
      width: 72,
      right: true,
      cell: ({ line }) => <span className="num">{line}</span>,
    },
  ];
}

/**
 * What the file would do, person by person. While it is held, a person is left out or taken in by the box before the
 * name.
 */
export function FileChanges({ job, actions }: { job: FileJob; actions: readonly FileChange['action'][] }) {
  const { t } = useLingui();
  const filter = usePeopleFilter(actions);
  const { search, wanted: shown } = filter;
  const pages = useCursorPages(PAGE, JSON.stringify([search, shown]));
  const mayNot = useWhyNot('files.process');
  const { choose } = useReview(job.id);
  const queries = useQueryClient();
  const columns = useColumns(job);
  const isSame = actions.includes('unchanged');
  const wanted = orpc.files.changes.queryOptions({
    input: { id: job.id, actions: [...shown], limit: PAGE, cursor: pages.cursor, ...(search !== '' && { search }) },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const changes = useQuery(wanted);
  const rows = changes.data?.rows;
  const included = new Set((rows ?? []).filter(({ excluded }) => !excluded).map(({ recordNo }) => String(recordNo)));
  const select = (next: ReadonlySet<string>) => {
    // The box answers at once; the server's count follows, or it is as it was.
    const before = queries.getQueryData(wanted.queryKey);
    const onError = () => void queries.setQueryData(wanted.queryKey, before);
    queries.setQueryData(
      wanted.queryKey,
      (now) => now && { ...now, rows: now.rows.map((row) => ({ ...row, excluded: !next.has(String(row.recordNo)) })) },
    );
    const out = [...included].filter((no) => !next.has(no)).map(Number);
    const taken = [...next].filter((no) => !included.has(no)).map(Number);
    if (out.length > 0) choose.mutate({ recordNos: out, excluded: true }, { onError });
    if (taken.length > 0) choose.mutate({ recordNos: taken, excluded: false }, { onError });
  };
  const isChosen = job.status === 'held' && !isSame;
  const total = changes.data?.total ?? 0;
  // As many as the filter shows, on all its pages: one by one nobody leaves out a thousand.
  const chooseShown = (excluded: boolean) =>
    choose.mutate({ actions: [...shown], ...(search !== '' && { search }), excluded });
  if (changes.isError && !rows)
    return (
      <ErrorState
        error={changes.error}
        title={t`The changes could not be loaded`}
        onRetry={() => void changes.refetch()}
      />
    );
  return (
    <>
      {(filter.isNarrowed || changes.data?.total !== 0) && (
        <PeopleFilter filter={filter} kinds={actions.length > 1}>
          {isChosen && filter.isNarrowed && total > 0 && !changes.isPlaceholderData && (
            <>
              <Button disabledReason={mayNot} onClick={() => chooseShown(true)}>
                {plural(total, { one: 'Leave out this one', other: 'Leave out these #' })}
              </Button>
              <Button disabledReason={mayNot} onClick={() => chooseShown(false)}>
                {plural(total, { one: 'Take in this one', other: 'Take in these #' })}
              </Button>
            </>
          )}
        </PeopleFilter>
      )}
      <DataTable
        label={t`What the file changes`}
        columns={columns}
        rows={rows}
        rowKey={({ recordNo }) => String(recordNo)}
        rowName={({ person }) => person}
        refreshing={changes.isPlaceholderData}
        {...(isChosen && { selection: { selected: included, onChange: select, lockedReason: mayNot } })}
        isEnded={({ excluded }) => excluded}
        footer={{
          from: pages.from,
          total,
          onPrevious: pages.onPrevious,
          onNext: pages.onNext(changes.data?.next),
        }}
        empty={
          <EmptyState title={filter.isNarrowed ? t`No matches` : isSame ? t`No one` : t`Nothing to apply`} art="people">
            {filter.isNarrowed ? (
              <Trans>Take the search or the filter away to see more people.</Trans>
            ) : isSame ? (
              <Trans>No one in this file already matches it.</Trans>
            ) : job.unchanged > 0 && job.refused > 0 ? (
              <Trans>Everyone in this file who was not rejected already matches it.</Trans>
            ) : job.unchanged > 0 ? (
              <Trans>Everyone in this file already matches it.</Trans>
            ) : (
              <Trans>No one in this file could be read.</Trans>
            )}
          </EmptyState>
        }
      />
    </>
  );
}
