import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { newGroup } from '../files/corpus-run.ts';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { correctedRate } from '../plans/corrected-rate.test-data.ts';
import { workOnRuns } from './bill-run-job.ts';

/** Months that no bill has, and groups that wait while others post. */
let server: TestServer;
let dana: Person;

const day = (text: string) => text as CalendarDate;
const billing = () => dana.api.billing;
const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
const start = async (period: string, groupIds: string[]): Promise<string> => {
  const { id } = await billing().runs.start({ period: day(period), groupIds });
  await work();
  return id;
};
const figures = async (id: string) => (await billing().runs.get({ id })).figures;
const post = async (id: string) => {
  await billing().runs.post({ id, total: (await figures(id)).ready.total });
  await work();
};
const decide = async (id: string, choice: 'bill' | 'own_run' | 'never', reason?: string) => {
  const { runs } = await billing().runs.unbilled({ id, groupIds: null, choice, ...(reason && { reason }) });
  await work();
  return runs;
};
const linesOf = async (run: string) => {
  const [bill] = (await billing().runs.bills({ id: run, limit: 1 })).rows;
  return bill ? (await billing().lines({ id: bill.id, limit: 100 })).rows : [];
};
const member = (index: number, from: string): SampleMember => ({
  first: `PAT${index}`,
  last: 'QUIST',
  ssn: `12345630${index}`,
  birth: '19850314',
  family: `12345630${index}`,
  plans: [['HLT', 'MED-PPO', from]],
});
const enroll = async (group: { cim: string }, members: readonly SampleMember[]) => {
  const sent = await server.upload(dana, 'members.edi', edi834(members, { group: group.cim }), group.cim);
  expect(sent.status, sent.message).toBe(204);
  while (await server.workOnNext());
  expect(await dana.api.files.job({ id: sent.id })).toMatchObject({ status: 'completed' });
};
let number = 40;
const groupFrom = async (from: string, effectiveDate?: string) => {
  const group = await newGroup(dana, (number += 1), effectiveDate ? { effectiveDate: day(effectiveDate) } : {});
  await enroll(group, [member(number - 40, from)]);
  return group;
};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('the first run names the months not billed yet, waits, and bills them on the bill once decided', async () => {
  const group = await groupFrom('20260901');
  const run = await start('2026-12-01', [group.id]);
  const before = await figures(run);
  expect(before.unbilled.map(({ month, groups, subscribers }) => [month, groups, subscribers])).toEqual([
    ['2026-09-01', 1, 1],
    ['2026-10-01', 1, 1],
    ['2026-11-01', 1, 1],
  ]);
  expect(before).toMatchObject({ ready: { bills: 0 }, waiting: 1 });
  expect(before.obstacle).toContain('months that are not billed yet');
  await decide(run, 'bill');
  expect(await figures(run)).toMatchObject({ unbilled: [], ready: { bills: 1 } });
  const lines = await linesOf(run);
  const [first] = lines;
  expect(lines.map(({ kind, coveredMonth, cents }) => [kind, coveredMonth, cents])).toEqual(
    expect.arrayContaining([
      ['premium', '2026-12-01', first?.cents],
      ...['09', '10', '11'].map((month) => ['retro', `2026-${month}-01`, first?.cents]),
    ]),
  );
  await post(run);
  // What is billed is compared from now on like any other month, and nothing is asked again.
  const next = await start('2027-01-01', [group.id]);
  expect(await figures(next)).toMatchObject({ unbilled: [], ready: { bills: 1, retro: 0 } });
});

it('months go into runs of their own, and the later run leaves them alone', { tags: ['slow'] }, async () => {
  const group = await groupFrom('20261001');
  const run = await start('2026-12-01', [group.id]);
  const own = await decide(run, 'own_run');
  expect(own).toHaveLength(2);
  expect(await figures(run)).toMatchObject({ unbilled: [], ready: { bills: 1, retro: 0 } });
  for (const id of own) await post(id);
  await post(run);
  const { rows } = await billing().invoices({ groupId: group.id, limit: 5 });
  expect(rows.map(({ period, retro }) => [period, retro])).toEqual([
    ['2026-12-01', 0],
    ['2026-11-01', 0],
    ['2026-10-01', 0],
  ]);
});

it('months that are never billed need a reason; what is added to them later is billed', async () => {
  const group = await groupFrom('20261101');
  const run = await start('2026-12-01', [group.id]);
  await expect(billing().runs.unbilled({ id: run, groupIds: null, choice: 'never' })).rejects.toThrow();
  await decide(run, 'never', 'Billed by the former administrator');
  expect(await figures(run)).toMatchObject({ unbilled: [], ready: { bills: 1, retro: 0 } });
  await post(run);
  server.clock.set('2026-11-21T18:00:00.000Z');
  await enroll(group, [member(9, '20261101')]);
  const next = await start('2027-01-01', [group.id]);
  const added = (await linesOf(next)).filter(({ coveredMonth }) => coveredMonth < '2027-01-01');
  expect(new Set(added.map(({ coveredMonth, name }) => `${coveredMonth} ${name.toUpperCase()}`))).toEqual(
    new Set(['2026-11-01 PAT9 QUIST', '2026-12-01 PAT9 QUIST']),
  );
});

it('a group that waits keeps no other from its bill, runs of one month stand side by side, and one reason excludes many', async () => {
  const [waits, ready, other] = [await groupFrom('20261201'), await groupFrom('20261201'), await groupFrom('20261201')];
  const run = await start('2026-12-01', [waits.id, ready.id]);
  await server.owner.query(
    `with held as (update bills set held = 1 where run_id = '${run}' and group_id = '${waits.id}' returning id)
     insert into bill_holds (tenant_id, bill_id, subscriber_id, group_id, line, plan_id, covered_month, reason)
     select l.tenant_id, l.bill_id, l.subscriber_id, l.group_id, l.line, l.plan_id, l.covered_month, '{"code": "no_rate_table"}' from bill_lines l join held on held.id = l.bill_id`,
  );
  await expect(start('2026-12-01', [ready.id])).rejects.toMatchObject({ code: 'CONFLICT' });
  const beside = await start('2026-12-01', [other.id]);
  await post(beside);
  expect(await figures(run)).toMatchObject({ ready: { bills: 1 }, waiting: 1, held: 1, obstacle: null });
  await billing().runs.post({ id: run, total: (await figures(run)).ready.total });
  // What becomes ready after the posting was decided is not part of it.
  expect(await billing().runs.holds({ id: run })).toMatchObject([{ premiums: 1, bills: 1 }]);
  const draft = (await billing().runs.bills({ id: run, limit: 5 })).rows.find(({ groupId }) => groupId === waits.id);
  const [hold] = (await billing().bill({ id: draft?.id ?? '' })).holds;
  const { subscriberId = '', line = 'medical', planId = '', coveredMonth = day('2026-12-01') } = hold ?? {};
  await billing().excludeHold({
    id: draft?.id ?? '',
    subscriberId,
    line,
    planId,
    coveredMonth,
    reason: 'Priced in January',
  });
  await work();
  expect((await billing().runs.get({ id: run })).run.status).toBe('review');
  expect(await figures(run)).toMatchObject({ ready: { bills: 1 }, waiting: 0, held: 0, posted: 1 });
  await billing().runs.cancel({ id: run });

  const again = await start('2026-12-01', [waits.id]);
  await server.owner.query(
    `with held as (update bills set held = 1 where run_id = '${again}' returning id)
     insert into bill_holds (tenant_id, bill_id, subscriber_id, group_id, line, plan_id, covered_month, reason)
     select l.tenant_id, l.bill_id, l.subscriber_id, l.group_id, l.line, l.plan_id, l.covered_month, '{"code": "no_rate_table"}' from bill_lines l join held on held.id = l.bill_id`,
  );
  expect(await billing().runs.excludeHolds({ id: again, reason: 'Priced in January' })).toEqual({ excluded: 1 });
  expect(await figures(again)).toMatchObject({ ready: { bills: 1 }, waiting: 0, held: 0 });
});

it(
  'what the retro window withholds is a line with its reason, however far back the change reaches',
  { tags: ['slow'] },
  async () => {
    const group = await groupFrom('20250901', '2025-09-01');
    await post(await start('2025-09-01', [group.id]));
    server.clock.set('2026-11-21T20:00:00.000Z');
    const [member] = (await dana.api.members.ofGroup({ groupId: group.id, limit: 5 })).rows;
    const end = {
      groupId: group.id,
      memberIds: [member?.id ?? ''],
      lastDay: day('2025-08-31'),
      reason: 'employment_ended' as const,
      overrideReason: 'Reported late by the employer',
      rescission: { basis: 'nothing_paid' as const, confirmed: true },
    };
    expect(await dana.api.terminations.preview(end)).toMatchObject({
      beyondRetro: true,
      keptThrough: expect.stringMatching(/^2026-09-01$/),
    });
    await dana.api.terminations.end(end);
    const run = await start('2026-12-01', [group.id]);
    const lines = await linesOf(run);
    expect(lines.map(({ kind, coveredMonth, noticeDays }) => [kind, coveredMonth, noticeDays])).toEqual([
      ['retro', '2025-09-01', null],
      ['uncredited', '2025-09-01', 60],
    ]);
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  },
);

it(
  'the cause of a line is what made its month differ: a later termination is none of a corrected rate',
  { tags: ['slow'] },
  async () => {
    const group = await groupFrom('20261101');
    server.clock.set('2026-11-22T18:00:00.000Z');
    for (const period of ['2026-11-01', '2026-12-01']) await post(await start(period, [group.id]));
    server.clock.set('2026-11-23T18:00:00.000Z');
    const [member] = (await dana.api.members.ofGroup({ groupId: group.id, limit: 5 })).rows;
    const plan = `(select plan_id from bill_lines where group_id = '${group.id}' limit 1)`;
    await server.owner.query(correctedRate(plan, '2026-11-23T18:00:00Z', '2026-11-01'));
    await dana.api.terminations.end({
      groupId: group.id,
      memberIds: [member?.id ?? ''],
      lastDay: day('2026-12-31'),
      reason: 'employment_ended',
    });
    const lines = await linesOf(await start('2027-01-01', [group.id]));
    expect(lines.map(({ kind, coveredMonth, cents }) => [kind, coveredMonth, cents])).toEqual([
      ['retro', '2026-11-01', 500],
      ['retro', '2026-12-01', 500],
    ]);
    for (const { cause } of lines) expect(cause).toMatch(/^Rates of .*, version 90\d/);
  },
);

it('no bill is posted while the organization has no remit address; once it has, the bill names it', async () => {
  const group = await groupFrom('20261101', '2026-11-01');
  await server.owner.query(
    `create temporary table kept as select * from organization_profiles;
     update organization_profiles set address_line1 = '', city = '', state = '', zip_code = '', remit_line1 = ''`,
  );
  const run = await start('2026-11-01', [group.id]);
  await expect(billing().runs.post({ id: run, total: (await figures(run)).ready.total })).rejects.toThrow(
    'The organization has no name or no remit address, so bills would not say where to pay.',
  );
  await server.owner.query(
    `update organization_profiles o set address_line1 = k.address_line1, city = k.city, state = k.state, zip_code = k.zip_code, remit_line1 = k.remit_line1 from kept k`,
  );
  await billing().runs.refresh({ id: run });
  await work();
  await post(run);
  const [row] = (await billing().runs.bills({ id: run, limit: 1 })).rows;
  const bill = await billing().bill({ id: row?.id ?? '' });
  expect(bill).toMatchObject({ number: expect.any(String), groupType: 'traditional', paidOn: null });
  expect(bill.header.remitTo.length).toBeGreaterThanOrEqual(2);
});
