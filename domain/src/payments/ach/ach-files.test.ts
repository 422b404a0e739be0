import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import { fromCents } from '../../money.ts';
import type { AchBatch, AchEntry, AchFile } from './ach-file.ts';
import { readAchFile } from './read-ach-file.ts';
import { checkDigit, entryHash, isRoutingNumber } from './routing-number.ts';
import { achText, writeAchFile } from './write-ach-file.ts';

const ODFI = '12104288';
const entry = (routing: string, cents: number, seq: number, more: Partial<AchEntry> = {}): AchEntry => ({
  code: '27',
  routing,
  account: '744-5678-99',
  cents: fromCents(cents),
  id: 'CIM-1',
  name: 'Peña & Söhne',
  discretionary: '',
  addenda: [],
  trace: `${ODFI}${String(seq).padStart(7, '0')}`,
  ...more,
});
const batch = (entries: AchEntry[], more: Partial<AchBatch> = {}): AchBatch => ({
  companyName: 'OpenBenefits',
  companyId: '1123456789',
  companyData: '',
  sec: 'CCD',
  description: 'PREMIUM',
  effectiveOn: calendarDateFrom('2026-11-23'),
  odfi: ODFI,
  entries,
  ...more,
});
const file = (batches: AchBatch[]): AchFile => ({
  destination: '121042882',
  origin: '1123456789',
  createdOn: calendarDateFrom('2026-11-20'),
  createdAt: '1700',
  modifier: 'A',
  destinationName: 'First Bank',
  originName: 'OpenBenefits',
  reference: '',
  batches,
});
const DEBITS = [entry('231380104', 4182_35, 1), entry('121042882', 645_00, 2), entry('091400606', 1290_00, 3)];

describe('routing numbers and hashes', () => {
  it('have the check digits of the rules (domain 4.14)', () => {
    expect(checkDigit('23138010')).toBe(4);
    expect([isRoutingNumber('231380104'), isRoutingNumber('231380105'), isRoutingNumber('23138010')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('keep the ten last digits (case M18)', () => {
    expect(entryHash(['05600507', '05140225', '11400065'])).toBe('0022140797');
    expect(entryHash([123456789012])).toBe('3456789012');
    expect(entryHash(['9999999999', '9999999999'])).toBe('9999999998');
  });
});

describe('an ACH file (case M18)', () => {
  it('of three debits is unbalanced: class 225, three records, three lines of nines', () => {
    const lines = writeAchFile(file([batch(DEBITS)]))
      .trimEnd()
      .split('\n');
    expect(lines.every((line) => line.length === 94)).toBe(true);
    expect(lines).toHaveLength(10);
    expect(lines[1]?.slice(0, 4)).toBe('5225');
    expect(lines[5]?.slice(0, 44)).toBe('82250000030044382358000000611735000000000000');
    expect(lines[6]?.slice(0, 55)).toBe('9000001000001000000030044382358000000611735000000000000');
    expect(lines.filter((line) => /^9{94}$/.test(line))).toHaveLength(3);
  });

  it('is balanced by one credit of the sum to our account: class 200, four records, two lines of nines', () => {
    const offset = entry('121042882', 6117_35, 4, { code: '22', account: '9000', name: 'OpenBenefits' });
    const lines = writeAchFile(file([batch([...DEBITS, offset])]))
      .trimEnd()
      .split('\n');
    expect(lines[1]?.slice(0, 4)).toBe('5200');
    expect(lines[6]?.slice(0, 44)).toBe('82000000040056486646000000611735000000611735');
    expect(lines.filter((line) => /^9{94}$/.test(line))).toHaveLength(2);
  });

  it('is written in upper case ASCII, and read back as it was', () => {
    expect(achText('Peña & Söhne “Łódź”')).toBe('PENA & SOHNE  LODZ ');
    const ctx = batch(
      [
        entry('231380104', 100, 5, {
          addenda: [
            { kind: 'text', text: 'ISA*00*' },
            { kind: 'text', text: 'SE*1' },
          ],
        }),
      ],
      { sec: 'CTX' },
    );
    const text = writeAchFile(file([batch(DEBITS), ctx]));
    const { file: read, problems } = readAchFile(text);
    expect(problems).toEqual([]);
    expect(read?.batches.map(({ sec, entries }) => [sec, entries.map(({ cents, trace }) => [cents, trace])])).toEqual([
      ['CCD', DEBITS.map(({ cents, trace }) => [cents, trace])],
      ['CTX', [[100, '121042880000005']]],
    ]);
    expect(read && writeAchFile(read)).toBe(text);
  });

  it.each([
    ['a wrong hash', (text: string) => text.replace('0044382358', '0044382359'), /entry hash of the batch/],
    ['a record that is too long', (text: string) => text.replace('PENA', 'PENAPENA'), /has 98 characters, not 94/],
    ['a wrong check digit', (text: string) => text.replace('627231380104', '627231380105'), /check digit/],
    ['an end that is missing', (text: string) => text.split('\n').slice(0, 5).join('\n'), /may be cut off/],
    ['a changed amount', (text: string) => text.replace('0000418235', '0000418236'), /debits of the batch/],
    ['another format', () => 'Name,Amount\nA,1', /not an ACH file/],
    ['a record that is cut', (text: string) => text.replace(/^(627231380104.{40}).*$/m, '$1'), /trace number/],
    ['a kind in lower case', (text: string) => text.replace('CCDPREMIUM', 'ccdPREMIUM'), /kind "ccd"/],
  ])('with %s is refused with its line', (_, spoil, message) => {
    const { problems } = readAchFile(spoil(writeAchFile(file([batch(DEBITS)]))));
    expect(problems.map((one) => one.message).join('\n')).toMatch(message);
  });
});

it('without line ends is read, also where it ends with one or with a mainframe end mark', () => {
  const text = writeAchFile(file([batch(DEBITS)]));
  const records = text.replaceAll('\n', '');
  for (const one of [records, `${records}\n`, `${records}\r\n\u001a`, text.replaceAll('\n', '\r'), `${text}\n\n`])
    expect(readAchFile(one).problems).toEqual([]);
});

it('of a bank that writes names in lower case or with accents is read as it is', () => {
  const text = writeAchFile(file([batch(DEBITS)])).replaceAll('PENA & SOHNE', 'Peña & söhne');
  const { file: read, problems } = readAchFile(text);
  expect(problems).toEqual([]);
  expect(read?.batches[0]?.entries[0]?.name).toBe('Peña & söhne');
});

const samples = path.join(import.meta.dirname, '../../../../../shared/samples/nacha');
describe.skipIf(!existsSync(samples))('sample files of a public library (in ../shared; skipped without it)', () => {
  const sample = (name: string) => readFileSync(path.join(samples, `moov-${name}.ach`), 'utf8');

  it.each(['ccd-debit', 'ctx-debit', 'ppd-debit', 'two-micro-deposits'])('reads %s without a problem', (name) => {
    const { file: read, problems } = readAchFile(sample(name));
    expect(problems).toEqual([]);
    expect(read?.batches.flatMap(({ entries }) => entries).length).toBeGreaterThan(0);
  });

  it('reads returns with their reason and the trace they answer', () => {
    const { file: read, problems } = readAchFile(sample('return-WEB'));
    expect(problems).toEqual([]);
    expect(
      read?.batches.flatMap(({ entries }) => entries.map(({ cents, addenda }) => [cents, addenda[0]])),
    ).toMatchObject([
      [12354, { kind: 'return', code: 'R01', originalTrace: '091400600000001', originalRdfi: '09100001' }],
      [4565, { kind: 'return', code: 'R03', originalTrace: '091400600000003' }],
    ]);
  });

  it('reads a notification of change, and finds a wrong check digit', () => {
    const change = readAchFile(sample('cor-example'));
    expect(change.file?.batches[0]?.entries[0]?.addenda[0]).toMatchObject({
      kind: 'change',
      code: 'C01',
      originalTrace: '121042880000001',
      corrected: '1918171614',
    });
    const wrong = readAchFile(sample('ppd-debit-invalid-entryDetail-checkDigit'));
    expect(wrong.problems.map(({ message }) => message).join()).toContain('check digit');
  });
});
