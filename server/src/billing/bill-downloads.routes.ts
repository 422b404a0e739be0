import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { contextOf, idOf } from '../app-context.ts';
import { admit, perform } from '../command.ts';
import { sendStored } from '../downloads/send-stored.ts';
import type { Services } from '../request-context.ts';

/** GET /downloads/bills/{id}: the stored PDF of a posted bill, the same bytes each time; audited. */
export function billDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/bills/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'billing.download');
    const id = idOf(request);
    if (!isUuid(id)) throw new Refusal('not_found', 'This bill does not exist, or you may not see it.');
    const bill = await perform(context, actor, 'billing.download', async ({ tx, note }) => {
      const found = await tx.selectFrom('bills').select(['number', 'pdfKey']).where('id', '=', id).executeTakeFirst();
      if (!found?.pdfKey) throw new Refusal('not_found', 'This bill has no PDF yet. Try again in a minute.');
      note({ targetKind: 'bill', targetId: id, fields: ['name', 'premium'] });
      return { name: `bill-${found.number}.pdf`, key: found.pdfKey };
    });
    return sendStored({ request, reply, context }, { ...bill, type: 'application/pdf' });
  });
}
