import { fileText } from '@openbenefits/domain/files/messages/file-message';
import path from 'node:path';
import { shownFileName } from '@openbenefits/domain/file-name';
import {
  fileTooLargeText,
  invalidFileTypeText,
  isUploadable,
  UPLOAD_LIMIT_BYTES,
} from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { type DataStore, Server as TusServer } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { type Actor } from '../../policy/actor.ts';
import { closeWithSession, contextOf, idOf } from '../../app-context.ts';
import { admit, perform } from '../../command.ts';
import { inTenantAs } from '../../db/connect.ts';
import { sendStored } from '../../downloads/send-stored.ts';
import { toContractError } from '../../failures.ts';
import { groupByCim, requireAcceptsFiles } from '../../groups/groups.queries.ts';
import type { RequestContext, Services } from '../../request-context.ts';
import { acknowledgementFile } from '../acknowledgements/acknowledgements.queries.ts';
import { originalOf, receiveFile } from '../files.operations.ts';
import { IncomingStore, PieceDamaged, toldOfPiece } from './incoming-store.ts';
import { sendNoCors } from './no-cors.ts';
import type { OpenedFile } from '../../storage/plain-file.ts';
import { outboundContent } from '../outbound/outbound.queries.ts';
import { sniff } from '../readers/sniff.ts';
import { refusedReasonsOf } from '../refused/refused-reasons.ts';
import { refusedRowsOf } from '../refused/refused-rows.ts';
import { incomingFolder } from './unfinished-uploads.ts';

type Metadata = Record<string, string | null>;

const LONGEST_NAME = 200;
const LONGEST_ENDING = 10;

/**
 * The base name of what the sender calls the file, without control characters and those that turn the direction of what
 * follows; it is shown, never used as a path. One that is too long loses letters before its ending, which says what
 * kind of file it is.
 */
function safeName(name: string | null | undefined): string {
  const base = shownFileName(path.basename((name ?? '').replaceAll('\\', '/')));
  if (base.length <= LONGEST_NAME) return base || 'file';
  const ending = path.extname(base).slice(0, LONGEST_ENDING);
  // Not in the middle of a sign that is written as two.
  return base.slice(0, LONGEST_NAME - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending;
}

/** An upload under way belongs to who began it; to anybody else it does not exist. */
async function refuseForeign(datastore: DataStore, id: string, actor: Actor): Promise<void> {
  const known = isUuid(id) ? await datastore.getUpload(id).catch(() => undefined) : null;
  if (known === null || (known && known.metadata?.owner !== actor.id))
    throw new Refusal('not_found', fileText('upload_not_found'));
}

const refusalAnswer = (context: RequestContext, error: unknown) => {
  const failure = toContractError(error, context.services.log, context.requestId);
  return { status_code: failure.status, body: JSON.stringify({ code: failure.code, message: failure.message }) };
};

const FULL = fileText('upload_disk_full');
const TOO_MUCH = fileText('upload_too_much');
const INTERRUPTED = fileText('upload_interrupted');

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));

const DAMAGED = fileText('upload_piece_damaged');
const NO_CHECKSUM = fileText('upload_checksum_format');
/** Statuses of the tus extension checksum. */
const [CHECKSUM_MISMATCH, CHECKSUM_UNKNOWN] = [460, 400];

/** What the sender has told of the piece; null where that is no SHA-256. */
function toldIn(header: string | string[] | undefined): Buffer | undefined | null {
  if (header === undefined) return undefined;
  const digest = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(String(header).trim())?.[1];
  return digest === undefined ? null : Buffer.from(digest, 'base64');
}

/** A disk that is full, or any other fault of ours while bytes are written, in words. */
const faultAnswer = (error: unknown): { status_code: number; body: string } =>
  isDiskFull(error)
    ? { status_code: 507, body: JSON.stringify({ code: 'FULL', message: FULL }) }
    : { status_code: 500, body: JSON.stringify({ code: 'INTERNAL', message: INTERRUPTED }) };

/** Whoever works on assigned groups sees a file by its group, so that it has to be said. */
function requireGroupNamed(actor: Actor, metadata: Metadata): void {
  if (actor.assignedGroupsOnly && !metadata.group_cim) throw new Refusal('invalid', fileText('upload_choose_group'));
}

/** Says no to names and sizes before a byte is sent; the content is looked at when all bytes are here. */
async function checkAnnounced(
  context: RequestContext,
  actor: Actor,
  metadata: Metadata,
  size: number | undefined,
): Promise<void> {
  const name = safeName(metadata.filename);
  if (!isUploadable(name, metadata.filetype ?? '')) throw new Refusal('invalid', invalidFileTypeText(name));
  if ((size ?? 0) > UPLOAD_LIMIT_BYTES) throw new Refusal('invalid', fileTooLargeText(name));
  if (size === 0) throw new Refusal('invalid', fileText('upload_empty', { name }));
  if (metadata.sha256 && !/^[0-9a-f]{64}$/i.test(metadata.sha256))
    throw new Refusal('invalid', fileText('upload_sha256'));
  requireGroupNamed(actor, metadata);
  if (metadata.group_cim)
    await inTenantAs(context.services.db, actor, (tx) => requireAcceptsFiles(tx, metadata.group_cim as string));
}

/** What is recorded of a file that this person has sent to its end; undefined for any other. */
async function recorded(
  { services }: RequestContext,
  actor: Actor,
  id: string,
): Promise<{ sizeBytes: number; storageKey: string } | undefined> {
  if (!isUuid(id)) return undefined;
  return inTenantAs(services.db, actor, (tx) =>
    tx
      .selectFrom('uploads')
      .select(['sizeBytes', 'storageKey'])
      .where('id', '=', id)
      .where('uploadedBy', '=', actor.id)
      .executeTakeFirst(),
  );
}

/**
 * All bytes are here: look at the content, put them on disk for good, record upload and job. Only then is the last
 * chunk acknowledged.
 */
async function finishUpload(
  context: RequestContext,
  { path: file, size }: OpenedFile,
  id: string,
  metadata: Metadata,
): Promise<void> {
  const actor = await admit(context, 'files.upload');
  const { storage } = context.services;
  requireGroupNamed(actor, metadata);
  const fileName = safeName(metadata.filename);
  const { format } = sniff(file, fileName);
  const group = metadata.group_cim
    ? await inTenantAs(context.services.db, actor, (tx) => groupByCim(tx, metadata.group_cim as string))
    : null;
  const { storageKey, sha256 } = await storage.put(file);
  if (metadata.sha256 && metadata.sha256.toLowerCase() !== sha256.toString('hex')) {
    await storage.remove(storageKey);
    throw new Refusal('invalid', fileText('upload_changed', { name: fileName }));
  }
  try {
    await perform(context, actor, 'files.upload', (work) =>
      receiveFile(work, { id, storageKey, sha256, sizeBytes: size, fileName, format, groupId: group?.id ?? null }),
    );
  } catch (error) {
    // Recorded all the same: the database went away after its commit, or the sender, who had lost our answer, has sent
    // the last chunk a second time.
    const known = await recorded(context, actor, id);
    if (known?.storageKey !== storageKey) await storage.remove(storageKey);
    if (!known) throw error;
  }
}

function tusOver(services: Services, incoming: string, contexts: WeakMap<object, RequestContext>): TusServer {
  const contextBehind = (request: { runtime?: { node?: { req: object } } | undefined }): RequestContext => {
    const context = request.runtime?.node && contexts.get(request.runtime.node.req);
    if (!context) throw new Error('An upload request without its context');
    return context;
  };
  const datastore = new IncomingStore({ directory: incoming, vault: services.vault });
  return new TusServer({
    path: '/uploads',
    datastore,
    maxSize: UPLOAD_LIMIT_BYTES,
    relativeLocation: true,
    namingFunction: () => uuidv7(),
    onIncomingRequest: async (request, id) => {
      const context = contextBehind(request);
      try {
        await refuseForeign(datastore, id, await admit(context, 'files.upload'));
      } catch (error) {
        throw refusalAnswer(context, error);
      }
    },
    onUploadCreate: async (request, upload) => {
      const context = contextBehind(request);
      try {
        const actor = await admit(context, 'files.upload');
        await checkAnnounced(context, actor, upload.metadata ?? {}, upload.size);
        return { metadata: { ...upload.metadata, owner: actor.id } };
      } catch (error) {
        throw refusalAnswer(context, error);
      }
    },
    onUploadFinish: async (request, upload) => {
      const context = contextBehind(request);
      const forget = (): Promise<void> => datastore.remove(upload.id).catch(() => {});
      try {
        const plain = await datastore.openPlain(upload.id);
        await finishUpload(context, plain, upload.id, upload.metadata ?? {}).finally(() => plain.close());
        await forget();
      } catch (error) {
        if (error instanceof Refusal) await forget();
        throw isDiskFull(error) ? faultAnswer(error) : refusalAnswer(context, error);
      }
      return {};
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error)
        return error.status_code === 413
          ? {
              status_code: 413,
              body: JSON.stringify({
                code: 'INVALID',
                message: error.body.startsWith('Maximum') ? fileTooLargeText('This file') : TOO_MUCH,
              }),
            }
          : undefined;
      if (error instanceof PieceDamaged)
        return { status_code: CHECKSUM_MISMATCH, body: JSON.stringify({ code: 'INVALID', message: DAMAGED }) };
      services.log.error({ err: error }, 'An upload failed');
      return faultAnswer(error);
    },
  });
}

/** Resumable uploads (tus) at /uploads, streamed to disk; downloads at /downloads. */
export async function transferRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const contexts = new WeakMap<object, RequestContext>();
  const tus = tusOver(services, await incomingFolder(services.config.DATA_DIR), contexts);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const upload = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const context = contextOf(request, services);
    // Before anything of the request is read: the library would first say what is wrong with it.
    await admit(context, 'files.upload');
    const told = toldIn(request.headers['upload-checksum']);
    if (told === null) return reply.code(CHECKSUM_UNKNOWN).send({ code: 'INVALID', message: NO_CHECKSUM });
    closeWithSession(request, context);
    contexts.set(request.raw, context);
    reply.hijack();
    sendNoCors(reply.raw);
    reply.raw.setHeader('tus-checksum-algorithm', 'sha256');
    // A hijacked answer carries the security headers only when they are put on it here.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await toldOfPiece.run(told, () => tus.handle(request.raw, reply.raw));
  };
  // Whoever lost the answer to the last chunk asks how far the upload is. It is no longer among those under way;
  // without this it would be sent anew, and be there twice.
  app.head<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'files.upload').catch(() => undefined);
    const known = actor && (await recorded(context, actor, request.params['*']));
    if (!known) return upload(request, reply);
    return reply
      .headers({
        'tus-resumable': '1.0.0',
        'upload-offset': known.sizeBytes,
        'upload-length': known.sizeBytes,
        'cache-control': 'no-store',
      })
      .send();
  });
  app.all('/uploads', { bodyLimit: UPLOAD_LIMIT_BYTES + 1 }, upload);
  app.route({
    method: ['POST', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/uploads/*',
    bodyLimit: UPLOAD_LIMIT_BYTES + 1,
    handler: upload,
  });

  for (const kind of ['ta1', '999'] as const) {
    app.get<{ Params: { id: string } }>(`/downloads/files/:id/${kind}`, async (request, reply) => {
      const context = contextOf(request, services);
      const action = 'files.downloadAcknowledgement';
      const actor = await admit(context, action);
      const file = await perform(context, actor, action, (work) => acknowledgementFile(work, idOf(request), kind));
      return reply
        .type(file.contentType)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.content);
    });
  }

  app.get<{ Params: { id: string } }>('/downloads/outbound/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const action = 'files.downloadOutbound';
    const actor = await admit(context, action);
    const file = await perform(context, actor, action, (work) => outboundContent(work, idOf(request)));
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(file.content);
  });

  app.get<{ Params: { id: string } }>('/downloads/files/:id/refused', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'files.downloadRefused');
    const file = await perform(context, actor, 'files.downloadRefused', (work) => refusedRowsOf(work, idOf(request)));
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(file.content);
  });

  app.get<{ Params: { id: string } }>('/downloads/files/:id/refused-reasons', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'files.downloadRefusedReasons');
    const reasons = await perform(context, actor, 'files.downloadRefusedReasons', (work) =>
      refusedReasonsOf(work, idOf(request)),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="refused-reasons.csv"')
      .send(reasons);
  });

  app.get<{ Params: { id: string } }>('/downloads/files/:id/original', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'files.downloadOriginal');
    const original = await perform(context, actor, 'files.downloadOriginal', (work) => originalOf(work, idOf(request)));
    const { storageKey: key, fileName: name } = original;
    return sendStored({ request, reply, context }, { key, name, type: 'application/octet-stream' });
  });
}
