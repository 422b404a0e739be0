import type { Readable } from 'node:stream';
import { DOCUMENT_LIMIT_BYTES, DOCUMENT_TOO_LARGE, documentTypeOf } from '@openbenefits/domain/plans/plan-document';
import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { closeWithSession, contextOf, idOf } from '../app-context.ts';
import { admit, perform } from '../command.ts';
import { sendStored } from '../downloads/send-stored.ts';
import type { Services } from '../request-context.ts';
import { addDocument, documentToSend } from './plan-documents.operations.ts';

/** Reads a body no further than the limit. */
async function bytesOf(body: Readable, announced: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = announced > DOCUMENT_LIMIT_BYTES ? announced : 0;
  if (size === 0)
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size > DOCUMENT_LIMIT_BYTES) break;
    }
  if (size > DOCUMENT_LIMIT_BYTES)
    throw new Refusal('invalid', DOCUMENT_TOO_LARGE, [{ path: 'file', message: DOCUMENT_TOO_LARGE }]);
  return Buffer.concat(pieces);
}

function nameOf(header: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(header ?? 'Document'));
  } catch {
    return 'Document';
  }
}

/**
 * POST /uploads/plan-documents/{id}: the bytes of a document for a plan, its name in X-File-Name (percent-encoded, so
 * that no address holds it). GET /downloads/plan-documents/{id}: a document, audited.
 */
export async function planDocumentTransfers(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post<{ Params: { id: string } }>('/uploads/plan-documents/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'plans.documents.add');
    const planId = idOf(request);
    if (!isUuid(planId)) throw new Refusal('not_found', 'This plan does not exist, or you may not see it.');
    closeWithSession(request, context);
    const bytes = await bytesOf(request.body as Readable, Number(request.headers['content-length'] ?? 0));
    const found = documentTypeOf(bytes);
    if ('refused' in found) throw new Refusal('invalid', found.refused, [{ path: 'file', message: found.refused }]);
    const stored = await services.storage.put(bytes);
    const name = nameOf(request.headers['x-file-name']);
    const saved = await perform(context, actor, 'plans.documents.add', (work) =>
      addDocument(work, { planId, name, type: found.type, stored }),
    );
    return reply.code(201).send(saved);
  });
  app.get<{ Params: { id: string } }>('/downloads/plan-documents/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'plans.documents.download');
    const id = idOf(request);
    if (!isUuid(id)) throw new Refusal('not_found', 'This document was removed, or you may not see it.');
    const document = await perform(context, actor, 'plans.documents.download', (work) => documentToSend(work, id));
    const { name, storageKey: key, mediaType: type } = document;
    return sendStored({ request, reply, context }, { key, name, type });
  });
}
