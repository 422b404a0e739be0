import type { FileJob, FileOutcome as Outcome } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { isOfSeveral } from '../GroupOfFile.tsx';
import { UndoDialog } from '../../changes/UndoDialog.tsx';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import classes from './JobPage.module.css';
import { ChangeWord } from '../review/ChangeWord.tsx';
import { EFFECTS } from '../review/FileChanges.tsx';
import { PeopleFilter, usePeopleFilter } from '../review/PeopleFilter.tsx';
import { What } from '../review/What.tsx';

const PAGE = 25;
/** What became of each person, in the order it was written. */
export function Outcomes({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const filter = usePeopleFilter(EFFECTS);
  const pages = useCursorPages(PAGE, JSON.stringify([filter.search, filter.wanted]));
  const mayNot = useWhyNot('members.edit');
  const [undoing, setUndoing] = useState<Outcome | null>(null);
  const { changeId } = job;
  const written = job.added + job.changed + job.ended;
  const allRefused = job.refused > 0 && job.refused === job.recordsRead;
  const leftOut = job.unchanged + job.refused < job.recordsRead;
  const outcomes = useQuery(
    orpc.files.outcomes.queryOptions({
      input: {
        id: job.id,
        limit: PAGE,
        cursor: pages.cursor,
        ...(filter.kind && { actions: [...filter.wanted] }),
        ...(filter.search !== '' && { search: filter.search }),
      },
      enabled: written > 0 && (job.status !== 'processing' || job.stage === 'undoing'),
      placeholderData: keepPreviousData,
    }),
  );
  if (
    job.status === 'held' ||
    job.status === 'rejected' ||
    job.status === 'removed' ||
    (job.status !== 'completed' && written === 0)
  )
    return null;
  const columns: readonly Column<Outcome>[] = [
    {
      key: 'person',
      header: t`Person`,
      narrow: 'name',
      width: 184,
      cell: (row) => (
        <>
          <Link className="row-name whole" to={paths.groupMember(row.groupId, row.memberId)}>
            {row.name}
          </Link>
          {isOfSeveral(job) && <span className="row-meta whole">{row.groupName}</span>}
        </>
      ),
    },
    {
      key: 'change',
      header: t`Change`,
      narrow: 'status',
      width: 104,
      cell: (row) => <ChangeWord action={row.action} />,
    },
    {
      key: 'what',
      header: t`What changes`,
      narrow: 'meta',
      cell: (row) => <What {...row} groupOnPhone={isOfSeveral(job) ? row.groupName : null} />,
    },
    {
      key: 'line',
      below: 700,
      header: job.format === 'edi834' ? t`Segment` : t`Line`,
      right: true,
      width: 72,
      cell: (row) => <span className="num">{row.line ?? ''}</span>,
    },
  ];
  return (
    <section className={classes.block} aria-labelledby="written">
      <div className={classes.bar}>
        <h2 id="written">
          <Trans>People</Trans>
        </h2>
      </div>
      {written > 0 && (filter.isNarrowed || outcomes.data?.total !== 0) && <PeopleFilter filter={filter} kinds />}
      {outcomes.isError && !outcomes.data ? (
        <ErrorState
          error={outcomes.error}
          title={t`The people of this file could not be loaded`}
          onRetry={() => void outcomes.refetch()}
        />
      ) : (
        <DataTable
          label={t`Result for each person`}
          columns={columns}
          rows={written === 0 ? [] : outcomes.data?.rows}
          rowKey={(row) => `${row.memberId}${row.line}${row.what}`}
          rowName={(row) => row.name}
          actions={
            changeId === null || job.status !== 'completed'
              ? undefined
              : (row) => [
                  {
                    label: t`Undo with family…`,
                    icon: IconArrowBackUp,
                    disabledReason: job.undone?.all ? t`This was already undone.` : mayNot,
                    onClick: () => setUndoing(row),
                  },
                ]
          }
          actionsOnPhone
          refreshing={outcomes.isPlaceholderData}
          footer={{
            from: pages.from,
            total: outcomes.data?.total ?? 0,
            onPrevious: pages.onPrevious,
            onNext: pages.onNext(outcomes.data?.next),
          }}
          empty={
            filter.isNarrowed ? (
              <EmptyState title={t`No matches`} art="people">
                <Trans>Take the search or the filter away to see more people.</Trans>
              </EmptyState>
            ) : (
              <EmptyState
                title={
                  job.undone
                    ? t`No one from this file is left`
                    : allRefused
                      ? t`No one was read`
                      : leftOut
                        ? t`Nothing was applied`
                        : job.missingEnded > 0
                          ? t`Nothing else was changed`
                          : t`Nothing had to be changed`
                }
                art="ledger"
              >
                {job.undone ? (
                  <Trans>The import was undone. Members it added were removed.</Trans>
                ) : allRefused ? (
                  <Trans>Every record of this file was rejected. See the reasons above.</Trans>
                ) : leftOut ? (
                  <Trans>All changes of this file were left out when it was approved.</Trans>
                ) : job.refused > 0 ? (
                  <Trans>Everyone in this file who was not rejected already matches it.</Trans>
                ) : (
                  <Trans>Everyone in this file already matches it.</Trans>
                )}
              </EmptyState>
            )
          }
        />
      )}
      {undoing && changeId !== null && (
        <UndoDialog
          change={{ id: changeId, summary: t`${undoing.name} in ${job.fileName}`, actor: job.submittedBy }}
          memberIds={[undoing.memberId]}
          onClose={() => setUndoing(null)}
        />
      )}
    </section>
  );
}
