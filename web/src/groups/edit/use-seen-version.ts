import type { GroupDetail } from '@openbenefits/contract/groups';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { queryClient } from '../../query-client.ts';
import { refreshGroup } from './refresh-group.ts';

/**
 * The version of the group that a dialog was opened over. A save on top of a later one is refused and says whose it is;
 * `onError` then shows the group as it is now, and whoever saves again knows.
 */
export function useSeenVersion(group: GroupDetail): { version: number; onError: (error: unknown) => Promise<void> } {
  const [version, setVersion] = useState(group.version);
  const onError = async (error: unknown): Promise<void> => {
    if (problemOf(error).code !== 'CONFLICT') return;
    await refreshGroup();
    setVersion(queryClient.getQueryData(orpc.groups.get.queryKey({ input: { id: group.id } }))?.version ?? version);
  };
  return { version, onError };
}
