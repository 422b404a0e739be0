import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestContext, Services } from './request-context.ts';
import type { SessionPerson } from './sessions/live-session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    response: ServerResponse;
  }
}

/** Only the reply of a stream or transfer shows how long it stays open. */
export function keepResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    request.response = reply.raw;
  });
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

/** Returns what procedures and transfers share about one request. */
export function contextOf(request: FastifyRequest, services: Services): RequestContext {
  const headers = headersOf(request);
  const ended = new AbortController();
  const find = async (): Promise<SessionPerson | null> => {
    const session = await services.sessions.find(headers, { use: true });
    if (!session) return null;
    const close = services.sessions.openConnections.add(session.id, () => ended.abort());
    request.response.once('close', close);
    if (request.response.destroyed) close();
    return session.person;
  };
  let person: Promise<SessionPerson | null> | undefined;
  return {
    services,
    headers,
    requestId: request.id,
    address: request.ip,
    sessionEnded: ended.signal,
    person: () => (person ??= find()),
  };
}

/** Cuts a transfer whose session ends while it runs (trust P25). What an upload has sent so far is kept. */
export function closeWithSession(request: FastifyRequest, { sessionEnded }: RequestContext): void {
  sessionEnded.addEventListener('abort', () => request.response.destroy(), { once: true });
}

/**
 * Returns the ID in a request's address, in lower case, because encrypted values are bound to their row's ID letter by
 * letter.
 */
export const idOf = (request: { params: { id: string } }): string => request.params.id.toLowerCase();
