import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** After any change to people or groups: whatever shows them asks anew. */
export async function refreshPeople(): Promise<void> {
  await Promise.all(
    [orpc.members, orpc.groups, orpc.changes, orpc.terminations].map((part) => queryClient.invalidateQueries({ queryKey: part.key() })),
  );
}
