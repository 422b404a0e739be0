import { orpc } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Fetches everything that shows members or groups again after a change. */
export async function refreshPeople(): Promise<void> {
  const parts = [
    orpc.members,
    orpc.directory,
    orpc.dashboard,
    orpc.duplicates.list,
    orpc.groups,
    orpc.plans,
    orpc.changes,
    orpc.terminations,
    orpc.files,
  ];
  await Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: part.key() })));
}
