import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { api } from '../../api.ts';
import { contextOf, idOf } from '../../app-context.ts';
import { admit, command, perform, query } from '../../command.ts';
import { attachment } from '../../downloads/attachment.ts';
import type { Services } from '../../request-context.ts';
import { listCarriers, setCarrier } from './carriers.operations.ts';
import { remittanceFile } from './remittance-file.ts';
import { voidRemittance } from './remittance-void.ts';
import { payRemittance, prepareRemittance, previewRemittance } from './remittances.operations.ts';
import { carrierRemittance, listCarrierRemittances } from './remittances.queries.ts';

const { carrierRemittances } = api;

export const carrierRemittanceRoutes = {
  carriers: carrierRemittances.carriers.handler(query(listCarriers)),
  setCarrier: carrierRemittances.setCarrier.handler(command(setCarrier)),
  preview: carrierRemittances.preview.handler(query(previewRemittance)),
  prepare: carrierRemittances.prepare.handler(command(prepareRemittance)),
  list: carrierRemittances.list.handler(query(listCarrierRemittances)),
  get: carrierRemittances.get.handler(query(carrierRemittance)),
  pay: carrierRemittances.pay.handler(command(payRemittance)),
  void: carrierRemittances.void.handler(command(voidRemittance)),
};

/** GET /downloads/carrier-remittances/{id}: the 820 for the carrier; the first download makes it. Audited. */
export function carrierRemittanceDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/carrier-remittances/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const action = 'carrierRemittances.download';
    const actor = await admit(context, action);
    const id = idOf(request);
    if (!isUuid(id)) throw new Refusal('not_found', 'This carrier remittance does not exist.');
    const { name, content } = await perform(context, actor, action, (work) => remittanceFile(work, { id }));
    return reply
      .type('application/edi-x12; charset=us-ascii')
      .header('content-disposition', attachment(name))
      .header('cache-control', 'no-store')
      .send(content);
  });
}
