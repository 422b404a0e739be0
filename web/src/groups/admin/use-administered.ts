import { GROUP_SORTS, type GroupSort } from '@openbenefits/domain/groups/group-sorts';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';

export const PAGE_SIZE = 50;
/** The statuses of the filter, in its order (specification 1, section 2.12). */
export const ADMIN_STATUSES = [
  'active',
  'pending',
  'under_review',
  'suspended',
] as const satisfies readonly GroupStatus[];
type AdminStatus = (typeof ADMIN_STATUSES)[number];

export type AdminQuestion = {
  search: string;
  status: AdminStatus | 'all';
  sort: GroupSort;
  descending: boolean;
  cursors: readonly string[];
};
const FIRST: AdminQuestion = { search: '', status: 'all', sort: 'name', descending: false, cursors: [] };

/**
 * Search and filters of the list. Kept in memory and not in the address, because a term may name an administrator.
 * Shared by the tabs.
 */
export function useAdministered() {
  const [question, setQuestion] = useState(FIRST);
  const { search, status, sort, descending, cursors } = question;
  const filter = { ...(search !== '' && { search }), ...(status !== 'all' && { status }), sort, descending };
  const query = useQuery(
    orpc.groups.administered.queryOptions({
      input: { ...filter, cursor: cursors.at(-1), limit: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  );
  const ask = (change: Partial<AdminQuestion>) => setQuestion((before) => ({ ...before, cursors: [], ...change }));
  const sortBy = (key: string) => {
    const wanted = GROUP_SORTS.find((one) => one === key);
    if (wanted) ask({ sort: wanted, descending: wanted === sort && !descending });
  };
  return { question, ask, sortBy, query, filter };
}

export type Administered = ReturnType<typeof useAdministered>;
