import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDateFrom as d } from '../calendar-date.ts';
import { type Cents, formatMoney, fromCents, parseMoney } from '../money.ts';
import type { Relationship } from '../relationship.ts';
import type { ContributionRule } from './contribution.ts';
import { FEDERAL_CURVE } from './federal-curve.test-data.ts';
import type { Household, RatedPerson } from './household.ts';
import { type Priced, priceHousehold, type PricingRules } from './price-household.ts';
import { pricedMonth, type ProrationMethod } from './proration.ts';
import type { RateTable } from './rate-table.ts';

const $ = (text: string): Cents => parseMoney(text) as Cents;
const MONTH = d('2026-01-01');
const RULES: PricingRules = {
  proration: { start: 'daily_actual', end: 'daily_actual', birth: 'daily_actual' },
  newbornFreeDays: 0,
  contribution: null,
};
const curve = (base: string, change: Partial<Extract<RateTable, { method: 'age_curve' }>> = {}): RateTable => ({
  method: 'age_curve',
  base: $(base),
  ages: FEDERAL_CURVE,
  areas: null,
  tobacco: 1500,
  chargedChildren: 3,
  ...change,
});
const composite = (...rates: [string, string, string, string]): RateTable => ({
  method: 'composite',
  tiers: 'four',
  rates: { EMP: $(rates[0]), ESP: $(rates[1]), ECH: $(rates[2]), FAM: $(rates[3]) },
});
const ALL = { from: d('2020-01-01'), until: null };
const person = (
  id: string,
  relationship: Relationship,
  age: number | null,
  change: Partial<RatedPerson> = {},
): RatedPerson => ({
  id,
  relationship,
  age,
  periods: [ALL],
  ...change,
});
const family = (...ages: [string, number][]): Household => ({
  people: ages.map(([kind, age], index) =>
    person(
      `p${index}`,
      index === 0 ? 'self' : kind === 'spouse' ? 'spouse' : kind === 'partner' ? 'domestic_partner' : 'child',
      age,
    ),
  ),
});
function priced(household: Household, table: RateTable, month = MONTH, rules: Partial<PricingRules> = {}): Priced {
  const result = priceHousehold(household, table, pricedMonth(month), { ...RULES, ...rules });
  if ('held' in result) throw new Error(JSON.stringify(result.held));
  return result;
}
const amounts = ({ lines }: Priced): string[] => lines.map(({ cents }) => formatMoney(cents));

describe('an age curve', () => {
  it('charges the three oldest children under 21 and rounds per person (M1)', () => {
    const one = priced(
      family(['self', 45], ['spouse', 44], ['child', 22], ['child', 20], ['child', 17], ['child', 15], ['child', 12]),
      curve('331.85'),
    );
    expect(amounts(one)).toEqual(['$479.19', '$463.59', '$331.85', '$321.89', '$293.69', '$276.43', '$0.00']);
    expect(formatMoney(one.total)).toBe('$2,166.64');
    expect(one.trace.filter(({ kind }) => kind === 'not_charged')).toEqual([
      { kind: 'not_charged', memberId: 'p6', age: 12, most: 3 },
    ]);
  });

  it('takes a partner under 21 for a spouse, who uses up no place (M2)', () => {
    const one = family(['self', 23], ['partner', 20], ['child', 19], ['child', 14], ['child', 9], ['child', 2]);
    expect(formatMoney(priced(one, curve('310.00')).total)).toBe('$1,376.71');
    expect(priced(one, composite('100', '200', '180', '300')).trace[0]).toMatchObject({ tier: 'FAM' });
  });

  it('adds a baby by the day and leaves the subscriber’s age as it was (M3)', () => {
    const one: Household = {
      people: [
        person('sub', 'self', 44),
        person('baby', 'child', 0, { periods: [{ from: d('2026-06-10'), until: null }], bornOn: d('2026-06-10') }),
      ],
    };
    const on = (month: string) => formatMoney(priced(one, curve('400.00'), d(month)).total);
    expect([on('2026-05-01'), on('2026-06-01'), on('2026-07-01')]).toEqual(['$558.80', '$773.00', '$864.80']);
  });

  it('multiplies base, area, age and tobacco before it rounds once; dental has no limit of children', () => {
    const one = family(
      ['self', 40],
      ['spouse', 37],
      ['child', 22],
      ['child', 20],
      ['child', 17],
      ['child', 13],
      ['child', 9],
    );
    const table = curve('312.50', { areas: new Map([['3', 960]]) });
    expect(formatMoney(priced({ ...one, area: '3' }, table).total)).toBe('$1,840.80');
    expect(formatMoney(priced(one, curve('300.00', { chargedChildren: null })).total)).toBe('$2,070.30');
    const smoker = { ...one, people: one.people.slice(0, 1).map((sub) => ({ ...sub, usesTobacco: true })) };
    expect(formatMoney(priced(smoker, curve('300.00')).total)).toBe('$575.10');
  });
});

describe('tobacco', () => {
  const sub = (age: number, periods = [ALL]) => person('a', 'self', age, { usesTobacco: true, periods });
  const HALF: ContributionRule = { kind: 'percent', employee: 50, dependents: 50 };

  it('is rated by the factor of the age where the version has one, and not under 21', () => {
    const tobaccoByAge = Array.from({ length: 65 }, (_, age) => (age >= 45 ? 1250 : null));
    const totalAt = (age: number, change: Partial<Extract<RateTable, { method: 'age_curve' }>> = {}) =>
      formatMoney(priced({ people: [sub(age)] }, curve('100.00', { ages: [1000], ...change })).total);
    expect([20, 21, 40, 45, 80].map((age) => totalAt(age, { tobaccoByAge }))).toEqual([
      '$100.00',
      '$150.00',
      '$150.00',
      '$125.00',
      '$125.00',
    ]);
  });

  it.each([
    ['shared', '$575.10', '$287.55'],
    ['employee', '$575.10', '$191.70'],
  ] as const)(
    'with a surcharge that is %s, the employer pays half of the premium before it or with it',
    (tobaccoSurcharge, total, employer) => {
      const price = priced({ people: [sub(40)] }, curve('300.00'), MONTH, { contribution: HALF, tobaccoSurcharge });
      expect([formatMoney(price.total), formatMoney(price.employer)]).toEqual([total, employer]);
      expect(price.employer + price.employee).toBe(price.total);
    },
  );

  it('has a surcharge of the charged days only', () => {
    const price = priced({ people: [sub(40, [{ from: d('2026-01-17'), until: null }])] }, curve('300.00'), MONTH, {
      contribution: HALF,
      tobaccoSurcharge: 'employee',
    });
    // 15 of 31 days of 575.10, of which 191.70 are the surcharge.
    expect([formatMoney(price.total), formatMoney(price.employer)]).toEqual(['$278.27', '$92.76']);
  });
});

describe('volume (M5): the steps in the order of the plan', () => {
  const life = (again = false): RateTable => ({
    method: 'volume',
    unit: 1000,
    rates: [{ from: 0, to: null, perUnit: 2000 }],
    steps: [
      { step: 'multiply', percent: 200 },
      { step: 'round_up', to: $('1000') },
      { step: 'cap', at: $('100000') },
      {
        step: 'reduce_by_age',
        percents: [
          { fromAge: 65, percent: 65 },
          { fromAge: 70, percent: 50 },
        ],
      },
      ...(again ? [{ step: 'round_up', to: $('1000') } as const] : []),
    ],
  });
  const of = (salary: string, age: number, table = life()): string =>
    formatMoney(priced({ people: [person('sub', 'self', age)], salary: $(salary) }, table).total);
  it.each([
    ['40,250', 50, '$16.20'],
    ['40,250', 65, '$10.53'],
    ['61,000', 66, '$13.00'],
    ['40,000', 50, '$16.00'],
    ['40,250', 70, '$8.10'],
  ])('%s at %i', (salary, age, premium) => expect(of(salary, age)).toBe(premium));
  it('rounds up again where the plan says so', () => expect(of('40,250', 65, life(true))).toBe('$10.60'));
});

describe('a part of a month', () => {
  const of = (from: string, until: string | null, month: string, method: ProrationMethod, rate = '645.00'): string => {
    const one: Household = {
      people: [person('sub', 'self', 40, { periods: [{ from: d(from), until: until === null ? null : d(until) }] })],
    };
    const rules = { proration: { start: method, end: method, birth: method } };
    return formatMoney(priced(one, composite(rate, rate, rate, rate), d(month), rules).total);
  };
  it.each<[string, string | null, string, ProrationMethod, string]>([
    // M6 and the vectors of domain rules 4.8.
    ['2026-01-25', '2026-02-03', '2026-01-01', 'daily_actual', '$145.65'],
    ['2026-01-25', '2026-02-03', '2026-02-01', 'daily_actual', '$46.07'],
    ['2028-02-27', '2028-03-01', '2028-02-01', 'daily_actual', '$66.72'],
    ['2028-02-27', '2028-03-01', '2028-02-01', 'daily_30', '$64.50'],
    ['2026-01-15', null, '2026-01-01', 'daily_actual', '$353.71'],
    ['2026-01-15', null, '2026-01-01', 'daily_30', '$365.50'],
    ['2026-01-15', null, '2026-01-01', 'full_month', '$645.00'],
    ['2026-01-15', null, '2026-01-01', 'first_of_month', '$0.00'],
    ['2026-01-01', '2026-01-20', '2026-01-01', 'first_of_month', '$645.00'],
    ['2026-01-15', null, '2026-01-01', 'wash_15', '$645.00'],
    ['2026-01-16', null, '2026-01-01', 'wash_15', '$0.00'],
    ['2025-01-01', '2026-01-16', '2026-01-01', 'wash_15', '$0.00'],
    ['2025-01-01', '2026-01-17', '2026-01-01', 'wash_15', '$645.00'],
    ['2026-01-10', '2026-01-21', '2026-01-01', 'wash_15', '$645.00'],
    ['2026-01-15', null, '2026-01-01', 'half_month', '$645.00'],
    ['2026-01-16', null, '2026-01-01', 'half_month', '$322.50'],
    ['2025-01-01', '2026-01-16', '2026-01-01', 'half_month', '$322.50'],
    ['2026-01-10', '2026-01-13', '2026-01-01', 'half_month', '$322.50'],
    ['2026-01-10', '2026-01-21', '2026-01-01', 'daily_30', '$236.50'],
    ['2025-01-01', null, '2026-02-01', 'daily_30', '$645.00'],
  ])('%s to %s in %s, %s: %5$s', (from, until, month, method, premium) =>
    expect(of(from, until, month, method)).toBe(premium),
  );

  it('with two tiers is added exactly and rounded once', () => {
    const one: Household = {
      people: [
        person('sub', 'self', 40),
        person('spouse', 'spouse', 38, { periods: [{ from: d('2026-01-17'), until: null }] }),
      ],
    };
    // 16 days at 100.01 and 15 days at 200.02 of 31.
    expect(formatMoney(priced(one, composite('100.01', '200.02', '0', '0')).total)).toBe('$148.40');
  });
});

describe('free days of a newborn (M7)', () => {
  const one = (table: RateTable, month: string): Priced =>
    priced(
      {
        people: [
          person('sub', 'self', 21),
          person('baby', 'child', 0, { periods: [{ from: d('2026-06-10'), until: null }], bornOn: d('2026-06-10') }),
        ],
      },
      table,
      d(month),
      { newbornFreeDays: 31 },
    );
  const ofBaby = ({ lines }: Priced) =>
    lines.filter(({ memberId }) => memberId === 'baby').map(({ kind, cents }) => [kind, formatMoney(cents)]);

  it('shows charge and waiver', () => {
    expect(ofBaby(one(curve('400.00'), '2026-06-01'))).toEqual([
      ['premium', '$214.20'],
      ['waiver', '−$214.20'],
    ]);
    expect(ofBaby(one(curve('400.00'), '2026-07-01'))).toEqual([
      ['premium', '$306.00'],
      ['waiver', '−$98.71'],
    ]);
    expect(ofBaby(one(curve('400.00'), '2026-08-01'))).toEqual([['premium', '$306.00']]);
  });

  it('does not change the tier of a composite price until they are over', () => {
    const table = composite('100', '200', '180', '300');
    expect(formatMoney(one(table, '2026-06-01').total)).toBe('$100.00');
    // From 07/11 on: 10 days of the employee alone, 21 with children.
    expect(formatMoney(one(table, '2026-07-01').total)).toBe('$154.19');
    expect(formatMoney(one(table, '2026-08-01').total)).toBe('$180.00');
  });
});

describe('an age band', () => {
  const table: RateTable = {
    method: 'banded',
    rows: [
      { from: 0, to: 24, employee: $('433.13'), spouse: $('476.44'), child: $('368.16'), family: $('1212.75') },
      { from: 25, to: 29, employee: $('459.90'), spouse: $('505.89'), child: $('390.92'), family: $('1287.72') },
      { from: 45, to: null, employee: $('659.93'), spouse: $('725.92'), child: $('560.94'), family: $('1847.79') },
    ],
  };
  it.each<[Household, string]>([
    [family(['self', 24]), '$433.13'],
    [family(['self', 25], ['spouse', 60]), '$965.79'],
    [family(['self', 29], ['child', 3], ['child', 5]), '$850.82'],
    [family(['self', 70], ['spouse', 60], ['child', 5]), '$1,847.79'],
  ])('%#', (household, premium) => expect(formatMoney(priced(household, table).total)).toBe(premium));

  it('that is missing holds the household', () => {
    expect(priceHousehold(family(['self', 40]), table, pricedMonth(MONTH), RULES)).toEqual({
      held: { code: 'no_rate_for_age', memberId: 'p0', age: 40 },
    });
  });
});

describe('what is held', () => {
  const one = family(['self', 40], ['child', 3]);
  it.each<[string, Household, RateTable, Partial<PricingRules>, object]>([
    ['no birth date', { people: [person('a', 'self', null)] }, curve('300'), {}, { code: 'no_age', memberId: 'a' }],
    [
      'no rating role',
      { people: [person('a', 'self', 40), person('b', 'other', 3)] },
      curve('300'),
      {},
      { code: 'no_rating_role', memberId: 'b' },
    ],
    [
      'no area',
      { ...one, area: '9' },
      curve('300', { areas: new Map([['1', 1000]]) }),
      {},
      { code: 'no_rating_area', area: '9' },
    ],
    [
      'no rate of a tier',
      one,
      { method: 'composite', tiers: 'four', rates: { EMP: $('1') } },
      {},
      { code: 'no_rate_for_tier', tier: 'ECH' },
    ],
    [
      'no salary',
      family(['self', 40]),
      { method: 'volume', unit: 1000, steps: [], rates: [{ from: 0, to: null, perUnit: 1 }] },
      {},
      { code: 'no_salary', memberId: 'p0' },
    ],
    [
      'no contribution for the tier',
      one,
      composite('1', '2', '3', '4'),
      { contribution: { kind: 'percent_by_tier', tiers: { EMP: 50 } } },
      { code: 'no_contribution' },
    ],
  ])('%s', (_name, household, table, rules, held) =>
    expect(priceHousehold(household, table, pricedMonth(MONTH), { ...RULES, ...rules })).toEqual({ held }),
  );
});

describe('contributions', () => {
  const seven = family(
    ['self', 40],
    ['spouse', 37],
    ['child', 22],
    ['child', 20],
    ['child', 17],
    ['child', 13],
    ['child', 9],
  );
  const paid = (rule: ContributionRule, household = seven, table = curve('300.00')): [string, string] => {
    const { employer, employee } = priced(household, table, MONTH, { contribution: rule });
    return [formatMoney(employer), formatMoney(employee)];
  };
  it('percent of the employee and of the dependents', () =>
    expect(paid({ kind: 'percent', employee: 75, dependents: 50 })).toEqual(['$1,016.25', '$824.55']));
  it('capped, split by price to the cent, nobody above the own price (M14)', () => {
    const rule: ContributionRule = {
      kind: 'capped',
      rule: { kind: 'percent', employee: 100, dependents: 100 },
      at: $('850'),
    };
    const { lines } = priced(seven, curve('300.00'), MONTH, { contribution: rule });
    expect(lines.map(({ employer }) => formatMoney(employer))).toEqual([
      '$177.04',
      '$171.49',
      '$138.53',
      '$134.37',
      '$122.60',
      '$105.97',
      '$0.00',
    ]);
  });
  it('a flat amount never exceeds the price', () =>
    expect(paid({ kind: 'flat', employee: $('500'), dependents: $('200') })).toEqual(['$583.40', '$1,257.40']));
  it('the lesser of the own price and a share of the reference plan, per member', () => {
    const prices = new Map([
      ['p0', $('400')],
      ['p1', $('300')],
    ]);
    const two = family(['self', 40], ['spouse', 37]);
    expect(paid({ kind: 'reference_plan', percent: 80, prices }, two)).toEqual(['$560.00', '$194.80']);
    expect(paid({ kind: 'reference_plan', percent: 100, prices }, two)).toEqual(['$683.40', '$71.40']);
  });
  it('an allowance by the employee’s age', () => {
    const rule: ContributionRule = {
      kind: 'allowance',
      bands: [
        { from: 0, to: 39, amount: $('300') },
        { from: 40, to: null, amount: $('350') },
      ],
    };
    expect(paid(rule, family(['self', 40]))).toEqual(['$350.00', '$33.40']);
    expect(paid(rule, family(['self', 30]))).toEqual(['$300.00', '$40.50']);
  });
  it('percent by tier', () =>
    expect(
      paid(
        { kind: 'percent_by_tier', tiers: { FAM: 60 } },
        family(['self', 40], ['spouse', 37], ['child', 3]),
        composite('100', '200', '180', '333.33'),
      ),
    ).toEqual(['$200.00', '$133.33']));
});

describe('whatever the household', () => {
  const anyPerson = fc.record({
    relationship: fc.constantFrom<Relationship>('spouse', 'child', 'child', 'step_child', 'adopted_child'),
    age: fc.integer({ min: 0, max: 70 }),
    from: fc.integer({ min: -400, max: 40 }),
    days: fc.option(fc.integer({ min: 1, max: 500 })),
  });
  const anyHousehold = fc
    .tuple(fc.integer({ min: 18, max: 80 }), fc.array(anyPerson, { maxLength: 11 }))
    .map(([age, people]): Household => ({
      salary: $('52,000'),
      people: [
        person('p0', 'self', age),
        ...people.map((one, index) => {
          const from = addDays(MONTH, one.from);
          return person(`p${index + 1}`, one.relationship, one.age, {
            periods: [{ from, until: one.days === null ? null : addDays(from, one.days) }],
          });
        }),
      ],
    }));
  const anyTable = fc.constantFrom<RateTable>(
    curve('331.85'),
    curve('271.13', { chargedChildren: null }),
    composite('485.17', '970.33', '873.31', '1484.99'),
  );
  const anyMethod = fc.constantFrom<ProrationMethod>(
    'full_month',
    'first_of_month',
    'wash_15',
    'half_month',
    'daily_actual',
    'daily_30',
  );
  const anyRule = fc.constantFrom<ContributionRule | null>(
    null,
    { kind: 'percent', employee: 75, dependents: 33 },
    { kind: 'flat', employee: $('250.01'), dependents: $('99.99') },
    { kind: 'capped', rule: { kind: 'percent', employee: 100, dependents: 100 }, at: $('700.07') },
  );

  it('employer and employee add up to the premium on every line, and the lines to the total', () =>
    fc.assert(
      fc.property(anyHousehold, anyTable, anyMethod, anyRule, (household, table, method, contribution) => {
        const rules = { proration: { start: method, end: method, birth: method }, contribution };
        const one = priced(household, table, MONTH, rules);
        for (const line of one.lines) {
          expect(line.employer + line.employee).toBe(line.cents);
          expect(Math.min(line.employer, line.employee)).toBeGreaterThanOrEqual(0);
        }
        expect(one.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(one.total);
        expect(one.employer + one.employee).toBe(one.total);
      }),
    ));

  it('the order of its dependents never changes the total, nor does the trace', () =>
    fc.assert(
      fc.property(anyHousehold, anyTable, anyMethod, fc.infiniteStream(fc.nat()), (household, table, method, order) => {
        const rules = { proration: { start: method, end: method, birth: method } };
        const [first, ...others] = household.people as [RatedPerson, ...RatedPerson[]];
        const mixed = others.map((one) => [order.next().value as number, one] as const).toSorted((a, b) => a[0] - b[0]);
        const shuffled = { ...household, people: [first, ...mixed.map(([, one]) => one)] };
        const total = priced(household, table, MONTH, rules).total;
        expect(priced(shuffled, table, MONTH, rules).total).toBe(total);
        expect(priceHousehold(household, table, pricedMonth(MONTH), { ...RULES, ...rules }, false)).toMatchObject({
          total,
        });
      }),
    ));
});

it('amounts of a million dollars stay exact', () => {
  expect(priced(family(['self', 64]), curve('999999.99')).total).toBe(fromCents(299_999_997));
});
