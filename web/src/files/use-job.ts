import type { FileJob } from '@openbenefits/contract/files';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '../api.ts';

const AGAIN_AFTER_MS = 1500;

const isFinished = (job: FileJob): boolean => job.status === 'completed' || job.status === 'error';

/** A file's job, kept up to date by the server's events until it has finished; a lost stream is taken up again. */
export function useJob(id: string) {
  const queries = useQueryClient();
  const query = useQuery(orpc.files.job.queryOptions({ input: { id } }));
  const finished = query.data !== undefined && isFinished(query.data);
  const waiting = query.data === undefined;
  useEffect(() => {
    if (waiting || finished) return undefined;
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          for await (const job of await api.files.watch({ id }, { signal: stop.signal })) {
            queries.setQueryData(orpc.files.job.queryKey({ input: { id } }), job);
            if (isFinished(job)) {
              void queries.invalidateQueries({ queryKey: orpc.files.key() });
              void queries.invalidateQueries({ queryKey: orpc.notifications.key() });
              void queries.invalidateQueries({ queryKey: orpc.groups.key() });
              void queries.invalidateQueries({ queryKey: orpc.members.key() });
              return;
            }
          }
        } catch {
          // The stream broke: the server restarts, or the network is away. It goes on where the job then is.
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    };
    void follow();
    return () => stop.abort();
  }, [id, waiting, finished, queries]);
  return query;
}
