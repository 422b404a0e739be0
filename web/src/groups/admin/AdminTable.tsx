import type { AdministeredGroup } from '@openbenefits/contract/group-admin';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconUserCog } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, RowAction, Selection } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import toolbarClasses from '../list/GroupsToolbar.module.css';
import tableClasses from '../list/GroupsTable.module.css';
import { FirstGroup } from '../list/NoGroups.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { ADMIN_STATUSES, type Administered, PAGE_SIZE } from './use-administered.ts';

function Toolbar({ list: { question, ask, query } }: { list: Administered }) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }));
  const count = query.data?.total.toLocaleString('en-US');
  const all = query.data?.unfiltered.toLocaleString('en-US') ?? '';
  const filtered = question.search !== '' || question.status !== 'all';
  return (
    <search className={toolbarClasses.toolbar}>
      <div className={toolbarClasses.heading}>
        <h2>{count === undefined ? <Trans>Groups</Trans> : <Trans>Groups ({count})</Trans>}</h2>
        <output className={toolbarClasses.description}>
          {filtered && query.data && <Trans>Filtered results from {all} total groups</Trans>}
        </output>
      </div>
      <SearchField
        className={toolbarClasses.search}
        label={t`Search groups or administrators`}
        value={term}
        onChange={change}
        onSubmit={submit}
        main
      />
      <Select
        className={toolbarClasses.select}
        hideLabel
        label={t`Status`}
        value={question.status}
        choices={[
          { value: 'all', label: t`All Status` },
          ...ADMIN_STATUSES.map((value) => ({ value, label: GROUP_STATUS_LABEL[value] })),
        ]}
        onChange={(status) => ask({ status })}
      />
    </search>
  );
}

function NoMatch({ list: { question, ask } }: { list: Administered }) {
  const { t } = useLingui();
  const { search, status } = question;
  const filters = [
    search !== '' && { label: t`Search: ${search}`, onRemove: () => ask({ search: '' }) },
    status !== 'all' && { label: t`Status: ${GROUP_STATUS_LABEL[status]}`, onRemove: () => ask({ status: 'all' }) },
  ].filter((filter) => filter !== false);
  return (
    <EmptyState
      title={t`No groups found`}
      art="folder"
      filters={filters}
      onClearAll={() => ask({ search: '', status: 'all' })}
    >
      {search === '' ? (
        <Trans>No groups match your current filters</Trans>
      ) : (
        <Trans>No groups match your search for "{search}"</Trans>
      )}
    </EmptyState>
  );
}

type Props = {
  list: Administered;
  columns: readonly Column<AdministeredGroup>[];
  selection?: Selection;
  onAccess: (group: AdministeredGroup) => void;
};

/** Search, filter and rows; a row leads to its group (specification 1, section 2.12). */
export function AdminTable({ list, columns, selection, onAccess }: Props) {
  const { t } = useLingui();
  const mayEdit = useWhyNot('groups.edit');
  const { question, ask, sortBy, query } = list;
  const { data, error, isPlaceholderData, refetch } = query;
  const { cursors } = question;
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const actions = (group: AdministeredGroup): RowAction[] => [
    { label: t`Edit`, icon: IconPencil, to: paths.group(group.id, 'settings'), onHover: true },
    {
      label: t`Manage admin access`,
      icon: IconUserCog,
      onClick: () => onAccess(group),
      disabledReason: mayEdit,
      onHover: true,
    },
  ];
  return (
    <>
      <Toolbar list={list} />
      <RowClicks className={tableClasses.table}>
        <DataTable
          label={t`Groups`}
          columns={columns}
          rows={failed ? [] : data?.rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          sort={{ key: question.sort, descending: question.descending }}
          onSort={sortBy}
          actions={actions}
          {...(selection && { selection })}
          isEnded={({ status }) => status === 'terminated' || status === 'inactive'}
          actionsOnPhone
          loadingText={t`Loading groups...`}
          refreshing={isPlaceholderData}
          footer={{
            from: cursors.length * PAGE_SIZE + 1,
            total: data?.total ?? 0,
            onPrevious: cursors.length > 0 ? () => ask({ cursors: cursors.slice(0, -1) }) : undefined,
            onNext: next === null ? undefined : () => ask({ cursors: [...cursors, next] }),
          }}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The groups could not be loaded`} onRetry={() => void refetch()} />
            ) : data?.unfiltered === 0 ? (
              <FirstGroup />
            ) : (
              <NoMatch list={list} />
            )
          }
          fill
        />
      </RowClicks>
    </>
  );
}
