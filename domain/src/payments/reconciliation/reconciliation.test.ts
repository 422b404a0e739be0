import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../calendar-date.ts';
import { fromCents } from '../../money.ts';
import { columnProblems, findInvoiceHeadings } from './columns.ts';
import { daysLeft, type Difference, type OurLine, retroLimit, type TheirLine } from './difference.ts';
import { invoiceAmount, invoiceMonth, readInvoice, withoutSsn } from './read-invoice.ts';
import { factKey, reconcileMembers, type ReconciliationFacts, totalsOf } from './reconcile-members.ts';
import { reconcileTiers } from './reconcile-tiers.ts';

const DEC = '2026-12-01' as CalendarDate;
const day = (text: string): CalendarDate => text as CalendarDate;
const our = (subscriberId: string, cents: number, more: Partial<OurLine> = {}): OurLine => ({
  groupId: 'g',
  subscriberId,
  planId: 'hmo',
  line: 'medical',
  tier: 'EMP',
  month: DEC,
  cents: fromCents(cents),
  ...more,
});
const their = (subscriberId: string | null, cents: number, more: Partial<TheirLine> = {}): TheirLine => ({
  row: 2,
  groupId: 'g',
  subscriberId,
  memberId: subscriberId,
  stated: 'M-1',
  statedPlan: 'HMO',
  planId: 'hmo',
  line: 'medical',
  tier: null,
  month: DEC,
  cents: fromCents(cents),
  count: null,
  ...more,
});
const facts = (more: Partial<ReconciliationFacts> = {}): ReconciliationFacts => ({
  coverage: new Map(),
  news: new Set(),
  newsForThem: new Set(),
  now: [],
  planNames: new Map([
    ['hmo', 'Standard HMO'],
    ['ppo', 'Premium PPO'],
  ]),
  ...more,
});
const kinds = (found: readonly Difference[]) =>
  found.filter(({ kind }) => kind !== 'match').map(({ kind, theirs, ours }) => [kind, theirs, ours]);
const of = (theirs: TheirLine[], ours: OurLine[], more: Partial<ReconciliationFacts> = {}) =>
  kinds(reconcileMembers(theirs, ours, facts(more), 'plan'));

describe('the classes of differences (domain rules 4.9)', () => {
  const family = our('f', 1500_00, { tier: 'FAM' });
  const tobias = new Map([[factKey('t', 'medical'), { firstDay: day('2026-01-01'), lastDay: day('2026-10-31') }]]);

  it('are told apart by what explains the amounts', () => {
    expect(of([their('a', 510_00)], [our('a', 500_00)])).toEqual([['wrong_rate', 510_00, 500_00]]);
    expect(of([their('a', 800_00, { tier: 'FAM' })], [our('a', 500_00)])).toEqual([['wrong_tier', 800_00, 500_00]]);
    // Without a column of tiers: the amount is the one of families.
    expect(of([their('a', 1500_00), their('f', 1500_00)], [our('a', 500_00), family])).toEqual([
      ['wrong_tier', 1500_00, 500_00],
    ]);
    expect(of([their('t', 500_00)], [], { coverage: tobias })).toEqual([['terminated_billed', 500_00, 0]]);
    expect(of([], [our('a', 500_00)])).toEqual([['not_billed', 0, 500_00]]);
    expect(of([their('a', 700_00, { planId: 'ppo' })], [our('a', 500_00)])).toEqual([['wrong_plan', 700_00, 500_00]]);
    expect(of([their('a', 500_00), their('a', 500_00, { row: 3 })], [our('a', 500_00)])).toEqual([
      ['duplicate', 500_00, 0],
    ]);
    expect(of([their(null, 86_40)], [])).toEqual([['unexplained', 86_40, 0]]);
    expect(of([their('a', 86_40, { planId: null, line: null, statedPlan: 'MISC' })], [])).toEqual([
      ['unexplained', 86_40, 0],
    ]);
  });

  it('two dependents with the same premium are no duplicate, and a charge with its reversal matches', () => {
    const parts = [their('a', 300_00), their('a', 100_00, { memberId: 'c1' }), their('a', 100_00, { memberId: 'c2' })];
    expect(of(parts, [our('a', 500_00)])).toEqual([]);
    expect(of([their('a', 500_00), their('a', 60_00), their('a', -60_00)], [our('a', 500_00)])).toEqual([]);
  });

  it('timing: a change that one side did not have yet', () => {
    const news = new Set([factKey('a', 'medical')]);
    expect(of([their('a', 500_00)], [], { news, now: [our('a', 500_00)] })).toEqual([['timing', 500_00, 0]]);
    expect(of([their('a', 500_00)], [our('a', 480_00)], { news, now: [our('a', 490_00)] })).toEqual([
      ['wrong_rate', 500_00, 480_00],
    ]);
    expect(of([], [our('a', 500_00)], { newsForThem: news })).toEqual([['timing', 0, 500_00]]);
  });

  it('per plan and tier: counts apart from rates', () => {
    const ours = [our('a', 500_00), our('b', 500_00), our('c', 1500_00, { tier: 'FAM' })];
    const row = (tier: 'EMP' | 'FAM', count: number | null, cents: number) => their(null, cents, { tier, count });
    const tiers = (theirs: TheirLine[]) => kinds(reconcileTiers(theirs, ours, { facts: facts(), hasTiers: true }));
    expect(tiers([row('EMP', 2, 1000_00), row('FAM', 1, 1500_00)])).toEqual([]);
    expect(tiers([row('EMP', 3, 1530_00), row('FAM', 1, 1500_00)])).toEqual([
      ['count', 1500_00, 1000_00],
      ['wrong_rate', 30_00, 0],
    ]);
    expect(tiers([row('EMP', null, 1500_00), row('FAM', 1, 1490_00)])).toEqual([
      ['count', 1500_00, 1000_00],
      ['wrong_rate', 1490_00, 1500_00],
    ]);
  });
});

describe('the retro limit', () => {
  it('counts from the last day of coverage, or the first of the month; what nobody corrects has none', () => {
    const limit = retroLimit({ kind: 'terminated_billed', month: DEC, lastDay: day('2026-10-31') }, 60);
    expect(limit).toBe('2026-12-30');
    expect(daysLeft(day('2026-12-30'), day('2026-11-20'))).toBe(40);
    expect(retroLimit({ kind: 'not_billed', month: DEC, lastDay: null }, 60)).toBe('2027-01-30');
    expect(retroLimit({ kind: 'timing', month: DEC, lastDay: null }, 60)).toBeNull();
  });
});

describe('a file', () => {
  it('may have its columns anywhere, titles above them, a total below, and amounts as people write them', () => {
    const table = [
      ['Northfold Health, December'],
      ['Premium', 'Subscriber ID', 'Product', 'Notes'],
      ['$1,018.50', 'NH-1', 'HMO', ''],
      ['(12.00)', 'NH-2', 'HMO', ''],
      ['', '', '', ''],
      ['12.00-', 'NH-3', 'HMO', ''],
      ['Total', '', '', ''],
    ];
    const found = findInvoiceHeadings(table);
    expect(found).toMatchObject({ row: 1, columns: { amount: 0, memberId: 1, plan: 2 } });
    const { rows, problems } = readInvoice(table, 1, found?.columns ?? {}, DEC);
    expect(rows.map(({ row, memberId, cents }) => [row, memberId, cents])).toEqual([
      [3, 'NH-1', 1018_50],
      [4, 'NH-2', -12_00],
      [6, 'NH-3', -12_00],
    ]);
    expect(problems).toEqual([]);
    expect(findInvoiceHeadings(table, { Notes: 'employeeId' })?.columns).toMatchObject({ employeeId: 3 });
  });

  it('names rows that cannot be read, and columns that are missing or used twice', () => {
    const { problems } = readInvoice(
      [
        ['ID', 'Amount', 'Month'],
        ['1', 'abc', ''],
        ['2', '5', '13/2026'],
        ['3', '', ''],
      ],
      0,
      { memberId: 0, amount: 1, month: 2 },
      DEC,
    );
    expect(problems.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(columnProblems({ plan: 1, count: 1 }).map(({ path }) => path)).toEqual(['columns.amount', 'columns.count']);
    expect([
      invoiceAmount('1.234'),
      invoiceAmount('5.00 CR'),
      invoiceMonth('Dec 2026'),
      invoiceMonth('202612'),
    ]).toEqual([undefined, -500, DEC, DEC]);
    expect(withoutSsn('123-45-6789 Ann')).toBe('••••••••• Ann');
  });
});

it('always ties to the cent: ours plus all differences is theirs, and no line is lost', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const plans = ['hmo', 'ppo', null] as const;
  const tiers = ['EMP', 'FAM', null] as const;
  for (let round = 0; round < 3000; round += 1) {
    const grain = (['plan', 'line', 'member'] as const)[round % 3] ?? 'plan';
    const ours = Array.from({ length: random(6) }, () =>
      our(`s${random(4)}`, (random(5) - 1) * 100, {
        planId: plans[random(2)] ?? 'hmo',
        tier: tiers[random(3)] ?? null,
      }),
    );
    const theirs = Array.from({ length: random(6) }, (_, index) => {
      const planId = plans[random(3)] ?? null;
      const id = random(5);
      return their(id === 4 ? null : `s${id}`, (random(5) - 1) * 100, {
        planId,
        line: planId === null ? null : 'medical',
        tier: tiers[random(3)] ?? null,
        count: random(3) === 0 ? null : random(4),
        row: index + 2,
      });
    });
    const news = new Set(['s0', 's1'].flatMap((id) => [factKey(id, 'medical'), factKey(id, null)]));
    const known = facts({
      news: random(2) === 0 ? news : new Set(),
      newsForThem: random(4) === 0 ? news : new Set(),
      now: ours.slice(1),
    });
    const sum = (lines: readonly { cents: number }[]): number => lines.reduce((total, { cents }) => total + cents, 0);
    for (const found of [
      reconcileMembers(theirs, ours, known, grain),
      reconcileTiers(theirs, ours, { facts: known, hasTiers: round % 2 === 0 }),
    ]) {
      const totals = totalsOf(found);
      expect([totals.theirs, totals.ours]).toEqual([sum(theirs), sum(ours)]);
      expect(totals.ours + found.reduce((total, one) => total + one.theirs - one.ours, 0)).toBe(totals.theirs);
      for (const { kind, theirs: billed, ours: expected } of found) if (kind === 'match') expect(billed).toBe(expected);
    }
  }
});
