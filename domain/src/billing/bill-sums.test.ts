import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { fromCents } from '../money.ts';
import type { BillDocument, BillSubscriberLine } from './bill-document.ts';
import { balanceForward, billFaults, checkDigit, creditLeft, locationsOf, planRows, scanLine } from './bill-sums.ts';

const PERIOD = calendarDateFrom('2026-12-01');
const line = (cents: number, change: Partial<BillSubscriberLine> = {}): BillSubscriberLine => ({
  line: 'medical',
  planName: 'Standard HMO',
  tier: 'EMP',
  kind: 'premium',
  coveredMonth: PERIOD,
  cents: fromCents(cents),
  ...change,
});

/** A bill of subscribers with these lines; the sums are stated, not calculated. */
const bill = (people: readonly (readonly BillSubscriberLine[])[], change: object = {}): BillDocument =>
  ({
    number: '2026-12-0042',
    dueDate: PERIOD,
    previousBalance: 0,
    payments: 0,
    premium: 97000,
    adjustments: 0,
    total: 97000,
    amountDue: 97000,
    plans: [{ line: 'medical', planName: 'Standard HMO', planCode: 'HMO', tier: 'EMP', subscribers: 2, cents: 97000 }],
    subscribers: people.map((lines, place) => ({
      name: `Person ${place}`,
      employeeId: null,
      locationName: place === 0 ? 'Wichita' : 'Salina',
      lines,
      cents: lines.reduce((sum, { cents }) => sum + cents, 0),
    })),
    ...change,
  }) as unknown as BillDocument;
const TWO = [[line(48500)], [line(48500)]] as const;

describe('the sums of a bill', () => {
  it.each([
    ['agree', {}, []],
    ['the total', { total: 97001, amountDue: 97001 }, ['The total is 97001 cents, and its parts add up to 97000']],
    ['the amount due', { previousBalance: 500 }, ['The amount due is 97000 cents, and its parts add up to 97500']],
    ['a balance that was paid', { previousBalance: 500, payments: 500 }, []],
    ['a credit from before', { previousBalance: -200_000, amountDue: 0 }, []],
    [
      'less than zero due',
      { previousBalance: -200_000, amountDue: -103_000 },
      ['The amount due is -103000 cents, and its parts add up to 0'],
    ],
    ['the plans', { plans: [] }, ['The sum of the plans is 97000 cents, and its parts add up to 0']],
    [
      'an adjustment of nobody',
      { adjustments: 5, total: 97005, amountDue: 97005 },
      ['The adjustments is 5 cents, and its parts add up to 0'],
    ],
  ])('%s', (_, change, faults) => {
    expect(billFaults(bill(TWO, change))).toEqual(faults);
  });

  it('names the subscriber whose lines have another sum', () => {
    const wrong = bill(TWO);
    const [first, second] = wrong.subscribers;
    if (!first || !second) throw new Error('Two subscribers');
    expect(billFaults({ ...wrong, subscribers: [first, { ...second, cents: fromCents(1) }] })).toEqual([
      'Subscriber 2 is 1 cents, and its parts add up to 48500',
    ]);
  });

  it('leave a credit', () => {
    const credit = bill(TWO, { previousBalance: -200_000, payments: 1000 });
    expect([balanceForward(credit), creditLeft(credit)]).toEqual([-201_000, 104_000]);
  });
});

describe('the rates of a plan', () => {
  const ratesOf = (people: readonly (readonly BillSubscriberLine[])[], cents: number) =>
    planRows(
      bill(people, {
        plans: [
          {
            line: 'medical',
            planName: 'Standard HMO',
            planCode: 'HMO',
            tier: 'EMP',
            subscribers: people.length,
            cents,
          },
        ],
      }),
    )[0]?.rates?.get('EMP');

  it.each([
    ['one amount', [[line(48500)], [line(48500)]], 97000, [{ count: 2, cents: 48500 }]],
    [
      'one prorated',
      [[line(48500)], [line(48500)], [line(24250)]],
      121250,
      [
        { count: 2, cents: 48500 },
        { count: 1, cents: 24250 },
      ],
    ],
    [
      'a waiver',
      [[line(48500), line(-48500, { kind: 'waiver' })], [line(48500)]],
      48500,
      [
        { count: 1, cents: 48500 },
        { count: 1, cents: 0 },
      ],
    ],
    ['as many amounts as people', [1, 2, 3, 4].map((cents) => [line(cents)]), 10, undefined],
    ['amounts that are not the plan’s', [[line(48500)], [line(48500)]], 97001, undefined],
    [
      'another plan of the same name',
      [[line(48500), line(900, { line: 'dental' })]],
      48500,
      [{ count: 1, cents: 48500 }],
    ],
  ])('%s', (_, people, cents, rates) => {
    expect(ratesOf(people, cents)).toEqual(rates);
  });

  it('are in the order of the coverage lines', () => {
    const plans = (['life', 'medical', 'dental'] as const).map((of) => ({
      line: of,
      planName: of,
      planCode: of,
      tier: null,
      subscribers: 0,
      cents: 0,
    }));
    expect(planRows(bill([], { plans })).map(({ planName }) => planName)).toEqual(['medical', 'dental', 'life']);
  });
});

it('puts subscribers under their billing location with its sum', () => {
  expect(locationsOf(bill(TWO)).map(({ name, cents }) => [name, cents])).toEqual([
    ['Wichita', 48500],
    ['Salina', 48500],
  ]);
});

it('ends the line that a lockbox reads with a check digit that finds a wrong digit', () => {
  expect(checkDigit('7992739871')).toBe(3);
  expect(checkDigit('7992739872')).not.toBe(3);
  expect(scanLine(bill(TWO))).toBe(`2026120042 0000097000 20261201 ${checkDigit('2026120042000009700020261201')}`);
});
