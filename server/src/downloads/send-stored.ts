import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeWithSession } from '../app-context.ts';
import type { RequestContext } from '../request-context.ts';
import { attachment } from './attachment.ts';

/** Sends a stored file as a download, which ends with the caller's session. The caller was admitted before. */
export async function sendStored(
  { request, reply, context }: { request: FastifyRequest; reply: FastifyReply; context: RequestContext },
  { key, name, type }: { key: string; name: string; type: string },
): Promise<FastifyReply> {
  const { stream, size } = await context.services.storage.stream(key);
  closeWithSession(request, context);
  return reply.type(type).header('content-length', size).header('content-disposition', attachment(name)).send(stream);
}
