import { type CalendarDate, calendarDateOf, firstOfMonth, parseCalendarDate } from '../../calendar-date.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../../coverage-line.ts';
import { type Cents, parseMoney, subtract, ZERO } from '../../money.ts';
import { wordsOf } from '../../plain-words.ts';
import { tierOfText } from '../../plans/rate-headings.ts';
import type { PlanTier } from '../../plans/tier-set.ts';
import { type InvoiceColumns, type InvoiceField } from './columns.ts';

/** A row of a self bill or carrier invoice as it was read; members and plans are still text. */
export type InvoiceRow = {
  readonly row: number;
  readonly memberId: string;
  readonly employeeId: string;
  readonly name: string;
  readonly last4: string;
  readonly group: string;
  readonly plan: string;
  readonly line: CoverageLine | null;
  readonly tier: PlanTier | null;
  readonly month: CalendarDate;
  readonly cents: Cents;
  readonly count: number | null;
};

export type ReadInvoice = {
  readonly rows: readonly InvoiceRow[];
  /** The total that the file states, where it has one. */
  readonly statedTotal: { readonly row: number; readonly cents: Cents } | null;
  readonly problems: readonly { readonly row: number; readonly message: string }[];
};

/** Reads an amount as invoices write it: also with a minus or CR after it. */
export function invoiceAmount(text: string): Cents | undefined {
  const trimmed = text.trim().replace(/^USD\s*/i, '');
  const [, credit] = /^(.*\d)\s*(?:-|−|CR)$/i.exec(trimmed) ?? [];
  if (credit === undefined) return parseMoney(trimmed);
  const amount = parseMoney(credit);
  return amount === undefined || amount < 0 ? undefined : subtract(ZERO, amount);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a month: 2026-12, 12/2026, 12/01/2026, Dec 2026, 2026-12-01. */
export function invoiceMonth(text: string): CalendarDate | undefined {
  const trimmed = text.trim();
  const whole = parseCalendarDate(trimmed);
  if (whole) return firstOfMonth(whole);
  const [, isoYear, isoMonth] = /^(\d{4})[-/]?(\d{2})$/.exec(trimmed) ?? [];
  if (isoYear) return calendarDateOf(Number(isoYear), Number(isoMonth), 1);
  const [, month, year] = /^(\d{1,2})\/(?:\d{1,2}\/)?(\d{4})$/.exec(trimmed) ?? [];
  if (month) return calendarDateOf(Number(year), Number(month), 1);
  const [, name = '', named] = /^([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(trimmed) ?? [];
  const place = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return place === -1 ? undefined : calendarDateOf(Number(named), place + 1, 1);
}

/** Lines by our names, and as X12 writes them (HD03). */
const LINES = new Map<string, CoverageLine>([
  ...COVERAGE_LINES.flatMap((line) =>
    [line, COVERAGE_LINE_LABEL[line]].map((text): [string, CoverageLine] => [wordsOf(text), line]),
  ),
  ['hlt', 'medical'],
  ['health', 'medical'],
  ['den', 'dental'],
  ['vis', 'vision'],
]);
/** Returns the line that a text names. */
export const lineOfText = (text: string): CoverageLine | null => LINES.get(wordsOf(text)) ?? null;

const IS_TOTAL = /^(grand\s+|invoice\s+)?totals?\b/i;
const IS_SUBTOTAL = /^sub-?\s?totals?\b|\b(sub-?)?totals?:?$/i;

/** Reads the rows below the headings. Rows that cannot be read are problems; nothing is guessed. */
export function readInvoice(
  table: readonly (readonly string[])[],
  headingRow: number,
  columns: InvoiceColumns,
  month: CalendarDate,
): ReadInvoice {
  const rows: InvoiceRow[] = [];
  const problems: { row: number; message: string }[] = [];
  let statedTotal: ReadInvoice['statedTotal'] = null;
  for (let index = headingRow + 1; index < table.length; index += 1) {
    const cells = table[index] ?? [];
    const row = index + 1;
    const text = (field: InvoiceField): string => {
      const column = columns[field];
      return column === undefined ? '' : (cells[column] ?? '').trim();
    };
    const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    if (first === '') continue;
    const cents = invoiceAmount(text('amount'));
    if (IS_TOTAL.test(first)) {
      if (cents !== undefined) statedTotal = { row, cents };
      continue;
    }
    if (IS_SUBTOTAL.test(first) && !text('memberId') && !text('employeeId')) continue;
    const problem = cents === undefined ? amountProblem(text('amount')) : fieldProblem(text);
    if (cents === undefined || problem !== undefined) {
      problems.push({ row, message: problem ?? '' });
      continue;
    }
    rows.push(rowOf(text, { row, cents, month }));
  }
  return { rows, statedTotal, problems };
}

const amountProblem = (text: string): string =>
  text === ''
    ? 'The amount is missing.'
    : `“${text.slice(0, 30)}” is not an amount. Write 1,234.50, -1,234.50 or (1,234.50).`;

function fieldProblem(text: (field: InvoiceField) => string): string | undefined {
  const [month, count] = [text('month'), text('count')];
  if (month !== '' && !invoiceMonth(month))
    return `“${month.slice(0, 30)}” is not a month. Write 2026-12 or 12/01/2026.`;
  if (count !== '' && !/^\d{1,3}(,\d{3})*$|^\d{1,7}$/.test(count)) return `“${count.slice(0, 30)}” is not a count.`;
  return undefined;
}

function rowOf(
  text: (field: InvoiceField) => string,
  { row, cents, month }: { row: number; cents: Cents; month: CalendarDate },
): InvoiceRow {
  const count = text('count');
  const parts = [text('firstName'), text('lastName')].filter((part) => part !== '').join(' ');
  return {
    row,
    memberId: text('memberId'),
    employeeId: text('employeeId'),
    name: text('name') || parts,
    last4: text('last4').replace(/\D/g, '').slice(-4),
    group: text('group'),
    plan: text('plan'),
    line: lineOfText(text('line')),
    tier: tierOfText(text('tier')) ?? null,
    month: invoiceMonth(text('month')) ?? month,
    cents,
    count: count === '' ? null : Number(count.replaceAll(',', '')),
  };
}

/** How exactly the columns name what is billed. */
export const grainOf = (columns: InvoiceColumns): 'plan' | 'line' | 'member' =>
  columns.plan !== undefined ? 'plan' : columns.line !== undefined ? 'line' : 'member';

/** Text of a file that is shown and stored without what may be an SSN (domain rules: never in clear). */
export const withoutSsn = (text: string): string => text.replace(/\d{3}-?\d{2}-?\d{4}/g, '•••••••••').slice(0, 120);
