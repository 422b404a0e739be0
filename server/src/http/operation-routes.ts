import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError } from '@orpc/server';
import { RPCHandler, type RPCHandlerOptions } from '@orpc/server/fastify';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Operation, POLICY } from '../policy/policy.ts';
import { contextOf } from '../app-context.ts';
import { admit } from '../command.ts';
import { toContractError } from '../failures.ts';
import type { RequestContext, Services } from '../request-context.ts';
import { router } from '../router.ts';
import { failureOf, HTTP_FAILURES, refuse, sendFailure } from './failure-answers.ts';
import { LiveStreams, STREAM_LIMITS, type StreamLimits } from './live-streams.ts';
import { type OperationRoute, operationRoutes } from './operations.ts';

export const BODY_LIMIT = 1024 * 1024;
/** A file of up to 8 MB in base64; the caller is known to have permission before any of it is read. */
const FILE_LIMIT = 12 * 1024 * 1024;
const LARGER: ReadonlySet<Operation> = new Set(['reconciliation.preview', 'reconciliation.create']);

/** The most bytes of a body that an operation takes. */
export const bodyLimitOf = (operation: Operation): number => (LARGER.has(operation) ? FILE_LIMIT : BODY_LIMIT);
const RETRY_AFTER = '2';

type Options<Context> = { context: Context; next: () => Promise<unknown> };

/** The handlers of oRPC for both prefixes, whose errors are those of the contract. */
function handlersOver(services: Services) {
  const called = new WeakSet<RequestContext>();
  // Errors of the operation and of the validation of its input.
  const ofCall = async (options: Options<RequestContext>) => {
    called.add(options.context);
    try {
      return await options.next();
    } catch (error) {
      const failure = toContractError(error, services.log, options.context.requestId);
      if (failure.status === 503) options.context.resHeaders?.set('retry-after', RETRY_AFTER);
      throw failure;
    }
  };
  // A body or query that cannot be read never becomes a call.
  const ofReading = async (options: Options<RequestContext>) => {
    try {
      return await options.next();
    } catch (error) {
      if (error instanceof ORPCError || called.has(options.context)) throw error;
      throw failureOf(HTTP_FAILURES.malformed, options.context.requestId);
    }
  };
  // A list for each: the coercion adds itself to the list that it is given.
  const around = () =>
    ({ clientInterceptors: [ofCall], interceptors: [ofReading] }) as unknown as Pick<
      RPCHandlerOptions<RequestContext>,
      'clientInterceptors' | 'interceptors'
    >;
  // Procedures set cookies through the plugin's `resHeaders`.
  const plugins = [new ResponseHeadersPlugin<RequestContext>()];
  // A query string contains text only, so numbers and booleans of the schema are parsed.
  const coercion = new SmartCoercionPlugin<RequestContext>({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return {
    '/rpc': new RPCHandler<RequestContext>(router, { ...around(), plugins: [...plugins] }),
    '/api': new OpenAPIHandler<RequestContext>(router, { ...around(), plugins: [...plugins, coercion] }),
  } as const;
}

/** Rejects a caller without permission before anything of the request is read or validated. */
async function admitCaller(context: RequestContext, operation: Operation): Promise<void> {
  if (POLICY[operation].who !== 'anyone') await admit(context, operation);
}

const sessionOf = ({ headers }: FastifyRequest): string =>
  /session_token=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';

/**
 * Returns the contract as procedures (`/rpc`, for the pages) and as plain HTTP (`/api`, as the OpenAPI document
 * describes it).
 */
export function registerOperations(
  app: FastifyInstance,
  services: Services,
  streamLimits: StreamLimits = STREAM_LIMITS,
): void {
  const handlers = handlersOver(services);
  const streams = new LiveStreams(streamLimits);
  // The procedures read the body themselves.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));

  const openStream = async (
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Promise<FastifyReply | undefined> => {
    const opened = streams.open((await context.person())?.id ?? '', sessionOf(request));
    if (typeof opened !== 'function') return refuse(reply, opened);
    // The sender may be gone already: then there is no close to come.
    if (reply.raw.closed) opened();
    else reply.raw.once('close', opened);
    return undefined;
  };

  const handlerOf =
    ({ operation, prefix, isLive }: OperationRoute) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const context = contextOf(request, services);
      try {
        await admitCaller(context, operation);
        if (isLive && (await openStream(request, reply, context))) return reply;
      } catch (error) {
        return sendFailure(reply, toContractError(error, services.log, request.id));
      }
      if (request.method !== 'GET') {
        // A body without a length would be read to its end for any caller.
        const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
        if (encoding !== undefined) return refuse(reply, HTTP_FAILURES.noLength);
        if (Number(length ?? 0) > bodyLimitOf(operation))
          return refuse(reply, HTTP_FAILURES[LARGER.has(operation) ? 'fileTooLarge' : 'tooLarge']);
      }
      const { matched } = await handlers[prefix].handle(request, reply, { prefix, context });
      return matched ? reply : refuse(reply, HTTP_FAILURES.noOperation);
    };

  for (const route of operationRoutes()) {
    app.route({ method: route.methods, url: route.url, exposeHeadRoute: false, handler: handlerOf(route) });
  }
}
