import type { Api } from '@openbenefits/contract';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { idleSeconds } from './user-activity.ts';

const link = new RPCLink({
  url: `${globalThis.location.origin}/rpc`,
  headers: () => ({ 'x-idle-seconds': String(idleSeconds()) }),
});

/** The API as functions: `await api.groups.get({ id })`. */
export const api: Api = createORPCClient(link);

/** The API as query and mutation options: `useQuery(orpc.groups.get.queryOptions({ input: { id } }))`. */
export const orpc = createTanstackQueryUtils(api);
