import type { FastifyRequest } from 'fastify';
import type { RequestContext, Services } from './request-context.ts';
import { personOf, type SessionPerson } from './session.ts';

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

/** What procedures and transfers share about one request. */
export function contextOf(request: FastifyRequest, services: Services): RequestContext {
  const headers = headersOf(request);
  let person: Promise<SessionPerson | null> | undefined;
  return { services, headers, requestId: request.id, address: request.ip, person: () => (person ??= personOf(services.sessions, headers)) };
}

/** The id in a request's address. Ids are written in small letters, and what is sealed is bound to its row's id letter for letter. */
export const idOf = (request: { params: { id: string } }): string => request.params.id.toLowerCase();
