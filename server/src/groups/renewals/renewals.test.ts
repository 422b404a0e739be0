import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { runSimulations } from './book-simulation.ts';
import { settleRenewals } from './renewals.operations.ts';

const JANUARY = '2027-01-01' as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;
let plans: Map<string, string>;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { rows } = await server.owner.query<{ id: string; code: string }>(
    'select id, plan_code as code from health_plans',
  );
  plans = new Map(rows.map(({ code, id }) => [code, id]));
});
afterAll(() => server.close());

const planId = (code: string): string => plans.get(code) ?? '';
/** Plans without rates for next year, and where their members go. */
const away = () => [
  { fromPlanId: planId('VIS-PREM'), toPlanId: planId('VIS-BASIC') },
  { fromPlanId: planId('DEN-ORTHO'), toPlanId: planId('DEN-PREM') },
];
const simulate = (person: Person, mapping = away(), more: object = {}) =>
  person.api.renewals.simulate({ groupId: kestrel, renewsOn: JANUARY, withDrafts: false, mapping, ...more });

describe('a group’s renewal', () => {
  it('cannot be applied while a plan has no rates on its day; its members then have no price, and say why', async () => {
    const { obstacles, held, summary, choices } = await simulate(dana, []);
    expect(summary.held).toBeGreaterThan(0);
    expect(obstacles).toEqual([`${summary.held} premiums cannot be calculated. Enter and activate the rates first.`]);
    expect(held).toEqual([{ reason: 'The plan has no rates on one of the days.', lines: summary.held }]);
    expect(Object.fromEntries(choices.map(({ planName, rates }) => [planName, rates]))).toMatchObject({
      'Standard HMO': 'active',
      'Premium Vision': 'missing',
    });
  });

  it('is the difference of every plan’s rates, and adds up by plan, by member and by payer', async () => {
    const { summary, subscribers, obstacles, applied } = await simulate(dana);
    expect(obstacles).toEqual([]);
    expect(applied).toBeNull();
    expect(summary.subscribers).toBeGreaterThan(0);
    const difference = summary.after - summary.before;
    expect(difference).toBeGreaterThan(0);
    expect(summary.plans.reduce((sum, { before, after }) => sum + after - before, 0)).toBe(difference);
    expect(subscribers.reduce((sum, { before, after }) => sum + after - before, 0)).toBe(difference);
    expect(subscribers.reduce((sum, { byRates, byAges }) => sum + byRates + byAges, 0)).toBe(difference);
    expect(summary.employerDifference + summary.employeeDifference).toBe(difference);
    expect(summary.increases.reduce((sum, count) => sum + count, 0)).toBe(summary.subscribers);
    const hmo = summary.plans.find(({ planName }) => planName === 'Standard HMO');
    expect(hmo && Math.round(((hmo.after - hmo.before) / hmo.before) * 1000)).toBe(39);
    expect(subscribers.map(({ before, after }) => after - before)).toEqual(
      subscribers.map(({ before, after }) => after - before).toSorted((a, b) => b - a),
    );
  });

  it('with a move to another plan prices everybody on that one', async () => {
    const moved = await simulate(dana, [{ fromPlanId: planId('MED-HMO'), toPlanId: planId('MED-HDHP') }]);
    const line = moved.summary.plans.find(({ planName }) => planName === 'Standard HMO');
    expect(line).toMatchObject({ newPlanName: 'High Deductible HSA' });
    expect(line && line.after < line.before).toBe(true);
  });

  it('refuses a move to another line, to a draft plan, and a day within a month', async () => {
    const toDental = [{ fromPlanId: planId('MED-HMO'), toPlanId: planId('DEN-BASIC') }];
    await expect(simulate(dana, toDental)).rejects.toMatchObject({
      data: { problems: [{ path: 'mapping.0.toPlanId', message: 'Choose a plan of the same line.' }] },
    });
    const toDraft = [{ fromPlanId: planId('MED-HMO'), toPlanId: planId('MED-PPO-SEL') }];
    await expect(simulate(dana, toDraft)).rejects.toMatchObject({
      data: { problems: [{ message: 'Premium PPO Select is not active. Activate it first.' }] },
    });
    await expect(simulate(dana, [], { renewsOn: '2027-01-15' })).rejects.toMatchObject({
      data: { problems: [{ path: 'renewsOn' }] },
    });
  });

  it('is applied with the premium that was shown, moves members on its day, and settles then', async () => {
    const mapping = [...away(), { fromPlanId: planId('DEN-BASIC'), toPlanId: planId('DEN-PREM') }];
    const { summary } = await simulate(dana, mapping);
    const apply = (after: number) =>
      dana.api.renewals.apply({
        groupId: kestrel,
        renewsOn: JANUARY,
        mapping,
        after: after,
        withDrafts: false,
      });
    await expect(apply(summary.after + 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    const priya = await server.as('read_only');
    await expect(
      priya.api.renewals.apply({
        groupId: kestrel,
        renewsOn: JANUARY,
        mapping,
        after: summary.after,
        withDrafts: false,
      }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { membersMoved } = await apply(summary.after);
    expect(membersMoved).toBeGreaterThan(0);
    const { rows } = await server.owner.query<{ plan: string; members: number }>(
      `select p.plan_code as plan, count(*)::int as members from coverage_spans s join health_plans p on p.id = s.plan_id
       where s.group_id = $1 and s.line = 'dental' and upper_inf(s.recorded) and s.covered @> '2027-01-01'::date group by 1`,
      [kestrel],
    );
    expect(rows.map(({ plan }) => plan)).not.toContain('DEN-BASIC');
    // A second look shows the same premium, now without a move.
    const again = await simulate(dana, []);
    expect(again.summary.after).toBe(summary.after);
    expect(again).toMatchObject({ obstacles: [], applied: { by: 'Dana Whitfield', membersMoved } });
    await expect(apply(summary.after)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await dana.api.groups.get({ id: kestrel })).toMatchObject({ nextRateIncrease: JANUARY });
    server.clock.set('2027-01-01T18:00:00.000Z');
    expect(await settleRenewals(server.services, DEFAULT_TENANT)).toBe(1);
    expect(await settleRenewals(server.services, DEFAULT_TENANT)).toBe(0);
    const renewed = await dana.api.groups.get({ id: kestrel });
    expect(renewed).toMatchObject({ renewalDate: '2028-01-01', nextRateIncrease: '2028-01-01' });
  });
});

it('all groups are simulated by a job, and people limited to some groups see their part', async () => {
  const { id } = await dana.api.renewals.simulateAll({ renewsOn: '2028-01-01', withDrafts: false });
  await runSimulations(server.services, DEFAULT_TENANT, async () => {});
  const whole = await dana.api.renewals.simulation({ id, limit: 5 });
  expect(whole.simulation).toMatchObject({ status: 'done', groupsDone: whole.simulation.groupsTotal });
  expect(whole.groups.rows).toHaveLength(5);
  const rest = await dana.api.renewals.simulation({ id, limit: 200, cursor: whole.groups.next ?? '' });
  expect(rest.groups.rows.length + 5).toBe(whole.groups.total);
  const all = [...whole.groups.rows, ...rest.groups.rows];
  expect(all.reduce((sum, { after }) => sum + after, 0)).toBe(whole.summary.after);
  expect((await dana.api.renewals.upcoming({ limit: 5 })).rows).toHaveLength(5);
});
