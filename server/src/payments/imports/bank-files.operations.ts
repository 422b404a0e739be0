import { createHash } from 'node:crypto';
import type { BankFilePreview, BankFileRow } from '@openbenefits/contract/payment-imports';
import type { SentFile } from '@openbenefits/contract/rating-data';
import { addMonths, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import {
  type BankFileKind,
  bankTable,
  type BankMapping,
  type BankRow,
  type BankTable,
  type FirstLine,
  guessColumns,
  readBankRows,
  unreadBankFormat,
} from '@openbenefits/domain/payments/bank-file';
import { add, type Cents, fromCents } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { cellsOfFile, textOf } from '../../plans/rates/sent-file.ts';
import { addPayment, completePayment, depositPayment } from '../payment-records.ts';
import { type MatchedRow, matchRows } from './bank-rows.ts';

type Input = {
  kind: BankFileKind;
  bank: string;
  file: SentFile;
  mapping?: BankMapping | undefined;
  firstLine?: FirstLine | undefined;
};

type Imported = {
  payments: number;
  applied: Cents;
  unmatched: number;
  duplicates: number;
  duplicateRows: BankFileRow[];
  leftOut: number;
};

const MOST_ROWS = 20_000;
/** Rows that were imported before, as the result lists them. */
const MOST_DUPLICATES = 200;
/** Problems that one refusal names. */
const MOST_PROBLEMS = 5;
const fingerprintOf = (headings: readonly string[]): string =>
  headings.map((one) => one.trim().toLowerCase()).join('|');
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The same bytes from another bank are another file. */
export const bankFileDigest = (bank: string, base64: string): string =>
  sha256Of(`${bank.trim().toLowerCase()}|${base64}`);

async function remembered(tx: Tx, bank: string, headings: readonly string[]): Promise<BankMapping | undefined> {
  const row = await tx
    .selectFrom('bankFileMappings')
    .select('mapping')
    .where('bank', '=', bank)
    .where('headings', '=', fingerprintOf(headings))
    .executeTakeFirst();
  return row?.mapping as BankMapping | undefined;
}

function requireUsable(mapping: BankMapping): void {
  refuseIfAny([
    ...(mapping.date === undefined ? [{ path: 'mapping', message: 'Say which column is the date.' }] : []),
    ...(mapping.amount === undefined && mapping.credit === undefined
      ? [{ path: 'mapping', message: 'Say which column is the amount.' }]
      : []),
  ]);
}

type Read = {
  headings: string[];
  mapping: BankMapping;
  isRemembered: boolean;
  isFirstLineAsked: boolean;
  /** Rows without a problem. */
  rows: MatchedRow[];
  problems: BankFilePreview['problems'];
};

/** A date that is far off was read from the wrong column, or the file is an old one. */
const datesTooFar = (rows: readonly BankRow[], today: CalendarDate): BankFilePreview['problems'] =>
  rows.flatMap(({ row, date }) =>
    date > today || date < addMonths(today, -12)
      ? [{ row, message: `${formatDate(date)} is in the future or more than a year ago.` }]
      : [],
  );

/** The table of a file. Formats that are not tables are refused by their name. */
async function tableOf({ file, firstLine }: Pick<Input, 'file' | 'firstLine'>): Promise<BankTable> {
  const format = unreadBankFormat(textOf(Buffer.from(file.base64, 'base64')));
  if (format !== undefined) {
    const message = `This is ${format} file, which is not read. Export the transactions as CSV or Excel.`;
    throw new Refusal('invalid', message, [{ path: 'file', message }]);
  }
  return bankTable(await cellsOfFile(file, MOST_ROWS), firstLine);
}

async function readFile({ tx, today }: Work, input: Input): Promise<Read> {
  const { kind, bank, mapping } = input;
  const table = await tableOf(input);
  const { headings, rows: cells, firstRow } = table;
  if (cells.length === 0)
    throw new Refusal('invalid', 'The file has no rows.', [
      { path: 'file', message: 'The file has no rows under its headings.' },
    ]);
  const known = await remembered(tx, bank, headings);
  const used = mapping ?? known ?? guessColumns(table, kind);
  const isUsable = used.date !== undefined && (used.amount !== undefined || used.credit !== undefined);
  const { rows, problems } = isUsable
    ? readBankRows(cells, used, { columns: headings.length, firstRow })
    : { rows: [], problems: [] };
  const tooFar = datesTooFar(rows, today);
  const wrong = new Set(tooFar.map(({ row }) => row));
  return {
    headings: [...headings],
    mapping: used,
    isRemembered: mapping === undefined && known !== undefined,
    isFirstLineAsked: table.isWithoutHeadings || input.firstLine !== undefined,
    rows: (await matchRows(tx, rows, { kind, bank })).filter(({ row }) => !wrong.has(row)),
    problems: [...problems, ...tooFar],
  };
}

const taken = ({ outcome }: MatchedRow): boolean =>
  outcome !== 'duplicate' && outcome !== 'outgoing' && outcome !== 'deposit';

/** The columns of a file whose bank and headings were mapped before; undefined where a person has to map them. */
export async function rememberedMapping(
  { tx }: Pick<Work, 'tx'>,
  { bank, file }: Pick<Input, 'bank' | 'file'>,
): Promise<BankMapping | undefined> {
  const { headings, isWithoutHeadings } = await tableOf({ file });
  // Columns without headings may be others each time: a person confirms them.
  return isWithoutHeadings ? undefined : remembered(tx, bank, headings);
}

/** What each row of a lockbox or bank file would be; nothing is saved. */
export async function previewBankFile(work: Work, input: Input): Promise<BankFilePreview> {
  const { headings, mapping, isRemembered, isFirstLineAsked, rows, problems } = await readFile(work, input);
  work.note({ targetKind: 'payment_file', itemCount: rows.length });
  return {
    headings,
    mapping,
    isRemembered,
    isFirstLineAsked,
    problems,
    total: add(...rows.filter(taken).map(({ cents }) => cents)),
    rows: rows.map(shownRow),
  };
}

const shownRow = ({ row, date, cents, reference, payer, outcome, groupName, billNumber }: MatchedRow): BankFileRow => ({
  row,
  date,
  cents,
  reference,
  payer,
  outcome,
  groupName,
  billNumber,
});

/**
 * Rejects the problems of rows that nobody left out, and a row left out that has none: money would be lost unseen.
 * Returns how many rows are left out.
 */
function requireReadable({ rows, problems }: Pick<Read, 'rows' | 'problems'>, withoutRows: readonly number[]): number {
  const without = new Set(withoutRows);
  const wrong = new Set(problems.map(({ row }) => row));
  refuseIfAny(
    problems
      .filter(({ row }) => !without.has(row))
      .slice(0, MOST_PROBLEMS)
      .map(({ row, message }) => ({ path: 'file', message: `Row ${row}: ${message}` })),
  );
  refuseIfAny(
    [...without]
      .filter((row) => !wrong.has(row))
      .slice(0, MOST_PROBLEMS)
      .map((row) => ({ path: 'withoutRows', message: `Row ${row} has no problem. Import it with the others.` })),
  );
  if (without.size > 0 && rows.length === 0)
    refuseIfAny([{ path: 'withoutRows', message: 'No row would be imported. Correct the file.' }]);
  return without.size;
}

/**
 * Rows to take: all but money that went out and rows that were imported before. Of those, the ones that the user says
 * are payments of their own are taken as new, under a fingerprint of this file.
 */
function rowsToTake(rows: readonly MatchedRow[], separateRows: readonly number[], fileId: string): MatchedRow[] {
  const separate = new Set(separateRows);
  return rows.flatMap((row) => {
    if (row.outcome === 'outgoing') return [];
    if (row.outcome !== 'duplicate') return [row];
    if (!separate.has(row.row)) return [];
    const outcome = row.billId === null ? (row.groupId === null ? 'unknown' : 'group') : 'bill';
    return [{ ...row, outcome, fingerprint: sha256Of(`${row.fingerprint}|${fileId}|${row.row}`) }];
  });
}

/** The advice that a credit answers: posted with its amount, held with another (case M19). */
async function settleAdvice(
  { tx }: Work,
  { remittanceId, outcome, cents }: MatchedRow,
  paymentId: string,
): Promise<void> {
  if (remittanceId === null) return;
  const isSame = outcome === 'advice';
  await sql`update remittances set status = ${isSame ? 'posted' : 'held'}, payment_id = ${paymentId},
    reason = case when ${isSame} then null else 'The bank credited ' || to_char(${cents}::numeric / 100, 'FM$999,999,999,990.00') || ', the advice says ' || to_char(cents::numeric / 100, 'FM$999,999,999,990.00') || '. Nothing was applied.' end
    where id = ${remittanceId}`.execute(tx);
}

async function takeRow(work: Work, row: MatchedRow, kind: Input['kind']): Promise<string | null> {
  if (row.outcome === 'deposit') {
    for (const check of row.checks) await depositPayment(work, check);
    return null;
  }
  // A credit that differs from its advice pays nothing until somebody has looked at it.
  const groupId = row.outcome === 'advice_differs' ? null : row.groupId;
  const id = await addPayment(
    work,
    {
      groupId,
      payer: row.payer === '' ? null : row.payer,
      method: kind === 'lockbox' ? 'check' : 'ach',
      kind: 'monthly_premium',
      source: row.outcome === 'advice' ? 'remittance' : kind === 'lockbox' ? 'lockbox' : 'bank_statement',
      cents: row.cents,
      reference: row.reference || row.trace || `Row ${row.row}`,
      receivedOn: row.date > work.today ? work.today : row.date,
      billId: groupId === null ? null : row.billId,
    },
    kind === 'lockbox' ? 'Lockbox file' : 'Bank statement',
  );
  await completePayment(work, id, 'Received');
  await settleAdvice(work, row, id);
  return id;
}

/** Keeps a file so that the same bytes are taken once; rejects them the second time. */
export async function keepFile(
  { tx, actor, now }: Work,
  file: {
    id: string;
    name: string;
    kind: 'lockbox' | 'bank' | 'remittance';
    sha256: string;
    payments: number;
    cents: number;
  },
): Promise<void> {
  const before = await tx
    .selectFrom('paymentFiles')
    .select(['fileName', 'importedByName'])
    .where('sha256', '=', file.sha256)
    .executeTakeFirst();
  if (before)
    throw new Refusal(
      'conflict',
      `This file was already imported by ${before.importedByName}, as ${before.fileName}. Nothing was changed.`,
    );
  const { id, name, kind, sha256, payments, cents } = file;
  await tx
    .insertInto('paymentFiles')
    .values({ id, fileName: name, kind, sha256, payments, cents, importedByName: actor.name, importedAt: now })
    .execute();
}

/**
 * Takes in the rows of a lockbox or bank file: each becomes a payment that finds its bill, its group, or waits for
 * somebody to say whose it is. The same file again changes nothing, and neither does a file with problems in rows that
 * the user does not leave out. A corrected file later brings the rows left out: the others are known by then.
 */
export async function applyBankFile(
  work: Work,
  input: Input & {
    mapping: BankMapping;
    separateRows?: readonly number[] | undefined;
    withoutRows?: readonly number[] | undefined;
  },
): Promise<Imported> {
  const { tx, actor, now, note } = work;
  requireUsable(input.mapping);
  await sql`select pg_advisory_xact_lock(hashtext('payment files'))`.execute(tx);
  const { headings, rows, problems, isFirstLineAsked } = await readFile(work, input);
  if (isFirstLineAsked && input.firstLine === undefined)
    refuseIfAny([{ path: 'firstLine', message: 'The file has no headings. Say whether its first line is data.' }]);
  const leftOut = requireReadable({ rows, problems }, input.withoutRows ?? []);
  const id = uuidv7();
  const wanted = rowsToTake(rows, input.separateRows ?? [], id);
  const takenRows = new Set(wanted.map(({ row }) => row));
  const duplicates = rows.filter(({ row, outcome }) => outcome === 'duplicate' && !takenRows.has(row));
  const paid = wanted.filter(taken);
  await keepFile(work, {
    id,
    name: input.file.name,
    kind: input.kind,
    sha256: bankFileDigest(input.bank, input.file.base64),
    payments: paid.length,
    cents: add(...paid.map(({ cents }) => cents)),
  });
  for (const row of wanted) {
    const paymentId = await takeRow(work, row, input.kind);
    await tx.insertInto('paymentFileRows').values({ fingerprint: row.fingerprint, fileId: id, paymentId }).execute();
  }
  const mapping = { mapping: JSON.stringify(input.mapping), setByName: actor.name, setAt: now };
  await tx
    .insertInto('bankFileMappings')
    .values({ bank: input.bank, headings: fingerprintOf(headings), ...mapping })
    .onConflict((conflict) => conflict.columns(['tenantId', 'bank', 'headings']).doUpdateSet(mapping))
    .execute();
  const { rows: sums } = await sql<{ applied: number }>`
    select coalesce(sum(a.cents), 0)::bigint as applied from payment_applications a join payment_file_rows r on r.payment_id = a.payment_id where r.file_id = ${id}`.execute(
    tx,
  );
  note({ targetKind: 'payment_file', targetId: id, itemCount: paid.length });
  return {
    payments: paid.length,
    applied: fromCents(sums[0]?.applied ?? 0),
    unmatched: paid.filter(({ groupId, outcome }) => groupId === null || outcome === 'advice_differs').length,
    duplicates: duplicates.length,
    duplicateRows: duplicates.slice(0, MOST_DUPLICATES).map(shownRow),
    leftOut,
  };
}
