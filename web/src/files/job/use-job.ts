import type { FileJob } from '@openbenefits/contract/files';
import { isFinished } from '@openbenefits/domain/files/job-status';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '../../api.ts';
import { useUser } from '../../session.ts';
import { followStream } from '../live.ts';
import { whileVisible } from '../while-visible.ts';

/**
 * The lists about a file are old once one of these is another: a step of the work that ended, or what somebody did in
 * another window.
 */
const markOf = ({
  status,
  stage,
  reviews,
  undone,
  resentAs,
  worthResending,
  premium,
  refused,
  missing,
}: FileJob): string =>
  JSON.stringify([
    status,
    stage,
    reviews,
    undone,
    resentAs,
    worthResending,
    ...(status === 'held' ? [premium, refused, missing] : []),
  ]);

function refreshLists(queries: QueryClient, job: FileJob): void {
  const others = isFinished(job)
    ? [orpc.notifications.key(), orpc.changes.key(), orpc.groups.key(), orpc.members.key()]
    : [];
  for (const queryKey of [orpc.files.key(), ...others]) void queries.invalidateQueries({ queryKey });
}

/** Follows the server's events; a stream that breaks is taken up again where the job then is. */
function follow(id: string, queries: QueryClient, signal: AbortSignal): Promise<void> {
  const { queryKey } = orpc.files.job.queryOptions({ input: { id } });
  const known = queries.getQueryData(queryKey);
  let seen = known && markOf(known);
  return followStream(
    () => api.files.watch({ id }, { signal }),
    signal,
    (job) => {
      queries.setQueryData(queryKey, job);
      const mark = markOf(job);
      if (mark !== seen) refreshLists(queries, job);
      seen = mark;
    },
  );
}

/**
 * A file's job as it is now, in every window that shows it: also a finished one may be undone or sent again elsewhere.
 */
export function useJob(id: string) {
  const queries = useQueryClient();
  const query = useQuery(orpc.files.job.queryOptions({ input: { id } }));
  const isKnown = query.data !== undefined;
  const isSignedIn = useUser() !== null;
  useEffect(
    () => (isKnown && isSignedIn ? whileVisible((signal) => void follow(id, queries, signal)) : undefined),
    [id, isKnown, isSignedIn, queries],
  );
  return query;
}
