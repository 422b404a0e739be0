import type { QueueState } from '@openbenefits/contract/file-queue';
import type { FileJob } from '@openbenefits/contract/files';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '../../api.ts';
import { useUser } from '../../session.ts';
import { followStream } from '../live.ts';
import { whileVisible } from '../while-visible.ts';

/** Lists of files are old once one of these is another. */
const markOf = ({ counts, mark, undos }: QueueState): string =>
  JSON.stringify([counts, mark, undos.map(({ changeId, pausedBy }) => [changeId, pausedBy])]);

/** Follows the server's events; a stream that breaks is taken up again. */
function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let seen: string | undefined;
  return followStream(
    () => api.files.queue.watch(undefined, { signal }),
    signal,
    (state) => {
      queries.setQueryData(orpc.files.queue.state.queryKey(), state);
      const mark = markOf(state);
      // With what has ended comes a notification.
      if (seen !== undefined && seen !== mark)
        for (const queryKey of [orpc.files.jobs.key(), orpc.notifications.key(), orpc.changes.key()])
          void queries.invalidateQueries({ queryKey });
      seen = mark;
    },
  );
}

/** The queue as it is now, in every window that shows. */
export function useQueue() {
  const queries = useQueryClient();
  const isSignedIn = useUser() !== null;
  useEffect(
    () => (isSignedIn ? whileVisible((signal) => void follow(queries, signal)) : undefined),
    [isSignedIn, queries],
  );
  return useQuery(orpc.files.queue.state.queryOptions());
}

/** Files of a list, those that are not finished as they are now. */
export function useLive(jobs: readonly FileJob[] | undefined): readonly FileJob[] | undefined {
  const live = new Map(useQueue().data?.active.map((job) => [job.id, job]));
  return jobs?.map((job) => live.get(job.id) ?? job);
}
