import { isNamedIn, isTest } from './feature-order.ts';

/**
 * Rule 4 of ARCHITECTURE.md: only its owner writes a table. Tables by the places in `server/src` that write them; a name
 * that ends in a slash is a folder.
 */
export const TABLE_OWNERS: readonly { owners: readonly string[]; tables: readonly string[] }[] = [
  {
    owners: ['gate/', 'sessions/'],
    tables: [
      'auth.account',
      'auth.account_changes',
      'auth.known_devices',
      'auth.session',
      'auth.sign_in_attempts',
      'auth.user',
      'auth.verification',
    ],
  },
  { owners: ['policy/'], tables: ['auth.role_permissions', 'auth.roles'] },
  { owners: ['audit.ts', 'audit/'], tables: ['audit_heads', 'audit_log'] },
  { owners: ['admin/'], tables: ['feature_flags', 'organization_profiles', 'tenants'] },
  {
    owners: ['plans/'],
    tables: [
      'age_curves',
      'health_plans',
      'plan_credit_limits',
      'plan_documents',
      'plan_rule_corrections',
      'plan_terminations',
      'plan_years',
      'rate_cells',
      'rate_periods',
      'rate_tables',
      'rating_area_imports',
      'rating_areas',
    ],
  },
  { owners: ['coverage/'], tables: ['rating_ages', 'tobacco_statements'] },
  {
    owners: ['groups/'],
    tables: [
      'billing_locations',
      'cim_counters',
      'contribution_rules',
      'draft_groups',
      'group_admins',
      'group_classes',
      'group_edit_leases',
      'group_figure_changes',
      'group_figures',
      'group_plan_assignments',
      'group_status_changes',
      'groups',
      'renewal_simulation_groups',
      'renewal_simulations',
      'renewals',
    ],
  },
  {
    owners: ['members/'],
    tables: [
      'coverage_spans',
      'duplicate_dismissals',
      'member_counters',
      'member_terms',
      'members',
      'protected_lookups',
    ],
  },
  {
    owners: ['billing/'],
    tables: [
      'arrears_holds',
      'arrears_notices',
      'arrears_proposals',
      'bill_counters',
      'bill_holds',
      'bill_lines',
      'bill_marks',
      'bill_months',
      'bill_runs',
      'bill_void_requests',
      'billed_adjustments',
      'bills',
      'delinquency_rules',
      'group_brokers',
      'installment_plans',
      'month_decisions',
    ],
  },
  { owners: ['sample-history/'], tables: ['sample_months'] },
  {
    owners: ['ledger/'],
    tables: [
      'bill_balances',
      'ledger_closing_events',
      'ledger_closings',
      'ledger_entries',
      'ledger_postings',
      'payment_balances',
    ],
  },
  {
    owners: ['payments/'],
    tables: [
      'ach_entries',
      'ach_files',
      'ach_return_files',
      'ach_returns',
      'balance_adjustments',
      'bank_accounts',
      'bank_file_mappings',
      'bank_settings',
      'carrier_collections',
      'carrier_remittance_lines',
      'carrier_remittances',
      'payment_applications',
      'payment_attempts',
      'known_payers',
      'payment_events',
      'payment_file_rows',
      'payment_files',
      'payment_method_terms',
      'payment_originals',
      'payments',
      'carrier_retro_limits',
      'reconciliation_adjustments',
      'reconciliation_lines',
      'reconciliation_mappings',
      'reconciliations',
      'payment_restrictions',
      'recurring_drafts',
      'recurring_payments',
      'refunds',
      'remittances',
      'return_fees',
    ],
  },
  { owners: ['control-numbers.ts'], tables: ['control_numbers'] },
  { owners: ['change-sets.ts'], tables: ['change_items', 'changes'] },
  { owners: ['changes/'], tables: ['change_undos'] },
  {
    owners: ['files/'],
    tables: [
      'carrier_profiles',
      'family_numbers',
      'file_acknowledgements',
      'file_changes',
      'file_job_events',
      'file_jobs',
      'file_lines',
      'file_mends',
      'file_mends_taken',
      'file_missing',
      'file_premiums',
      'file_references',
      'file_refusals',
      'file_sets',
      'file_undos',
      'import_families',
      'import_packs',
      'inbound_acknowledgements',
      'outbound_identities',
      'outbound_interchanges',
      'outbound_sent',
      'queue_settings',
      'trading_partner_codes',
      'trading_partner_columns',
      'trading_partners',
      'uploads',
    ],
  },
  { owners: ['exports/'], tables: ['export_requests'] },
  { owners: ['idempotency-keys.ts'], tables: ['idempotency_keys'] },
  { owners: ['jobs/'], tables: ['job_runs'] },
  { owners: ['kept-figures.ts'], tables: ['kept_figures'] },
  { owners: ['mail/'], tables: ['mails'] },
  { owners: ['approvals/'], tables: ['approval_limits', 'approvals', 'setting_changes'] },
  { owners: ['notifications/'], tables: ['notification_reads', 'notifications'] },
  { owners: ['outbox/'], tables: ['outbox'] },
  { owners: ['views/'], tables: ['saved_views'] },
  { owners: ['db/'], tables: ['key_checks'] },
];

/** These prepare a database: the start, the demo data and tests. */
const PREPARES = ['server/src/db/', 'server/src/testing/', 'server/src/trust/'];

/** Known exceptions, to be removed: each writes in bulk what the owner would write row by row. */
const KNOWN_EXCEPTIONS: readonly { file: string; tables: readonly string[] }[] = [
  { file: 'server/src/files/applying/apply-chunk.ts', tables: ['change_items'] },
  { file: 'server/src/files/applying/apply-file.ts', tables: ['changes', 'member_counters'] },
  { file: 'server/src/files/applying/apply-newcomers.ts', tables: ['change_items'] },
  { file: 'server/src/members/undo/restore-records.ts', tables: ['change_items'] },
  // The queue of files works on large undos as well.
  { file: 'server/src/files/queue/file-lease.ts', tables: ['change_undos'] },
  { file: 'server/src/files/queue/queue.operations.ts', tables: ['change_undos'] },
  { file: 'server/src/files/undo/queued-undo.ts', tables: ['change_undos'] },
  // Prepares a second organization for tests of carrier files.
  { file: 'server/src/files/outbound/carrier-run.ts', tables: ['member_counters'] },
];

const OWNERS = new Map(TABLE_OWNERS.flatMap(({ owners, tables }) => tables.map((table) => [table, owners] as const)));

/** Returns why a file must not write a table; undefined if it may, or if the name is not that of a table. */
export function writeViolation(file: string, table: string): string | undefined {
  const owners = OWNERS.get(table);
  if (!owners || !file.startsWith('server/src/') || isTest(file) || isNamedIn(PREPARES, file)) return undefined;
  const places = owners.map((owner) => `server/src/${owner}`);
  if (isNamedIn(places, file)) return undefined;
  if (KNOWN_EXCEPTIONS.some((known) => known.file === file && known.tables.includes(table))) return undefined;
  return `"${table}" is written by ${owners.join(', ')} alone: call an operation there (rule 4, lint/table-owners.ts).`;
}

const WRITES =
  /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into|update)\s+(?:only\s+)?((?:auth\.)?"?[a-z_]+"?)/gi;
const COPY = /\bcopy\s+((?:auth\.)?[a-z_]+)\s*(?:\(|from\b)/gi;

/** Returns the names after the words of SQL that write; some may not be tables. */
export const writtenIn = (text: string): string[] =>
  [...text.matchAll(WRITES), ...text.matchAll(COPY)].map(([, name = '']) => name.replaceAll('"', '').toLowerCase());

/** Returns the table of a name as Kysely has it: `memberCounters as c` is `member_counters`. */
export const tableOfName = (name: string): string =>
  (name.split(' ')[0] ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
