import type { QueueState } from '@openbenefits/contract/file-queue';
import type { FileJob } from '@openbenefits/contract/files';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '../../api.ts';
import { isPassing } from '../../errors.ts';
import { noteLive } from '../live.ts';
import { whileVisible } from '../while-visible.ts';

const AGAIN_AFTER_MS = 1500;

/** Lists of files are old once one of these is another. */
const markOf = ({ counts, mark, undos }: QueueState): string => JSON.stringify([counts, mark, undos.map(({ changeId }) => changeId)]);

/** Follows the server's events; a stream that breaks is taken up again. */
async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let seen: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const state of await api.files.queue.watch(undefined, { signal })) {
        noteLive(true);
        queries.setQueryData(orpc.files.queue.state.queryKey(), state);
        const mark = markOf(state);
        // With what has ended comes a notification.
        if (seen !== undefined && seen !== mark) for (const queryKey of [orpc.files.jobs.key(), orpc.notifications.key(), orpc.changes.key()]) void queries.invalidateQueries({ queryKey });
        seen = mark;
      }
    } catch (error) {
      // The server restarts, or the network is away.
      if (!signal.aborted && isPassing(error)) noteLive(false);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

/** The queue as it is now, in every window that shows. */
export function useQueue() {
  const queries = useQueryClient();
  useEffect(() => whileVisible((signal) => void follow(queries, signal)), [queries]);
  return useQuery(orpc.files.queue.state.queryOptions());
}

/** Files of a list, those that are not finished as they are now. */
export function useLive(jobs: readonly FileJob[] | undefined): readonly FileJob[] | undefined {
  const live = new Map(useQueue().data?.active.map((job) => [job.id, job]));
  return jobs?.map((job) => live.get(job.id) ?? job);
}
