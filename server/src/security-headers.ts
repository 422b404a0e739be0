import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHost, isOwnOrigin, type ListeningAt } from './http/accepted-hosts.ts';
import { HTTP_FAILURES, refuse } from './http/failure-answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    nonce: string;
  }
}

const policy = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ');

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const HEALTH = /^\/(livez|readyz)\/?(\?|$)/;

export type Stamp = { requestId: string; nonce: string };
const stamps = new WeakMap<IncomingMessage, Stamp>();

export const newStamp = (): Stamp => ({ requestId: randomUUID(), nonce: randomBytes(16).toString('base64') });

/** Returns the request's id and nonce. The server makes them when the request arrives, before any hook runs. */
export function stampOf(request: IncomingMessage): Stamp {
  const known = stamps.get(request);
  if (known) return known;
  const made = newStamp();
  stamps.set(request, made);
  return made;
}

/** Returns the headers of every answer, whatever its status (trust P30). */
export const securityHeaders = (
  { nonce, requestId }: Stamp,
  publicUrl: string | undefined,
): Record<string, string> => ({
  'content-security-policy': policy(nonce),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'x-request-id': requestId,
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** Rejects requests for other host names (DNS rebinding) and writes from other origins (trust P27). */
export function guardRequests(app: FastifyInstance, listening: ListeningAt): void {
  app.decorateRequest('nonce', '');
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    request.nonce = stampOf(request.raw).nonce;
    const { host, origin } = request.headers;
    // Load balancers request health under any host name.
    const isProbe = listening.publicUrl !== undefined && HEALTH.test(request.url);
    if (!host) return refuse(reply, HTTP_FAILURES.noHost);
    if (!isProbe && !acceptsHost(host, listening)) return refuse(reply, HTTP_FAILURES.foreignHost);
    if (!SAFE.has(request.method) && !isOwnOrigin(origin, host, listening.publicUrl))
      return refuse(reply, HTTP_FAILURES.foreignOrigin);
    return undefined;
  });
}
