import { type Cents, parseMoney, ZERO } from '../money.ts';

/** What a typed, pasted or imported rate is: an amount, an empty cell, or not an amount, with the reason. */
export type RateCell = { readonly cents: Cents | null } | { readonly problem: string };

const MOST_CENTS = 100_000_00;

/**
 * Reads a rate as people and spreadsheets write it: "645", "$1,234.50", "1 234.50", "1.234,50" never. A rate has at most
 * two decimals, is not negative, and is no formula; what is refused keeps its text for the cell.
 */
export function readRate(text: string): RateCell {
  const plain = text.replace(/[\u00a0\u202f]/g, ' ').trim();
  if (plain === '' || plain === '-' || plain === '–' || plain === '—') return { cents: null };
  if (/^[=@]/.test(plain)) return { problem: 'This is a formula. Paste its value instead.' };
  const cents = parseMoney(plain.replace(/(?<=\d) (?=\d{3}(\D|$))/g, ','));
  if (cents !== undefined && cents < 0) return { problem: 'A rate cannot be negative.' };
  if (cents !== undefined && cents > MOST_CENTS) return { problem: 'A monthly rate is at most $100,000.00.' };
  // A zero has no sign.
  if (cents !== undefined) return { cents: cents === 0 ? ZERO : cents };
  if (/^[$\s\d,]*\.\d{3,}$/.test(plain)) return { problem: 'A rate has at most two decimals.' };
  if (/^\d+,\d{1,2}$/.test(plain)) return { problem: 'Write the decimals after a point, as 1234.50.' };
  return { problem: 'This is not an amount.' };
}

/** Reads a factor, such as 1.278, into thousandths; more than three decimals are refused. */
export function readFactor(text: string): { readonly thousandths: number | null } | { readonly problem: string } {
  const plain = text.trim();
  if (plain === '') return { thousandths: null };
  if (/^[=@]/.test(plain)) return { problem: 'This is a formula. Paste its value instead.' };
  const [, whole, decimals = ''] = /^(\d{1,2})(?:\.(\d+))?$/.exec(plain) ?? [];
  if (whole === undefined) return { problem: 'This is not a factor, as 1.278.' };
  if (decimals.replace(/0+$/, '').length > 3) return { problem: 'A factor has at most three decimals.' };
  const thousandths = Number(whole) * 1000 + Number(decimals.padEnd(3, '0').slice(0, 3));
  return thousandths === 0 ? { problem: 'A factor is more than zero.' } : { thousandths };
}

/**
 * The cells of a text from a spreadsheet: rows by line, cells by tab, or by semicolon or comma where there is no tab.
 * Quotes around a cell go, doubled quotes inside become one.
 */
export function readCells(text: string): string[][] {
  const body = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '');
  const separator = body.includes('\t')
    ? '\t'
    : body.includes(';')
      ? ';'
      : /^[^\n"]*\d,\d{3}\b/.test(body)
        ? '\t'
        : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body.charAt(at);
    if (isQuoted) {
      if (sign === '"' && body.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator || sign === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else cell += sign;
  }
  rows.at(-1)?.push(cell);
  return rows;
}

const MOST_PER_UNIT = 10_000_000;

/** Reads a rate per unit of volume, such as 0.080, into ten-thousandths of a dollar; more decimals are refused. */
export function readPerUnit(text: string): { readonly perUnit: number | null } | { readonly problem: string } {
  const plain = text.replace(/[\u00a0\u202f]/g, ' ').trim();
  if (plain === '' || plain === '-' || plain === '–' || plain === '—') return { perUnit: null };
  if (/^[=@]/.test(plain)) return { problem: 'This is a formula. Paste its value instead.' };
  if (/^[$\s]*[-−(]/.test(plain)) return { problem: 'A rate cannot be negative.' };
  const [, whole, decimals = ''] = /^\$?\s*(\d{0,4})(?:\.(\d+))?$/.exec(plain) ?? [];
  if (whole === undefined || (whole === '' && decimals === ''))
    return { problem: 'This is not a rate per unit, as 0.080.' };
  if (decimals.replace(/0+$/, '').length > 4) return { problem: 'A rate per unit has at most four decimals.' };
  const perUnit = Number(whole) * 10_000 + Number(decimals.padEnd(4, '0').slice(0, 4));
  return perUnit > MOST_PER_UNIT ? { problem: 'A rate per unit is at most $1,000.' } : { perUnit };
}
