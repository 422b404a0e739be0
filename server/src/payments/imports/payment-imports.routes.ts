import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import { applyBankFile, previewBankFile } from './bank-files.operations.ts';
import { importRemittances, listPaymentFiles, listRemittances, syncPayments } from './remittances.operations.ts';

export const paymentImportRoutes = {
  preview: api.paymentImports.preview.handler(query(previewBankFile)),
  apply: api.paymentImports.apply.handler(command(applyBankFile)),
  remittance: api.paymentImports.remittance.handler(command(importRemittances)),
  remittances: api.paymentImports.remittances.handler(query(listRemittances)),
  files: api.paymentImports.files.handler(query(listPaymentFiles)),
  sync: api.paymentImports.sync.handler(command(syncPayments)),
};
