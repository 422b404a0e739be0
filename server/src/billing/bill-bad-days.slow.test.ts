import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { newGroup } from '../files/corpus-run.ts';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { approveFor } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { keepBillPdfs } from './bill-pdfs.ts';
import { workOnRuns } from './bill-run-job.ts';

/** Groups and days that are not as the run would like them. */
let server: TestServer;
let dana: Person;

const NOVEMBER = '2026-11-01' as CalendarDate;
const DECEMBER = '2026-12-01' as CalendarDate;
const billing = () => dana.api.billing;
const work = async () => {
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  await keepBillPdfs(server.services, DEFAULT_TENANT);
};
const start = async (period: CalendarDate, groupIds: string[]): Promise<string> => {
  const { id } = await billing().runs.start({ period, groupIds });
  await work();
  if ((await billing().runs.get({ id })).figures.unbilled.length > 0) {
    await billing().runs.unbilled({ id, groupIds: null, choice: 'never', reason: 'Billed elsewhere' });
    await work();
  }
  return id;
};
const post = async (id: string) => {
  const { figures } = await billing().runs.get({ id });
  const { waitsBecause } = await billing().runs.post({ id, total: figures.total });
  if (waitsBecause !== null) await approveFor(await server.as('system_administrator'), id);
  await work();
};
const draftOf = async (id: string) => (await billing().runs.bills({ id, limit: 1 })).rows[0];
const linesOf = async (id: string) => (await billing().lines({ id, limit: 50 })).rows;
const member = (index: number, from = '20260101'): SampleMember => ({
  first: `PAT${index}`,
  last: 'QUIST',
  ssn: `12345620${index}`,
  birth: '19850314',
  family: `12345620${index}`,
  plans: [['HLT', 'MED-PPO', from]],
});
const send = async (group: { cim: string }, members: readonly SampleMember[]) => {
  const sent = await server.upload(dana, 'members.edi', edi834(members, { group: group.cim }), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return sent.id;
};
const sendAll = async (group: { cim: string }, members: readonly SampleMember[]) => {
  const id = await send(group, members);
  while (await server.workOnNext());
  expect(await dana.api.files.job({ id })).toMatchObject({ status: 'completed' });
};
const idOf = async (groupId: string, search: string) =>
  (await dana.api.members.ofGroup({ groupId, search })).rows[0]?.id ?? '';

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('a group without plans and a group without members have nothing to bill, take no number and stop nobody', async () => {
  const [bare, empty, full] = [await newGroup(dana, 11), await newGroup(dana, 12), await newGroup(dana, 13)];
  await server.owner.query(`delete from group_plan_assignments where group_id = $1`, [bare.id]);
  await sendAll(full, [member(1)]);
  const id = await start(NOVEMBER, [bare.id, empty.id, full.id]);
  const { figures } = await billing().runs.get({ id });
  expect(figures.anomalies).toContainEqual({ kind: 'empty', bills: 2 });
  expect((await billing().runs.bills({ id, anomaly: 'empty', limit: 5 })).rows.map(({ total }) => total)).toEqual([
    0, 0,
  ]);
  await post(id);
  const { rows } = await billing().runs.bills({ id, limit: 5 });
  expect(rows.map(({ groupId, number }) => [groupId, number])).toEqual([[full.id, '2026-11-0001']]);
});

it('a group that is terminated within a month is billed for it by its rule, and gets its credit after it', async () => {
  const group = await newGroup(dana, 14);
  await sendAll(group, [member(2)]);
  await post(await start(NOVEMBER, [group.id]));
  await post(await start(DECEMBER, [group.id]));
  const { rows } = await billing().invoices({ groupId: group.id, limit: 2 });
  expect(rows.map(({ period }) => period)).toEqual([DECEMBER, NOVEMBER]);
  for (const { id } of rows) await billing().email({ id });
  server.clock.set('2026-11-21T15:00:00.000Z');
  const { version } = await dana.api.groups.get({ id: group.id });
  await dana.api.groups.changeStatus({
    id: group.id,
    version,
    to: 'terminated',
    effectiveDate: '2026-11-14',
    reason: 'Closed',
    rescission: { basis: 'non_payment', confirmed: true },
  });
  const id = await start('2027-01-01' as CalendarDate, [group.id]);
  const draft = await draftOf(id);
  const lines = await linesOf(draft?.id ?? '');
  expect(lines.every(({ kind }) => kind === 'retro')).toBe(true);
  // December is credited in full; of November what the plan's rule for the end of coverage says.
  expect(lines.filter(({ coveredMonth }) => coveredMonth === DECEMBER).reduce((sum, { cents }) => sum + cents, 0)).toBe(
    0 - (rows[0]?.total ?? 0),
  );
  const preview = await billing().rerunPreview({ id: rows[1]?.id ?? '' });
  expect(lines.filter(({ coveredMonth }) => coveredMonth === NOVEMBER).reduce((sum, { cents }) => sum + cents, 0)).toBe(
    preview.total,
  );
  await post(id);
  expect(await billing().invoices({ groupId: group.id, limit: 1 })).toMatchObject({ rows: [{ due: 0 }] });
});

describe('a member whose price is held', () => {
  it('is fixed, the draft is calculated again, and the bill is posted', async () => {
    const group = await newGroup(dana, 15);
    await sendAll(group, [member(3), member(4)]);
    await server.owner.query(
      `update rate_periods set recorded = tstzrange(lower(recorded), '2026-11-21T16:00:00Z') where upper_inf(recorded) and plan_id = (select id from health_plans where plan_code = 'MED-PPO')`,
    );
    server.clock.set('2026-11-21T18:00:00.000Z');
    const id = await start(NOVEMBER, [group.id]);
    const draft = await draftOf(id);
    expect(draft).toMatchObject({ held: 2, anomalies: expect.arrayContaining(['held']) });
    await expect(post(id)).rejects.toThrow('Fix or exclude each of them first.');
    await server.owner.query(
      `insert into rate_periods (tenant_id, id, plan_id, table_id, methodology, valid, recorded) select distinct on (plan_id, methodology, valid) tenant_id, gen_random_uuid(), plan_id, table_id, methodology, valid, '[2026-11-21T18:00:00Z,)'::tstzrange
       from rate_periods where not upper_inf(recorded) and plan_id = (select id from health_plans where plan_code = 'MED-PPO') order by plan_id, methodology, valid, upper(recorded) desc`,
    );
    server.clock.set('2026-11-22T18:00:00.000Z');
    await billing().runs.refresh({ id, billId: draft?.id ?? '' });
    expect(await draftOf(id)).toMatchObject({ id: draft?.id, held: 0, subscribers: 2 });
    await post(id);
    expect((await billing().runs.get({ id })).run.status).toBe('posted');
  });
});

it('a run while a file applies bills what is applied; the next bill has the rest with its month, once', async () => {
  const group = await newGroup(dana, 16);
  await sendAll(group, [member(5)]);
  const job = await send(group, [member(5), member(6), member(7, '20261101')]);
  const [run] = await Promise.all([start(NOVEMBER, [group.id]), server.workOnNext()]);
  while (await server.workOnNext());
  expect(await dana.api.files.job({ id: job })).toMatchObject({ status: 'completed' });
  await post(run);
  const [bill] = (await billing().invoices({ groupId: group.id, limit: 1 })).rows;
  await billing().email({ id: bill?.id ?? '' });
  server.clock.set('2026-11-23T18:00:00.000Z');
  const next = await start(DECEMBER, [group.id]);
  const draft = await draftOf(next);
  const ofNovember = [...(await linesOf(bill?.id ?? '')), ...(await linesOf(draft?.id ?? ''))].filter(
    ({ coveredMonth }) => coveredMonth === NOVEMBER,
  );
  const names = ofNovember.map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
  expect(names.length).toBe(3);
  await post(next);
  expect((await billing().rerunPreview({ id: bill?.id ?? '' })).lines).toEqual([]);
});

it('a rerun of a month whose ledger is closed leaves the closed month alone: it is posted with today’s date', async () => {
  server.clock.set('2026-10-19T18:00:00.000Z');
  const group = await newGroup(dana, 17);
  await sendAll(group, [member(8)]);
  server.clock.set('2026-10-20T18:00:00.000Z');
  await post(await start(NOVEMBER, [group.id]));
  const [bill] = (await billing().invoices({ groupId: group.id, limit: 1 })).rows;
  await server.owner.query(
    `insert into ledger_closings (tenant_id, month, closed_by, closed_by_name, closed_at) values ($1, '2026-10-01', 'dana', 'Dana Whitfield', now())`,
    [DEFAULT_TENANT],
  );
  server.clock.set('2026-11-24T18:00:00.000Z');
  await dana.api.terminations.end({
    groupId: group.id,
    memberIds: [await idOf(group.id, 'PAT8')],
    lastDay: '2026-10-31',
    reason: 'non_payment',
  });
  const closed = async () =>
    (
      await server.owner.query(
        `select count(*)::integer as entries from ledger_entries where effective_on < '2026-11-01'`,
      )
    ).rows;
  const before = await closed();
  const { sight } = await billing().rerunPreview({ id: bill?.id ?? '' });
  await billing().rerun({ id: bill?.id ?? '', sight });
  await approveFor(await server.as('system_administrator'), bill?.id ?? '');
  const again = await server.owner.query<{ id: string }>('select id from bills where supersedes = $1', [bill?.id]);
  const { id = '' } = again.rows[0] ?? {};
  expect(await closed()).toEqual(before);
  expect(await billing().bill({ id })).toMatchObject({ version: 2, replaces: bill?.number });
  const { rows } = await server.owner.query<{ on: string; kind: string }>(
    `select effective_on::text as on, kind from ledger_entries where bill_id = any($1) order by posted_at, id`,
    [[bill?.id, id]],
  );
  expect(rows.slice(1).every(({ on }) => on === '2026-11-24')).toBe(true);
  const { debit, credit } = await billing().ledger.trialBalance({});
  expect(debit).toBe(credit);
});

describe('a group that bills itself', () => {
  it('is run like others, its bill says that it is expected, and another amount is open, reconciled and explained', async () => {
    server.clock.set('2026-11-24T18:00:00.000Z');
    const group = await newGroup(dana, 18, { billingMethod: 'self_bill' });
    await sendAll(
      group,
      [member(1), member(2)].map((one, place) => ({ ...one, ssn: `12345630${place}`, family: `12345630${place}` })),
    );
    server.clock.set('2026-11-25T18:00:00.000Z');
    await post(await start(DECEMBER, [group.id]));
    const [bill] = (await billing().invoices({ groupId: group.id, limit: 1 })).rows;
    expect(await billing().bill({ id: bill?.id ?? '' })).toMatchObject({ billingMethod: 'self_bill' });
    const answer = await fetch(`${server.url}/downloads/bills/${bill?.id}`, { headers: { cookie: dana.cookie } });
    const paper = readPdf(Buffer.from(await answer.arrayBuffer())).flatMap((page) => page.map(({ text }) => text));
    expect(paper.join(' ')).toMatch(/self[- ]bill/i);
    // The group pays for one member only, and its own sheet says so.
    const [first] = await linesOf(bill?.id ?? '');
    await dana.api.payments.process({
      groupId: group.id,
      method: 'wire',
      kind: 'monthly_premium',
      cents: first?.cents ?? 0,
      receivedOn: '2026-11-24',
      billId: bill?.id ?? null,
      reference: 'FED-SELF-1',
      isDebit: false,
      cardToken: null,
      override: false,
    });
    const open = (bill?.total ?? 0) - (first?.cents ?? 0);
    expect((await billing().bill({ id: bill?.id ?? '' })).due).toBe(open);
    const { rows } = await server.owner.query<{ number: string }>(
      `select member_number as number from members where id = $1`,
      [first?.subscriberId],
    );
    const sheet = `Member ID,Plan,Tier,Amount\n${rows[0]?.number},MED-PPO,${first?.tier},${((first?.cents ?? 0) / 100).toFixed(2)}`;
    const { id } = await dana.api.reconciliation.create({
      source: 'self_bill',
      groupId: group.id,
      carrier: null,
      month: DECEMBER,
      reference: 'SB-12',
      theirCutOff: null,
      file: { name: 'self-bill.csv', base64: Buffer.from(sheet).toString('base64') },
      columns: { memberId: 0, plan: 1, tier: 2, amount: 3 },
      plans: [],
      replaces: null,
    });
    const found = await dana.api.reconciliation.get({ id });
    expect(found).toMatchObject({ source: 'self_bill' });
    const { rows: lines } = await dana.api.reconciliation.lines({ id, limit: 20 });
    expect(JSON.stringify([found, lines])).toContain(String(open));
  });
});

it('a draft names the members who make it unusual, each with the record to check', async () => {
  server.clock.set('2026-11-24T18:00:00.000Z');
  const group = await newGroup(dana, 19);
  const sample = [1, 2].map((index) => ({ ...member(index), ssn: `12345640${index}`, family: `12345640${index}` }));
  const child = {
    ...member(3),
    first: 'IDA',
    ssn: '123456403',
    birth: '20150720',
    family: '123456402',
    relationship: '19',
  };
  await sendAll(group, [...sample, child]);
  const [left, uncovered] = [await idOf(group.id, 'PAT1'), await idOf(group.id, 'PAT2')];
  await server.owner.query(`update members set termination_date = '2026-10-31' where id = $1`, [left]);
  await server.owner.query(`delete from coverage_spans where member_id = $1`, [uncovered]);
  server.clock.set('2026-11-25T18:00:00.000Z');
  const id = await start(DECEMBER, [group.id]);
  const draft = await draftOf(id);
  expect(draft?.anomalies).toEqual(expect.arrayContaining(['terminated_charged', 'covered_uncharged']));
  const found = await billing().unusual({ id: draft?.id ?? '' });
  expect(found.map(({ kind, subscriberId, name }) => [kind, subscriberId, name])).toEqual([
    ['terminated_charged', left, 'PAT1 QUIST'],
    ['covered_uncharged', uncovered, 'PAT2 QUIST'],
  ]);
  for (const kind of ['terminated_charged', 'covered_uncharged'] as const)
    expect((await billing().runs.bills({ id, anomaly: kind, limit: 5 })).rows.map((bill) => bill.id)).toEqual([
      draft?.id,
    ]);
  const { rows } = await server.owner.query(`select target_id from audit_log where action = 'billing.unusual'`);
  expect(rows).toEqual([{ target_id: draft?.id }]);
  await post(id);
  expect(await billing().unusual({ id: draft?.id ?? '' })).toEqual([]);
});
