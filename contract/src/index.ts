import type { ContractRouterClient } from '@orpc/contract';
import { ach } from './ach.ts';
import { carrierRemittances } from './carrier-remittances.ts';
import { admin } from './admin.ts';
import { approvals } from './approvals.ts';
import { arrears } from './arrears.ts';
import { billing } from './billing.ts';
import { changes } from './changes.ts';
import { dashboard } from './dashboard.ts';
import { directory } from './directory.ts';
import { duplicates } from './duplicates.ts';
import { listExports } from './exports.ts';
import { fileQueue } from './file-queue.ts';
import { files } from './files.ts';
import { groups } from './groups.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';
import { paymentImports } from './payment-imports.ts';
import { payments } from './payments.ts';
import { plans } from './plans.ts';
import { rateTables } from './rate-tables.ts';
import { reconciliation } from './reconciliation.ts';
import { recurringPayments } from './recurring-payments.ts';
import { refunds } from './refunds.ts';
import { renewals } from './renewals.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { terminations } from './terminations.ts';
import { tradingPartners } from './trading-partners.ts';
import { views } from './views.ts';

/** The whole API on one shelf. Server and web meet only here. */
export const contract = {
  session,
  notifications,
  approvals,
  search,
  groups,
  plans: { ...plans, rates: rateTables },
  renewals,
  billing,
  arrears,
  payments,
  ach,
  carrierRemittances,
  recurringPayments,
  paymentImports,
  reconciliation,
  refunds,
  members,
  directory,
  duplicates,
  terminations,
  changes,
  exports: listExports,
  views,
  dashboard,
  files: { ...files, queue: fileQueue },
  tradingPartners,
  admin,
};
export type Contract = typeof contract;
export type Api = ContractRouterClient<Contract>;
