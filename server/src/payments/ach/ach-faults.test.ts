import { randomUUID } from 'node:crypto';
import { read820 } from '@openbenefits/domain/payments/remittance/read-820';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { approveFor, inForce } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { OUR_BANK, readFileForBank, returnsOfBank as returnsOf } from './ach-bank.test-data.ts';
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
  await approveFor(anselm, id);
  return id;
}
const returnsOfBank = (answers: Parameters<typeof returnsOf>[0]) => returnsOf(answers, server.services.clock.today());
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
  await inForce(dana, anselm, (api) => api.ach.settings.set(OUR_BANK));
});
afterAll(() => server.close());

describe('a refund by ACH', () => {
  it('goes to the account it was asked for, verified by then; without it, it is held with the reason', async () => {
    await dana.api.refunds.adjustments.credit({
      groupId: kestrel,
      cents: 80_00,
      reason: 'Billing error',
      staysOnAccount: true,
    });
    await expect(refund(50_00)).rejects.toMatchObject({ data: { problems: [{ path: 'method' }] } });
    const add = (number: string) =>
      dana.api.ach.accounts.add({
        groupId: kestrel,
        holder: 'Kestrel Aviónics Ñ',
        isPerson: false,
        kind: 'checking',
        routing: '231380104',
        account: number,
      });
    const verified = async (number: string) => {
      const { id } = await add(number);
      await dana.api.ach.accounts.verify({ id, by: 'prenote' });
      await download(await approved());
      return id;
    };
    const first = await verified('744567811');
    server.clock.set('2026-11-30T18:00:00.000Z');
    await settleDebits(server.services, DEFAULT_TENANT);
    expect(await account()).toMatchObject({ status: 'verified' });
    const { id } = await refund(30_00);
    expect(await held()).toEqual([]);
    await dana.api.ach.accounts.disable({ id: first, reason: 'Closed' });
    await verified('744567899');
    server.clock.set('2026-12-07T18:00:00.000Z');
    await settleDebits(server.services, DEFAULT_TENANT);
    // The group has another verified account now, but the refund was not asked for that one.
    const waits = { kind: 'refund', groupId: kestrel, groupName: 'Kestrel Avionics Repair', entries: 1, cents: 30_00 };
    expect(await held()).toEqual([{ ...waits, reason: 'The bank account was disabled' }]);
    await dana.api.refunds.withdraw({ id });
    await refund(80_00);
    const { entries } = readFileForBank(await download(await approved()));
    expect(entries).toMatchObject([{ code: '22', cents: 80_00, batch: 'REFUND', sec: 'CCD' }]);
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

  it('that is returned stops refunds that were not sent; the group owes those that were', async () => {
    const cents = 60_00;
    await debit(cents, true);
    const [entry] = readFileForBank(await download(await approved())).entries;
    server.clock.set('2026-12-31T18:00:00.000Z');
    await settleDebits(server.services, DEFAULT_TENANT);
    const paymentId = (await dana.api.payments.list({ groupId: kestrel, limit: 1 })).rows[0]?.id ?? '';
    for (const { id } of (await dana.api.payments.get({ id: paymentId })).applications)
      await dana.api.payments.undoApplication({ id });
    const ask = (amount: number, method: 'ach' | 'check') =>
      dana.api.refunds.request({ groupId: kestrel, paymentId, cents: amount, reason: 'overpaid', note: '', method });
    const sent = await ask(10_00, 'check');
    await dana.api.refunds.payByCheck({ id: sent.id, number: '77', paidOn: '2026-12-31' });
    await ask(20_00, 'check');
    await ask(30_00, 'ach');
    const file = await dana.api.ach.files.draft({});
    const balance = async (account: string) => {
      const { accounts } = await dana.api.billing.ledger.trialBalance({ on: '2027-12-31' });
      const found = accounts.find((one) => one.account === account);
      return (found?.debit ?? 0) - (found?.credit ?? 0);
    };
    expect(await balance('2100')).toBe(-50_00);
    const answer = { trace: entry?.trace ?? '', rdfi: entry?.rdfi ?? '', cents, code: 'R01' };
    await dana.api.ach.returns.import({ name: 'late.ach', text: returnsOfBank([answer]) });
    const { rows } = await dana.api.refunds.list({ groupId: kestrel });
    expect(rows.slice(0, 3).map(({ cents: amount, status }) => [amount, status])).toEqual(
      expect.arrayContaining([
        [10_00, 'paid'],
        [20_00, 'withdrawn'],
        [30_00, 'withdrawn'],
      ]),
    );
    expect((await dana.api.ach.files.get({ id: file.id })).list.map(({ isIncluded }) => isIncluded)).toEqual([false]);
    await dana.api.ach.files.cancel({ id: file.id });
    expect([await balance('2100'), await balance('1110')]).toEqual([0, 10_00]);
    expect((await dana.api.ach.returns.list({}))[0]?.outcome).toMatch(
      /Refund \S+ was sent before: the group owes \$10\.00\. Refund \S+ of \$20\.00 was stopped\./,
    );
    // The check comes back as well: nothing is owed and nothing is payable.
    await dana.api.refunds.fail({ id: sent.id, reason: 'Address unknown' });
    expect([await balance('2100'), await balance('1110')]).toEqual([0, 0]);
    await expect(dana.api.refunds.resend({ id: sent.id, method: 'check' })).rejects.toMatchObject({ code: 'CONFLICT' });
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

  it('is matched with what was sent; returns of voided, unknown and returned debits are listed and stop no other', async () => {
    const sent = async (cents: number) => {
      await debit(cents, true);
      const id = (await dana.api.payments.list({ groupId: kestrel, limit: 1 })).rows[0]?.id ?? '';
      const { trace = '', rdfi = '' } = readFileForBank(await download(await approved())).entries[0] ?? {};
      return { id, trace, rdfi, cents };
    };
    const importing = (name: string, answers: Parameters<typeof returnsOfBank>[0]) =>
      dana.api.ach.returns.import({ name, text: returnsOfBank(answers) });
    const outcomes = async (count: number) =>
      (await dana.api.ach.returns.list({}))
        .slice(0, count)
        .map(({ cents, isApplied, bankCase }) => ({ cents, isApplied, bankCase }));
    const voided = await sent(31_00);
    server.clock.set('2027-01-05T18:00:00.000Z');
    await settleDebits(server.services, DEFAULT_TENANT);
    await dana.api.payments.void({ id: voided.id, reason: 'Entered twice' });
    const good = await sent(32_00);
    // Before its day, nobody at the bank has it yet.
    expect(await importing('early.ach', [{ ...good, code: 'R01' }])).toMatchObject({ matched: 0 });
    server.clock.set('2027-01-06T18:00:00.000Z');
    // The bank corrects the routing number after the debit was sent.
    const change = { ...good, cents: 0, code: 'C02', corrected: '021000021' };
    await importing('change.ach', [change]);
    const code = 'R01';
    await importing('mixed.ach', [
      { ...voided, code },
      { ...voided, trace: '121042880009999', code },
      { ...good, code },
    ]);
    expect(await outcomes(3)).toEqual(
      expect.arrayContaining([
        { cents: 31_00, isApplied: false, bankCase: 'void' },
        { cents: 31_00, isApplied: false, bankCase: 'not_ours' },
        { cents: 32_00, isApplied: true, bankCase: null },
      ]),
    );
    expect((await dana.api.payments.get({ id: good.id })).status).toBe('returned');
    // The second debit within six months came back: no debit for twelve months, or until somebody lifts it.
    const [restriction] = await dana.api.ach.restrictions.list({ groupId: kestrel });
    expect(restriction).toMatchObject({ from: '2027-01-06', until: '2028-01-06', isInForce: true });
    expect(
      (await dana.api.ach.returns.list({})).filter(({ outcome }) => outcome.includes('secured funds')),
    ).toHaveLength(1);
    await expect(debit(5_00)).rejects.toMatchObject({ data: { problems: [{ path: 'way' }] } });
    await expect(dana.api.ach.returns.retry({ id: good.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const lift = { id: restriction?.id ?? '', reason: 'The bank erred' };
    await anselm.api.ach.restrictions.lift(lift);
    expect((await dana.api.ach.restrictions.list({ groupId: kestrel }))[0]).toMatchObject({
      isInForce: false,
      liftReason: 'The bank erred',
    });
    // The same answers again, and the same file with a line end: a case for the bank, and no retry is counted.
    const text = returnsOfBank([{ ...good, code: 'R29' }]);
    await dana.api.ach.returns.import({ name: 'again.ach', text });
    await expect(dana.api.ach.returns.import({ name: 'again.ach', text: `${text}\n` })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const [duplicate] = await dana.api.ach.returns.list({});
    expect(duplicate).toMatchObject({ isApplied: false, bankCase: 'duplicate_return' });
    expect(duplicate?.outcome).toContain('(R67)');
    expect(await dana.api.ach.returns.retry({ id: good.id })).toMatchObject({ lastDay: expect.any(String) as string });
  });

  it('whose draft is corrected by notifications of change is approved anew and goes out corrected; its age is shown', async () => {
    const { id } = await dana.api.ach.files.draft({});
    const { entries } = readFileForBank(
      await download((await dana.api.ach.files.list({})).find(({ status }) => status === 'sent')?.id ?? ''),
    );
    const { trace = '', rdfi = '' } = entries[0] ?? {};
    const of = { trace, rdfi, cents: 0 };
    await dana.api.ach.returns.import({
      name: 'changes.ach',
      text: returnsOfBank([
        { ...of, code: 'C04', corrected: 'KESTREL REPAIR' },
        { ...of, code: 'C05', corrected: '37' },
        { ...of, code: 'C09', corrected: 'KAR-77' },
        { ...of, code: 'C13', corrected: '' },
      ]),
    });
    server.clock.set('2027-01-20T18:00:00.000Z');
    await expect(approveFor(anselm, id)).rejects.toMatchObject({
      message: expect.stringContaining('has changed since approval was asked for') as string,
    });
    expect(await dana.api.ach.files.get({ id })).toMatchObject({ lacksApproval: true, approval: null });
    await dana.api.ach.files.ask({ id });
    const age = 'The file has entries from 01/06/2027, more than 5 banking days ago.';
    expect(await dana.api.ach.files.get({ id })).toMatchObject({ lacksApproval: false, age });
    const [waiting] = (await anselm.api.approvals.list({})).rows;
    expect(waiting?.facts).toContainEqual({ label: 'Age', value: age });
    await approveFor(anselm, id);
    const line = (await download(id)).split('\n').find((one) => one.startsWith('6')) ?? '';
    expect([line.slice(1, 12), line.slice(39, 54).trim(), line.slice(54, 76).trim(), line[78]]).toEqual([
      '37021000021',
      'KAR-77',
      'KESTREL REPAIR',
      '0',
    ]);
  });

  it('that is returned leaves its bill to other money of the group at once; a wire pays fees after premium', async () => {
    const { rows } = await dana.api.payments.list({ groupId: kestrel, limit: 50 });
    const paid = rows.find(({ cents, status }) => cents === bill.due && status === 'completed');
    const state = async () => {
      const { bills, fees, unapplied, refunds } = await dana.api.payments.owed({ groupId: kestrel });
      return { due: bills.reduce((sum, { due }) => sum + due, 0), fees, unapplied, refunds };
    };
    const { owner } = server;
    const { rows: sent } = await owner.query('select trace, sent_routing from ach_entries where payment_id = $1', [
      paid?.id,
    ]);
    const before = await state();
    expect(before).toMatchObject({ due: 0, fees: 0, refunds: 0 });
    expect(before.unapplied).toBeGreaterThan(0);
    const answer = { trace: String(sent[0]?.trace), rdfi: String(sent[0]?.sent_routing).slice(0, 8), cents: bill.due };
    await dana.api.ach.returns.import({ name: 'bill.ach', text: returnsOfBank([{ ...answer, code: 'R01' }]) });
    const left = bill.due - before.unapplied;
    expect(await state()).toEqual({ due: left, fees: 0, unapplied: 0, refunds: 0 });
    await dana.api.ach.returns.fee({ id: paid?.id ?? '' });
    expect(await state()).toMatchObject({ due: left, fees: 25_00 });
    const wire = {
      groupId: kestrel,
      method: 'wire' as const,
      kind: 'monthly_premium' as const,
      cents: left + 30_00,
      receivedOn: '2027-01-20',
      billId: null,
    };
    expect(await dana.api.payments.preview(wire)).toMatchObject({ fees: 25_00, unapplied: 5_00 });
    const more = { reference: 'W-1', isDebit: false, cardToken: null, override: false, idempotencyKey: randomUUID() };
    const { id } = await dana.api.payments.process({ ...wire, ...more });
    expect(await state()).toEqual({ due: 0, fees: 0, unapplied: 5_00, refunds: 0 });
    await dana.api.payments.void({ id, reason: 'Entered twice' });
    expect(await state()).toEqual({ due: left, fees: 25_00, unapplied: 0, refunds: 0 });
  });
});
