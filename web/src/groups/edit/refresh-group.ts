import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';

/** After a group was changed: whatever shows it, its people or its history asks anew. */
export async function refreshGroup(): Promise<void> {
  await Promise.all(
    [orpc.groups, orpc.members, orpc.changes].map((part) => queryClient.invalidateQueries({ queryKey: part.key() })),
  );
}
