import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { api } from '../api.ts';
import { closeWithSession, contextOf, idOf } from '../app-context.ts';
import { admit, command, perform } from '../command.ts';
import type { Services } from '../request-context.ts';
import { streamAudited } from '../downloads/audited-stream.ts';
import { EXPORT_SOURCES } from './export-sources.ts';
import { requestExport, takeExport } from './exports.operations.ts';
import { CONTENT_TYPE } from '../downloads/table-file.ts';

export const exportRoutes = { request: api.exports.request.handler(command(requestExport)) };

/** GET /downloads/exports/{id}: the requested file. */
export function exportDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/exports/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'exports.download');
    const id = idOf(request);
    const wanted = await perform(context, actor, 'exports.take', (work) => takeExport(work, id));
    closeWithSession(request, context);
    const out = new PassThrough();
    const source = EXPORT_SOURCES[wanted.list];
    void streamAudited(
      context,
      actor,
      {
        action: 'exports.download',
        targetKind: 'export',
        targetId: id,
        reason: wanted.reason ?? undefined,
        fields: source.fields,
      },
      out,
      (tx, onRows) =>
        source
          .prepare(wanted.filter)
          .bytes({ tx, today: services.clock.today(), services, actor }, wanted.format, onRows),
    );
    const name = `${EXPORT_SOURCES[wanted.list].fileName}-${services.clock.today()}.${wanted.format}`;
    return reply
      .type(CONTENT_TYPE[wanted.format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(out);
  });
}
