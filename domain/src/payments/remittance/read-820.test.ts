import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOurPayee, read820 } from './read-820.ts';

const ISA =
  'ISA*00*          *00*          *ZZ*123456789012345*ZZ*123456789012346*261120*1705*>*00501*000010216*0*T*:~';
const file = (handling: string, sum: string, lines: string[]): string =>
  [
    `${ISA}GS*RA*1*2*20261120*1705*1*X*005010X218`,
    'ST*820*0001*005010X218',
    `BPR*${handling}*${sum}*C*ACH*CCP*01*934257813*DA*1*1231555555**01*025677833*DA*9*20261120`,
    'TRN*3*12345*1231555555',
    'N1*PE*OUR ORGANIZATION',
    'N1*PR*KESTREL AVIONICS REPAIR',
    ...lines,
    'SE*9*0001',
    'GE*1*1',
    'IEA*1*000010216~',
  ].join('~\n');
const THREE = [
  'ENT*1*2J*34*190206123~NM1*EY*1*SMITH*JOHN****EI*123456~RMR*CT*190206123**7000',
  'ENT*2*2J*34*163910163~NM1*EY*1*JONES*MARY****EI*793016~RMR*CT*163910163**10000*11000~ADX*-1000*52',
  'ENT*3*2J*34*179203456~NM1*EY*1*JOHNSON*JOE****EI*934213~RMR*CT*179203456**3000*3100~ADX*-100*52',
];

describe('a payment advice (case M19)', () => {
  it('keeps no SSN and no account number of its payer', () => {
    const text = file('U', '20000', THREE).replace('N1*PR*KESTREL', 'N1*PR*4401234567890 KESTREL');
    expect(read820(text).remittances[0]?.payerName).toBe('•••••7890 KESTREL AVIONICS REPAIR');
  });

  it('has its sum from its lines; adjustments of lines explain the lines and do not count again', () => {
    const { remittances, problems } = read820(file('U', '20000', THREE));
    expect(problems).toEqual([]);
    const [remittance] = remittances;
    expect(remittance).toMatchObject({
      isCash: false,
      cents: 2_000_000,
      trace: '12345',
      paidOn: '2026-11-20',
      payerName: 'KESTREL AVIONICS REPAIR',
    });
    expect(remittance?.lines.map(({ paid, billed }) => [paid, billed])).toEqual([
      [700_000, null],
      [1_000_000, 1_100_000],
      [300_000, 310_000],
    ]);
    expect(remittance?.lines[1]?.adjustments).toEqual([{ cents: -100_000, reason: '52' }]);
    // A reference that is an SSN is not kept.
    expect(JSON.stringify(remittance)).not.toContain('190206123');
  });

  it.each([
    ['C', true],
    ['U', false],
    ['I', false],
  ])('BPR01 = %s brings cash: %s', (handling, isCash) => {
    expect(read820(file(handling, '20000', THREE)).remittances[0]?.isCash).toBe(isCash);
  });

  it('counts an adjustment outside of lines toward the sum', () => {
    expect(read820(file('C', '18900', ['ADX*-1100*52', ...THREE])).problems).toEqual([]);
  });

  it.each([
    ['another sum', file('C', '18900', THREE), /lines come to 20000.00, its sum is 18900.00/],
    [
      'a line that does not hold',
      file('C', '20000', [...THREE.slice(0, 2), 'ENT*3~NM1*EY*1*J*J****EI*9~RMR*CT*1**3000*3100']),
      /billed 3100.00/,
    ],
    ['an amount that is none', file('C', '2x', THREE), /not an amount/],
    ['a cut', file('C', '20000', THREE).split('SE*')[0] ?? '', /cut off/],
    ['another format', 'Name,Amount', /does not begin with ISA/],
    ['another transaction', file('C', '1', []).replace('ST*820', 'ST*834'), /no payments/],
  ])('with %s is refused with the reason', (_, text, message) => {
    expect(
      read820(text)
        .problems.map((one) => one.message)
        .join(),
    ).toMatch(message);
  });
});

const samples = path.join(import.meta.dirname, '../../../../../shared/samples/820');
describe.skipIf(!existsSync(samples))('sample files of a public library (in ../shared; skipped without it)', () => {
  it.each([
    ['stupidedi-x218-list-bill-payment', true, [255_00]],
    ['stupidedi-x218-list-bill', false, [20_000_00]],
  ])('reads %s', (name, isCash, sums) => {
    const { remittances, problems } = read820(readFileSync(path.join(samples, `${name}.edi`), 'utf8'));
    expect(problems).toEqual([]);
    expect(remittances.map(({ cents }) => cents)).toEqual(sums);
    expect(remittances[0]?.isCash).toBe(isCash);
  });
});

it.each([
  ['', true],
  ['OPENBENEFITS', true],
  ['OPEN BENEFITS ADMINISTRATORS INC', true],
  ['HARBOR MUTUAL LIFE', false],
])('a payment advice to "%s" is ours: %s', (payee, isOurs) => {
  expect(isOurPayee(payee, ['OpenBenefits', 'Open Benefits Administrators, Inc.'])).toBe(isOurs);
});

it('says that its interchange is a test', () => {
  const text = file('C', '20000', THREE);
  const real = text.replace('*0*T*', '*0*P*');
  expect([text, text.replace('*0*T*', '*0*I*'), real].map((one) => read820(one).isTest)).toEqual([true, true, false]);
  expect(read820(`${real}\n${text}`)).toMatchObject({
    remittances: [],
    problems: [{ message: expect.stringContaining('test and production') as string }],
  });
});
