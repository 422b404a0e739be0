import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import { fromCents } from '../../money.ts';
import type { AchFile } from '../ach/ach-file.ts';
import { addendaOf820, textOfAddenda } from '../ach/ctx-addenda.ts';
import { readAchFile } from '../ach/read-ach-file.ts';
import { entryHash } from '../ach/routing-number.ts';
import { writeAchFile } from '../ach/write-ach-file.ts';
import { collectedOf } from './due-to-carrier.ts';
import { read820 } from './read-820.ts';
import { ADJUSTMENT_REASONS, type OutgoingLine, type OutgoingRemittance, write820 } from './write-820.ts';

const header = {
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: '30',
  receiverId: '420000002',
  groupSender: 'OPENBENEFITS',
  groupReceiver: '420000002',
  control: 77,
  usage: 'P',
  now: '2026-11-20T17:00:00.000Z',
};
const line = (reference: string, paid: number, more: Partial<OutgoingLine> = {}): OutgoingLine => ({
  kind: 'IK',
  reference,
  paid: fromCents(paid),
  billed: null,
  adjustments: [],
  plan: 'HMO-1',
  line: 'medical',
  period: { from: calendarDateFrom('2026-11-01'), to: calendarDateFrom('2026-11-30') },
  subscribers: 12,
  ...more,
});
const payment = (more: Partial<OutgoingRemittance> = {}): OutgoingRemittance => ({
  handling: 'I',
  isDebit: false,
  method: 'FWT',
  format: null,
  cents: fromCents(1_250_05),
  payerId: '1123456789',
  on: calendarDateFrom('2026-11-20'),
  trace: 'CR-2026-0001',
  payerName: 'OpenBenefits',
  payeeName: 'Northfold Health Cooperatíva',
  entities: [
    {
      taxId: '12-3456789',
      number: 'CIM-1',
      corrections: [{ cents: fromCents(-50_00), reason: ADJUSTMENT_REASONS.overpaid }],
      lines: [
        line('2026-11-0001', 1000_05),
        line('2026-11-0001', 250_00, {
          line: 'dental',
          billed: fromCents(400_00),
          adjustments: [{ cents: fromCents(-150_00), reason: ADJUSTMENT_REASONS.part }],
        }),
      ],
    },
    { taxId: null, number: 'CIM-2', corrections: [], lines: [line('2026-11-0002', 50_00)] },
  ],
  ...more,
});
const plain = (text: string) => text.replaceAll('\n', '').split('~');

describe('an 820 of our own', () => {
  it('has the segments of a summary bill, with counts and numbers that hold', () => {
    expect(plain(write820(header, payment()))).toEqual([
      'ISA*00*          *00*          *ZZ*OPENBENEFITS   *30*420000002      *261120*1700*^*00501*000000077*0*P*:',
      'GS*RA*OPENBENEFITS*420000002*20261120*1700*77*X*005010X218',
      'ST*820*0001*005010X218',
      'BPR*I*1250.05*C*FWT******1123456789******20261120',
      'TRN*3*CR-2026-0001*1123456789',
      'N1*PE*Northfold Health Cooperativa',
      'N1*PR*OpenBenefits',
      'ENT*1*2L*FI*123456789',
      'ADX*-50*52',
      'RMR*IK*2026-11-0001*PI*1000.05',
      'REF*18*HMO-1',
      'REF*ZZ*medical',
      'DTM*582****RD8*20261101-20261130',
      'IT1*1',
      'SLN*1**O*12*IE',
      'RMR*IK*2026-11-0001*PI*250*400',
      'REF*18*HMO-1',
      'REF*ZZ*dental',
      'DTM*582****RD8*20261101-20261130',
      'IT1*1',
      'SLN*1**O*12*IE',
      'ADX*-150*H6',
      'ENT*2*2L*EI*CIM-2',
      'RMR*IK*2026-11-0002*PI*50',
      'REF*18*HMO-1',
      'REF*ZZ*medical',
      'DTM*582****RD8*20261101-20261130',
      'IT1*1',
      'SLN*1**O*12*IE',
      'SE*28*0001',
      'GE*1*77',
      'IEA*1*000000077',
      '',
    ]);
  });

  it('is read back by our reader to the cent, as an advice without cash', () => {
    const { remittances, problems } = read820(write820(header, payment()));
    expect(problems).toEqual([]);
    expect(remittances).toMatchObject([
      {
        isCash: false,
        cents: 1_250_05,
        trace: 'CR-2026-0001',
        paidOn: '2026-11-20',
        payerName: 'OpenBenefits',
        adjustments: [{ cents: -50_00, reason: '52' }],
        lines: [
          { reference: '2026-11-0001', paid: 1000_05, billed: null },
          { paid: 250_00, billed: 400_00, adjustments: [{ cents: -150_00, reason: 'H6' }] },
          { reference: '2026-11-0002', paid: 50_00 },
        ],
      },
    ]);
  });

  it.each([
    ['another sum', payment({ cents: fromCents(1_250_04) })],
    ['a sum of nothing', payment({ cents: fromCents(0), entities: [] })],
    [
      'a line that is not explained',
      payment({
        cents: fromCents(100),
        entities: [{ taxId: null, number: '1', corrections: [], lines: [line('1', 100, { billed: fromCents(90) })] }],
      }),
    ],
  ])('with %s is not written', (_, wrong) => {
    expect(() => write820(header, wrong)).toThrow(RangeError);
  });

  it('travels in the addenda of a CTX debit: count, hash and text are those of its records', () => {
    const text = write820(header, payment({ handling: 'C', isDebit: true, method: 'ACH', format: 'CTX' }));
    const addenda = addendaOf820(text);
    const file: AchFile = {
      destination: '121042882',
      origin: '1123456789',
      createdOn: calendarDateFrom('2026-11-20'),
      createdAt: '1700',
      modifier: 'A',
      destinationName: 'First Bank',
      originName: 'OpenBenefits',
      reference: '',
      batches: [
        {
          companyName: 'OpenBenefits',
          companyId: '1123456789',
          companyData: '',
          sec: 'CTX',
          description: 'PREMIUM',
          effectiveOn: calendarDateFrom('2026-11-23'),
          odfi: '12104288',
          entries: [
            {
              code: '27',
              routing: '231380104',
              account: '744-5678-99',
              cents: fromCents(1_250_05),
              id: 'CIM-1',
              name: 'Kestrel',
              discretionary: '',
              addenda,
              trace: '121042880000005',
            },
          ],
        },
      ],
    };
    const lines = writeAchFile(file).trimEnd().split('\n');
    const records = lines.filter((one) => one.startsWith('705'));
    const entry = lines.find((one) => one.startsWith('6')) ?? '';
    // The entry says how many records follow (columns 55 to 58), and they number themselves (84 to 87).
    expect([Number(entry.slice(54, 58)), entry[78]]).toEqual([addenda.length, '1']);
    expect(records.map((one) => Number(one.slice(83, 87)))).toEqual(records.map((_, index) => index + 1));
    const control = lines.find((one) => one.startsWith('8')) ?? '';
    expect(control.slice(4, 20)).toBe(`${String(addenda.length + 1).padStart(6, '0')}${entryHash(['23138010'])}`);
    const { file: read, problems } = readAchFile(writeAchFile(file));
    expect(problems).toEqual([]);
    const back = read820(textOfAddenda(read?.batches[0]?.entries[0]?.addenda ?? []));
    expect(back.problems).toEqual([]);
    expect(back.remittances[0]).toMatchObject({ isCash: true, cents: 1_250_05, trace: 'CR-2026-0001' });
  });
});

describe('what of a bill was collected', () => {
  const lines = (...cents: number[]) => cents.map((one, index) => ({ key: `L${index}`, cents: fromCents(one) }));
  const of = (paid: number, ...cents: number[]) => [...collectedOf(lines(...cents), fromCents(paid)).values()];

  it.each([
    ['all, when it is paid in full', 600, [100, 200, 300], [100, 200, 300]],
    ['all, when more was paid: the rest is fees', 700, [100, 200, 300], [100, 200, 300]],
    ['nothing, when nothing was paid', 0, [100, 200], [0, 0]],
    ['a part of each line', 1, [100, 100, 100], [0, 1, 0]],
    ['a part of each line, credits too', 50, [1000, -900], [500, -450]],
    ['all of a bill that charges nothing', 0, [100, -150], [100, -150]],
  ])('is %s', (_, paid, charged, expected) => {
    expect(of(paid, ...charged)).toEqual(expected);
  });

  it('adds up to what was paid, whatever was paid', () => {
    const charged = [333_33, 12_07, -45_10, 999_99, 1];
    const total = charged.reduce((sum, one) => sum + one, 0);
    for (let paid = 0; paid <= total; paid += 977)
      expect(of(paid, ...charged).reduce((sum, one) => sum + one, 0)).toBe(paid);
  });
});
