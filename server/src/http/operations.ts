import { contract } from '@openbenefits/contract';
import { getEventIteratorSchemaDetails } from '@orpc/contract';
import { traverseContractProcedures } from '@orpc/server';
import type { Operation } from '../policy/policy.ts';

export type OperationRoute = {
  operation: Operation;
  prefix: '/rpc' | '/api';
  methods: ('GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH')[];
  /** The route pattern, with `:name` for each path parameter. */
  url: string;
  /** Whether the answer is a stream of server-sent events. */
  isLive: boolean;
};

/** Lists the routes of every operation of the contract: one for the pages (`/rpc`) and one for programs (`/api`). */
export function operationRoutes(): OperationRoute[] {
  const routes: OperationRoute[] = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { route, outputSchema } = procedure['~orpc'];
    const method = route.method ?? 'POST';
    if (method === 'HEAD' || !route.path) throw new Error(`The operation ${path.join('.')} needs a method and a path`);
    const operation = path.join('.') as Operation;
    const isLive = getEventIteratorSchemaDetails(outputSchema) !== undefined;
    const url = `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`;
    routes.push(
      {
        operation,
        prefix: '/rpc',
        methods: method === 'GET' ? ['GET', 'POST'] : ['POST'],
        url: `/rpc/${path.join('/')}`,
        isLive,
      },
      { operation, prefix: '/api', methods: [method], url, isLive },
    );
  });
  return routes;
}
