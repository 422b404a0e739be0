import type { Api } from '@openbenefits/contract';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import type { TableCell, TableSettings } from '@openbenefits/domain/plans/table-settings';
import { inflateSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { refused } from '../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

type Calculation = Parameters<Api['plans']['calculate']>[0];

let server: TestServer;
let dana: Person;
let kestrel: string;
const planId: Record<string, string> = {};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  for (const { id, code } of await dana.api.plans.calculatorPlans({})) planId[code] = id;
});
afterAll(() => server.close());

/** A plan of its own with one version of rates, as an administrator would have activated it. */
async function addPlan(
  code: string,
  line: string,
  settings: TableSettings,
  cells: Partial<TableCell>[],
  newbornFreeDays = 0,
) {
  const [plan, table] = [uuidv7(), uuidv7()];
  const { method, ...rest } = settings;
  const values = [DEFAULT_TENANT, plan, table];
  await server.owner.query(
    `insert into health_plans (tenant_id, id, plan_code, plan_name, line, carrier_name, status, effective_date, position)
     values ($1, $2, $3, $3, $4, 'Northfold Health', 'active', '2020-01-01', 90)`,
    [DEFAULT_TENANT, plan, code, line],
  );
  const rules = {
    proration: { start: 'daily_actual', end: 'daily_actual', birth: 'daily_actual' },
    newbornFreeDays,
  };
  await server.owner.query(
    `insert into plan_years (tenant_id, id, plan_id, period, status, benefits, rules) values ($1, $2, $3, '[2020-01-01,)', 'active', '{}', $4)`,
    [DEFAULT_TENANT, uuidv7(), plan, JSON.stringify(rules)],
  );
  await server.owner.query(
    `insert into rate_tables (tenant_id, id, plan_id, version_no, method, valid, status, settings, created_by, created_by_name, created_at, updated_at)
     values ($1, $3, $2, 1, $4, '[2020-01-01,)', 'active', $5, 'dana', 'Dana Whitfield', now(), now())`,
    [...values, method, JSON.stringify(rest)],
  );
  for (const { place = 0, ageFrom = null, ageTo = null, kind, amount } of cells)
    await server.owner.query(
      `insert into rate_cells (tenant_id, table_id, place, age_from, age_to, kind, amount, entered_by, entered_by_name, entered_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'dana', 'Dana Whitfield', now())`,
      [DEFAULT_TENANT, table, place, ageFrom, ageTo, kind, amount],
    );
  await server.owner.query(
    `insert into rate_periods (tenant_id, id, plan_id, table_id, methodology, valid, recorded)
     select tenant_id, gen_random_uuid(), plan_id, id, methodology, valid, '[2020-01-01,)' from rate_tables where id = $1`,
    [table],
  );
  planId[code] = plan;
}

/** The curve of the demo's age-rated plan. */
async function curve(
  base: number,
  areas: Record<string, number> | null,
): Promise<[TableSettings, Partial<TableCell>[]]> {
  const { rows } = await server.owner.query<{ factors: number[] }>(
    `select factors from age_curves where code = 'US' limit 1`,
  );
  const settings: TableSettings = {
    method: 'age_curve',
    base: base as Cents,
    baseIs: 'factor_one',
    curve: 'US',
    areas,
    tobacco: 1500,
    chargedChildren: 3,
  };
  const cells = rows[0]?.factors.map((amount, age) => ({
    place: age,
    ageFrom: age,
    ageTo: age,
    kind: 'factor' as const,
    amount,
  }));
  return [settings, cells ?? []];
}

const person = (
  relationship: Calculation['people'][number]['relationship'],
  dateOfBirth: string,
  usesTobacco = false,
) => ({
  relationship,
  dateOfBirth,
  usesTobacco,
});
/** The household of the picture: 40, 38, 22, 20, 17, 13 and 9 on 12/16/2026. */
const PICTURE = [
  person('self', '1986-04-12'),
  person('spouse', '1988-09-02'),
  person('child', '2004-06-30'),
  person('child', '2006-02-17'),
  person('child', '2009-11-08'),
  person('child', '2013-07-21'),
  person('child', '2017-05-03'),
];
const of = (change: Partial<Calculation>): Calculation => ({
  planIds: [],
  coverageDate: '2026-12-16',
  zipCode: '',
  ratingArea: '',
  methodology: null,
  groupId: null,
  classId: null,
  locationId: null,
  employeePercent: 75,
  dependentsPercent: 50,
  salary: null,
  people: PICTURE,
  ...change,
});
/** The text of a PDF's pages: glyphs as hexadecimal codes inside compressed streams. */
const printedText = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .flatMap(([, body = '']) => {
      try {
        return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    })
    .flatMap((page) => page.split('\n'))
    .map((line) =>
      [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    )
    .join('\n');
const money = (cents: Cents | null | undefined): string | null => (cents == null ? null : formatMoney(cents));
const at = async (call: Promise<unknown>) => (await refused(call)).data.problems;

describe('Dana calculates the household of the picture', () => {
  beforeAll(async () => {
    await addPlan('CURVE', 'medical', ...(await curve(312_50, { '1': 1000, '3': 960 })));
    await server.owner.query(
      `insert into rating_areas (tenant_id, state, zip_code, area) values ($1, 'KS', '67210', '3'), ($1, 'KS', '66101', '1'), ($1, 'MO', '66101', '2')`,
      [DEFAULT_TENANT],
    );
  });

  it('by its ZIP code, with the first bill from the coverage date on', async () => {
    const { area, ages, plans, ratedOn } = await dana.api.plans.calculate(
      of({ planIds: [planId['CURVE'] ?? ''], zipCode: '67210' }),
    );
    expect({ area, ages, ratedOn }).toEqual({ area: '3', ages: [40, 38, 22, 20, 17, 13, 9], ratedOn: '2026-12-16' });
    const [plan] = plans;
    expect([plan?.price.monthly, plan?.price.employer, plan?.price.employee].map(money)).toEqual([
      '$1,843.20',
      '$1,017.45',
      '$825.75',
    ]);
    expect(plan?.price.lines.map(({ cents }) => money(cents))).toEqual([
      '$383.40',
      '$373.80',
      '$300.00',
      '$291.00',
      '$265.50',
      '$229.50',
      '$0.00',
    ]);
    expect(plan?.price.people[1]).toMatchObject({ name: 'Spouse', age: 38, ratedOn: '2026-12-16' });
    // 16 of 31 days, each person rounded to the cent, then added.
    expect(plan?.firstBills).toMatchObject([{ from: '2026-12-16', to: '2026-12-31' }]);
    expect(money(plan?.firstBills[0]?.price.monthly)).toBe('$951.32');
  });

  it('with tobacco, and in an area that is chosen', async () => {
    const { plans } = await dana.api.plans.calculate(
      of({
        planIds: [planId['CURVE'] ?? ''],
        ratingArea: '1',
        coverageDate: '2026-12-01',
        people: [person('self', '1986-04-12', true)],
      }),
    );
    // 312.50 × 1.278 × 1.500
    expect(money(plans[0]?.price.monthly)).toBe('$599.06');
    expect(plans[0]?.firstBills).toEqual([]);
  });

  it('and the household of case M1', async () => {
    await addPlan('M1', 'medical', ...(await curve(331_85, null)));
    const births = ['1981', '1982', '2004', '2006', '2009', '2011', '2014'].map((year) => `${year}-01-01`);
    const people = births.map((birth, index) => person(index === 0 ? 'self' : index === 1 ? 'spouse' : 'child', birth));
    const { plans } = await dana.api.plans.calculate(
      of({ planIds: [planId['M1'] ?? ''], coverageDate: '2026-01-01', people }),
    );
    expect(money(plans[0]?.price.monthly)).toBe('$2,166.64');
  });

  it('and a newborn, charged for the days of the month (case M3)', async () => {
    await addPlan('M3', 'medical', ...(await curve(400_00, null)));
    const people = [person('self', '1982-04-15'), person('child', '2026-06-10')];
    const ask = (coverageDate: string) =>
      dana.api.plans.calculate(of({ planIds: [planId['M3'] ?? ''], coverageDate, people }));
    const { plans, ages } = await ask('2026-06-01');
    expect(ages).toEqual([44, 0]);
    expect(money(plans[0]?.price.monthly)).toBe('$864.80');
    expect(plans[0]?.firstBills.map(({ from, to, price }) => [from, to, money(price.monthly)])).toEqual([
      ['2026-06-01', '2026-06-30', '$773.00'],
    ]);
    expect(await at(ask('2026-05-01'))).toMatchObject([{ path: 'people.1.dateOfBirth' }]);
  });

  it('and a newborn with 31 free days: charge and waiver, month by month (case M7)', async () => {
    await addPlan('M7', 'medical', ...(await curve(400_00, null)), 31);
    const { plans } = await dana.api.plans.calculate(
      of({
        planIds: [planId['M7'] ?? ''],
        coverageDate: '2026-06-10',
        people: [person('self', '1982-04-15'), person('child', '2026-06-10')],
      }),
    );
    const ofChild = plans[0]?.firstBills.map(({ from, price }) => [
      from,
      ...price.lines.filter(({ memberId }) => memberId === 'p2').map(({ kind, cents }) => `${kind} ${money(cents)}`),
    ]);
    expect(ofChild).toEqual([
      ['2026-06-10', 'premium $214.20', 'waiver −$214.20'],
      ['2026-07-01', 'premium $306.00', 'waiver −$98.71'],
    ]);
  });

  it('each person on the plans of the own lines only', async () => {
    await addPlan('DENTAL', 'dental', ...(await curve(50_00, null)));
    const { plans } = await dana.api.plans.calculate(
      of({
        planIds: ['CURVE', 'DENTAL'].map((code) => planId[code] ?? ''),
        ratingArea: '3',
        people: [
          { ...person('self', '1986-04-12'), lines: ['medical', 'dental'] },
          { ...person('spouse', ''), lines: [] },
          { ...person('child', '2013-07-21'), lines: ['dental'] },
        ],
      }),
    );
    expect(plans.map(({ price }) => price.people.map(({ id }) => id))).toEqual([['p1'], ['p1', 'p3']]);
  });

  it('on several plans at once, each held for its own reason', async () => {
    await addPlan('VOLUME', 'life', { method: 'volume', unit: 1000, steps: [{ step: 'multiply', percent: 200 }] }, [
      { ageFrom: 0, kind: 'per_unit', amount: 2000 },
    ]);
    const planIds = ['MED-PPO', 'CURVE', 'VOLUME', 'MED-ICHRA'].map((code) => planId[code] ?? '');
    const { plans } = await dana.api.plans.calculate(of({ planIds }));
    expect(plans.map(({ price }) => price.held?.code ?? money(price.monthly))).toEqual([
      '$1,806.00',
      'no_rating_area',
      'no_salary',
      'varies',
    ]);
    const again = await dana.api.plans.calculate(of({ planIds, salary: fromCents(4_025_000) }));
    expect(money(again.plans[2]?.price.monthly)).toBe('$16.10');
    const before = await dana.api.plans.calculate(
      of({ planIds: planIds.slice(0, 1), coverageDate: '2001-01-01', people: PICTURE.slice(0, 2) }),
    );
    expect(before.plans[0]?.price.held).toEqual({ code: 'no_rate_table' });
    const other = await dana.api.plans.calculate(
      of({ planIds: planIds.slice(0, 1), people: [person('self', ''), person('other', '')] }),
    );
    expect(other.plans[0]?.price.held).toEqual({ code: 'no_rating_role', memberId: 'p2' });
  });

  it('as a PDF with every step and no birth date', async () => {
    const { fileName, base64 } = await dana.api.plans.calculationPdf(
      of({ planIds: [planId['CURVE'] ?? '', planId['MED-PPO'] ?? ''], zipCode: '67210' }),
    );
    const bytes = Buffer.from(base64, 'base64');
    expect(fileName).toMatch(/^rate-calculation-\d{4}-\d\d-\d\d\.pdf$/);
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    const text = bytes.toString('latin1');
    expect(text).toContain('/StructTreeRoot');
    expect(text).toContain('/Marked true');
    const printed = printedText(bytes);
    for (const words of [
      'Rate calculation',
      '$1,843.20',
      'not charged: only the three oldest under 21 are',
      'First bill, 12/16/2026',
      '$951.32',
    ])
      expect(printed).toContain(words);
    expect(printed).not.toMatch(/04\/12\/1986|1986-04-12/);
  });
});

describe('what cannot be calculated is said at the field', () => {
  it('a missing birth date on a plan that is rated by age', async () => {
    const call = (code: string) =>
      dana.api.plans.calculate(
        of({ planIds: [planId[code] ?? ''], ratingArea: '3', people: [person('self', ''), person('child', '')] }),
      );
    expect(await at(call('CURVE'))).toEqual([
      { path: 'people.0.dateOfBirth', message: 'Enter the date of birth. CURVE is rated by age.' },
      { path: 'people.1.dateOfBirth', message: 'Enter the date of birth. CURVE is rated by age.' },
    ]);
    expect((await call('MED-PPO')).plans[0]?.price.monthly).not.toBeNull();
  });

  it('future birth dates, two employees, too many people, a plan or a group that is not there', async () => {
    const ask = (change: Partial<Calculation>) =>
      at(dana.api.plans.calculate(of({ planIds: [planId['MED-PPO'] ?? ''], ...change })));
    expect(await ask({ people: [person('self', '2031-01-01'), person('self', '')] })).toMatchObject([
      { path: 'people.0.dateOfBirth', message: 'The date of birth is in the future.' },
      { path: 'people.1.relationship' },
    ]);
    expect(await ask({ people: [...PICTURE, ...PICTURE.slice(2), person('child', '')] })).toMatchObject([
      { path: 'people', message: 'A household has at most 12 people here.' },
    ]);
    expect(await ask({ planIds: [uuidv7()] })).toMatchObject([{ path: 'planIds.0' }]);
    expect(await ask({ groupId: uuidv7() })).toMatchObject([{ path: 'groupId' }]);
    expect(await ask({ zipCode: '66101' })).toEqual([
      { path: 'ratingArea', message: 'This ZIP code is in the rating areas 1 and 2. Choose one.' },
    ]);
  });

  it('a person without a session gets nothing', async () => {
    const nobody = await server.as('nobody');
    expect((await refused(nobody.api.plans.calculate(of({})))).code).toBe('SIGNED_OUT');
  });
});

describe('with a group', () => {
  it('its contribution holds, the most exact rule first, and the entered percentages do not', async () => {
    const group = await dana.api.groups.get({ id: kestrel });
    const calculate = async () => {
      const { plans } = await dana.api.plans.calculate(
        of({
          planIds: [planId['MED-PPO'] ?? ''],
          groupId: kestrel,
          classId: group.classes[0]?.id ?? null,
          locationId: group.locations[0]?.id ?? null,
          employeePercent: 1,
          people: PICTURE.slice(0, 1),
        }),
      );
      return plans[0];
    };
    const agreed = await calculate();
    expect(agreed?.price.employer).toBe(Math.round((64_500 * group.employerContributionPercent) / 100));
    expect(agreed?.isOffered).toBe(true);
    await server.owner.query(
      `insert into contribution_rules (tenant_id, id, group_id, class_id, valid, recorded, rule)
       values ($1, $2, $3, $4, '[2026-01-01,)', '[2026-01-01,)', '{"kind":"flat","employee":50000,"dependents":0}')`,
      [DEFAULT_TENANT, uuidv7(), kestrel, group.classes[0]?.id],
    );
    expect(money((await calculate())?.price.employer)).toBe('$500.00');
  });
});

describe('fill from a member', () => {
  it('gives the family with birth dates for a reason, counted and in the audit', async () => {
    const { rows } = await dana.api.members.ofGroup({ groupId: kestrel, search: 'Calderwood' });
    const member = rows[0]?.id ?? '';
    const reason = 'Rate calculation';
    expect(await at(dana.api.members.household({ groupId: kestrel, memberId: member, reason: '' }))).toMatchObject([
      { path: 'reason' },
    ]);
    const family = await dana.api.members.household({ groupId: kestrel, memberId: member, reason });
    expect(family.people[0]?.relationship).toBe('self');
    expect(family.people.length).toBeGreaterThan(1);
    for (const { dateOfBirth } of family.people) expect(dateOfBirth).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(family.plans.length).toBeGreaterThan(0);
    for (const { lines } of family.people) expect(lines?.length).toBeGreaterThan(0);
    const { rows: entries } = await server.owner.query<{ fields: string[]; item_count: number; reason: string }>(
      `select fields, item_count, reason from audit_log where action = 'members.household' and outcome = 'read' order by seq desc limit 1`,
    );
    expect(entries[0]).toEqual({ fields: ['date_of_birth', 'tobacco_use'], item_count: family.people.length, reason });
    const calculated = await dana.api.plans.calculate(
      of({
        planIds: family.plans.map(({ id }) => id).slice(0, 1),
        groupId: family.groupId,
        classId: family.classId,
        locationId: family.locationId,
        coverageDate: family.ratedOn ?? '',
        people: family.people.map((one) => ({ ...one, usesTobacco: false })),
      }),
    );
    expect(calculated.plans[0]?.price.monthly).not.toBeNull();
  });

  it('not for a person who may not reveal protected values', async () => {
    const reader = await server.as('read_only');
    const { rows } = await dana.api.members.ofGroup({ groupId: kestrel, search: 'Calderwood' });
    const call = reader.api.members.household({ groupId: kestrel, memberId: rows[0]?.id ?? '', reason: 'Curious' });
    expect((await refused(call)).code).toBe('FORBIDDEN');
  });
});

it('reads the households of each plan as those of all groups are read', async () => {
  const all = '(select array_agg(id) from groups)';
  const households = `covered_households(${all}, '2026-11-20')`;
  const { rows } = await server.owner.query<{ all: number; differences: number }>(
    `with ours as (select h.* from health_plans p cross join lateral plan_households(${all}, p.id, '2026-11-20') h),
       differences as ((table ours except all select * from ${households}) union all (select * from ${households} except all table ours))
     select (select count(*)::integer from ours) as all, (select count(*)::integer from differences) as differences`,
  );
  expect(rows[0]?.all).toBeGreaterThan(100);
  expect(rows[0]?.differences).toBe(0);
});
