import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { type Actor, requirePermission } from '../access.ts';
import { api } from '../api.ts';
import { contextOf } from '../app-context.ts';
import { appendAudit } from '../audit.ts';
import { admit, command, perform } from '../command.ts';
import { inTenantAs } from '../db/connect.ts';
import type { RequestContext, Services } from '../request-context.ts';
import { EXPORT_SOURCES } from './export-sources.ts';
import { requestExport, takeExport, type WantedExport } from './exports.operations.ts';
import { CONTENT_TYPE } from './table-file.ts';

export const exportRoutes = { request: api.exports.request.handler(command(requestExport)) };

/** Streams the rows out of one transaction; its last act is the entry that says how many left. A download that breaks off is told as refused, with what had left. */
async function stream(context: RequestContext, actor: Actor, id: string, wanted: WantedExport, out: PassThrough): Promise<void> {
  const { db, clock, log } = context.services;
  const source = EXPORT_SOURCES[wanted.list];
  let sent = 0;
  const entry = () => ({
    at: clock.now(), actorId: actor.id, actorName: actor.name, action: 'exports.download', targetKind: 'export', targetId: id, reason: wanted.reason ?? undefined, fields: source.fields, itemCount: sent, requestId: context.requestId,
  });
  try {
    await inTenantAs(db, actor, async (tx) => {
      const file = source.prepare(wanted.filter).bytes({ tx, today: clock.today(), services: context.services, actor }, wanted.format, (count) => (sent += count));
      // The file ends for its reader only when the entry is committed.
      await pipeline(file, out, { end: false });
      await appendAudit(tx, { ...entry(), outcome: 'read' });
    });
    out.end();
  } catch (error) {
    out.destroy();
    await inTenantAs(db, actor, (tx) => appendAudit(tx, { ...entry(), outcome: 'refused' })).catch((failure: unknown) => log.error({ err: failure }, 'A broken export could not be written to the audit log'));
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'An export broke off');
  }
}

/** GET /downloads/exports/{id}: the file that was asked for. */
export function exportDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/exports/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'exports.download', (person) => requirePermission(person, 'compliance.export'));
    const wanted = await perform(context, actor, 'exports.take', (work) => takeExport(work, request.params.id));
    const out = new PassThrough();
    void stream(context, actor, request.params.id, wanted, out);
    const name = `${EXPORT_SOURCES[wanted.list].fileName}-${services.clock.today()}.${wanted.format}`;
    return reply.type(CONTENT_TYPE[wanted.format]).header('content-disposition', `attachment; filename="${name}"`).send(out);
  });
}
