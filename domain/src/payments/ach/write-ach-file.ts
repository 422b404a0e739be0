import type { CalendarDate } from '../../calendar-date.ts';
import { type AchAddenda, type AchBatch, type AchEntry, type AchFile, achTotals } from './ach-file.ts';
import { entryHash } from './routing-number.ts';

const RECORD = 94;
const BLOCK = 10;

/** Upper case ASCII: accents are taken off, other characters become spaces (domain rules 4.14). */
export const achText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .toUpperCase()
    .replaceAll(/[^ -~]/g, ' ');

const left = (text: string, width: number): string => achText(text).slice(0, width).padEnd(width);
const right = (text: string, width: number): string => text.padStart(width).slice(-width);

function digits(value: number | string, width: number): string {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > width) throw new RangeError(`Not a number of at most ${width} digits`);
  return text.padStart(width, '0');
}

const yymmdd = (day: CalendarDate): string => day.slice(2).replaceAll('-', '');

/** A name of a bank in the file header: a routing number with a space before it. */
const party = (number: string): string => right(number, 10);

const headerRecord = (file: AchFile): string =>
  `101${party(file.destination)}${party(file.origin)}${yymmdd(file.createdOn)}${file.createdAt}${file.modifier}094101${left(file.destinationName, 23)}${left(file.originName, 23)}${left(file.reference, 8)}`;

/** 200 for both directions, 220 for credits, 225 for debits. */
function serviceClass(entries: readonly AchEntry[]): string {
  const { debits, credits } = achTotals(entries);
  const hasDebit = debits > 0 || entries.some(({ code }) => code.endsWith('8'));
  const hasCredit = credits > 0 || entries.some(({ code }) => code.endsWith('3'));
  return hasDebit && hasCredit ? '200' : hasCredit ? '220' : '225';
}

function addendaRecord(addenda: AchAddenda, index: number, trace: string): string {
  if (addenda.kind !== 'text') throw new RangeError('Returns and changes come from banks and are only read');
  return `705${left(addenda.text, 80)}${digits(index + 1, 4)}${trace.slice(-7)}`;
}

function entryRecords(entry: AchEntry, sec: AchBatch['sec']): string[] {
  const name = sec === 'CTX' ? `${digits(entry.addenda.length, 4)}${left(entry.name, 16)}  ` : left(entry.name, 22);
  const record = `6${entry.code}${entry.routing}${left(entry.account, 17)}${digits(entry.cents, 10)}${left(entry.id, 15)}${name}${left(entry.discretionary, 2)}${entry.addenda.length > 0 ? 1 : 0}${digits(entry.trace, 15)}`;
  return [record, ...entry.addenda.map((addenda, index) => addendaRecord(addenda, index, entry.trace))];
}

const controlOf = (batch: AchBatch): { hash: string; debits: number; credits: number; records: number } => ({
  hash: entryHash(batch.entries.map(({ routing }) => routing.slice(0, 8))),
  ...achTotals(batch.entries),
});

function batchRecords(batch: AchBatch, number: number): string[] {
  const kind = serviceClass(batch.entries);
  const { hash, debits, credits, records } = controlOf(batch);
  const company = left(batch.companyId, 10);
  return [
    `5${kind}${left(batch.companyName, 16)}${left(batch.companyData, 20)}${company}${batch.sec}${left(batch.description, 10)}      ${batch.effectiveOn ? yymmdd(batch.effectiveOn) : '      '}   1${batch.odfi}${digits(number, 7)}`,
    ...batch.entries.flatMap((entry) => entryRecords(entry, batch.sec)),
    `8${kind}${digits(records, 6)}${hash}${digits(debits, 12)}${digits(credits, 12)}${company}${' '.repeat(25)}${batch.odfi}${digits(number, 7)}`,
  ];
}

/**
 * Writes a file of entries as banks read it: records of 94 characters, filled up with nines to blocks of ten (domain
 * rules 4.14, case M18). Throws RangeError on a figure that has no room. Entries are in the order of their traces.
 */
export function writeAchFile(file: AchFile): string {
  const controls = file.batches.map(controlOf);
  const sum = (of: (control: (typeof controls)[number]) => number): number =>
    controls.reduce((total, control) => total + of(control), 0);
  const lines = [headerRecord(file), ...file.batches.flatMap((batch, index) => batchRecords(batch, index + 1))];
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(
    `9${digits(file.batches.length, 6)}${digits(blocks, 6)}${digits(
      sum(({ records }) => records),
      8,
    )}${entryHash(controls.map(({ hash }) => hash))}${digits(
      sum(({ debits }) => debits),
      12,
    )}${digits(
      sum(({ credits }) => credits),
      12,
    )}${' '.repeat(39)}`,
  );
  while (lines.length < blocks * BLOCK) lines.push('9'.repeat(RECORD));
  return `${lines.join('\n')}\n`;
}
