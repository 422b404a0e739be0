import type { GroupDetail } from '@openbenefits/contract/groups';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { queryClient } from '../../query-client.ts';
import { refreshGroup } from './refresh-group.ts';

/**
 * The version of the group when a dialog opened. Saving over a later one is rejected with its author; `onError` then
 * loads the current group, so the next save is informed.
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
