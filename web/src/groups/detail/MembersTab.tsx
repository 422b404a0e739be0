import type { GroupDetail } from '@openbenefits/contract/groups';
import type { MemberRow } from '@openbenefits/contract/members';
import { MEMBER_SORTS } from '@openbenefits/domain/members/member-sorts';
import { MEMBER_STATUS_LABEL } from '../../domain-labels.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconPencil, IconSquare, IconUpload } from '@tabler/icons-react';
import { closedReason } from '@openbenefits/domain/members/new-member';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { usePermission } from '../../session.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MemberStatusBadge } from '../../ui/StatusBadge.tsx';
import { RowClicks } from '../RowClicks.tsx';
import { PermittedLink } from '../PermittedLink.tsx';
import { LATER } from './group-words.ts';
import { memberAddress } from './member-address.ts';
import { ContactCell, CostCell, EmployeeIdCell, PlanCell } from './MemberCells.tsx';
import classes from './MembersTable.module.css';
import { MembersToolbar } from './MembersToolbar.tsx';
import { type MemberList, MEMBERS_PER_PAGE } from './use-member-list.ts';

const AddMemberDialog = lazy(async () => ({ default: (await import('../../members/add/AddMemberDialog.tsx')).AddMemberDialog }));
const EditMemberDialog = lazy(async () => ({ default: (await import('../../members/edit/EditMemberDialog.tsx')).EditMemberDialog }));

function useColumns(groupId: string): readonly Column<MemberRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Member`,
      sortable: true,
      narrow: 'name',
      cell: ({ id, name, position, department, employeeId }) => (
        <>
          <Link className="row-name" to={memberAddress(groupId, id)} data-row={id} preventScrollReset>
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
    { key: 'employeeId', header: t`Employee ID`, width: 108, sortable: true, cell: (member) => <EmployeeIdCell member={member} /> },
    { key: 'plan', header: t`Plan and dependents`, width: 148, narrow: 'meta', cell: (member) => <PlanCell member={member} /> },
    { key: 'cost', header: t`Monthly cost`, width: 90, right: true, narrow: 'amount', cell: (member) => <CostCell member={member} /> },
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

function NoMembers({ cim, question, ask }: Pick<MemberList, 'question' | 'ask'> & { cim: string }) {
  const { t } = useLingui();
  const { search, status } = question;
  if (search === '' && status === 'all') {
    return (
      <EmptyState
        title={t`No members yet`}
        art="people"
        actions={
          <PermittedLink needs="files.upload" to={paths.uploadFor(cim)} icon={IconUpload}>
            <Trans>Bulk Import</Trans>
          </PermittedLink>
        }
      >
        <Trans>Bring this group's people in with a census (Excel or CSV), an EDI 834 or an XML file.</Trans>
      </EmptyState>
    );
  }
  const filters = [
    search !== '' && { label: t`Search: ${search}`, onRemove: () => ask({ search: '' }) },
    status !== 'all' && { label: t`Status: ${MEMBER_STATUS_LABEL[status]}`, onRemove: () => ask({ status: 'all' }) },
  ].filter((filter) => filter !== false);
  return (
    <EmptyState title={t`No members found`} art="people" filters={filters} onClearAll={() => ask({ search: '', status: 'all' })}>
      {search === '' ? <Trans>No members match your current filters</Trans> : <Trans>No members match your search for "{search}"</Trans>}
    </EmptyState>
  );
}

/** Specification 1, section 2.8: the group's subscribers; a row leads to the record. */
export function MembersTab({ group, list }: { group: GroupDetail; list: MemberList }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const columns = useColumns(group.id);
  const { question, ask, query } = list;
  const { sort, descending, cursors } = question;
  const { data, error, isPlaceholderData, refetch } = query;
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);

  const actions = ({ id }: MemberRow): RowAction[] => [
    {
      label: t`View details`,
      icon: IconEye,
      onClick: () => void navigate(memberAddress(group.id, id), { preventScrollReset: true }),
      onHover: true,
    },
    { label: t`Edit`, icon: IconPencil, onClick: () => setEdited(id), disabledReason: mayEdit, onHover: true },
    { label: t`Terminate…`, icon: IconSquare, disabledReason: i18n._(LATER.terminate) },
  ];
  const changeSort = (key: string) => {
    const wanted = MEMBER_SORTS.find((one) => one === key);
    if (wanted) ask({ sort: wanted, descending: wanted === sort && !descending });
  };

  const [adding, setAdding] = useState(false);
  const mayAdd = usePermission('members.add');
  const mayEdit = usePermission('members.edit');
  const [edited, setEdited] = useState<string>();
  // Found by name, so that the new row is in sight wherever in the list it belongs.
  const showAdded = ({ id, name }: { id: string; name: string }) => {
    setAdding(false);
    ask({ search: name, status: 'all' });
    focusRow(id);
  };

  return (
    <>
      <h2 className="sr">
        <Trans>Members</Trans>
      </h2>
      <MembersToolbar cim={group.cim} question={question} ask={ask} onAdd={() => setAdding(true)} addReason={mayAdd ?? closedReason(group.status) ?? undefined} />
      {/* A record is not asked for ahead: reading one is logged as an access to it. */}
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
          isEnded={({ status }) => status === 'terminated' || status === 'inactive'}
          loadingText={t`Loading members...`}
          refreshing={isPlaceholderData}
          footer={{
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
          }}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The members could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <NoMembers cim={group.cim} question={question} ask={ask} />
            )
          }
          fill
        />
      </RowClicks>
      <Suspense>
        {adding && <AddMemberDialog group={group} onClose={() => setAdding(false)} onAdded={showAdded} />}
        {edited !== undefined && <EditMemberDialog groupId={group.id} memberId={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </>
  );
}
