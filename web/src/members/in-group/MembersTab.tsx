import type { GroupDetail } from '@openbenefits/contract/groups';
import type { MemberRow } from '@openbenefits/contract/members';
import { MEMBER_SORTS } from '@openbenefits/domain/members/member-sorts';
import { MEMBER_STATUS_LABEL } from '../../domain-labels.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type Ending, EndingDialog } from '../termination/EndingDialog.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, TableFooter } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MemberStatusBadge } from '../../ui/StatusBadge.tsx';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { SelectionActions, useRowActions } from './member-actions.tsx';
import { ContactCell, CostCell, EmployeeIdCell, PlanCell } from './MemberCells.tsx';
import classes from './MembersTable.module.css';
import { MembersToolbar } from './MembersToolbar.tsx';
import { useMemberDialogs } from './use-member-dialogs.tsx';
import { type MemberList, MEMBERS_PER_PAGE } from './use-member-list.ts';

function useColumns(groupId: string, addressOf: MemberList['addressOf']): readonly Column<MemberRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Member`,
      sortable: true,
      narrow: 'name',
      cell: ({ id, name, position, department, employeeId }) => (
        <>
          <Link className="row-name" to={addressOf(id)} data-row={id} preventScrollReset>
            {name}
          </Link>
          <span className="row-meta">
            {employeeId && <span className={classes.inlineId}>{employeeId} · </span>}
            {[position, department].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    { key: 'contact', header: t`Email and phone`, width: 184, cell: (member) => <ContactCell member={member} /> },
    {
      key: 'employeeId',
      header: t`Employee ID`,
      width: 108,
      sortable: true,
      cell: (member) => <EmployeeIdCell member={member} />,
    },
    {
      key: 'plan',
      header: t`Plan and dependents`,
      width: 148,
      narrow: 'meta',
      cell: (member) => <PlanCell member={member} />,
    },
    {
      key: 'cost',
      header: t`Monthly cost`,
      width: 90,
      right: true,
      narrow: 'amount',
      cell: (member) => <CostCell groupId={groupId} member={member} />,
    },
    {
      key: 'status',
      header: t`Status`,
      width: 164,
      sortable: true,
      narrow: 'status',
      cell: ({ status }) => <MemberStatusBadge status={status} short />,
    },
  ];
}

function NoMembers({
  cim,
  question,
  ask,
  add,
}: Pick<MemberList, 'question' | 'ask'> & { cim: string; add: ReactNode }) {
  const { t } = useLingui();
  const { search, status } = question;
  if (search === '' && status === 'all') {
    return (
      <EmptyState
        title={t`No members yet`}
        art="people"
        actions={
          <>
            {add}
            <PermittedLink needs="files.upload" to={paths.uploadFor(cim)} icon={IconUpload}>
              <Trans>Bulk Import</Trans>
            </PermittedLink>
          </>
        }
      >
        <Trans>Import this group's members with a census (Excel or CSV), an EDI 834 or an XML file.</Trans>
      </EmptyState>
    );
  }
  const filters = [
    search !== '' && { label: t`Search: ${search}`, onRemove: () => ask({ search: '' }) },
    status !== 'all' && { label: t`Status: ${MEMBER_STATUS_LABEL[status]}`, onRemove: () => ask({ status: 'all' }) },
  ].filter((filter) => filter !== false);
  return (
    <EmptyState
      title={t`No members found`}
      art="people"
      filters={filters}
      onClearAll={() => ask({ search: '', status: 'all' })}
    >
      {search === '' ? (
        <Trans>No members match your current filters</Trans>
      ) : (
        <Trans>No members match your search for "{search}"</Trans>
      )}
    </EmptyState>
  );
}

type Footing = Pick<MemberList, 'question' | 'ask' | 'query'>;

/** The pages of the list, and how many members it has. */
function footerOf({ question: { cursors }, ask, query: { data, isPlaceholderData } }: Footing): TableFooter {
  const next = isPlaceholderData ? null : (data?.next ?? null);
  return {
    from: cursors.length * MEMBERS_PER_PAGE + 1,
    total: data?.total ?? 0,
    note: data && (
      <>
        <Plural value={data.subscribers} one="# subscriber" other="# subscribers" />,{' '}
        <Plural value={data.dependents} one="# dependent" other="# dependents" />
      </>
    ),
    onPrevious: cursors.length > 0 ? () => ask({ cursors: cursors.slice(0, -1) }) : undefined,
    onNext: next === null ? undefined : () => ask({ cursors: [...cursors, next] }),
  };
}

/** Specification 1, section 2.8: the group's subscribers; a row leads to the record. */
export function MembersTab({ group, list }: { group: GroupDetail; list: MemberList }) {
  const { t } = useLingui();
  const columns = useColumns(group.id, list.addressOf);
  const { question, ask, query } = list;
  const { sort, descending } = question;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [ending, setEnding] = useState<Ending | null>(null);
  const people = useMemberDialogs(group, ask);
  const actions = useRowActions({ groupId: group.id, addressOf: list.addressOf, people, onEnd: setEnding });
  const { data, error, isPlaceholderData, refetch } = query;
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const changeSort = (key: string) => {
    const wanted = MEMBER_SORTS.find((one) => one === key);
    if (wanted) ask({ sort: wanted, descending: wanted === sort && !descending });
  };

  return (
    <>
      <h2 className="sr">
        <Trans>Members</Trans>
      </h2>
      <MembersToolbar
        cim={group.cimNumber}
        question={question}
        ask={ask}
        onAdd={people.add}
        addReason={people.addReason}
      />
      {/* Records are not prefetched, because each read is audited. */}
      <RowClicks className={classes.table}>
        <DataTable
          label={t`Members`}
          columns={columns}
          rows={failed ? [] : data?.rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          sort={{ key: sort, descending }}
          onSort={changeSort}
          actions={actions}
          selection={{
            selected,
            onChange: setSelected,
            actions: <SelectionActions groupId={group.id} selected={selected} rows={data?.rows} onEnd={setEnding} />,
          }}
          isEnded={({ status }) => status === 'terminated' || status === 'inactive'}
          actionsOnPhone
          loadingText={t`Loading members...`}
          refreshing={isPlaceholderData}
          footer={footerOf(list)}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The members could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <NoMembers
                cim={group.cimNumber}
                question={question}
                ask={ask}
                add={
                  <Button onClick={people.add} disabledReason={people.addReason}>
                    <Trans>Add Member</Trans>
                  </Button>
                }
              />
            )
          }
          fill
        />
      </RowClicks>
      {people.dialogs}
      {ending && <EndingDialog ending={ending} onClose={() => setEnding(null)} onDone={() => setSelected(new Set())} />}
    </>
  );
}
