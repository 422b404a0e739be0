import type { Api } from '@openbenefits/contract';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { idleSeconds } from './user-activity.ts';

/** The sign-out that is running, without its error. */
let signingOut: Promise<unknown> | undefined;

const link = new RPCLink({
  url: `${globalThis.location.origin}/rpc`,
  headers: () => ({ 'x-idle-seconds': String(idleSeconds()) }),
  interceptors: [
    async (request) => {
      if (signingOut && request.path.join('.') !== 'session.signOut') {
        await signingOut;
        request.signal?.throwIfAborted();
      }
      return request.next();
    },
  ],
});

/**
 * Runs a sign-out. Requests that start meanwhile wait for its end: the server would refuse them, and those of the pages
 * that the sign-out closes are aborted by then and never sent.
 */
export async function whileSigningOut(signOut: () => Promise<void>): Promise<void> {
  const running = signOut();
  signingOut = running.catch(() => undefined);
  try {
    await running;
  } finally {
    signingOut = undefined;
  }
}

/** The API as functions: `await api.groups.get({ id })`. */
export const api: Api = createORPCClient(link);

/** The API as query and mutation options: `useQuery(orpc.groups.get.queryOptions({ input: { id } }))`. */
export const orpc = createTanstackQueryUtils(api);
