import { BANK_FIELDS, FIRST_LINES } from '@openbenefits/domain/payments/bank-file';
import { PROPOSAL_REASONS } from '@openbenefits/domain/payments/payer-proposals';
import { PAYMENT_SOURCES } from '@openbenefits/domain/payments/payment-status';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { sentFile } from './rating-data.ts';
import { calendarDate, cents, id, idempotencyKey, instant } from './wire.ts';

const mapping = z.partialRecord(z.enum(BANK_FIELDS), z.number().int().min(0).max(200));

const row = z.object({
  row: z.number().int(),
  date: calendarDate,
  cents,
  reference: z.string(),
  payer: z.string(),
  /** What the row will be: a payment of a bill, of a group, of nobody yet; or none. */
  outcome: z.enum(['bill', 'group', 'unknown', 'advice', 'advice_differs', 'deposit', 'duplicate', 'outgoing']),
  groupName: z.string().nullable(),
  billNumber: z.string().nullable(),
});
export type BankFileRow = z.infer<typeof row>;

const unmatched = z.object({
  id,
  payer: z.string(),
  reference: z.string(),
  cents,
  receivedOn: calendarDate,
  source: z.enum(PAYMENT_SOURCES),
  proposals: z.array(z.object({ groupId: id, groupName: z.string(), reasons: z.array(z.enum(PROPOSAL_REASONS)) })),
});
export type UnmatchedPaymentRow = z.infer<typeof unmatched>;

const preview = z.object({
  headings: z.array(z.string()),
  mapping,
  /** The mapping was remembered from this bank's file before. */
  isRemembered: z.boolean(),
  /** No headings were found: `firstLine` has to say whether the first line is data. */
  isFirstLineAsked: z.boolean(),
  /** Rows without a problem. */
  rows: z.array(row),
  problems: z.array(z.object({ row: z.number().int(), message: z.string() })),
  total: cents,
});
export type BankFilePreview = z.infer<typeof preview>;

const remittance = z.object({
  id,
  trace: z.string(),
  payer: z.string(),
  groupName: z.string().nullable(),
  cents,
  isCash: z.boolean(),
  paidOn: calendarDate.nullable(),
  status: z.enum(['waiting', 'posted', 'held']),
  reason: z.string().nullable(),
  paymentId: id.nullable(),
  lines: z.number().int(),
});
export type RemittanceRow = z.infer<typeof remittance>;

const folderKind = z.enum(['lockbox', 'bank', '820', 'returns']);
const folderResult = z.object({
  kind: folderKind,
  /** The folder's name; null for 820 and return files. */
  bank: z.string().nullable(),
  name: z.string(),
  outcome: z.enum(['imported', 'duplicate', 'unreadable', 'needs_mapping', 'changing']),
  payments: z.number().int(),
  /** Why it was not imported, or what is left to do. */
  detail: z.string().nullable(),
});
export type FolderResult = z.infer<typeof folderResult>;

const synced = z.object({
  /** Under way: asked about in the background. */
  cards: z.number().int(),
  debits: z.number().int(),
  advices: z.number().int(),
  /** Of the last 24 hours. */
  settledCards: z.number().int(),
  settledDebits: z.number().int(),
  /** Files of the folder; null for users who see only some groups. */
  folder: z.array(folderResult).nullable(),
});
export type SyncedPayments = z.infer<typeof synced>;

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Payments'] }).errors(errors);
const bankFile = z.object({
  kind: z.enum(['lockbox', 'bank']),
  bank: z.string().trim().min(1, 'Enter the name of the bank.').max(60),
  file: sentFile,
  mapping: mapping.optional(),
  /** What the first line of a file without headings is. */
  firstLine: z.enum(FIRST_LINES).optional(),
});

/** Sync Payments: files by which money arrives. */
export const paymentImports = {
  /** Reads a lockbox or bank file and says what each row would be; nothing is saved. */
  preview: route('/payment-imports/preview').input(bankFile).output(preview),
  apply: route('/payment-imports')
    .input(
      bankFile.extend({
        mapping,
        /** Rows that equal a row imported before and are payments of their own. */
        separateRows: z.array(z.number().int()).max(500).optional(),
        /** Rows with problems that are left out, so that the others are imported. A problem of any other row rejects the file. */
        withoutRows: z.array(z.number().int()).max(20_000).optional(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        payments: z.number().int(),
        applied: cents,
        unmatched: z.number().int(),
        duplicates: z.number().int(),
        /** Rows that were imported before and left out. */
        duplicateRows: z.array(row),
        /** Rows with problems that were left out, as `withoutRows` asked. */
        leftOut: z.number().int(),
      }),
    ),
  /** Payments that no group has yet, with the groups that they may be of. */
  unmatched: route('/payment-imports/unmatched', 'GET').input(z.object({})).output(z.array(unmatched)),
  remittance: route('/payment-imports/820')
    .input(z.object({ file: sentFile, idempotencyKey }))
    .output(
      z.object({
        posted: z.number().int(),
        waiting: z.number().int(),
        /** Payments of another payee: nothing is posted. */
        held: z.number().int(),
        /** A test interchange (ISA15 = T): nothing is posted or kept. */
        isTest: z.boolean(),
        cents,
      }),
    ),
  remittances: route('/payment-imports/820', 'GET').input(z.object({})).output(z.array(remittance)),
  files: route('/payment-imports', 'GET')
    .input(z.object({}))
    .output(
      z.array(
        z.object({
          id,
          fileName: z.string(),
          kind: z.enum(['lockbox', 'bank', 'remittance']),
          payments: z.number().int(),
          cents,
          importedBy: z.string(),
          importedAt: instant,
          /** The file as it came, where it was taken from the folder. GET /downloads/payment-files/{id}. */
          originalId: id.nullable(),
        }),
      ),
    ),
  /** Takes in the files of the folder, asks the processor about charges, settles debits, and says what was found. */
  sync: route('/payment-imports/sync').input(z.object({ idempotencyKey })).output(synced),
  /** Where Sync Payments looks, and which files wait in the folder. */
  sources: route('/payment-imports/sources', 'GET')
    .input(z.object({}))
    .output(
      z.object({
        /** Null for users who see only some groups. */
        folder: z
          .object({
            waiting: z.array(folderResult.pick({ kind: true, bank: true, name: true })),
          })
          .nullable(),
        sftp: z.object({ isSetUp: z.boolean() }),
        processor: z.object({ name: z.string(), isSandbox: z.boolean() }),
      }),
    ),
  /** A file of the folder whose columns a person has to map. */
  folderFile: route('/payment-imports/folder-file')
    .input(z.object({ kind: z.enum(['lockbox', 'bank']), bank: z.string().max(200), name: z.string().max(255) }))
    .output(z.object({ name: z.string(), base64: z.string() })),
};
