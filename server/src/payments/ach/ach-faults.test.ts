import { randomUUID } from 'node:crypto';
import { read820 } from '@openbenefits/domain/payments/remittance/read-820';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { OUR_BANK, readFileForBank, returnsOfBank } from './ach-bank.test-data.ts';
import { settleDebits } from './settle-debits-job.ts';

let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;
let bill: { number: string; due: number };

const debit = (cents: number, override = false) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'ach',
    kind: 'monthly_premium',
    cents,
    receivedOn: '2026-11-20',
    billId: null,
    reference: '',
    isDebit: true,
    cardToken: null,
    override,
    idempotencyKey: randomUUID(),
  });
const refund = (cents: number) =>
  dana.api.refunds.request({
    groupId: kestrel,
    paymentId: null,
    cents,
    reason: 'overpaid',
    note: '',
    method: 'ach',
    idempotencyKey: randomUUID(),
  });
async function download(id: string): Promise<string> {
  const answer = await fetch(`${server.url}/downloads/ach/${id}`, { headers: { cookie: anselm.cookie } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
async function approved(): Promise<string> {
  const { id } = await dana.api.ach.files.draft({});
  await anselm.api.ach.files.approve({ id });
  return id;
}
const account = async () => (await dana.api.ach.accounts.list({ groupId: kestrel }))[0];
const held = async () => (await dana.api.ach.summary({})).held;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  bill = (await dana.api.payments.owed({ groupId: kestrel })).bills[0] ?? { number: '', due: 0 };
  await dana.api.ach.settings.set(OUR_BANK);
});
afterAll(() => server.close());

describe('a refund by ACH', () => {
  it('of a group without a verified account is held, with the reason, until it has one', async () => {
    await dana.api.refunds.adjustments.credit({ groupId: kestrel, cents: 50_00, reason: 'Billing error' });
    expect(await refund(50_00)).toMatchObject({ status: 'approved' });
    const waits = { kind: 'refund', groupId: kestrel, groupName: 'Kestrel Avionics Repair', entries: 1, cents: 50_00 };
    expect(await held()).toEqual([{ ...waits, reason: 'No bank account' }]);
    const { id } = await dana.api.ach.accounts.add({
      groupId: kestrel,
      holder: 'Kestrel Aviónics Ñ',
      isPerson: false,
      kind: 'checking',
      routing: '231380104',
      account: '744567899',
    });
    expect(await held()).toEqual([{ ...waits, reason: 'The bank account is not verified yet' }]);
    await dana.api.ach.accounts.verify({ id, by: 'prenote' });
    await download(await approved());
    server.clock.set('2026-11-30T18:00:00.000Z');
    await settleDebits(server.services, DEFAULT_TENANT);
    expect(await account()).toMatchObject({ status: 'verified' });
    expect(await held()).toEqual([]);
    const { entries } = readFileForBank(await download(await approved()));
    expect(entries).toMatchObject([{ code: '22', cents: 50_00, batch: 'REFUND', sec: 'CCD' }]);
  });
});

describe('a debit', () => {
  it('of a company that takes the 820 has it in its addenda: which bills it pays (CTX)', async () => {
    const { id = '' } = (await account()) ?? {};
    await dana.api.ach.accounts.setAddenda({ id, isCtx: true });
    await debit(10_00);
    await debit(bill.due, true);
    const file = await approved();
    expect((await dana.api.ach.files.get({ id: file })).list.map(({ sec }) => sec)).toEqual(['CTX', 'CTX']);
    const text = await download(file);
    expect(text).not.toMatch(/[^\n -~]/);
    const { entries } = readFileForBank(text);
    const read = entries.map(({ addenda }) => read820(addenda));
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.flatMap(({ remittances }) => remittances)).toMatchObject(
      // The second debit pays what the first has left of the bill; the rest is on account.
      entries.map(({ cents, trace }) => ({ isCash: true, cents, trace, payerName: 'KESTREL AVIONICS REPAIR' })),
    );
    const lines = read.flatMap(({ remittances }) => remittances.flatMap((one) => one.lines));
    expect(lines.map(({ reference, paid }) => [reference, paid])).toEqual([
      [bill.number, 10_00],
      [bill.number, bill.due - 10_00],
      [expect.stringMatching(/^CIM/) as string, 10_00],
    ]);
    // The reader by columns, as a bank reads it: records number themselves, and the counts hold.
    expect(entries.map(({ sec, batch }) => [sec, batch])).toEqual([
      ['CTX', 'PREMIUM'],
      ['CTX', 'PREMIUM'],
    ]);
    await dana.api.ach.accounts.setAddenda({ id, isCtx: false });
  });

  it('of a person never has an 820', async () => {
    const { rows } = await dana.api.groups.list({ limit: 5 });
    const { id } = await dana.api.ach.accounts.add({
      groupId: rows.find((group) => group.id !== kestrel)?.id ?? '',
      holder: 'R. Holloway',
      isPerson: true,
      kind: 'savings',
      routing: '231380104',
      account: '88001122',
    });
    await expect(dana.api.ach.accounts.setAddenda({ id, isCtx: true })).rejects.toMatchObject({
      message: expect.stringContaining('a person') as string,
    });
  });

  it('before a holiday goes with the next banking day (case M16)', async () => {
    server.clock.set('2026-12-24T18:00:00.000Z');
    await settleDebits(server.services, DEFAULT_TENANT);
    await debit(20_00);
    const { id } = await dana.api.ach.files.draft({});
    expect((await dana.api.ach.files.get({ id })).effectiveOn).toBe('2026-12-28');
    await dana.api.ach.files.cancel({ id });
  });

  it('whose file was being made when the process died is in no file, and in one after the next try', async () => {
    const id = await approved();
    const { owner } = server;
    await owner.query('begin');
    await owner.query("select from payments where status = 'pending' for update");
    const lost = download(id).then(
      () => 'made',
      () => 'lost',
    );
    // The file is written and its debits are about to be marked: the connection ends there, as when a process dies.
    let ended = 0;
    while (ended === 0) {
      await owner.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      ended = rowCount ?? 0;
    }
    expect(await lost).toBe('lost');
    await owner.query('rollback');
    expect(await dana.api.ach.files.get({ id })).toMatchObject({ status: 'approved', sentAt: null });
    expect((await dana.api.payments.list({ groupId: kestrel, limit: 1 })).rows[0]?.status).toBe('pending');
    const { entries } = readFileForBank(await download(id));
    expect(entries.map(({ cents }) => cents)).toEqual([20_00]);
    await expect(dana.api.ach.files.draft({})).rejects.toMatchObject({
      message: expect.stringContaining('nothing to send') as string,
    });
  });

  it('is answered once when the same file of returns is uploaded twice at the same time', async () => {
    const sent = (await dana.api.ach.files.list({})).find(({ status }) => status === 'sent');
    const [entry] = readFileForBank(await download(sent?.id ?? '')).entries;
    const text = returnsOfBank([{ trace: entry?.trace ?? '', rdfi: entry?.rdfi ?? '', cents: 20_00, code: 'R01' }]);
    const importing = (name: string) => dana.api.ach.returns.import({ name, text });
    const both = await Promise.allSettled([importing('one.ach'), importing('two.ach')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^This file was already imported by .+, as (one|two)\.ach\. Nothing was changed\.$/,
      ) as string,
    });
  });
});
