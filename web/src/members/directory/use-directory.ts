import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import type { DirectoryQuestion } from './directory-address.ts';

export const DIRECTORY_PAGE = 50;

/** Loads a page of rows and, separately, their count. Both leave memory with the page. */
export function useDirectory({ filter, search, sort, descending, cursors }: DirectoryQuestion) {
  const asked = { ...filter, ...(search !== '' && { search }) };
  const page = useQuery(
    orpc.directory.list.queryOptions({
      input: { ...asked, sort, descending, cursor: cursors.at(-1), limit: DIRECTORY_PAGE },
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
  );
  const total = useQuery(orpc.directory.total.queryOptions({ input: asked, gcTime: 60_000 }));
  return { page, total: total.data };
}
