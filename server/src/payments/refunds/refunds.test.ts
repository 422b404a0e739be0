import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { approveFor } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { workOnCards } from '../card-payments-job.ts';

let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;

const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
const open = async () => (await dana.api.payments.owed({ groupId: kestrel })).bills;
const pay = (cents: number, more: Record<string, unknown> = {}) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'wire',
    kind: 'monthly_premium',
    cents,
    receivedOn: '2026-11-20',
    billId: null,
    reference: `FED-${cents}`,
    isDebit: false,
    cardToken: null,
    override: false,
    ...more,
  });
const request = (cents: number, more: Record<string, unknown> = {}, person = dana) =>
  person.api.refunds.request({
    groupId: kestrel,
    paymentId: null,
    cents,
    reason: 'overpaid',
    note: '',
    method: 'check',
    idempotencyKey: randomUUID(),
    ...more,
  });
const LIMITS = {
  money: 500_00,
  organization: 5_000_00,
  runs: 1_000_000_00,
  newPayeeDays: 7,
  checkDays: 5,
  mostMonths: 12,
};
/** Asked for by Anselm, approved by Dana. */
const setLimits = async (limits: Partial<typeof LIMITS>) => {
  await anselm.api.refunds.setLimits({ ...LIMITS, ...limits });
  const { rows } = await dana.api.approvals.list({});
  const [change] = rows.filter(({ kind }) => kind === 'setting');
  await dana.api.approvals.approve({ id: change?.id ?? '', digest: change?.digest ?? '' });
};
const account = async (number: string) => {
  const { accounts, debit, credit } = await dana.api.billing.ledger.trialBalance({});
  expect(debit).toBe(credit);
  const found = accounts.find((one) => one.account === number);
  return (found?.debit ?? 0) - (found?.credit ?? 0);
};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { id } = await dana.api.billing.runs.start({ period: '2026-12-01', groupIds: [kestrel] });
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
});
afterAll(() => server.close());

describe('refunds (case M13)', () => {
  it('never take from an applied payment; a credit on account is offered instead', async () => {
    const [bill] = await open();
    const { id: paymentId } = await pay(bill?.due ?? 0);
    await expect(request(382_35, { paymentId })).rejects.toMatchObject({
      message: expect.stringContaining('Nothing is overpaid') as string,
    });
    expect(
      await dana.api.refunds.adjustments.credit({ groupId: kestrel, cents: 382_35, reason: 'Billing error' }),
    ).toMatchObject({ status: 'posted' });
    // What one person credits and refunds counts together.
    const refund = await request(382_35);
    expect(refund).toMatchObject({
      status: 'requested',
      waitsBecause: 'Another person approves it: with $382.35 of the last 30 days you reach $500.00.',
    });
    await approveFor(anselm, refund.id);
    expect(await account('2100')).toBe(-382_35);
  });

  it('two at once: one is accepted, the other hears what is left', async () => {
    const { id: paymentId } = await pay(100_00, { reference: 'OVER' });
    const both = await Promise.allSettled([request(60_00, { paymentId }), request(60_00, { paymentId })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({ message: '$40.00 is available.' });
  });

  it('above the limit wait for another person and stay reserved until then', async () => {
    const { id: paymentId } = await pay(900_00, { reference: 'LARGE' });
    const { id, status, number } = await request(900_00, { paymentId });
    expect([status, number]).toEqual(['requested', expect.stringMatching(/^RF-2026-\d{4}$/)]);
    await expect(approveFor(dana, id)).rejects.toMatchObject({
      message: `You made or changed Refund ${number} to Kestrel Avionics Repair. Another person has to approve it.`,
    });
    // Reserved money pays no bill.
    await expect(dana.api.payments.apply({ id: paymentId, billId: null })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(
      (await dana.api.refunds.balances({ groupId: kestrel })).find((one) => one.paymentId === paymentId),
    ).toMatchObject({
      balance: 900_00,
      reserved: 900_00,
    });
    await approveFor(anselm, id);
    await expect(approveFor(anselm, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await dana.api.refunds.payByCheck({ id, number: '5001', paidOn: '2026-11-20' });
    const [row] = (await dana.api.refunds.list({ groupId: kestrel })).rows;
    expect(row).toMatchObject({ status: 'paid', reference: 'Check 5001', decidedBy: 'Anselm Okoro' });
  });

  it('come back to payable when they fail, are sent again, withdrawn or kept as unclaimed', async () => {
    const { id: paymentId } = await pay(300_00, { reference: 'FAILS' });
    // What went without a second person counts for 30 days, so that one more cannot split the limit of 500.00.
    const split = await request(100_00, { paymentId });
    expect(split).toMatchObject({
      status: 'requested',
      waitsBecause: 'Another person approves it: with $442.35 of the last 30 days you reach $500.00.',
    });
    await dana.api.refunds.withdraw({ id: split.id });
    await expect(anselm.api.refunds.setLimits({ ...LIMITS, money: 1e13 })).rejects.toMatchObject({
      data: { problems: [{ path: 'money', message: 'Enter an amount of at most $99,999,999.99.' }] },
    });
    await setLimits({ money: 2000_00 });
    const bank = await account('1000');
    const { id } = await request(100_00, { paymentId });
    await dana.api.refunds.payByCheck({ id, number: '5002', paidOn: '2026-11-20' });
    expect(await account('1000')).toBe(bank - 100_00);
    await dana.api.refunds.fail({ id, reason: 'Check returned' });
    expect(await account('1000')).toBe(bank);
    expect(await dana.api.refunds.resend({ id, method: 'check' })).toMatchObject({
      waitsBecause: 'Another person approves every further attempt to pay a refund.',
    });
    await expect(dana.api.refunds.payByCheck({ id, number: '5004', paidOn: '2026-11-20' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    // The attempt is withdrawn; money that has left once goes back to the balance only with a second person.
    expect(await dana.api.refunds.withdraw({ id })).toEqual({ id, waitsBecause: null });
    expect((await dana.api.refunds.withdraw({ id })).waitsBecause).toContain('another person always approves it');
    await approveFor(anselm, id);
    const second = await request(200_00, { paymentId });
    await dana.api.refunds.payByCheck({ id: second.id, number: '5003', paidOn: '2026-11-20' });
    await dana.api.refunds.fail({ id: second.id, reason: 'Address unknown' });
    await dana.api.refunds.unclaimed({ id: second.id });
    expect(await account('2110')).toBe(-200_00);
    const left = (await dana.api.refunds.balances({ groupId: kestrel })).find((one) => one.paymentId === paymentId);
    expect(left).toMatchObject({ balance: 100_00, reserved: 0 });
  });

  it('of a card go back to the card, through the processor', async () => {
    const { id: paymentId } = await pay(80_00, { method: 'credit_card', reference: '', cardToken: 'sandbox-approved' });
    await workOnCards(server.services, DEFAULT_TENANT);
    await expect(request(10_00, { method: 'credit_card' })).rejects.toMatchObject({
      data: { problems: [{ path: 'cents' }, { path: 'method' }] },
    });
    const { id } = await request(80_00, { paymentId, method: 'credit_card' });
    await dana.api.refunds.reverseCard({ id });
    expect((await dana.api.refunds.list({ groupId: kestrel })).rows[0]).toMatchObject({ id, status: 'paid' });
  });

  it('are refused in words: old money, a reason that says nothing, a reader', async () => {
    const { id: paymentId } = await pay(50_00, { reference: 'OLD', receivedOn: '2025-11-20' });
    await dana.api.refunds.balances({});
    await expect(dana.api.refunds.setLimits({ ...LIMITS, mostMonths: 6 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await setLimits({ mostMonths: 6 });
    await expect(request(50_00, { paymentId })).rejects.toMatchObject({
      message: expect.stringContaining('older than 6 months') as string,
    });
    await expect(request(1_00, { reason: 'other' })).rejects.toMatchObject({
      data: { problems: expect.arrayContaining([{ path: 'note', message: 'Say what the reason is.' }]) as unknown },
    });
    const reader = await server.as('read_only');
    await expect(request(1_00, {}, reader)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('write-offs', () => {
  it('take what is owed of a bill; above the limit another person posts them', async () => {
    const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
    await work();
    const { figures } = await dana.api.billing.runs.get({ id });
    await dana.api.billing.runs.post({ id, total: figures.total });
    await work();
    // A credit on account pays the open bill at once, unless it is to stay.
    const whole = (await open())[0]?.due ?? 0;
    const credit = { groupId: kestrel, cents: 2_00, reason: 'Goodwill' };
    const kept = await dana.api.refunds.adjustments.credit({ ...credit, staysOnAccount: true });
    await approveFor(anselm, kept.id);
    expect((await open())[0]?.due).toBe(whole);
    await approveFor(anselm, (await dana.api.refunds.adjustments.credit(credit)).id);
    expect((await open())[0]?.due).toBe(whole - 2_00);
    const [bill] = await open();
    const { id: billId, due } = bill ?? { id: '', due: 0 };
    const writeOff = (cents: number) => dana.api.refunds.adjustments.writeOff({ billId, cents, reason: 'Bankrupt' });
    await expect(writeOff(due + 1)).rejects.toMatchObject({ data: { problems: [{ path: 'cents' }] } });
    await approveFor(anselm, (await writeOff(1_00)).id);
    const large = await writeOff(due - 1_00);
    expect(large.status).toBe('requested');
    await expect(approveFor(dana, large.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await approveFor(anselm, large.id);
    expect(await open()).toEqual([]);
    expect(await account('5000')).toBe(due);
  });
});
