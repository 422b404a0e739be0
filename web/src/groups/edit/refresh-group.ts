import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';

/** Fetches everything that shows a group, its members or its history again after a change. */
export async function refreshGroup(): Promise<void> {
  await Promise.all(
    [orpc.groups, orpc.members, orpc.changes].map((part) => queryClient.invalidateQueries({ queryKey: part.key() })),
  );
}
