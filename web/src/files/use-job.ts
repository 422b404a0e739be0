import type { FileJob } from '@openbenefits/contract/files';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '../api.ts';

const AGAIN_AFTER_MS = 1500;

const isFinished = (job: FileJob): boolean => job.status === 'completed' || job.status === 'error' || job.status === 'rejected';

/** Follows the server's events until the job has finished; a stream that breaks is taken up again where the job then is. */
async function follow(id: string, queries: QueryClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const job of await api.files.watch({ id }, { signal })) {
        queries.setQueryData(orpc.files.job.queryKey({ input: { id } }), job);
        if (!isFinished(job)) continue;
        for (const queryKey of [orpc.files.key(), orpc.notifications.key(), orpc.groups.key(), orpc.members.key()]) void queries.invalidateQueries({ queryKey });
        return;
      }
    } catch {
      // The server restarts, or the network is away.
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

/** A file's job, kept up to date until it has finished. */
export function useJob(id: string) {
  const queries = useQueryClient();
  const query = useQuery(orpc.files.job.queryOptions({ input: { id } }));
  const open = query.data !== undefined && !isFinished(query.data);
  useEffect(() => {
    if (!open) return undefined;
    const stop = new AbortController();
    void follow(id, queries, stop.signal);
    return () => stop.abort();
  }, [id, open, queries]);
  return query;
}
