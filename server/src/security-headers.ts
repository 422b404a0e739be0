import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

/** Whether a browser says that the request comes from our own pages. Programs state the origin they mean in the same header. */
function isFromOurOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (!origin) return false;
  try {
    return new URL(origin).host === (publicUrl ? new URL(publicUrl).host : host);
  } catch {
    return false;
  }
}

/** Headers on every answer whatever its status (trust P30), and a refusal of every write that does not come from our own origin (trust P27). */
export function guardResponses(app: FastifyInstance, options: { publicUrl?: string | undefined }): void {
  app.decorateRequest('nonce', '');
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    request.nonce = randomBytes(16).toString('base64');
    reply.headers({
      'content-security-policy': policy(request.nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-request-id': request.id,
    });
    if (options.publicUrl?.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!SAFE.has(request.method) && !isFromOurOrigin(request, options.publicUrl)) {
      return reply
        .code(403)
        .send({ code: 'FORBIDDEN', message: 'This request does not come from a page of this site. Programs send an Origin header with the site’s address.' });
    }
    return undefined;
  });
}
