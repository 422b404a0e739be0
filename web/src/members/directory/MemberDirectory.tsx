import type { DirectoryRow } from '@openbenefits/contract/directory';
import { DIRECTORY_SORTS } from '@openbenefits/domain/members/directory';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { useFocusBack } from '../../groups/use-focus-back.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type FilterChip, FilterChips } from '../../ui/FilterChips.tsx';
import { MemberDetailsDialog } from '../MemberDetailsDialog.tsx';
import { type Ask, type DirectoryQuestion, type MemberFilter, useDirectoryAddress } from './directory-address.ts';
import { DirectorySettings } from './DirectorySettings.tsx';
import { DirectoryTable } from './DirectoryTable.tsx';
import { DirectoryToolbar } from './DirectoryToolbar.tsx';
import { useFilterChips } from './filter-words.ts';
import { SavedViews } from './SavedViews.tsx';
import { DIRECTORY_PAGE, useDirectory } from './use-directory.ts';

function NoMembers({
  search,
  filters,
  onClearAll,
}: {
  search: string;
  filters: readonly FilterChip[];
  onClearAll: () => void;
}) {
  const { t } = useLingui();
  if (search === '' && filters.length === 0) {
    return (
      <EmptyState
        title={t`No members yet`}
        art="people"
        actions={
          <PermittedLink needs="files.upload" to={paths.filesUpload} icon={IconUpload}>
            <Trans>Bulk Import</Trans>
          </PermittedLink>
        }
      >
        <Trans>Import members with a census (Excel or CSV), an EDI 834 or an XML file.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`No members found`} art="people" filters={[...filters]} onClearAll={onClearAll}>
      {search === '' ? (
        <Trans>No members match your current filters</Trans>
      ) : (
        <Trans>No members match your search for "{search}"</Trans>
      )}
    </EmptyState>
  );
}

/** The record in the address opens over the list. The address has opaque IDs only. */
function useRecord(rows: readonly DirectoryRow[], address: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [groupId, memberId] = (params.get('member') ?? '').split('.');
  useFocusBack(memberId);
  const withMember = (member: string) => `${address}${address.includes('?') ? '&' : '?'}member=${member}`;
  const addressOf = (row: { id: string; groupId: string }) => withMember(`${row.groupId}.${row.id}`);
  const dialog = groupId && memberId && (
    <MemberDetailsDialog
      groupId={groupId}
      groupName={rows.find((row) => row.groupId === groupId)?.groupName ?? ''}
      memberId={memberId}
      neighbours={rows.map(({ id }) => id)}
      addressOf={(id) => addressOf({ id, groupId: rows.find((row) => row.id === id)?.groupId ?? groupId })}
      onMove={(id) =>
        void navigate(addressOf({ id, groupId: rows.find((row) => row.id === id)?.groupId ?? groupId }), {
          replace: true,
          preventScrollReset: true,
        })
      }
      onClose={() => void navigate(address, { preventScrollReset: true })}
    />
  );
  return { dialog, addressOf };
}

function chipsWithSearch(
  chips: readonly FilterChip[],
  { search }: DirectoryQuestion,
  ask: Ask,
  words: string,
): FilterChip[] {
  return search === '' ? [...chips] : [{ label: words, onRemove: () => ask({ search: '' }) }, ...chips];
}

/** The list of members with search, filters, columns and pages, and the record opened over it. */
type Props = {
  title: string;
  /** Between toolbar and list. */
  before?: ((question: DirectoryQuestion) => ReactNode) | undefined;
  /** Filters that `before` already shows. */
  saidBefore?: readonly (keyof MemberFilter)[];
};

export function MemberDirectory({ title, before, saidBefore = [] }: Props) {
  const { t } = useLingui();
  const { question, ask, address } = useDirectoryAddress();
  const { search, sort, descending, cursors } = question;
  const { page, total } = useDirectory(question);
  const { data, error, isPlaceholderData, refetch } = page;
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const rows = failed ? [] : data?.rows;
  const { dialog, addressOf } = useRecord(rows ?? [], address);
  const chips = useFilterChips(question, ask, saidBefore);
  const count = total && `${total.atLeast ? '>' : ''}${total.total.toLocaleString('en-US')}`;
  const clearAll = () => ask({ filter: { kind: 'all' }, search: '' });
  const changeSort = (key: string) => {
    const wanted = DIRECTORY_SORTS.find((one) => one === key);
    if (wanted) ask({ sort: wanted, descending: wanted === sort && !descending });
  };
  return (
    <>
      <DirectoryToolbar question={question} ask={ask} heading={count === undefined ? title : `${title} (${count})`}>
        <SavedViews address={address} hasSearch={search !== ''} />
        <DirectorySettings />
        <ExportMenu list="members" filter={{ ...question.filter, ...(search !== '' && { search }) }} />
      </DirectoryToolbar>
      {before?.(question)}
      <FilterChips filters={chips} onClearAll={clearAll} />
      <DirectoryTable
        rows={rows}
        refreshing={isPlaceholderData}
        sort={{ key: sort, descending }}
        onSort={changeSort}
        addressOf={addressOf}
        onOnlyGroup={(groupId) => ask({ filter: { ...question.filter, groupId } })}
        footer={{
          from: cursors.length * DIRECTORY_PAGE + 1,
          total: total?.total,
          atLeast: total?.atLeast ?? false,
          onPrevious: cursors.length > 0 ? () => ask({ cursors: cursors.slice(0, -1) }) : undefined,
          onNext: next === null ? undefined : () => ask({ cursors: [...cursors, next] }),
        }}
        empty={
          failed ? (
            <ErrorState error={error} title={t`The members could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <NoMembers
              search={search}
              filters={chipsWithSearch(chips, question, ask, t`Search: ${search}`)}
              onClearAll={clearAll}
            />
          )
        }
      />
      {dialog}
    </>
  );
}
