import { billsExport } from '../billing/bills-export.ts';
import { agingExport } from '../billing/arrears/aging-export.ts';
import { groupsExport } from '../groups/groups-export.ts';
import { directoryExport } from '../members/directory-export.ts';
import { paymentsExport } from '../payments/payments-export.ts';
import { reconciliationExport } from '../payments/reconciliation/reconciliation-export.ts';
import { plansExport } from '../plans/plans-export.ts';
import type { ExportList, ExportSource } from '../downloads/export-lists.ts';

/** Every list that can be exported. */
export const EXPORT_SOURCES: Readonly<Record<ExportList, ExportSource>> = {
  groups: groupsExport,
  members: directoryExport,
  plans: plansExport,
  payments: paymentsExport,
  bills: billsExport,
  aging: agingExport,
  reconciliation: reconciliationExport,
};
