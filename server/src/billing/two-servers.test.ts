import { approveFor, rejectFor } from '../testing/approving.ts';
import { randomUUID } from 'node:crypto';
import type { Api } from '@openbenefits/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MoneyWorld } from './money-stories.test-data.ts';
import { wrongFigures } from './money-invariants.test-data.ts';

/** Two servers on one database: the same thing asked of both at once has one effect, and the other hears why. */
let world: MoneyWorld;
let here: Api;
let there: Api;
let groupId: string;

beforeAll(async () => {
  world = await MoneyWorld.open(1);
  here = world.dana.api;
  there = await world.server.beside(world.anselm);
  groupId = world.groups[0] ?? '';
});
afterAll(() => world.server.close());
afterEach(async () => expect(await wrongFigures(world.server.owner)).toEqual([]));

const pay = async (cents: number, more: Record<string, unknown> = {}) =>
  here.payments.process({
    groupId,
    method: 'wire',
    kind: 'monthly_premium',
    cents,
    receivedOn: '2026-11-20',
    billId: null,
    reference: randomUUID().slice(0, 8),
    isDebit: false,
    cardToken: null,
    override: true,
    ...more,
  });
/** A payment whose money is not applied. */
async function unapplied(cents: number): Promise<string> {
  const { id } = await pay(cents);
  const { applications } = await here.payments.get({ id });
  for (const one of applications) await here.payments.undoApplication({ id: one.id });
  return id;
}
/** Makes the same call on both servers; what the one that lost was told. */
async function both(call: (api: Api) => Promise<unknown>): Promise<{ message: string; code: string }> {
  const ends = await Promise.allSettled([call(here), call(there)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  return ends.find((end) => end.status === 'rejected')?.reason as { message: string; code: string };
}
const count = async (query: string): Promise<number> =>
  Number((await world.server.owner.query<{ count: string }>(query)).rows[0]?.count);

describe('at the same moment on two servers', () => {
  it('a credit is refunded once', async () => {
    await here.refunds.adjustments.credit({ groupId, cents: 90_00, reason: 'Billing error', staysOnAccount: true });
    const said = await both((api) =>
      api.refunds.request({ groupId, paymentId: null, cents: 90_00, reason: 'overpaid', note: '', method: 'check' }),
    );
    expect(said.message).toMatch(/is available|Nothing is overpaid/);
  });

  it('a refund is approved once and paid once', async () => {
    const paymentId = await unapplied(600_00);
    const { id } = await here.refunds.request({
      groupId,
      paymentId,
      cents: 600_00,
      reason: 'overpaid',
      note: '',
      method: 'check',
    });
    const approvals = await Promise.allSettled([approveFor({ api: there }, id), approveFor({ api: there }, id)]);
    expect(approvals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const said = await both((api) => api.refunds.payByCheck({ id, number: '77', paidOn: '2026-11-20' }));
    expect(said.message).toMatch(/^Refund RF-\d{4}-\d{4} is paid\.$/);
  });

  it('a payment is applied once, un-applied once and voided once', async () => {
    const id = await unapplied(70_00);
    expect((await both((api) => api.payments.apply({ id, billId: null }))).message).toContain('nothing to apply');
    const [application] = (await here.payments.get({ id })).applications.filter(({ undoneAt }) => undoneAt === null);
    const undone = await both((api) => api.payments.undoApplication({ id: application?.id ?? '' }));
    expect(undone.message).toBe('This application was already undone.');
    await here.payments.apply({ id, billId: null });
    const voided = await both((api) => api.payments.void({ id, reason: 'Entered twice' }));
    expect(voided.message).toBe('This payment was already voided.');
  });

  it('a bill takes only what is owed of it', async () => {
    const { bills } = await here.payments.owed({ groupId });
    const { id: billId, due } = bills[0] ?? { id: '', due: 0 };
    const [one, other] = [await unapplied(due), await unapplied(due)];
    await Promise.allSettled([here.payments.apply({ id: one, billId }), there.payments.apply({ id: other, billId })]);
    expect(
      await count(
        `select sum(cents) as count from payment_applications where bill_id = '${billId}' and undone_at is null`,
      ),
    ).toBe(due);
    await Promise.allSettled([
      here.payments.void({ id: one, reason: 'x' }),
      there.payments.void({ id: other, reason: 'x' }),
    ]);
  });

  it('a debit is in one file, which is made once and approved once', async () => {
    const { id: payment } = await pay(30_00, { method: 'ach', reference: '', isDebit: true });
    const said = await both((api) => api.ach.files.draft({}));
    expect(said.message).toMatch(/is still open|nothing to send/);
    const [file] = await here.ach.files.list({});
    const approver = file?.createdBy === 'Anselm Okoro' ? here : there;
    const id = file?.id ?? '';
    const approvals = await Promise.allSettled([approveFor({ api: approver }, id), approveFor({ api: approver }, id)]);
    expect(approvals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await count(`select count(*) from ach_entries where payment_id = '${payment}' and is_included`)).toBe(1);
  });

  it('a bank account is added once, an adjustment is decided once', async () => {
    const account = {
      groupId,
      holder: 'Story',
      isPerson: false,
      kind: 'savings',
      routing: '231380104',
      account: '5501',
    } as const;
    expect(await both((api) => api.ach.accounts.add(account))).toMatchObject({
      message: 'This group already has this bank account.',
    });
    await expect(here.ach.accounts.add({ ...account, account: '0000' })).rejects.toMatchObject({
      data: { problems: [{ path: 'account', message: expect.stringContaining('zeros') as string }] },
    });
    const { id } = await here.refunds.adjustments.credit({
      groupId,
      cents: 5000_00,
      reason: 'Billing error',
      staysOnAccount: true,
    });
    const decided = await Promise.allSettled([approveFor({ api: there }, id), rejectFor({ api: there }, id)]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
