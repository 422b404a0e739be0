import { gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { SentFile } from '@openbenefits/contract/rating-data';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import {
  columnProblems,
  findInvoiceHeadings,
  INVOICE_FIELDS,
  type InvoiceColumns,
  type InvoiceField,
} from '@openbenefits/domain/payments/reconciliation/columns';
import { remittanceTable } from '@openbenefits/domain/payments/reconciliation/remittance-table';
import { read820 } from '@openbenefits/domain/payments/remittance/read-820';
import type { ReconciliationSource } from '@openbenefits/domain/payments/reconciliation/difference';
import { type ReadInvoice, readInvoice } from '@openbenefits/domain/payments/reconciliation/read-invoice';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import type { Tx } from '../../db/connect.ts';
import type { WorkbookLimits } from '../../plans/rates/bounded-workbook.ts';
import { cellsOfFile } from '../../plans/rates/sent-file.ts';

const MOST_ROWS = 200_000;
const SHOWN_PROBLEMS = 5;
/** The first three bytes of gzip (RFC 1952, 2.3.1), as base64 writes them. */
const GZIP = 'H4sI';
const MOST_UNPACKED = 30 * 1024 * 1024;
/** A workbook of 100,000 rows of five columns. */
const WORKBOOK_LIMITS: WorkbookLimits = { megabytes: 100, elements: 4_000_000 };

/** Whose figures are compared. */
export type InvoiceSource = { source: ReconciliationSource; groupId: string | null; carrier: string | null };

export type InvoiceFile = {
  readonly sha256: string;
  readonly headings: readonly string[];
  readonly columns: InvoiceColumns;
  readonly isRemembered: boolean;
  /** Plans by the words that this source has for them. */
  readonly plans: Readonly<Record<string, string>>;
  readonly read: ReadInvoice;
  readonly problems: readonly { path: string; message: string }[];
};

/** Under which name the columns of a source are remembered. */
const sourceKey = ({ source, groupId, carrier }: InvoiceSource): string =>
  source === 'carrier_invoice' ? `carrier_invoice ${carrier?.toLowerCase() ?? ''}` : `${source} ${groupId}`;

/** Refuses a source that names no group or no carrier. */
export function requireSource({ source, groupId, carrier }: InvoiceSource, month: CalendarDate): void {
  const refuse = (path: string, message: string) => new Refusal('invalid', message, [{ path, message }]);
  if (source !== 'carrier_invoice' && groupId === null) throw refuse('groupId', 'Choose the group of the file.');
  if (source === 'carrier_invoice' && (carrier === null || carrier === ''))
    throw refuse('carrier', 'Choose the carrier of the invoice.');
  if (!month.endsWith('-01')) throw refuse('month', 'Choose a month.');
}

async function remembered(tx: Tx, of: InvoiceSource) {
  const row = await tx
    .selectFrom('reconciliationMappings')
    .select(['columns', 'plans'])
    .where('sourceKey', '=', sourceKey(of))
    .executeTakeFirst();
  return {
    fields: (row?.columns ?? {}) as Record<string, InvoiceField>,
    plans: (row?.plans ?? {}) as Record<string, string>,
  };
}

/** Keeps which heading has which field, for the next file of the source. */
export async function remember(
  tx: Tx,
  of: InvoiceSource,
  { headings, columns, plans }: Pick<InvoiceFile, 'headings' | 'columns' | 'plans'>,
): Promise<void> {
  const fields = Object.fromEntries(
    INVOICE_FIELDS.flatMap((field) => {
      const heading = headings[columns[field] ?? -1] ?? '';
      return heading === '' ? [] : [[heading, field]];
    }),
  );
  const values = { columns: JSON.stringify(fields), plans: JSON.stringify(plans) };
  await tx
    .insertInto('reconciliationMappings')
    .values({ sourceKey: sourceKey(of), ...values })
    .onConflict((conflict) => conflict.columns(['tenantId', 'sourceKey']).doUpdateSet(values))
    .execute();
}

/** A large CSV file comes packed (gzip). */
function unpacked(file: SentFile): SentFile {
  if (!file.base64.startsWith(GZIP)) return file;
  const bytes = Buffer.from(file.base64, 'base64');
  try {
    return { name: file.name, base64: gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }).toString('base64') };
  } catch {
    const message = 'The file is larger than 30 MB, or damaged. Split it, or save it again.';
    throw new Refusal('invalid', message, [{ path: 'file', message }]);
  }
}

/** The rows of an 820: what it pays for each member. Rejects one whose sums do not hold. */
function remittanceCells({ base64 }: SentFile): string[][] {
  const { remittances, problems } = read820(Buffer.from(base64, 'base64').toString('latin1'));
  refuseIfAny(problems.slice(0, SHOWN_PROBLEMS).map(({ message }) => ({ path: 'file', message })));
  return remittanceTable(remittances);
}

/** Reads a file with the columns that are chosen, or remembered, or named by its headings. */
export async function readInvoiceFile(
  tx: Tx,
  of: InvoiceSource,
  { file, month, columns: chosen }: { file: SentFile; month: CalendarDate; columns?: InvoiceColumns | undefined },
): Promise<InvoiceFile> {
  const plain = unpacked(file);
  const table =
    of.source === 'remittance' ? remittanceCells(plain) : await cellsOfFile(plain, MOST_ROWS, WORKBOOK_LIMITS);
  const { fields, plans } = await remembered(tx, of);
  const found = findInvoiceHeadings(table, fields);
  const row = found?.row ?? 0;
  const headings = found?.headings ?? (table[0] ?? []).map((text) => text.trim());
  const columns = chosen ?? found?.columns ?? {};
  const problems = columnProblems(columns);
  const wide = Object.values(columns).some((column) => column >= headings.length);
  if (wide) problems.push({ path: 'file', message: 'The file has fewer columns. Read it again.' });
  return {
    sha256: createHash('sha256').update(plain.base64).digest('hex'),
    headings,
    columns,
    isRemembered: headings.some((heading) => Object.hasOwn(fields, heading)),
    plans,
    read: readInvoice(table, row, columns, month),
    problems,
  };
}

export const planKey = (text: string): string => wordsOf(text);
