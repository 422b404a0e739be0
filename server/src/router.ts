import { adminRoutes } from './admin/admin.routes.ts';
import { approvalRoutes } from './approvals/approvals.routes.ts';
import { arrearsRoutes } from './billing/arrears/arrears.routes.ts';
import { reinstatementRefusal } from './billing/arrears/reinstatements.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { markReconciledMonths } from './billing/bill-marks.ts';
import { monthPrices } from './billing/month-prices.ts';
import { changeRoutes } from './changes/changes.routes.ts';
import { calculatorRoutes } from './coverage/calculator.routes.ts';
import { retroactiveAmounts, retroactiveRuleAmounts } from './billing/rate-corrections.queries.ts';
import { rateEffect } from './coverage/rate-effect.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { exportRoutes } from './exports/export.routes.ts';
import { fileRoutes } from './files/files.routes.ts';
import { tradingPartnerRoutes } from './files/partners/trading-partners.routes.ts';
import { sessionRoutes } from './gate/gate.routes.ts';
import { bookFigures } from './groups/group-figures.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { renewalRoutes } from './groups/renewals/renewals.routes.ts';
import { directoryRoutes } from './members/directory.routes.ts';
import { duplicateRoutes } from './members/duplicates.routes.ts';
import { endGroupCoverage } from './members/end-group-coverage.ts';
import { memberRoutes } from './members/members.routes.ts';
import { movePlanMembers } from './members/move-plan-members.ts';
import { terminationRoutes } from './members/terminations.routes.ts';
import { notificationRoutes } from './notifications/notifications.routes.ts';
import { achRoutes } from './payments/ach/ach.routes.ts';
import { carrierRemittanceRoutes } from './payments/carrier-remittances/remittances.routes.ts';
import { paymentImportRoutes } from './payments/imports/payment-imports.routes.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { reconciliationRoutes } from './payments/reconciliation/reconciliation.routes.ts';
import { recurringRoutes } from './payments/recurring/recurring.routes.ts';
import { refundRoutes } from './payments/refunds/refunds.routes.ts';
import { planRoutes } from './plans/plans.routes.ts';
import { rateTableRoutes } from './plans/rates/rate-tables.routes.ts';
import { sampleHistoryState } from './sample-history/sample-history.ts';
import { searchRoutes } from './search/search.routes.ts';
import { viewRoutes } from './views/views.routes.ts';
import { api } from './api.ts';
import { query } from './command.ts';

/** Every procedure of the contract, implemented. */
export const router = api.router({
  session: sessionRoutes,
  notifications: notificationRoutes,
  approvals: approvalRoutes,
  search: searchRoutes,
  groups: groupRoutes(endGroupCoverage, reinstatementRefusal),
  renewals: renewalRoutes(movePlanMembers),
  billing: billingRoutes,
  arrears: arrearsRoutes,
  payments: { ...paymentRoutes, sampleHistory: api.payments.sampleHistory.handler(query(sampleHistoryState)) },
  refunds: refundRoutes,
  ach: achRoutes,
  carrierRemittances: carrierRemittanceRoutes,
  recurringPayments: recurringRoutes,
  paymentImports: paymentImportRoutes,
  reconciliation: reconciliationRoutes(monthPrices, markReconciledMonths),
  plans: {
    ...planRoutes({ bookFigures, move: movePlanMembers, correctionEffect: retroactiveRuleAmounts }),
    ...calculatorRoutes,
    rates: rateTableRoutes(rateEffect, retroactiveAmounts),
  },
  members: memberRoutes,
  directory: directoryRoutes,
  duplicates: duplicateRoutes,
  views: viewRoutes,
  dashboard: dashboardRoutes,
  terminations: terminationRoutes,
  changes: changeRoutes,
  exports: exportRoutes,
  files: fileRoutes,
  tradingPartners: tradingPartnerRoutes,
  admin: adminRoutes,
});
