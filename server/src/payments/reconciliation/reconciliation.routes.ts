import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { api } from '../../api.ts';
import { contextOf, idOf } from '../../app-context.ts';
import { admit, command, perform, query } from '../../command.ts';
import { attachment } from '../../downloads/attachment.ts';
import type { Services } from '../../request-context.ts';
import { addAdjustment, rejectAdjustment } from './adjustments.operations.ts';
import { createReconciliation, previewInvoice } from './create.operations.ts';
import { closeReconciliation, decideDifferences } from './decide.operations.ts';
import { disputeLetter } from './dispute-letter.ts';
import type { MonthPrices } from './expected.ts';
import type { MarkMonths } from './recalculate.ts';
import {
  listReconciliations,
  readLines,
  reconciliationDetail,
  reconciliationSources,
} from './reconciliation.queries.ts';
import { listRetroLimits, setRetroLimit } from './retro-limits.ts';

export const reconciliationRoutes = (prices: MonthPrices, markMonths: MarkMonths) => ({
  list: api.reconciliation.list.handler(query(listReconciliations)),
  sources: api.reconciliation.sources.handler(query(reconciliationSources)),
  preview: api.reconciliation.preview.handler(query(previewInvoice)),
  create: api.reconciliation.create.handler(command(createReconciliation(prices))),
  get: api.reconciliation.get.handler(query(reconciliationDetail)),
  lines: api.reconciliation.lines.handler(query(readLines)),
  decide: api.reconciliation.decide.handler(command(decideDifferences({ prices, markMonths }))),
  close: api.reconciliation.close.handler(command(closeReconciliation)),
  addAdjustment: api.reconciliation.addAdjustment.handler(command(addAdjustment)),
  rejectAdjustment: api.reconciliation.rejectAdjustment.handler(command(rejectAdjustment)),
  retroLimits: api.reconciliation.retroLimits.handler(query(listRetroLimits)),
  setRetroLimit: api.reconciliation.setRetroLimit.handler(command(setRetroLimit)),
});

/** GET /downloads/reconciliations/{id}: the letter about all disputed differences as a PDF; audited. */
export function reconciliationDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/reconciliations/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'reconciliation.letter');
    const id = idOf(request);
    if (!isUuid(id)) throw new Refusal('not_found', 'This reconciliation does not exist, or you may not see it.');
    const { name, content } = await perform(context, actor, 'reconciliation.letter', (work) => disputeLetter(work, id));
    return reply
      .type('application/pdf')
      .header('content-disposition', attachment(name))
      .header('cache-control', 'no-store')
      .send(content);
  });
}
