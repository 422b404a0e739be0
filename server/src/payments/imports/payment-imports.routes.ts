import { api } from '../../api.ts';
import { admit, command, query } from '../../command.ts';
import { applyBankFile, previewBankFile } from './bank-files.operations.ts';
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
