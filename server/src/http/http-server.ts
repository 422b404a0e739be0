import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { newStamp, securityHeaders, stampOf } from '../security-headers.ts';
import { failureOf, HTTP_FAILURES, type HttpFailure } from './failure-answers.ts';
import { BODY_LIMITS, type BodyLimits, SlowBodies } from './slow-bodies.ts';
import { ownValue } from '@openbenefits/domain/own-value';

export type ConnectionLimits = BodyLimits & { headersMs: number; checkEveryMs: number };
export const CONNECTION_LIMITS: ConnectionLimits = { ...BODY_LIMITS, headersMs: 10_000, checkEveryMs: 1000 };

/** As long as common proxies keep theirs, plus some seconds: the proxy, not the server, closes an idle connection. */
const KEEP_ALIVE_MS = 72_000;

const bodyOf = (failure: HttpFailure, requestId: string): string =>
  JSON.stringify(failureOf(failure, requestId).toJSON());

/** Answers without Fastify. The security headers are already set on the response. */
function answer(request: IncomingMessage, response: ServerResponse, failure: HttpFailure): void {
  const body = bodyOf(failure, stampOf(request).requestId);
  response.writeHead(failure.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}

/** Ends a request that arrives too slowly, with a response if none has started. */
function cutOff(response: ServerResponse): void {
  const { req: request, socket } = response;
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  answer(request, response, HTTP_FAILURES.tooSlow);
  if (response.writableFinished) socket?.destroy();
  else response.once('finish', () => socket?.destroy());
}

const CLIENT_FAILURES: Readonly<Record<string, HttpFailure>> = {
  HPE_HEADER_OVERFLOW: HTTP_FAILURES.largeHeaders,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: HTTP_FAILURES.tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: HTTP_FAILURES.tooSlow,
};

/** Answers what is not a readable HTTP request, with the same headers as any other answer. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  publicUrl: string | undefined,
): void {
  // Node keeps the response under way here; a second answer in the middle of it would be read as a part of it.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const failure = ownValue(CLIENT_FAILURES, error.code ?? '') ?? HTTP_FAILURES.badRequest;
  const stamp = newStamp();
  const body = bodyOf(failure, stamp.requestId);
  const headers = {
    ...securityHeaders(stamp, publicUrl),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/**
 * Creates the server that Fastify uses. Every response has the security headers, even those that Node or Fastify send
 * before a hook runs.
 */
export function makeHttpServer(
  handle: RequestListener,
  options: { publicUrl: string | undefined; limits: ConnectionLimits },
): Server {
  const { publicUrl, limits } = options;
  const bodies = new SlowBodies(limits, cutOff);
  const prepare = (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(securityHeaders(stampOf(request), publicUrl)))
      response.setHeader(name, value);
    bodies.watch(request, response, performance.now());
  };
  const server = createServer(
    {
      // A missing Host is answered by our own hook: Node's answer has no security headers.
      requireHostHeader: false,
      headersTimeout: limits.headersMs,
      requestTimeout: Math.max(limits.uploadMs, limits.headersMs),
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      prepare(request, response);
      handle(request, response);
    },
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    prepare(request, response);
    answer(request, response, HTTP_FAILURES.expectation);
  });
  const sweep = setInterval(() => bodies.sweep(performance.now()), limits.checkEveryMs);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
  return server;
}
