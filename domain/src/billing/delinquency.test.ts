import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDateFrom as d } from '../calendar-date.ts';
import { type Cents, fromCents } from '../money.ts';
import { agingBucket } from './aging.ts';
import {
  type ArrearsBill,
  delinquencyOf,
  noticeDue,
  premiumOwed,
  proposedStep,
  runningDay,
  toleranceOf,
} from './delinquency.ts';
import {
  type DatedRule,
  type DelinquencyRule,
  FIRST_RULE,
  parseDays,
  problemsOfRule,
  ruleFor,
} from './delinquency-rule.ts';
import { planProgress, problemsOfPlan } from './installment-plan.ts';
import { statementOf } from './statement.ts';

const $ = fromCents;
const bill = (period: string, open: number): ArrearsBill => ({
  id: period,
  period: d(period),
  dueDate: d(period),
  open: $(open),
});
const NOVEMBER = bill('2026-11-01', 400_00);
const RULE: DelinquencyRule = { ...FIRST_RULE, graceDays: 31 };
const DC: DelinquencyRule = {
  ...RULE,
  reminderDays: [],
  letterDays: [24],
  endRule: 'end_of_following_month',
  endAfterDays: 0,
};
type Given = {
  bills?: ArrearsBill[];
  credit?: number;
  inFlight?: number;
  rule?: DelinquencyRule;
  holds?: { from: CalendarDate; until: CalendarDate | null }[];
  plan?: Parameters<typeof delinquencyOf>[0]['plan'];
};
const on = (
  today: string,
  { bills = [NOVEMBER], credit = 0, inFlight = 0, rule = RULE, holds = [], plan = null }: Given = {},
) =>
  delinquencyOf({ bills, credit: $(credit), inFlight: $(inFlight), ruleOf: () => rule, holds, plan, today: d(today) });

describe('the grace period of a bill due 11/01/2026 with 31 days (case M15)', () => {
  it.each([
    ['day_after', '2026-12-02'],
    ['due_date', '2026-12-01'],
  ] as const)('counts from %s and ends on %s', (firstGraceDay, last) => {
    expect(on('2026-11-20', { rule: { ...RULE, firstGraceDay } }).lastGraceDay).toBe(last);
  });

  it('has a reminder on 11/06 and a letter on 11/16', () =>
    expect(on('2026-11-20').notices).toEqual([
      { kind: 'reminder', day: 5, dueOn: '2026-11-06' },
      { kind: 'letter', day: 15, dueOn: '2026-11-16' },
    ]));

  it.each([
    ['2026-11-01', 'current'],
    ['2026-11-02', 'reminder'],
    ['2026-11-15', 'reminder'],
    ['2026-11-16', 'grace'],
    ['2026-12-02', 'grace'],
    ['2026-12-03', 'suspended'],
    ['2026-12-16', 'suspended'],
    ['2026-12-17', 'ended'],
  ])('on %s the group is %s', (today, state) => expect(on(today).state).toBe(state));

  it('ends coverage on the last day of the month paid in full', () =>
    expect(on('2026-12-03').coverageEnd).toBe('2026-10-31'));

  it('by the schedule of DC has a notice on 11/25 and ends on 12/31, in force until then', () => {
    expect(on('2026-12-03', { rule: DC })).toMatchObject({
      state: 'grace',
      notices: [{ kind: 'letter', dueOn: '2026-11-25' }],
      coverageEnd: '2026-12-31',
      lastGraceDay: '2026-12-31',
    });
    expect(on('2027-01-01', { rule: DC }).state).toBe('ended');
  });
});

describe('what counts as arrears', () => {
  it('is premium after credit and unapplied cash, the oldest bill first', () => {
    const bills = [bill('2026-12-01', 480_00), NOVEMBER];
    expect(premiumOwed(bills, $(500_00)).map(({ id, owed }) => [id, owed])).toEqual([['2026-12-01', 380_00]]);
    expect(on('2026-12-03', { bills, credit: 500_00 })).toMatchObject({ arrears: 380_00, bill: { id: '2026-12-01' } });
  });

  it('no reminder when in credit (case M12)', () => {
    const covered = on('2026-11-20', { credit: 400_00 });
    expect(covered).toMatchObject({ state: 'current', arrears: 0, bill: null });
    expect(noticeDue(covered, [], d('2026-11-20'))).toBeUndefined();
  });

  it('is tested against a percent of what was charged, rounded up, but never for the first payment', () => {
    const rule = { ...RULE, tolerancePercent: 3 };
    const bill = { id: 'a', period: d('2026-11-01'), dueDate: d('2026-11-01'), charged: $(333_33) };
    // 3 % of 333.33 is 9.9999: 10.00.
    expect(toleranceOf(rule, [{ ...bill, open: $(10_00) }])).toBe(10_00);
    expect(toleranceOf({ ...rule, tolerance: $(25_00) }, [{ ...bill, open: $(10_00) }])).toBe(25_00);
    const strict = { ...rule, isFirstPaymentStrict: true };
    expect(toleranceOf(strict, [{ ...bill, open: $(10_00), isFirst: true }])).toBe(0);
    expect(toleranceOf(strict, [{ ...bill, open: $(10_00), isFirst: false }])).toBe(10_00);
  });

  it('is tested against the tolerance as a whole, not bill by bill', () => {
    const rule = { ...RULE, tolerance: $(500_00) };
    expect(on('2026-11-20', { rule }).state).toBe('current');
    expect(on('2026-12-20', { rule, bills: [NOVEMBER, bill('2026-12-01', 200_00)] }).state).not.toBe('current');
  });

  it('ages from the earliest unpaid bill, and from its due date again when a payment is returned', () => {
    const december = bill('2026-12-01', 300_00);
    expect(on('2026-12-20', { bills: [december] })).toMatchObject({ bill: { id: '2026-12-01' }, state: 'grace' });
    expect(on('2026-12-20', { bills: [december, NOVEMBER] })).toMatchObject({
      bill: { id: '2026-11-01' },
      state: 'ended',
    });
  });
});

describe('a stopped clock', () => {
  const days = (from: string, until: string | null) => ({ from: d(from), until: until === null ? null : d(until) });
  it.each([
    [[], '2026-12-02'],
    [[days('2026-11-10', '2026-11-19')], '2026-12-12'],
    [[days('2026-11-10', '2026-11-19'), days('2026-11-15', '2026-11-21')], '2026-12-14'],
    [[days('2026-10-01', '2026-10-31')], '2026-12-02'],
    [[days('2026-12-10', '2026-12-31')], '2026-12-02'],
    [[days('2026-11-10', null)], null],
  ])('adds its days: %j', (stops, last) => expect(runningDay(d('2026-11-01'), 31, stops)).toBe(last));

  it('makes no notice and proposes nothing while a hold lasts', () => {
    const held = on('2026-11-16', { holds: [days('2026-11-05', '2026-11-30')] });
    expect(held).toMatchObject({ paused: 'hold', state: 'reminder' });
    expect(noticeDue(held, [], d('2026-11-16'))).toBeUndefined();
    expect(proposedStep({ state: 'suspended', paused: 'hold' }, 'active')).toBeNull();
  });
});

describe('a debit that was sent and is not settled', () => {
  it.each([
    ['2026-11-16', 400_00, 'debit', undefined, null],
    ['2026-11-16', 399_99, null, 'letter', null],
    ['2026-12-03', 400_00, 'debit', undefined, null],
    ['2026-12-03', 0, null, undefined, 'suspend'],
  ] as const)('on %s of %d cents', (today, inFlight, paused, notice, step) => {
    const found = on(today, { inFlight });
    expect(found).toMatchObject({ paused, arrears: 400_00, lastGraceDay: '2026-12-02' });
    expect(noticeDue(found, [], d(today))?.kind).toBe(notice);
    expect(proposedStep(found, 'active')).toBe(step);
  });
});

describe('an installment plan', () => {
  const plan = {
    madeOn: d('2026-11-10'),
    coversDueUntil: d('2026-11-10'),
    installments: [
      { on: d('2026-11-20'), cents: $(150_00) },
      { on: d('2026-12-20'), cents: $(150_00) },
      { on: d('2027-01-20'), cents: $(100_00) },
    ],
  };
  const owing = (open: number) => ({ plan, bills: [bill('2026-11-01', open)] });

  it('stops the clock while it is kept, and a bill outside of it counts', () => {
    expect(on('2026-11-20', owing(400_00))).toMatchObject({ state: 'current', paused: 'plan' });
    expect(on('2026-12-21', owing(100_00))).toMatchObject({ state: 'current', paused: 'plan' });
    const other = on('2026-12-10', { plan, bills: [bill('2026-11-01', 250_00), bill('2026-12-01', 300_00)] });
    expect(other).toMatchObject({ bill: { id: '2026-12-01' }, state: 'reminder' });
  });

  it('resumes the clock on the day after a missed installment', () => {
    expect(planProgress(plan, $(400_00), d('2026-11-21'))).toMatchObject({
      missedOn: '2026-11-20',
      next: { number: 1 },
    });
    // 8 days had run by 11/09, the 9th is 11/21.
    expect(on('2026-11-21', owing(400_00))).toMatchObject({ state: 'reminder', lastGraceDay: '2026-12-13' });
  });

  it('must add up to the arrears, with dates in order', () => {
    const paths = (list: { on: string; cents: number | null }[]) =>
      problemsOfPlan(list, $(300_00), d('2026-11-10')).map(({ path }) => path);
    expect(
      paths([
        { on: '2026-11-20', cents: 150_00 },
        { on: '2026-12-20', cents: 150_00 },
      ]),
    ).toEqual([]);
    expect(paths([{ on: '2026-11-20', cents: 299_99 }])).toEqual(['installments']);
    expect(
      paths([
        { on: '2026-12-20', cents: 0 },
        { on: '2026-11-20', cents: 300_00 },
      ]),
    ).toEqual(['installments.0.cents', 'installments.1.on']);
    expect(paths([])).toEqual(['installments']);
  });
});

describe('notices and steps', () => {
  it('are made once; after days without the job only the latest is', () => {
    expect(noticeDue(on('2026-11-06'), [], d('2026-11-06'))?.day).toBe(5);
    expect(noticeDue(on('2026-11-07'), [5], d('2026-11-07'))).toBeUndefined();
    expect(noticeDue(on('2026-11-18'), [], d('2026-11-18'))?.day).toBe(15);
    expect(noticeDue(on('2026-11-18'), [15], d('2026-11-18'))).toBeUndefined();
    expect(noticeDue(on('2026-12-05'), [], d('2026-12-05'))).toBeUndefined();
  });

  it.each([
    ['suspended', 'active', 'suspend'],
    ['suspended', 'suspended', null],
    ['ended', 'suspended', 'end'],
    ['ended', 'terminated', null],
    ['grace', 'active', null],
  ] as const)('%s by date and %s by status: %s', (state, status, step) =>
    expect(proposedStep({ state, paused: null }, status)).toBe(step),
  );
});

describe('rules', () => {
  const rule = (scope: DatedRule['scope'], scopeValue: string, from: string, graceDays: number | null): DatedRule => ({
    ...FIRST_RULE,
    scope,
    scopeValue,
    effectiveOn: d(from),
    graceDays,
  });
  const rules = [
    rule('default', '', '2026-01-01', null),
    rule('carrier', 'Prevea', '2026-01-01', 40),
    rule('carrier', 'Bluestem', '2026-01-01', 60),
    rule('state', 'DC', '2026-06-01', 45),
    rule('state', 'DC', '2026-12-01', 50),
  ];
  it.each([
    ['IA', [], 31, '2026-11-01', 31],
    ['IA', [], 90, '2026-11-01', 90],
    ['IA', ['prevea', 'Bluestem'], 31, '2026-11-01', 60],
    ['DC', ['Bluestem'], 31, '2026-11-01', 45],
    ['DC', [], 31, '2026-12-01', 50],
    ['DC', [], 31, '2026-05-01', 31],
  ])('a group in %s with %j and %i days of its own, due %s %s: %i days', (state, carriers, own, due, days) =>
    expect(ruleFor(rules, { state, carriers, gracePeriodDays: own }, d(due)).graceDays).toBe(days),
  );

  it('are checked, and lists of days are read', () => {
    expect(parseDays('15, 5 5')).toEqual([5, 15]);
    expect([parseDays('5, x'), parseDays('0'), parseDays('400'), parseDays('')]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ]);
    const wrong = { ...rule('state', 'D', '2026-01-01', 0), tolerance: $(-1), reinstatements: 13, endAfterDays: 999 };
    expect(problemsOfRule(wrong, d('2026-11-20')).map(({ path }) => path)).toEqual([
      'effectiveOn',
      'scopeValue',
      'graceDays',
      'endAfterDays',
      'tolerance',
      'reinstatements',
    ]);
    expect(problemsOfRule(rule('default', '', '2026-12-01', null), d('2026-11-20'))).toEqual([]);
  });
});

it.each([
  ['2026-11-20', 'current'],
  ['2026-11-19', 'days30'],
  ['2026-10-21', 'days30'],
  ['2026-10-20', 'days60'],
  ['2026-09-21', 'days60'],
  ['2026-08-22', 'days90'],
  ['2026-08-21', 'over90'],
])('a bill due %s is in %s on 11/20/2026', (due, bucket) => expect(agingBucket(d(due), d('2026-11-20'))).toBe(bucket));

it('a statement runs the balance and its parts add up to the closing balance', () => {
  const entry = (id: string, kind: 'bill' | 'replaced' | 'payment' | 'credit', cents: Cents) => ({
    id,
    on: d('2026-09-15'),
    text: '',
    note: '',
    kind,
    cents,
  });
  const { lines, sums } = statementOf($(100), [
    entry('1', 'bill', $(144_356_40)),
    entry('2', 'replaced', $(-144_356_40)),
    entry('3', 'bill', $(143_871_40)),
    entry('4', 'payment', $(-143_871_40)),
  ]);
  expect(lines.map(({ balance }) => balance)).toEqual([144_357_40, 100, 143_872_40, 100]);
  expect(sums).toEqual({ opening: 100, bills: 143_871_40, payments: -143_871_40, credits: 0, closing: 100 });
});
