import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { dyingAt } from '../testing/dying-database.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { workOnRuns } from './bill-run-job.ts';

/** The digest of a run says what was billed, whatever happened in between (money engine, section 6). */
let server: TestServer;
let dana: Person;

const AT_ONCE = 2;
const NOVEMBER = '2026-11-01';
const billing = () => dana.api.billing;
const work = (services: Partial<TestServer['services']> = {}) =>
  workOnRuns({ ...server.services, ...services }, DEFAULT_TENANT, async () => {}, { atOnce: AT_ONCE });
const start = async () => (await billing().runs.start({ period: NOVEMBER, groupIds: null })).id;
const detail = (id: string) => billing().runs.get({ id });
const digestOf = async (id: string) => (await detail(id)).figures.digest;

/** Dies at the n-th transaction, then works on. Whether it died. */
async function dieAt(transactions: number): Promise<boolean> {
  const { db } = dyingAt(server.services.db, transactions);
  const died = await work({ db }).then(
    () => false,
    () => true,
  );
  await work();
  return died;
}

/** The bills of a month as the digest has them, read from the database by another way than the product's. */
async function digestByHand(): Promise<string> {
  const { rows } = await server.owner.query<{ group_id: string; lines: string }>(
    `select group_id, string_agg(alike || E'\n' || subscribers || E'\n', '' order by alike collate "C") as lines from (
       select b.group_id, concat_ws(' ', l.line, l.plan_id, coalesce(l.tier, '-'), l.covered_month, l.kind, l.cents, l.employer_cents) as alike,
         string_agg(l.subscriber_id::text, ' ' order by l.subscriber_id) as subscribers
       from bills b join bill_lines l on l.bill_id = b.id where b.period = $1 and b.state in ('draft', 'posted') group by 1, 2
     ) a group by 1 order by 1`,
    [NOVEMBER],
  );
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  return sha(rows.map(({ group_id, lines }) => `${group_id} ${sha(lines)}`).join('\n'));
}

/** Numbers and amounts of the month's bills. */
async function numbers(): Promise<unknown[]> {
  const { rows } = await server.owner.query(
    `select number, group_id, total_cents, issue_date, due_date, lines_digest from bills where period = $1 and state = 'posted' order by number`,
    [NOVEMBER],
  );
  return rows;
}

/** Puts the month back to its review, as a backup of before the posting would; the PDFs need not be made again. */
async function restoreReview(id: string): Promise<void> {
  await server.owner.query('begin; set local session_replication_role = replica');
  for (const statement of [
    `delete from ledger_postings p using ledger_entries e, bills b where e.id = p.entry_id and b.id = e.bill_id and b.run_id = '${id}'`,
    `delete from ledger_entries e using bills b where b.id = e.bill_id and b.run_id = '${id}'`,
    `delete from bill_balances x using bills b where b.id = x.bill_id and b.run_id = '${id}'`,
    `delete from bill_counters where period = '${NOVEMBER}'`,
    `update bills set state = 'draft', number = null, posted_by = null, posted_by_name = null, posted_at = null where run_id = '${id}'`,
    `update bill_runs set status = 'review', lines_digest = null, posted_by = null, posted_by_name = null, posted_at = null where id = '${id}'`,
  ])
    await server.owner.query(statement);
  await server.owner.query('commit');
}

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('a calculation that is killed at any transaction and resumed has the digest of an undisturbed one', async () => {
  const whole = await start();
  await work();
  const digest = await digestOf(whole);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digest).toBe(await digestByHand());
  await billing().runs.cancel({ id: whole });
  for (let transactions = 1, died = true; died; transactions += 1) {
    const id = await start();
    died = await dieAt(transactions);
    expect(await digestOf(id), `killed at ${transactions}`).toBe(digest);
    await billing().runs.cancel({ id });
    if (!died) expect(transactions).toBeGreaterThan(5);
  }
});

it('a posting that is killed at any transaction and resumed has the same digest, numbers and amounts', async () => {
  const id = await start();
  await work();
  const { total, digest } = (await detail(id)).figures;
  await billing().runs.post({ id, total });
  await work();
  const whole = await numbers();
  expect(whole.length).toBeGreaterThan(5);
  expect(await digestOf(id)).toBe(digest);
  let boundaries = 0;
  for (let isPosted = false; !isPosted;) {
    await restoreReview(id);
    await billing().runs.post({ id, total });
    boundaries += 1;
    const { db } = dyingAt(server.services.db, boundaries);
    await work({ db }).catch(() => {});
    // Transactions after the posting make PDFs.
    isPosted = (await detail(id)).run.status === 'posted';
    await work();
    expect((await detail(id)).run.status).toBe('posted');
    expect([await digestOf(id), await numbers()], `killed at ${boundaries}`).toEqual([digest, whole]);
  }
  expect(boundaries).toBeGreaterThan(whole.length / AT_ONCE);
  const { debit, credit } = await billing().ledger.trialBalance({});
  expect(debit).toBe(credit);
});

it('a posted run keeps its digest, also against the server’s own role', async () => {
  const [run] = await billing().runs.list({});
  const digest = await digestOf(run?.id ?? '');
  const bill = (await billing().invoices({ limit: 1 })).rows[0];
  await server.owner.query(`update bill_runs set lines_digest = 'forged' where id = $1`, [run?.id]);
  expect(await digestOf(run?.id ?? '')).toBe(digest);
  await expect(server.owner.query(`update bills set lines_digest = '\\x00' where id = $1`, [bill?.id])).rejects.toThrow(
    'A posted bill never changes',
  );
});

it('an old period that is run again by its recorded cut-off has the same digest, whatever was recorded since', async () => {
  const period = '2026-10-01';
  const again = async () => (await billing().runs.start({ period, groupIds: null })).id;
  const first = await again();
  await work();
  const [digest, { run }] = [await digestOf(first), await detail(first)];
  await billing().runs.cancel({ id: first });
  server.clock.set('2026-11-25T18:00:00.000Z');
  const group = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const member = (await dana.api.members.ofGroup({ groupId: group, search: 'Calderwood' })).rows[0]?.id ?? '';
  await dana.api.terminations.end({
    groupId: group,
    memberIds: [member],
    lastDay: '2026-09-30',
    reason: 'non_payment',
  });
  const now = await again();
  await work();
  expect(await digestOf(now)).not.toBe(digest);
  await billing().runs.cancel({ id: now });
  const old = await again();
  await server.owner.query(`update bill_runs set cut_off_at = $2 where id = $1`, [old, run.cutOffAt]);
  await work();
  expect(await digestOf(old)).toBe(digest);
});
