import { GROUP_SORTS } from '@openbenefits/domain/groups/group-sorts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { TextButton } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FilterChips } from '../ui/FilterChips.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { GroupStats } from './list/GroupStats.tsx';
import { GroupsTable } from './list/GroupsTable.tsx';
import { GroupsToolbar } from './list/GroupsToolbar.tsx';
import { GroupListSettings } from './list/GroupListSettings.tsx';
import { FirstGroup, NoMatch } from './list/NoGroups.tsx';
import { type ListQuestion, useListAddress } from './list/list-address.ts';
import { NO_RARE_FILTERS, useRareFilters } from './list/rare-filters.ts';
import { PermittedLink } from './PermittedLink.tsx';

const PAGE_SIZE = 50;

function useGroups({
  search,
  status,
  type,
  renews,
  month,
  without,
  noFile,
  opens,
  covered,
  sort,
  descending,
  cursors,
}: ListQuestion) {
  return useQuery(
    orpc.groups.list.queryOptions({
      input: {
        ...(search !== '' && { search }),
        ...(status !== 'all' && { status }),
        ...(type !== 'all' && { type }),
        ...(renews !== null && { renewsWithin: renews }),
        ...(month !== null && { renewsIn: month }),
        ...(without !== null && { without }),
        ...(noFile !== null && { noFileWithin: noFile }),
        ...(opens !== null && { opensWithin: opens }),
        ...(covered !== null && { coveredOn: covered }),
        sort,
        descending,
        cursor: cursors.at(-1),
        limit: PAGE_SIZE,
      },
      placeholderData: keepPreviousData,
    }),
  );
}

/** Specification 1, section 2.6; /groups/analytics and /ichra/groups are the same screen. */
export function Component() {
  const { t } = useLingui();
  const address = useListAddress();
  const { question, ask } = address;
  const { search, status, type, renews, sort, descending, cursors } = question;
  const { data, error, isPlaceholderData, refetch } = useGroups(question);
  const rare = useRareFilters(address);
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const filtered = search !== '' || status !== 'all' || type !== 'all' || renews !== null || rare.length > 0;
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const all = data?.unfiltered.toLocaleString('en-US') ?? '';

  const changeSort = (key: string) => {
    const wanted = GROUP_SORTS.find((one) => one === key);
    if (wanted) ask({ sort: wanted, descending: wanted === sort && !descending });
  };

  return (
    <>
      <PageHeader
        title={t`Active Groups`}
        breadcrumb={[{ label: t`Group Management`, to: paths.groupsManagement }]}
        actions={
          <>
            <GroupListSettings />
            <PermittedLink needs="groups.create" to={paths.groupSetup} variant="primary" icon={IconPlus}>
              <Trans>New Group</Trans>
            </PermittedLink>
          </>
        }
      />
      <GroupStats />
      <GroupsToolbar
        {...address}
        total={failed ? undefined : data?.total}
        description={
          filtered &&
          data && (
            <>
              <Trans>Filtered results from {all} total groups</Trans>
              {renews !== null && (
                <>
                  {' · '}
                  <Trans>renewing in {renews} days</Trans>{' '}
                  <TextButton onClick={() => ask({ renews: null })}>
                    <Trans>Show all dates</Trans>
                  </TextButton>
                </>
              )}
            </>
          )
        }
      />
      <FilterChips filters={rare} onClearAll={() => ask(NO_RARE_FILTERS)} />
      <GroupsTable
        rows={failed ? [] : data?.rows}
        refreshing={isPlaceholderData}
        sort={{ key: sort, descending }}
        onSort={changeSort}
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
            <NoMatch {...address} />
          )
        }
      />
    </>
  );
}
