import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { Refusal } from '@openbenefits/domain/refusal';
import { type Actor } from '../../policy/actor.ts';
import { closeWithSession, contextOf, idOf } from '../../app-context.ts';
import { admit, perform } from '../../command.ts';
import { streamAudited } from '../../downloads/audited-stream.ts';
import { CONTENT_TYPE } from '../../downloads/table-file.ts';
import type { RequestContext, Services } from '../../request-context.ts';
import { fileJob } from '../file-jobs.queries.ts';
import { fileReport, fileReportCsv } from './report.queries.ts';

const ACTION = 'files.downloadReport';

const reader = async (context: RequestContext, id: string): Promise<Actor> => {
  const actor = await admit(context, ACTION);
  if (!isUuid(id)) throw new Refusal('not_found', fileText('file_not_found'));
  return actor;
};

/**
 * GET /downloads/files/{id}/report.pdf and report.csv: what became of a file ('View Report', specification 2, section
 * 2).
 */
export function reportDownloads(app: FastifyInstance, services: Services): void {
  const disposition = (extension: string): string =>
    `attachment; filename="file-report-${services.clock.today()}.${extension}"`;
  app.get<{ Params: { id: string } }>('/downloads/files/:id/report.pdf', async (request, reply) => {
    const context = contextOf(request, services);
    const id = idOf(request);
    const actor = await reader(context, id);
    const report = await perform(context, actor, ACTION, (work) => fileReport(work, id));
    // What writes a PDF takes 30 MB: a server has it from the first report on.
    const { fileReportPdf } = await import('./report-pdf.ts');
    return reply
      .type('application/pdf')
      .header('content-disposition', disposition('pdf'))
      .send(fileReportPdf(report, services.clock.now(), actor.name, services.clock.zone()));
  });
  app.get<{ Params: { id: string } }>('/downloads/files/:id/report.csv', async (request, reply) => {
    const context = contextOf(request, services);
    const id = idOf(request);
    const actor = await reader(context, id);
    const job = await perform(context, actor, `${ACTION}.begin`, async (work) => {
      const found = await fileJob(work, id);
      work.note({ targetKind: 'file_job', targetId: id });
      return found;
    });
    closeWithSession(request, context);
    const out = new PassThrough();
    void streamAudited(
      context,
      actor,
      { action: ACTION, targetKind: 'file_job', targetId: id, fields: ['name', 'coverage', 'premium'] },
      out,
      (tx, onRows) => fileReportCsv(tx, job, onRows),
    );
    return reply.type(CONTENT_TYPE.csv).header('content-disposition', disposition('csv')).send(out);
  });
}
