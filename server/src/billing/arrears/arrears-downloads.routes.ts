import { PassThrough } from 'node:stream';
import type { Statement } from '@openbenefits/contract/arrears';
import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { closeWithSession, contextOf, idOf } from '../../app-context.ts';
import { admit, perform } from '../../command.ts';
import { attachment } from '../../downloads/attachment.ts';
import { sendStored } from '../../downloads/send-stored.ts';
import { CONTENT_TYPE, type ExportTable, tableBytes } from '../../downloads/table-file.ts';
import type { Services } from '../../request-context.ts';
import { billedGroups } from '../bill-header.ts';
import { groupStatement } from './statement.queries.ts';

type Row = { on: CalendarDate; text: string; note: string; cents: number | null; balance: number };

function statementTable({ from, to, lines, sums }: Statement): ExportTable<Row> {
  const row = (on: CalendarDate, text: string, balance: number): Row => ({ on, text, note: '', cents: null, balance });
  async function* batches(): AsyncGenerator<readonly Row[]> {
    yield [row(from, 'Opening balance', sums.opening), ...lines, row(to, 'Closing balance', sums.closing)];
  }
  return {
    sheet: 'Statement',
    columns: [
      { header: 'Date', kind: 'date', value: ({ on }) => on },
      { header: 'Entry', width: 30, value: ({ text }) => text },
      { header: 'Note', width: 30, value: ({ note }) => note },
      { header: 'Amount', kind: 'money', value: ({ cents }) => cents },
      { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
    ],
    batches: batches(),
  };
}

type Query = { from?: string; to?: string };

/** GET /downloads/statements/{groupId}/pdf and /csv: a group's statement of a period; audited. */
function statementDownloads(app: FastifyInstance, services: Services): void {
  for (const format of ['pdf', 'csv'] as const)
    app.get<{ Params: { id: string }; Querystring: Query }>(
      `/downloads/statements/:id/${format}`,
      async (request, reply) => {
        const context = contextOf(request, services);
        const actor = await admit(context, 'arrears.download');
        const groupId = idOf(request);
        const [from, to] = [parseCalendarDate(request.query.from ?? ''), parseCalendarDate(request.query.to ?? '')];
        if (!isUuid(groupId)) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
        if (!from || !to) throw new Refusal('invalid', 'Enter the first and the last day of the statement.');
        const { statement, header } = await perform(context, actor, 'arrears.download', async (work) => {
          const found = await groupStatement(work, { groupId, from, to });
          work.note({
            targetKind: 'group',
            targetId: groupId,
            fields: ['premium', 'payment'],
            itemCount: found.lines.length,
          });
          const { tx } = work;
          const groups = await billedGroups({ tx, vault: services.vault, tenantId: actor.tenantId }, [groupId]);
          const issued = groups.get(groupId);
          if (!issued) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
          return { statement: found, header: issued.header };
        });
        const name = `statement-${statement.cim}-${from}-${to}.${format}`;
        closeWithSession(request, context);
        reply.header('content-disposition', attachment(name));
        if (format === 'csv') {
          const out = new PassThrough();
          for await (const bytes of tableBytes(statementTable(statement), 'csv')) out.write(bytes);
          out.end();
          return reply.type(CONTENT_TYPE.csv).send(out);
        }
        // What writes a PDF takes 30 MB: a server has it from the first one on.
        const { statementPdf } = await import('./statement-pdf.ts');
        return reply.type('application/pdf').send(await statementPdf(statement, header));
      },
    );
}

/** GET /downloads/notices/{id}: the stored PDF of a reminder or letter, the same bytes each time; audited. */
function noticeDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/notices/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'arrears.download');
    const id = idOf(request);
    const notice = await perform(context, actor, 'arrears.download', async ({ tx, note }) => {
      const found =
        isUuid(id) &&
        (await tx
          .selectFrom('arrearsNotices')
          .select(['kind', 'madeOn', 'pdfKey', 'groupId'])
          .where('id', '=', id)
          .executeTakeFirst());
      if (!found || !found.pdfKey) throw new Refusal('not_found', 'This notice has no PDF yet. Try again in a minute.');
      note({ targetKind: 'group', targetId: found.groupId, fields: ['premium'] });
      return { name: `${found.kind}-${found.madeOn}.pdf`, key: found.pdfKey };
    });
    return sendStored({ request, reply, context }, { ...notice, type: 'application/pdf' });
  });
}

export function arrearsDownloads(app: FastifyInstance, services: Services): void {
  statementDownloads(app, services);
  noticeDownloads(app, services);
}
