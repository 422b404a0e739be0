import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError } from '@orpc/server';
import { RPCHandler, type RPCHandlerOptions } from '@orpc/server/fastify';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import fastifyCompress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { apiDocsRoutes } from './api-docs.routes.ts';
import { contextOf, keepResponses } from './app-context.ts';
import { newRequestId } from './command.ts';
import { toContractError } from './failures.ts';
import { reportDownloads } from './files/queue/report.routes.ts';
import { templateDownloads } from './files/templates.routes.ts';
import { transferRoutes } from './files/upload/transfer.routes.ts';
import { exportDownloads } from './exports/export.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { closeIdleWhileStopping } from './idle-connections.ts';
import { pageRoutes } from './pages.routes.ts';
import type { RequestContext, Services } from './request-context.ts';
import { router } from './router.ts';
import { guardResponses } from './security-headers.ts';

const BODY_LIMIT = 1024 * 1024;
/** Seconds after which a request that met no database is worth another try. */
const RETRY_AFTER = '2';

/**
 * What is answered where no procedure was reached or its answer could not be sent, in the shape that callers of procedures read: else they would see no words
 * of ours, and no reference.
 */
const unreached = (reply: FastifyReply, prefix: '/rpc' | '/api', failure: ORPCError<string, unknown>): FastifyReply =>
  reply.code(failure.status).send(prefix === '/rpc' ? { json: failure.toJSON() } : failure.toJSON());

/** The contract as procedures (`/rpc`, what the pages use) and as plain HTTP (`/api`, as the OpenAPI document describes it). */
async function procedureRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const interceptors = [
    async (options: { context: RequestContext; next: () => Promise<unknown> }) => {
      try {
        return await options.next();
      } catch (error) {
        const failure = toContractError(error, services.log, options.context.requestId);
        if (failure.status === 503) options.context.resHeaders?.set('retry-after', RETRY_AFTER);
        throw failure;
      }
    },
  ];
  // Procedures set cookies through the plugin's `resHeaders`.
  const plugins = [new ResponseHeadersPlugin<RequestContext>()];
  // A query string holds text only: numbers and booleans of the schema are read from it.
  const coercion = new SmartCoercionPlugin<RequestContext>({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  // A list of its own for each: the coercion adds itself to the list that it is given, and the pages' procedures are typed.
  const clientInterceptors = () => [...interceptors] as NonNullable<RPCHandlerOptions<RequestContext>['clientInterceptors']>;
  const handlers = {
    '/rpc': new RPCHandler<RequestContext>(router, { clientInterceptors: clientInterceptors(), plugins }),
    '/api': new OpenAPIHandler<RequestContext>(router, { clientInterceptors: clientInterceptors(), plugins: [...plugins, coercion] }),
  } as const;
  app.setErrorHandler((error, request, reply) =>
    unreached(reply, request.url.startsWith('/rpc/') ? '/rpc' : '/api', toContractError(error, services.log, request.id)),
  );
  // The procedures read the body themselves.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  for (const prefix of ['/rpc', '/api'] as const) {
    app.all(`${prefix}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
      // A body whose length is not announced would be read to its end, by anybody.
      if (request.headers['transfer-encoding'])
        return unreached(reply, prefix, new ORPCError('INVALID', { status: 411, message: 'Send the request with a Content-Length header.' }));
      if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT)
        return unreached(reply, prefix, new ORPCError('INVALID', { status: 413, message: 'The request is larger than 1 MB.' }));
      const { matched } = await handlers[prefix].handle(request, reply, { prefix, context: contextOf(request, services) });
      if (!matched) return unreached(reply, prefix, new ORPCError('NOT_FOUND', { status: 404, message: 'There is no such procedure.' }));
      return reply;
    });
  }
}

/** The whole server over its services: guards, health, procedures, uploads and downloads, reference, pages. */
export async function buildApp(services: Services, options: { pages?: string } = {}): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
    // One proxy: the address it saw, not the ones a visitor claims in front of it, or guesses at the gate would not count.
    trustProxy: config.PUBLIC_URL === undefined ? false : (_address, hop) => hop === 0,
    bodyLimit: BODY_LIMIT,
    // On a busy machine the pages take longer to be found than the ten seconds after which a start would end in a stack of calls.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  closeIdleWhileStopping(app);
  keepResponses(app);
  guardResponses(app, { publicUrl: config.PUBLIC_URL });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never its URL: addresses hold ids.
    log.info(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime), requestId: request.id },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => {
    const failure = toContractError(error, log, request.id);
    return reply.code(failure.status).send({ code: failure.code, message: failure.message, data: failure.data });
  });
  await app.register(fastifyCompress, {
    global: true,
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes: /^(text\/(html|css|javascript)|application\/(json|javascript)|image\/svg\+xml)/,
  });
  healthRoutes(app, services);
  await app.register(async (scope) => procedureRoutes(scope, services));
  await app.register(async (scope) => transferRoutes(scope, services));
  exportDownloads(app, services);
  reportDownloads(app, services);
  templateDownloads(app, services);
  await apiDocsRoutes(app);
  if (options.pages) await pageRoutes(app, options.pages);
  return app;
}
