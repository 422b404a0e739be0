import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** After any change to people or groups: whatever shows them asks anew. */
export async function refreshPeople(): Promise<void> {
  const parts = [
    orpc.members,
    orpc.directory,
    orpc.dashboard,
    orpc.duplicates.list,
    orpc.groups,
    orpc.changes,
    orpc.terminations,
    orpc.files,
  ];
  await Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: part.key() })));
}
