import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { api } from '../../api.ts';
import { contextOf, idOf } from '../../app-context.ts';
import { admit, command, perform, query } from '../../command.ts';
import { sendStored } from '../../downloads/send-stored.ts';
import type { Services } from '../../request-context.ts';
import { applyBankFile, previewBankFile } from './bank-files.operations.ts';
import { originalToSend } from './payment-originals.ts';
import { folderFile, pickUpFiles } from './pick-up.ts';
import {
  importRemittances,
  listPaymentFiles,
  listRemittances,
  paymentSources,
  syncPayments,
} from './remittances.operations.ts';
import { listUnmatched } from './unmatched.queries.ts';

const counted = command(syncPayments);

export const paymentImportRoutes = {
  preview: api.paymentImports.preview.handler(query(previewBankFile)),
  apply: api.paymentImports.apply.handler(command(applyBankFile)),
  unmatched: api.paymentImports.unmatched.handler(query(listUnmatched)),
  remittance: api.paymentImports.remittance.handler(command(importRemittances)),
  remittances: api.paymentImports.remittances.handler(query(listRemittances)),
  files: api.paymentImports.files.handler(query(listPaymentFiles)),
  sources: api.paymentImports.sources.handler(query(paymentSources)),
  folderFile: api.paymentImports.folderFile.handler(query(folderFile)),
  /** Each file of the folder has its own transaction, so that one that cannot be read keeps none back. */
  sync: api.paymentImports.sync.handler(async (call) => {
    const actor = await admit(call.context, 'paymentImports.sync');
    const folder = actor.assignedGroupsOnly ? null : await pickUpFiles(call.context, actor);
    return { ...(await counted(call)), folder };
  }),
};

/** GET /downloads/payment-files/{id}: a file that was taken from the folder, as it came. Audited. */
export function paymentFileDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/payment-files/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const action = 'paymentImports.download';
    const actor = await admit(context, action);
    const id = idOf(request);
    if (!isUuid(id)) throw new Refusal('not_found', 'This file is not kept, or you may not see it.');
    const { key, name } = await perform(context, actor, action, (work) => originalToSend(work, id));
    return sendStored({ request, reply, context }, { key, name, type: 'application/octet-stream' });
  });
}
