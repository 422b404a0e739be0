import fc from 'fast-check';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
} from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { Household } from '@openbenefits/domain/plans/household';
import { DEFAULT_PLAN_RULES } from '@openbenefits/domain/plans/plan-rules';
import { priceHousehold } from '@openbenefits/domain/plans/price-household';
import { pricedMonth } from '@openbenefits/domain/plans/proration';
import type { RateTable } from '@openbenefits/domain/plans/rate-table';
import {
  type BillKey,
  billKey,
  type BillLine,
  billLines,
  type Expected,
  type Posted,
} from '@openbenefits/domain/billing/bill-lines';
import { billPostings } from '@openbenefits/domain/billing/bill-postings';
import { uncreditedLines } from '@openbenefits/domain/billing/credit-limits';

/** What may happen to a group, in any order. */
export type BillEvent =
  | { what: 'enroll'; who: number; plan: number; day: number }
  | { what: 'end'; who: number; plan: number; back: number }
  | { what: 'rate'; plan: number; month: number; cents: number }
  | { what: 'no_rate'; plan: number; month: number }
  | { what: 'contribution'; percent: number }
  | { what: 'run' }
  | { what: 'rerun'; bill: number }
  | { what: 'void'; bill: number }
  | { what: 'days'; count: number };

const whole = (min: number, max: number) => fc.integer({ min, max });
export const billHistory: fc.Arbitrary<BillEvent[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('enroll' as const),
        who: whole(0, 2),
        plan: whole(0, 1),
        day: whole(-150, 40),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('end' as const),
        who: whole(0, 2),
        plan: whole(0, 1),
        back: whole(-40, 150),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('rate' as const),
        plan: whole(0, 1),
        month: whole(0, 7),
        cents: whole(1, 90_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ what: fc.constant('no_rate' as const), plan: whole(0, 1), month: whole(0, 7) }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('contribution' as const), percent: whole(0, 100) }) },
    { weight: 6, arbitrary: fc.record({ what: fc.constant('run' as const) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('rerun' as const), bill: whole(0, 9) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('void' as const), bill: whole(0, 9) }) },
    { weight: 4, arbitrary: fc.record({ what: fc.constant('days' as const), count: whole(1, 45) }) },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
);

const START = calendarDateFrom('2026-02-10');
const FIRST = calendarDateFrom('2026-01-01');
const MONTHS = Array.from({ length: 24 }, (_, index) => addMonths(FIRST, index));
const FACTORS = Array.from({ length: 65 }, (_, age) => 765 + age * 37);
/** Subscriber, spouse and child; the second subscriber is single, the third has a child. */
const FAMILIES = [[41, 39, 9], [26], [58, 17]] as const;
const ROLES = [['self', 'spouse', 'child'], ['self'], ['self', 'child']] as const;
const PLANS = [
  { planId: 'ppo', line: 'medical' },
  { planId: 'dpo', line: 'dental' },
] as const;
/** The carrier of the second plan credits one month after a notice later than 30 days (case M9). */
const LIMIT = { noticeDays: 30, creditMonths: 1 };

type Coverage = { from: CalendarDate; until: CalendarDate | null; endedOn: CalendarDate | null };
type Bill = { period: CalendarDate; lines: BillLine[]; state: 'posted' | 'replaced' | 'void' };

/** A group with two plans whose bills the rules make, next to a second, naive way to make them. */
class BilledWorld {
  today = START;
  percent = 75;
  readonly coverage = new Map<string, Coverage>();
  readonly rates = new Map<string, number | null>();
  readonly bills: Bill[] = [];
  /** Cents of the ledger by account, from the postings of bills and their reversals. */
  readonly ledger = new Map<string, number>();

  rateOf(plan: number, month: CalendarDate): number | null {
    const known = this.rates.get(`${plan} ${month}`);
    return known === undefined ? 30_000 + plan * 1_111 : known;
  }

  #table(plan: number, rate: number): RateTable {
    return plan === 0
      ? {
          method: 'composite',
          tiers: 'four',
          rates: {
            EMP: fromCents(rate),
            ESP: fromCents(rate * 2),
            ECH: fromCents(rate * 2 - 1),
            FAM: fromCents(rate * 3),
          },
        }
      : {
          method: 'age_curve',
          base: fromCents(rate),
          ages: FACTORS,
          areas: null,
          tobacco: 1000,
          chargedChildren: null,
        };
  }

  /** What a subscriber's plan costs in a month by the price function; undefined where held, null where not covered. */
  #expected(who: number, plan: number, month: CalendarDate): Expected | undefined | null {
    const span = this.coverage.get(`${who} ${plan}`);
    if (!span || span.from >= addMonths(month, 1) || (span.until !== null && span.until <= month)) return null;
    const rate = this.rateOf(plan, month);
    if (rate === null) return undefined;
    const household: Household = {
      people: (FAMILIES[who] as readonly number[]).map((age, place) => ({
        id: String(place),
        relationship: (ROLES[who] as readonly ('self' | 'spouse' | 'child')[])[place] ?? 'child',
        age,
        periods: [{ from: span.from, until: span.until }],
      })),
    };
    const proration = { start: 'daily_actual', end: 'daily_actual', birth: 'daily_actual' } as const;
    const contribution = { kind: 'percent', employee: this.percent, dependents: this.percent } as const;
    const price = priceHousehold(
      household,
      this.#table(plan, rate),
      pricedMonth(month),
      { ...DEFAULT_PLAN_RULES, proration, contribution },
      false,
    );
    if ('held' in price) throw new Error(`Held: ${price.held.code}`);
    if (price.employer + price.employee !== price.total) throw new Error('The shares do not add up to the premium');
    return { ...this.#key(who, plan, month), premium: price.total, waiver: fromCents(0), employer: price.employer };
  }

  #key(who: number, plan: number, month: CalendarDate): BillKey {
    return { subscriberId: String(who), ...(PLANS[plan] as (typeof PLANS)[number]), month };
  }

  #compared(period: CalendarDate): CalendarDate[] {
    const months = this.bills.filter(({ state, period: of }) => state === 'posted' && of < period);
    return [...new Set([...months.map((bill) => bill.period), period])].toSorted();
  }

  #posted(months: readonly CalendarDate[]): Posted[] {
    const sums = new Map<string, Posted>();
    for (const { state, lines } of this.bills)
      for (const line of state === 'posted' ? lines : []) {
        if (!months.includes(line.month)) continue;
        const before = sums.get(billKey(line));
        sums.set(billKey(line), {
          ...line,
          billed: fromCents((before?.billed ?? 0) + line.cents),
          employer: fromCents((before?.employer ?? 0) + line.employer),
          uncredited: fromCents((before?.uncredited ?? 0) + (line.kind === 'uncredited' ? line.cents : 0)),
        });
      }
    return [...sums.values()];
  }

  /** The lines of a period's bill by the rules. */
  linesOf(period: CalendarDate): BillLine[] {
    const months = this.#compared(period);
    const [expected, held] = [[] as Expected[], new Set<string>()];
    for (const month of months)
      for (let who = 0; who < FAMILIES.length; who += 1)
        for (let plan = 0; plan < PLANS.length; plan += 1) {
          const one = this.#expected(who, plan, month);
          if (one) expected.push(one);
          else if (one === undefined) held.add(billKey(this.#key(who, plan, month)));
        }
    const lines = billLines(
      period,
      expected,
      this.#posted(months).filter((one) => !held.has(billKey(one))),
    );
    const withheld = uncreditedLines(
      lines,
      ({ planId }) => ({ limit: planId === 'dpo' ? LIMIT : undefined, retroDays: undefined }),
      ({ subscriberId, planId, month }) => {
        const span = this.coverage.get(`${subscriberId} ${planId === 'ppo' ? 0 : 1}`);
        if (!span?.until || span.endedOn === null || span.until >= addMonths(month, 1)) return undefined;
        return { lastDay: addDays(span.until, -1), noticedOn: span.endedOn };
      },
    );
    return [...lines, ...withheld];
  }

  /** The same sums by the naive way: written down for this world alone, from whole numbers and loops. */
  naiveSums(period: CalendarDate): Map<string, { cents: number; withheld: number }> {
    const found = new Map<string, { cents: number; withheld: number }>();
    for (let who = 0; who < 3; who += 1)
      for (let plan = 0; plan < 2; plan += 1) {
        const late: { key: string; month: string; cents: number }[] = [];
        const span = this.coverage.get(`${who} ${plan}`);
        for (const month of this.#compared(period)) {
          const truth = this.naivePrice(who, plan, month);
          if (truth === undefined) continue;
          let [sum, withheld] = [0, 0];
          for (const bill of this.bills)
            if (bill.state === 'posted')
              for (const line of bill.lines)
                if (line.subscriberId === String(who) && line.planId === PLANS[plan]?.planId && line.month === month) {
                  sum += line.cents;
                  if (line.kind === 'uncredited') withheld += line.cents;
                }
          const difference = truth - (sum - withheld);
          const key = billKey(this.#key(who, plan, month));
          // A release whose withholding has ended with its bill is reversed.
          const released = withheld < 0 ? withheld : difference > 0 ? Math.min(difference, withheld) : 0;
          if (difference === 0 && released === 0) continue;
          found.set(key, { cents: difference - released, withheld: -released });
          const monthEnd = addMonths(month, 1);
          if (difference - released < 0 && plan === 1 && span?.until && span.endedOn && span.until < monthEnd) {
            const days = (Date.parse(span.endedOn) - Date.parse(span.until)) / 86_400_000 + 1;
            if (days > 30) late.push({ key, month, cents: difference });
          }
        }
        late.sort((a, b) => b.month.localeCompare(a.month));
        for (const { key, cents } of late.slice(1)) found.set(key, { cents: 0, withheld: -cents });
      }
    return found;
  }

  /** Price under current truth; undefined where held. */
  naivePrice(who: number, plan: number, month: CalendarDate): number | undefined {
    const span = this.coverage.get(`${who} ${plan}`);
    const [first, next] = [Date.parse(month), Date.parse(addMonths(month, 1))];
    const [from, until] = [
      Date.parse(span?.from ?? '9999-01-01'),
      span?.until ? Date.parse(span.until) : Number.POSITIVE_INFINITY,
    ];
    const days = (Math.min(next, until) - Math.max(first, from)) / 86_400_000;
    if (!span || days <= 0) return 0;
    const rate = this.rateOf(plan, month);
    if (rate === null) return undefined;
    const all = (next - first) / 86_400_000;
    const half = (top: number, bottom: number) => Number((BigInt(top) * 2n + BigInt(bottom)) / (BigInt(bottom) * 2n));
    if (plan === 0) return half((who === 0 ? rate * 3 : who === 1 ? rate : rate * 2 - 1) * days, all);
    return (FAMILIES[who] as readonly number[]).reduce(
      (sum, age) => sum + half(half(rate * (765 + age * 37), 1000) * days, all),
      0,
    );
  }

  post(period: CalendarDate): Bill {
    const bill: Bill = { period, lines: this.linesOf(period), state: 'posted' };
    this.bills.push(bill);
    this.#enter(bill, 1);
    return bill;
  }

  end(bill: Bill, state: 'replaced' | 'void'): void {
    bill.state = state;
    this.#enter(bill, -1);
  }

  #enter({ lines }: Bill, sign: 1 | -1): void {
    const postings = billPostings(lines, this.today);
    if (postings.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw new Error('Postings do not add up to zero');
    for (const { account, cents } of postings) {
      const kept = account === '1100' || account === '2010' ? 'owed' : 'earned';
      this.ledger.set(kept, (this.ledger.get(kept) ?? 0) + sign * cents);
    }
  }

  /** The first month without a live bill, if its bill may be made by now. */
  nextPeriod(): CalendarDate | undefined {
    const live = new Set(this.bills.filter(({ state }) => state === 'posted').map(({ period }) => period));
    return MONTHS.find((month) => !live.has(month) && month <= addMonths(firstOfMonth(this.today), 1));
  }

  live(place: number): Bill | undefined {
    const live = this.bills.filter(({ state }) => state === 'posted');
    return live[live.length === 0 ? 0 : place % live.length];
  }
}

const sumsOf = (lines: readonly BillLine[]): Map<string, { cents: number; withheld: number }> => {
  const sums = new Map<string, { cents: number; withheld: number }>();
  for (const line of lines) {
    const before = sums.get(billKey(line)) ?? { cents: 0, withheld: 0 };
    sums.set(billKey(line), {
      cents: before.cents + line.cents,
      withheld: before.withheld + (line.kind === 'uncredited' ? line.cents : 0),
    });
  }
  return sums;
};

const shown = (sums: ReadonlyMap<string, { cents: number; withheld: number }>): string =>
  [...sums]
    .filter(([, { cents, withheld }]) => cents !== 0 || withheld !== 0)
    .map(([key, { cents, withheld }]) => `${key} ${cents} ${withheld}`)
    .toSorted()
    .join('\n');

function bill(world: BilledWorld, period: CalendarDate): void {
  const naive = shown(world.naiveSums(period));
  const { lines } = world.post(period);
  const made = shown(sumsOf(lines));
  if (made !== naive) throw new Error(`The bill of ${period} has\n${made}\nand the naive way\n${naive}`);
  if (world.linesOf(period).length > 0) throw new Error(`A second run of ${period} is not empty`);
}

function happen(world: BilledWorld, event: BillEvent): void {
  switch (event.what) {
    case 'enroll':
      world.coverage.set(`${event.who} ${event.plan}`, {
        from: addDays(world.today, event.day),
        until: null,
        endedOn: null,
      });
      return;
    case 'end': {
      const span = world.coverage.get(`${event.who} ${event.plan}`);
      const until = addDays(world.today, 1 - event.back);
      if (span && until > span.from)
        world.coverage.set(`${event.who} ${event.plan}`, { ...span, until, endedOn: world.today });
      return;
    }
    case 'rate':
      return void world.rates.set(`${event.plan} ${MONTHS[event.month]}`, event.cents);
    case 'no_rate':
      return void world.rates.set(`${event.plan} ${MONTHS[event.month]}`, null);
    case 'contribution':
      world.percent = event.percent;
      return;
    case 'days':
      world.today = addDays(world.today, event.count);
      return;
    case 'run': {
      const period = world.nextPeriod();
      if (period) bill(world, period);
      return;
    }
    default: {
      const old = world.live(event.bill);
      if (!old) return;
      world.end(old, event.what === 'void' ? 'void' : 'replaced');
      if (event.what === 'rerun') bill(world, old.period);
    }
  }
}

/** Lets a history happen and then bills what is left: what bills have is what is true, and what was withheld. */
export function checkHistory(events: readonly BillEvent[]): void {
  const world = new BilledWorld();
  for (const event of events) happen(world, event);
  // Rates come for what is held, and every month is billed to the last.
  for (const [key, rate] of world.rates) if (rate === null) world.rates.set(key, 25_000);
  for (let period = world.nextPeriod(); period; period = world.nextPeriod()) bill(world, period);
  world.today = addDays(world.today, 31);
  const last = world.nextPeriod();
  if (last) bill(world, last);
  const lines = world.bills.flatMap((one) => (one.state === 'posted' ? one.lines : []));
  const sums = sumsOf(lines);
  const billed = world.bills.flatMap(({ state, period }) => (state === 'posted' ? [period] : []));
  for (const period of billed)
    for (let who = 0; who < 3; who += 1)
      for (let plan = 0; plan < 2; plan += 1) {
        const key = `${who} ${PLANS[plan]?.line} ${PLANS[plan]?.planId} ${period}`;
        const { cents, withheld } = sums.get(key) ?? { cents: 0, withheld: 0 };
        const truth = world.naivePrice(who, plan, period) ?? 0;
        if (withheld < 0 || cents !== truth + withheld)
          throw new Error(`${key}: billed ${cents}, true ${truth}, withheld ${withheld}`);
      }
  const total: Cents = fromCents(lines.reduce((sum, { cents }) => sum + cents, 0));
  if (
    (world.ledger.get('owed') ?? 0) !== total ||
    (world.ledger.get('owed') ?? 0) + (world.ledger.get('earned') ?? 0) !== 0
  )
    throw new Error('The ledger does not agree with the bills');
}
