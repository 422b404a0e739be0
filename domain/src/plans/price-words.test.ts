import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import { type MessageToken, readTemplate } from '../message-template.ts';
import { type Cents, formatMoney, parseMoney } from '../money.ts';
import type { Relationship } from '../relationship.ts';
import type { ContributionRule } from './contribution.ts';
import type { ExplainedPrice } from './explained-price.ts';
import { FEDERAL_CURVE } from './federal-curve.test-data.ts';
import type { RatedPerson } from './household.ts';
import { priceHousehold, type PricingRules } from './price-household.ts';
import { PRICE_MESSAGES } from './price-messages.ts';
import { HELD_CODES, type HeldReason, TRACE_KINDS } from './price-trace.ts';
import { explanationText, priceWords } from './price-words.ts';
import { pricedMonth } from './proration.ts';
import type { RateTable } from './rate-table.ts';

const $ = (text: string): Cents => parseMoney(text) as Cents;
const MONTH = d('2026-12-01');
const ALL = { from: d('2020-01-01'), until: null };
type Someone = [name: string, relationship: Relationship, age: number | null, change?: Partial<RatedPerson>];
const SEVEN: Someone[] = [
  ['Employee', 'self', 40],
  ['Spouse', 'spouse', 38],
  ['Child', 'child', 22],
  ['Child', 'child', 20],
  ['Child', 'child', 17],
  ['Child', 'child', 13],
  ['Child', 'child', 9],
];
const CURVE: RateTable = {
  method: 'age_curve',
  base: $('312.50'),
  ages: FEDERAL_CURVE,
  areas: new Map([['3', 960]]),
  tobacco: 1500,
  chargedChildren: 3,
};
const PERCENT: ContributionRule = { kind: 'percent', employee: 75, dependents: 50 };
const DAILY: PricingRules['proration'] = { start: 'daily_actual', end: 'daily_actual', birth: 'daily_actual' };

function explained(
  people: Someone[],
  table: RateTable,
  rules: Partial<PricingRules> = {},
  { month = MONTH, salary = null as Cents | null } = {},
): ExplainedPrice {
  const household = {
    area: '3',
    salary,
    people: people.map(([, relationship, age, change], index) => ({
      id: `p${index}`,
      relationship,
      age,
      periods: [ALL],
      ...change,
    })),
  };
  const all: PricingRules = { proration: DAILY, newbornFreeDays: 0, contribution: PERCENT, ...rules };
  const priced = priceHousehold(household, table, pricedMonth(month), all);
  const isHeld = 'held' in priced;
  return {
    line: 'medical',
    planId: 'plan',
    planCode: 'MED-HMO',
    planName: 'Standard HMO',
    month,
    tier: null,
    monthly: isHeld ? null : priced.total,
    employer: isHeld ? null : priced.employer,
    employee: isHeld ? null : priced.employee,
    employeeOnly: null,
    held: isHeld ? priced.held : null,
    table: {
      id: 'table',
      versionNo: 4,
      method: table.method,
      from: d('2026-01-01'),
      until: d('2027-01-01'),
      enteredBy: 'Dana Whitfield',
      enteredAt: '2025-11-03T15:00:00.000Z',
      activatedBy: 'Priya Raman',
    },
    people: people.map(([name, relationship, age], index) => ({
      id: `p${index}`,
      name,
      relationship,
      age,
      ratedOn: d('2026-12-16'),
    })),
    lines: isHeld ? [] : priced.lines,
    steps: isHeld ? [] : priced.trace,
  };
}

const rowsOf = (price: ExplainedPrice): string[] => {
  const [, ...lines] = explanationText([price]).split('\n');
  return lines.filter((line) => !/^(Rate table|Entered|Ages|Base rate):|^Each person|^Children under/.test(line));
};

it('an age curve reads as a bill explains it (picture 12)', () => {
  expect(explanationText([explained(SEVEN, CURVE)], $('1843.20')).split('\n')).toEqual([
    'Why $1,843.20 per month',
    '',
    'Standard HMO (MED-HMO)',
    'Rate table: Version 4 of Standard HMO, 01/01/2026 – 12/31/2026',
    'Entered: by Dana Whitfield on 11/03/2025, activated by Priya Raman',
    'Base rate: $312.50 × 0.960 for rating area 3 = $300.00',
    'Ages: counted on 12/16/2026',
    'Employee, age 40, × 1.278: $383.40',
    'Spouse, age 38, × 1.246: $373.80',
    'Child, 21 or older, always charged, age 22, × 1.000: $300.00',
    'Child, 1st of the three oldest under 21, age 20, × 0.970: $291.00',
    'Child, 2nd of the three oldest under 21, age 17, × 0.885: $265.50',
    'Child, 3rd of the three oldest under 21, age 13, × 0.765: $229.50',
    'Child, not charged: only the three oldest under 21 are, age 9: $0.00',
    'Total premium: $1,843.20',
    'Employer, 75% of $383.40 for the employee: −$287.55',
    'Employer, 50% of $1,459.80 for dependents: −$729.90',
    'Employee pays: $825.75',
    'Each person is rounded to the cent, then added. Children under 21: 45 CFR 147.102(c)(1).',
  ]);
});

const life: RateTable = {
  method: 'volume',
  unit: 1000,
  rates: [{ from: 0, to: null, perUnit: 2000 }],
  steps: [
    { step: 'multiply', percent: 200 },
    { step: 'round_up', to: $('1000') },
    { step: 'cap', at: $('100000') },
    { step: 'reduce_by_age', percents: [{ fromAge: 65, percent: 65 }] },
  ],
};
const COMPOSITE: RateTable = {
  method: 'composite',
  tiers: 'four',
  rates: { EMP: $('485'), ESP: $('970'), ECH: $('873'), FAM: $('1358') },
};
const BANDED: RateTable = {
  method: 'banded',
  rows: [{ from: 40, to: 44, employee: $('500'), spouse: $('400'), child: $('300'), family: $('1100') }],
};
const from = (day: string): Partial<RatedPerson> => ({ periods: [{ from: d(day), until: null }] });
const BOTH: Someone[] = SEVEN.slice(0, 2);
const contribution = (rule: ContributionRule): Partial<PricingRules> => ({ contribution: rule });

it.each<[string, ExplainedPrice, string[]]>([
  [
    'tier',
    explained(
      [
        ['Ines Calderwood', 'self', 38],
        ['Theo Calderwood', 'spouse', 40],
        ['Bram', 'child', 9],
      ],
      COMPOSITE,
    ),
    [
      'Family rate, Ines Calderwood, Theo Calderwood, Bram: $1,358.00',
      'Total premium: $1,358.00',
      'Of which for the employee: $485.00',
      'Of which for dependents: $873.00',
      'Employer, 75% of $485.00 for the employee: −$363.75',
      'Employer, 50% of $873.00 for dependents: −$436.50',
      'Employee pays: $557.75',
    ],
  ],
  [
    'band',
    explained(
      [
        ['Employee', 'self', 42],
        ['Spouse', 'spouse', 38],
      ],
      BANDED,
    ),
    [
      'Employee and spouse, age group 40–44, age 42, Employee, Spouse: $900.00',
      'Total premium: $900.00',
      'Of which for the employee: $500.00',
      'Of which for dependents: $400.00',
      'Employer, 75% of $500.00 for the employee: −$375.00',
      'Employer, 50% of $400.00 for dependents: −$200.00',
      'Employee pays: $325.00',
    ],
  ],
  [
    'salary, volume, volume_rate',
    explained([['Employee', 'self', 66]], life, contribution({ kind: 'percent', employee: 100, dependents: 0 }), {
      salary: $('61000'),
    }),
    [
      'Annual salary, Employee: $61,000.00',
      '× 200%: $122,000.00',
      'Rounded up to the next $1,000.00: $122,000.00',
      'At most $100,000.00: $100,000.00',
      'Age reduction at 66: $65,000.00',
      'Rate $0.200 per $1,000 of volume, age 66: $13.00',
      'Total premium: $13.00',
      'Employer, 100% of $13.00 for the employee: −$13.00',
      'Employee pays: $0.00',
    ],
  ],
  [
    'prorated: days',
    explained([['Employee', 'self', 40, { ...from('2026-12-16'), usesTobacco: true }]], CURVE, { contribution: null }),
    [
      'Part of the month: by the days of the month',
      'Employee, uses tobacco × 1.500, 16 of 31 days of $575.10, age 40, × 1.278: $296.83',
      'Total premium: $296.83',
      'Employee pays: $296.83',
    ],
  ],
  [
    'prorated: 30-day month',
    explained([['Employee', 'self', 40, from('2026-12-16')]], COMPOSITE, {
      contribution: null,
      proration: { ...DAILY, start: 'daily_30' },
    }),
    [
      'Part of the month: 30-day month',
      'Employee only rate, 16 of 30 days of $485.00: $258.67',
      'Total premium: $258.67',
      'Employee pays: $258.67',
    ],
  ],
  [
    'prorated: half a month, two tiers',
    explained(
      [
        ['Employee', 'self', 40],
        ['Spouse', 'spouse', 38, from('2026-12-16')],
      ],
      COMPOSITE,
      {
        contribution: null,
        proration: { ...DAILY, start: 'half_month' },
      },
    ),
    [
      'Part of the month: half of the month after the 15th',
      'Employee only rate, half of the month of $485.00',
      'Employee and spouse rate, Employee, Spouse, half of the month of $970.00',
      'Total premium: $727.50',
      'Of which for the employee: $485.00',
      'Of which for dependents: $242.50',
      'Employee pays: $727.50',
      'Parts of the month are added exactly and rounded once to the cent. No contribution applies, so the employee pays the whole premium.',
    ],
  ],
  [
    'newborn',
    explained(
      [
        ['Employee', 'self', 21],
        ['Baby', 'child', 0, { ...from('2026-12-10'), bornOn: d('2026-12-10') }],
      ],
      CURVE,
      { newbornFreeDays: 10, contribution: { kind: 'percent', employee: 100, dependents: 50 } },
    ),
    [
      'Part of the month: by the days of the month',
      'Employee, age 21, × 1.000: $300.00',
      'Baby, Child, 1st of the three oldest under 21, 22 of 31 days of $229.50, age 0, × 0.765: $162.87',
      'Free days of a newborn, Baby, 10 of 31 days: −$74.03',
      'Total premium: $388.84',
      'Employer, 100% of $300.00 for the employee: −$300.00',
      'Employer, 50% of $162.87 for dependents: −$81.44',
      'Employer’s part of the free days: +$37.02',
      'Employee pays: $44.42',
    ],
  ],
  [
    'percent by tier',
    explained(BOTH, COMPOSITE, contribution({ kind: 'percent_by_tier', tiers: { ESP: 60 } })),
    [
      'Employee and spouse rate, Employee, Spouse: $970.00',
      'Total premium: $970.00',
      'Of which for the employee: $485.00',
      'Of which for dependents: $485.00',
      'Employer, 60% of $970.00 for the tier Employee and spouse: −$582.00',
      'Employee pays: $388.00',
    ],
  ],
  [
    'flat, more than the price of the employee',
    explained(BOTH, CURVE, contribution({ kind: 'flat', employee: $('500'), dependents: $('200') })),
    [
      'Employee, age 40, × 1.278: $383.40',
      'Spouse, age 38, × 1.246: $373.80',
      'Total premium: $757.20',
      'Employer, $500.00 for the employee, limited to the premium of $383.40: −$383.40',
      'Employer, $200.00 for dependents: −$200.00',
      'Employee pays: $173.80',
    ],
  ],
  [
    'capped',
    explained(BOTH, CURVE, contribution({ kind: 'capped', rule: PERCENT, at: $('400') })),
    [
      'Employee, age 40, × 1.278: $383.40',
      'Spouse, age 38, × 1.246: $373.80',
      'Total premium: $757.20',
      'Employer, 75% of $383.40 for the employee: −$287.55',
      'Employer, 50% of $373.80 for dependents: −$186.90',
      'Employer pays at most $400.00: +$74.45',
      'Employee pays: $357.20',
    ],
  ],
  [
    'reference plan',
    explained(
      BOTH,
      CURVE,
      contribution({
        kind: 'reference_plan',
        percent: 100,
        prices: new Map([
          ['p0', $('400')],
          ['p1', $('300')],
        ]),
      }),
    ),
    [
      'Employee, age 40, × 1.278: $383.40',
      'Spouse, age 38, × 1.246: $373.80',
      'Total premium: $757.20',
      'Employer for Employee, 100% of $400.00 on the reference plan, limited to the premium of $383.40: −$383.40',
      'Employer for Spouse, 100% of $300.00 on the reference plan: −$300.00',
      'Employee pays: $73.80',
    ],
  ],
  [
    'allowance',
    explained(
      [['Employee', 'self', 30]],
      CURVE,
      contribution({ kind: 'allowance', bands: [{ from: 0, to: 39, amount: $('200') }] }),
    ),
    [
      'Employee, age 30, × 1.135: $340.50',
      'Total premium: $340.50',
      'Employer, allowance of $200.00 for ages Under 40: −$200.00',
      'Employee pays: $140.50',
    ],
  ],
])('%s', (_name, price, rows) => {
  expect(rowsOf(price).filter((line) => !line.startsWith('No contribution'))).toEqual(rows);
  const { rows: words } = priceWords(price);
  const amounts = words.filter(({ kind }) => kind === 'total' || kind === 'less').slice(0);
  const at = amounts.findIndex(({ kind }) => kind === 'total');
  const left = amounts.slice(at).reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  if (price.employer !== null) expect(formatMoney(left as Cents)).toBe(formatMoney(price.employee as Cents));
});

it('the base rate of a curve that is not 1.000 at age 21 says what it is for (DC)', () => {
  const { facts } = priceWords(explained(BOTH, { ...CURVE, areas: null, per: 727 }));
  expect(facts[2]?.text.text).toBe('$312.50 for factor 0.727');
});
it('the base rate of an area shows the exact product', () => {
  const { facts } = priceWords(explained(BOTH, { ...CURVE, base: $('331.85'), areas: new Map([['3', 973]]) }));
  expect(facts[2]?.text.text).toBe('$331.85 × 0.973 for rating area 3 = $322.89005');
});

describe('what is held says why, and what to do where', () => {
  const people = explained(
    [
      ['Ines', 'self', 40],
      ['Theo', 'other', null],
    ],
    CURVE,
  ).people;
  const of = (held: HeldReason) => {
    const { held: words } = priceWords({ ...explained(BOTH, COMPOSITE), people, held });
    return [words?.problem.text, words?.fix.text, words?.where, words?.memberId];
  };
  it.each<[HeldReason, string, string | null, string | null]>([
    [{ code: 'no_rate_table' }, 'Standard HMO has no active rates in 12/2026.', 'rates', null],
    [{ code: 'varies' }, 'The amount depends on the policy that the member buys.', null, null],
    [
      { code: 'no_rating_role', memberId: 'p1' },
      'Standard HMO does not rate the relationship “Other” of Theo.',
      'plan',
      null,
    ],
    [
      { code: 'no_age', memberId: 'p1' },
      'Theo has no date of birth, and Standard HMO is rated by age.',
      'member',
      'p1',
    ],
    [
      { code: 'no_rate_for_age', memberId: 'p0', age: 40 },
      'Standard HMO has no rate for age 40, the age of Ines.',
      'rates',
      null,
    ],
    [{ code: 'no_rate_for_tier', tier: 'FAM' }, 'Standard HMO has no rate for the tier Family.', 'rates', null],
    [{ code: 'no_rating_area', area: '9' }, 'Standard HMO has no factor for rating area 9.', 'rates', null],
    [
      { code: 'no_rating_area', area: null },
      'Standard HMO is rated by area, and the ZIP code has no rating area.',
      'rates',
      null,
    ],
    [
      { code: 'no_salary', memberId: 'p0' },
      'Ines has no annual salary, and Standard HMO is rated by salary.',
      'member',
      'p0',
    ],
    [{ code: 'no_contribution' }, 'The group’s contribution rule does not cover this tier or age.', 'group', null],
  ])('%j', (held, problem, where, memberId) => {
    const [text, fix, place, person] = of(held);
    expect([text, place, person]).toEqual([problem, where, memberId]);
    expect(fix).toMatch(/\.$/);
  });
  it('knows every reason', () => {
    for (const code of HELD_CODES) expect(Object.keys(PRICE_MESSAGES)).toContain(code);
    expect(TRACE_KINDS.length).toBe(15);
  });
});

const namesIn = (tokens: readonly MessageToken[]): string[] =>
  tokens.flatMap((token) =>
    typeof token === 'string' ? [] : [token[0], ...Object.values(token[2] ?? {}).flatMap(namesIn)],
  );
it.each(Object.entries(PRICE_MESSAGES))('%s reads as a message in plain words', (_code, text) => {
  expect(namesIn(readTemplate(text)).every((name) => /^[a-z]+$/.test(name))).toBe(true);
  expect(text).not.toMatch(/\b(?:whoever|whom|nobody|somebody|stands?|told|goes on|enrolments?)\b/i);
});
