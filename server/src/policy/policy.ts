import type { Contract } from '@openbenefits/contract';
import { ADMINISTRATION } from './administration.ts';
import { BILLING } from './billing.ts';
import { FILES } from './files.ts';
import { GROUPS } from './groups.ts';
import { MEMBERS } from './members.ts';
import { PAYMENTS } from './payments.ts';
import { PLANS } from './plans.ts';
import type { PolicyRow } from './row.ts';

/** The dotted names of all operations of the contract. */
type Operations<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends { '~orpc': unknown } ? `${Prefix}${K}` : Operations<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
export type Operation = Operations<Contract>;

/** Uploads and downloads, which are not operations of the contract. */
export const TRANSFERS = [
  'ach.download',
  'arrears.download',
  'billing.download',
  'billing.journal',
  'carrierRemittances.download',
  'paymentImports.download',
  'exports.download',
  'files.downloadAcknowledgement',
  'files.downloadOriginal',
  'files.downloadOutbound',
  'files.downloadRefused',
  'files.downloadRefusedReasons',
  'files.downloadReport',
  'files.template',
  'files.upload',
  'plans.documents.add',
  'plans.documents.download',
  'rates.download',
  'reconciliation.letter',
] as const;
type Transfer = (typeof TRANSFERS)[number];
export type Action = Operation | Transfer;

/** Who may call what, and how. A route without a complete row here does not compile. */
export const POLICY = {
  ...ADMINISTRATION,
  ...GROUPS,
  ...PLANS,
  ...MEMBERS,
  ...FILES,
  ...BILLING,
  ...PAYMENTS,
} satisfies Readonly<Record<Action, PolicyRow>> as Readonly<Record<Action, PolicyRow>>;

const isTransfer = (action: string): boolean => (TRANSFERS as readonly string[]).includes(action);
export const OPERATIONS: readonly Operation[] = (Object.keys(POLICY) as Action[]).filter(
  (action): action is Operation => !isTransfer(action),
);
