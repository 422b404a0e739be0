import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import { Transform } from 'node:stream';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { Refusal } from '@openbenefits/domain/refusal';
import { READER_LIMITS } from '../limits.ts';

/** Fewer columns than these, or fewer that are known, may be a sentence with wide gaps. */
const FEWEST = 3;
const SEPARATORS = /[,;\t|]/;
/** Blanks between two columns. */
const GAP = /\S {2,}\S/;
/** A line below the headings. */
const RULE = /^[\s=_-]*$/;

/** A line of bytes (one character each) as letters: columns are aligned by what is seen, and é may be two bytes. */
function lettersOf(line: string): { letters: string; isUtf8: boolean } {
  if (!/[\x80-\xff]/.test(line)) return { letters: line, isUtf8: false };
  try {
    return { letters: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1')), isUtf8: true };
  } catch {
    return { letters: line, isUtf8: false };
  }
}

/**
 * Where the headings of a line begin that stand two blanks or more apart; undefined where it is no line of headings.
 */
function startsOf(line: string): number[] | undefined {
  if (SEPARATORS.test(line)) return undefined;
  const headings = [...line.matchAll(/\S+(?: \S+)*/g)];
  const known = headings.filter(([text]) => fieldOfHeading(text) !== undefined).length;
  return headings.length >= FEWEST && known >= FEWEST && known * 2 > headings.length
    ? headings.map(({ index }) => index)
    : undefined;
}

/** Whether nothing in a line runs over the beginning of a column. */
const keepsTo = (line: string, starts: readonly number[]): boolean =>
  starts.every((start) => start === 0 || line.length <= start || line[start - 1] === ' ');

/**
 * Where the columns of a text without separators begin: its headings stand apart, and every row of the beginning has a
 * blank before each of them, and most of its cells right below. Undefined where that is not so; then the list is read,
 * and refused, as any other.
 */
export function fixedColumns(sample: string): readonly number[] | undefined {
  // The last line of a sample is cut, unless the file is shorter.
  const lines = sample.split(/\r\n|\n|\r/).map((line) => lettersOf(line.replace(/\s+$/, '')).letters);
  const at = lines.slice(0, READER_LIMITS.headerRows).findIndex((line) => startsOf(line) !== undefined);
  const starts = startsOf(lines[at] ?? '');
  if (!starts) return undefined;
  const rows = lines.slice(at + 1, -1).filter((line) => !RULE.test(line));
  const last = lines.at(-1) ?? '';
  if (sample.length < SAMPLE_FULL && lines.length > at + 1 && !RULE.test(last)) rows.push(last);
  if (rows.length === 0 || rows.some((line) => line.includes('\t') || !keepsTo(line, starts))) return undefined;
  let cells = 0;
  let aligned = 0;
  for (const row of rows) {
    for (const cell of starts.map((start, index) => row.slice(start, starts[index + 1]))) {
      if (cell.trim() === '') continue;
      cells += 1;
      if (cell[0] !== ' ') aligned += 1;
    }
  }
  return aligned * 2 > cells ? starts : undefined;
}

const SAMPLE_FULL = 64 * 1024;

/**
 * Whether the beginning of a text shows no columns at all: no separator anywhere, and no two words that stand apart.
 */
export const hasNoColumns = (beginning: string): boolean =>
  !SEPARATORS.test(beginning) && !/[~^]/.test(beginning) && !GAP.test(beginning);

/**
 * Says what to do with a text whose columns are told by their place, but not for certain: rows run over them, or
 * nothing heads them.
 */
export function requireSeparators(sample: string): void {
  const lines = sample.split(/\r\n|\n|\r/);
  const isHeaded = lines.slice(0, READER_LIMITS.headerRows).some((line) => startsOf(line) !== undefined);
  if (!isHeaded && (SEPARATORS.test(sample) || !GAP.test(sample))) return;
  throw new Refusal('invalid', fileText(isHeaded ? 'fixed_width_rows' : 'fixed_width_headings'));
}

/**
 * A line as a row with commas; what does not keep to the columns stays one cell, so that nobody is read from parts of
 * it.
 */
function rowOf(line: string, starts: readonly number[]): string {
  const { letters, isUtf8 } = lettersOf(line);
  if (RULE.test(letters)) return '';
  const cells = keepsTo(letters, starts)
    ? starts.map((start, index) => letters.slice(start, starts[index + 1]).trim())
    : [letters.trim()];
  const row = cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
  return isUtf8 ? Buffer.from(row, 'utf8').toString('latin1') : row;
}

/** Turns the lines of such a text into rows with commas, one for one. */
export function rowsOfColumns(starts: readonly number[]): Transform {
  let rest = '';
  const rows = (text: string, isLast: boolean): Buffer => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = isLast ? '' : (lines.pop() ?? '');
    if (rest.length > READER_LIMITS.csvRecord) throw new Refusal('invalid', fileText('fixed_width_line_open'));
    return Buffer.from(lines.map((line) => `${rowOf(line.replace(/\r$/, ''), starts)}\r\n`).join(''), 'latin1');
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, rows(chunk.toString('latin1'), false)),
    flush: (done) => done(null, rest === '' ? null : rows('', true)),
  });
}

export const FIXED_READ = fileMessage('fixed_width_read');
