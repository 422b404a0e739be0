import fastifyCompress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { apiDocsRoutes } from './api-docs.routes.ts';
import { keepResponses } from './app-context.ts';
import { toContractError } from './failures.ts';
import { achDownloads } from './payments/ach/ach.routes.ts';
import { carrierRemittanceDownloads } from './payments/carrier-remittances/remittances.routes.ts';
import { journalDownloads } from './ledger/month-close/journal-downloads.routes.ts';
import { arrearsDownloads } from './billing/arrears/arrears-downloads.routes.ts';
import { paymentFileDownloads } from './payments/imports/payment-imports.routes.ts';
import { reconciliationDownloads } from './payments/reconciliation/reconciliation.routes.ts';
import { billDownloads } from './billing/bill-downloads.routes.ts';
import { reportDownloads } from './files/queue/report.routes.ts';
import { templateDownloads } from './files/templates.routes.ts';
import { transferRoutes } from './files/upload/transfer.routes.ts';
import { exportDownloads } from './exports/export.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { collectMethods } from './http/allowed-methods.ts';
import { failureOf, HTTP_FAILURES, refuse, sendFailure } from './http/failure-answers.ts';
import { answerClientError, CONNECTION_LIMITS, type ConnectionLimits, makeHttpServer } from './http/http-server.ts';
import { type StreamLimits } from './http/live-streams.ts';
import { BODY_LIMIT, registerOperations } from './http/operation-routes.ts';
import { closeIdleWhileStopping } from './idle-connections.ts';
import { openPages } from './pages.routes.ts';
import { rateDownloads } from './plans/rates/rate-downloads.ts';
import { planDocumentTransfers } from './plans/plan-documents.routes.ts';
import type { Services } from './request-context.ts';
import { guardRequests, stampOf } from './security-headers.ts';

const NEVER_PAGES = /^\/(rpc|api|uploads|downloads|assets)(\/|$)/;
/** Node's limit of all headers: what is longer never reaches a route. */
const LONGEST_PARAMETER = 16_384;

/** `ended`: why the process before this one was ended (event-loop-watch.ts). */
export type AppOptions = {
  pages?: string;
  connections?: Partial<ConnectionLimits>;
  streams?: StreamLimits;
  ended?: string;
};

/** Answers what no route takes: 405 with the methods of the address, the pages' index, or 404. */
async function answerUnrouted(
  app: FastifyInstance,
  methodsOf: (address: string) => string[],
  pages: string | undefined,
): Promise<void> {
  const sendPage = pages === undefined ? undefined : await openPages(app, pages);
  app.setNotFoundHandler((request, reply) => {
    const isPage = sendPage !== undefined && !NEVER_PAGES.test(request.url);
    const allowed = methodsOf(request.url);
    if (allowed.length === 0 && isPage) {
      if (['GET', 'HEAD'].includes(request.method)) return sendPage(request, reply);
      allowed.push('GET', 'HEAD');
    }
    // A route that takes the method and has found nothing, such as a file that is not served, is here too.
    if (allowed.length > 0 && !allowed.includes(request.method))
      return refuse(reply.header('allow', allowed.join(', ')), HTTP_FAILURES.wrongMethod);
    return refuse(reply, /^\/(rpc|api)\//.test(request.url) ? HTTP_FAILURES.noOperation : HTTP_FAILURES.nothingHere);
  });
}

/** Returns the whole server over its services: guards, health, procedures, uploads and downloads, reference, pages. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, log } = services;
  const publicUrl = config.PUBLIC_URL;
  const app = Fastify({
    logger: false,
    genReqId: (request) => stampOf(request).requestId,
    serverFactory: (handle) =>
      makeHttpServer(handle, { publicUrl, limits: { ...CONNECTION_LIMITS, ...options.connections } }),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, publicUrl),
    frameworkErrors: (error, request, reply) =>
      sendFailure(
        reply,
        failureOf(
          error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? HTTP_FAILURES.longAddress : HTTP_FAILURES.badAddress,
          request.id,
        ),
      ),
    // One proxy: the address it saw, not the ones a visitor claims in front of it, or guesses at the gate would not
    // count.
    trustProxy: publicUrl === undefined ? false : (_address, hop) => hop === 0,
    bodyLimit: BODY_LIMIT,
    // On a busy machine the pages take longer to be found than the ten seconds after which a start would end in a stack
    // of calls.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
  });
  closeIdleWhileStopping(app);
  keepResponses(app);
  const methodsOf = collectMethods(app);
  guardRequests(app, { host: config.HOST, publicUrl });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never its URL: addresses hold ids.
    log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        requestId: request.id,
      },
      'request',
    );
  });
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    // Fastify's own errors: an invalid content type or length.
    if (error.code?.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500)
      return refuse(
        reply,
        { 413: HTTP_FAILURES.tooLarge, 415: HTTP_FAILURES.notJson }[error.statusCode] ?? HTTP_FAILURES.badRequest,
      );
    return sendFailure(reply, toContractError(error, log, request.id));
  });
  await app.register(fastifyCompress, {
    global: true,
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes: /^(text\/(html|css|javascript)|application\/(json|javascript)|image\/svg\+xml)/,
  });
  healthRoutes(app, services, options.ended);
  await app.register(async (scope) => registerOperations(scope, services, options.streams));
  await app.register(async (scope) => transferRoutes(scope, services));
  await app.register(async (scope) => planDocumentTransfers(scope, services));
  exportDownloads(app, services);
  reportDownloads(app, services);
  billDownloads(app, services);
  achDownloads(app, services);
  carrierRemittanceDownloads(app, services);
  arrearsDownloads(app, services);
  journalDownloads(app, services);
  reconciliationDownloads(app, services);
  paymentFileDownloads(app, services);
  templateDownloads(app, services);
  rateDownloads(app, services);
  await apiDocsRoutes(app);
  await answerUnrouted(app, methodsOf, options.pages);
  return app;
}
