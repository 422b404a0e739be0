import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { dyingAt } from '../testing/dying-database.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { keepBillPdfs } from './bill-pdfs.ts';
import { workOnRuns } from './bill-run-job.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const AT_ONCE = 3;
const billing = () => dana.api.billing;
const work = async (services: Partial<TestServer['services']> = {}) => {
  await workOnRuns({ ...server.services, ...services }, DEFAULT_TENANT, async () => {}, { atOnce: AT_ONCE });
  return keepBillPdfs({ ...server.services, ...services }, DEFAULT_TENANT);
};
const start = async (period: string): Promise<string> => (await billing().runs.start({ period, groupIds: null })).id;
const status = async (id: string) => (await billing().runs.get({ id })).run.status;
const total = async (id: string) => (await billing().runs.get({ id })).figures.total;

/** Every line and hold of a month's bills in their order, with amounts and numbers, but without IDs of bills. */
async function digest(period: string): Promise<string> {
  const { rows } = await server.owner.query(
    `select b.group_id, b.number, b.total_cents, b.subscribers, b.issue_date, b.due_date, b.anomalies, l.place, l.subscriber_id, l.line, l.plan_id, l.tier, l.covered_month, l.kind, l.cents, l.employer_cents, l.rate_table_id
     from bills b left join bill_lines l on l.bill_id = b.id where b.period = $1 and b.state in ('draft', 'posted') order by b.group_id, l.place`,
    [period],
  );
  const holds = await server.owner.query(
    `select h.group_id, h.subscriber_id, h.line, h.plan_id, h.covered_month, h.reason from bill_holds h join bills b on b.id = h.bill_id where b.period = $1 order by 1, 2, 3, 4, 5`,
    [period],
  );
  return createHash('sha256')
    .update(JSON.stringify([rows, holds.rows]))
    .digest('hex');
}

/** Lets the work die at its n-th transaction, then works on. Whether it died. */
async function workAndDie(transactions: number): Promise<boolean> {
  const { db, open } = dyingAt(server.services.db, transactions);
  const died = await work({ db }).then(
    () => false,
    () => true,
  );
  expect(open()).toBe(0);
  await work();
  return died;
}

it('a run that is killed at any transaction and resumed has the same drafts; posting, the same bills and ledger', async () => {
  const whole = await start('2026-10-01');
  await work();
  const drafts = await digest('2026-10-01');
  await billing().runs.cancel({ id: whole });
  for (let transactions = 1, died = true; died; transactions += 1) {
    const run = await start('2026-10-01');
    died = await workAndDie(transactions);
    expect(await status(run)).toBe('review');
    expect(await digest('2026-10-01'), `killed at ${transactions}`).toBe(drafts);
    if (!died) expect(transactions).toBeGreaterThan(5);
    await billing().runs.cancel({ id: run });
  }
  // What is posted stays: each kill has a database of its own month, and the same amounts as its drafts had.
  for (const [place, period] of ['2026-09-01', '2026-10-01', '2026-11-01'].entries()) {
    const run = await start(period);
    await work();
    const expected = await total(run);
    await billing().runs.post({ id: run, total: expected });
    await workAndDie(2 * place + 2);
    expect(await status(run)).toBe('posted');
    const { rows } = await server.owner.query(
      `select count(*)::integer as bills, count(distinct b.number)::integer as numbers, max(right(b.number, 4)::integer) as last, sum(b.total_cents)::bigint as total,
         (select count(*)::integer from ledger_entries e join bills o on o.id = e.bill_id where o.period = $1 and e.kind = 'bill') as entries
       from bills b where b.period = $1 and b.state = 'posted'`,
      [period],
    );
    const [found] = rows as { bills: number; numbers: number; last: number; total: string; entries: number }[];
    expect(found).toMatchObject({ numbers: found?.bills, last: found?.bills, entries: found?.bills });
    expect(Number(found?.total)).toBe(expected);
  }
  const { debit, credit } = await billing().ledger.trialBalance({});
  expect(debit).toBe(credit);
});

it('two workers share a run, which passes midnight: the same drafts, dated alike', async () => {
  server.clock.set('2026-12-16T05:59:00.000Z');
  const alone = await start('2027-01-01');
  await work();
  const drafts = await digest('2027-01-01');
  await billing().runs.cancel({ id: alone });
  const shared = await start('2027-01-01');
  const midnight = async () => server.clock.set('2026-12-16T06:01:00.000Z');
  const two = [0, 1].map(() => workOnRuns(server.services, DEFAULT_TENANT, midnight, { atOnce: AT_ONCE }));
  await Promise.all(two);
  await work();
  expect(await status(shared)).toBe('review');
  expect(await digest('2027-01-01')).toBe(drafts);
  await billing().runs.cancel({ id: shared });
});

it('the database is cut while bills are posted: nothing is posted twice, and the run continues', async () => {
  const { rows: groups } = await server.owner.query(
    `select id from groups where status = 'active' order by id limit 2`,
  );
  const { id } = await billing().runs.start({
    period: '2027-02-01',
    groupIds: (groups as { id: string }[]).map((group) => group.id),
  });
  await work();
  await billing().runs.unbilled({ id, groupIds: null, choice: 'never', reason: 'Not part of this test' });
  await work();
  for (const bill of (await billing().runs.bills({ id, limit: 50 })).rows)
    for (const { subscriberId, line, planId, coveredMonth } of (await billing().bill({ id: bill.id })).holds)
      await billing().excludeHold({
        id: bill.id,
        subscriberId,
        line,
        planId,
        coveredMonth,
        reason: 'Rates are coming',
      });
  const { figures } = await billing().runs.get({ id });
  expect(figures.held).toBe(0);
  expect(figures.obstacle).toBeNull();
  await billing().runs.post({ id, total: figures.total });
  // Another session holds the numbers, so that the posting waits with its work done but for them.
  await server.owner.query('begin');
  await server.owner.query(`insert into bill_counters (tenant_id, period, last_number) values ($1, '2027-02-01', 0)`, [
    DEFAULT_TENANT,
  ]);
  const cut = work().then(
    () => 'done',
    () => 'cut',
  );
  for (let ended = 0; ended === 0;) {
    // A transaction sees the sessions of its first look otherwise.
    await server.owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await server.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
    );
    ended = rows.length;
  }
  expect(await cut).toBe('cut');
  await server.owner.query('rollback');
  await work();
  expect(await status(id)).toBe('posted');
});

it('the disk is full while PDFs are written: the run says so, and continues when there is space', async () => {
  // Only a superuser takes the PDF of a posted bill away.
  await server.owner.query('set session_replication_role = replica');
  await server.owner.query(`update bills set pdf_key = null, pdf_sha256 = null where period = '2026-09-01'`);
  await server.owner.query('set session_replication_role = default');
  const { storage } = server.services;
  let space = 2;
  const full = new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'put')
        return async (bytes: Buffer) => {
          if (space-- <= 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
          return storage.put(bytes);
        };
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  expect(await work({ storage: full })).toBe(2);
  const troubles = async () => (await billing().runs.list({})).flatMap(({ trouble }) => trouble ?? []);
  expect((await troubles())[0]).toMatch(/^The disk is full. \d+ bills have no PDF yet. Free some space/);
  await work();
  expect(await troubles()).toEqual([]);
  const { rows } = await server.owner.query(`select from bills where state = 'posted' and pdf_key is null`);
  expect(rows).toEqual([]);
});
