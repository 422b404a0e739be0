import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { inForce } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { workOnCards } from './card-payments-job.ts';

const TODAY = '2026-11-20' as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;
let dues: number[];

const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
async function bill(period: string): Promise<void> {
  const { id } = await dana.api.billing.runs.start({ period, groupIds: [kestrel] });
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
}
const owed = () => dana.api.payments.owed({ groupId: kestrel });
const open = async () => (await owed()).bills.map(({ due }) => due);
const pay = (cents: number, more: Record<string, unknown> = {}) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'wire',
    kind: 'monthly_premium',
    cents,
    receivedOn: TODAY,
    billId: null,
    reference: `FED-${cents}`,
    isDebit: false,
    cardToken: null,
    override: false,
    ...more,
  });
const balanced = async () => {
  const { debit, credit } = await dana.api.billing.ledger.trialBalance({});
  expect(debit).toBe(credit);
};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  for (const period of ['2026-09-01', '2026-10-01', '2026-11-01']) await bill(period);
  dues = await open();
});
afterAll(() => server.close());

describe('payments of a group with three unpaid bills (case M12)', () => {
  it('shows what a payment would pay, and pays the oldest first', async () => {
    const [first = 0, second = 0, third = 0] = dues;
    const cents = first + second + 200_00;
    const preview = await dana.api.payments.preview({
      groupId: kestrel,
      method: 'wire',
      kind: 'monthly_premium',
      cents,
      receivedOn: TODAY,
      billId: null,
    });
    expect(preview.applications.map((one) => one.cents)).toEqual([first, second, 200_00]);
    expect(preview).toMatchObject({ unapplied: 0, fee: 25_00, charged: cents, warnings: [] });
    expect(await pay(cents)).toMatchObject({ status: 'completed', applied: cents, unapplied: 0 });
    expect(await open()).toEqual([third - 200_00]);
    await balanced();
  });

  it('keeps what is more than is owed as unapplied cash; the next bill uses it by itself', async () => {
    const [left = 0] = await open();
    const bills = (await owed()).bills;
    await pay(left + 500_00, { billId: bills[0]?.id });
    expect(await owed()).toMatchObject({ bills: [], unapplied: 500_00 });
    await bill('2026-12-01');
    const [due = 0] = await open();
    const { rows } = await dana.api.billing.invoices({ groupId: kestrel, limit: 1 });
    expect(due).toBe((rows[0]?.total ?? 0) - 500_00);
    expect((await owed()).unapplied).toBe(0);
    await balanced();
  });

  it('undoes an application on both sides, once, and applies it again', async () => {
    const { rows } = await dana.api.payments.list({ groupId: kestrel, limit: 1 });
    const payment = await dana.api.payments.get({ id: rows[0]?.id ?? '' });
    const last = payment.applications.at(-1);
    expect(last?.cents).toBe(500_00);
    const [due = 0] = await open();
    await dana.api.payments.undoApplication({ id: last?.id ?? '' });
    expect(await open()).toEqual([due + 500_00]);
    expect((await owed()).unapplied).toBe(500_00);
    await expect(dana.api.payments.undoApplication({ id: last?.id ?? '' })).rejects.toMatchObject({
      message: 'This application was already undone.',
    });
    expect(await dana.api.payments.apply({ id: payment.id, billId: null })).toEqual({ applied: 500_00 });
    expect(await open()).toEqual([due]);
    await balanced();
  });

  it('rejects the same payment again, a bill of another group, one cent of nothing, and users who may not take payments', async () => {
    const [left = 0] = dues;
    await pay(100, { reference: 'TWICE', method: 'check' });
    await expect(pay(100, { reference: 'twice', method: 'check' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(pay(left, { billId: '00000000-0000-7000-8000-000000000001' })).rejects.toMatchObject({
      data: { problems: [{ path: 'billId' }] },
    });
    // More than one payment can be would make every sum of the ledger too large to read.
    await expect(pay(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ data: { problems: [{ path: 'cents' }] } });
    await expect(pay(0)).rejects.toMatchObject({ data: { problems: [{ path: 'cents' }] } });
    await expect(pay(100, { receivedOn: '2026-11-21' })).rejects.toMatchObject({
      data: { problems: [{ path: 'receivedOn' }] },
    });
    await expect(pay(100, { method: 'check', reference: '' })).rejects.toMatchObject({
      data: { problems: [{ path: 'reference' }] },
    });
    const reader = await server.as('read_only');
    await expect(reader.api.payments.void({ id: kestrel, reason: 'No' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('voids a payment that was entered wrongly: its bills are owed again', async () => {
    const [due = 0] = await open();
    const { id } = await pay(75_00, { reference: 'WRONG' });
    expect(await open()).toEqual([due - 75_00]);
    await dana.api.payments.void({ id, reason: 'Entered for the wrong group' });
    expect(await open()).toEqual([due]);
    const voided = await dana.api.payments.get({ id });
    expect(voided).toMatchObject({ status: 'void', unapplied: 0, reason: 'Entered for the wrong group' });
    expect(voided.events.map(({ status }) => status)).toEqual(['pending', 'completed', 'void']);
    await balanced();
  });

  it('lets two users at once pay with the same money only once', async () => {
    const { id } = await pay(50_00, { reference: 'RACE' });
    const [application] = (await dana.api.payments.get({ id })).applications;
    await dana.api.payments.undoApplication({ id: application?.id ?? '' });
    const both = await Promise.allSettled([
      dana.api.payments.apply({ id, billId: null }),
      dana.api.payments.apply({ id, billId: null }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await balanced();
  });

  it('does not let SQL of the server pay a bill by more than it is', async () => {
    const { bills } = await owed();
    const statement = server.owner.query(
      `with e as (insert into ledger_entries (tenant_id, id, kind, effective_on, posted_at, memo, actor_id, actor_name)
         values ($1, gen_random_uuid(), 'application', '2026-11-20', now(), 'too much', 'x', 'x') returning id)
       insert into ledger_postings (tenant_id, entry_id, place, account, group_id, bill_id, cents)
       select $1, e.id, n.place, n.account, $2::uuid, $3::uuid, n.cents from e, (values (1, '1000', $4::bigint), (2, '1100', -$4::bigint)) as n (place, account, cents)`,
      [DEFAULT_TENANT, kestrel, bills[0]?.id, (bills[0]?.due ?? 0) + 1],
    );
    await expect(statement).rejects.toThrow('A bill would be paid by more than it is');
  });
});

describe('cards', () => {
  const charge = (token: string, more: Record<string, unknown> = {}) =>
    pay(10_00, { method: 'credit_card', reference: '', cardToken: token, ...more });
  const state = async (id: string) => (await dana.api.payments.get({ id })).status;
  const cards = () => workOnCards(server.services, DEFAULT_TENANT);

  it('are charged by the processor with the fee on top', async () => {
    const [due = 0] = await open();
    const { id, status } = await charge('sandbox-approved');
    expect(status).toBe('pending');
    await cards();
    expect(await state(id)).toBe('completed');
    expect(await open()).toEqual([due - 10_00]);
    const { entries } = await dana.api.payments.get({ id });
    // 2.9 % of 10.00 and 0.30.
    expect(entries[0]?.postings.map(({ account, cents }) => [account, cents])).toEqual([
      ['1000', 10_59],
      ['2000', -10_00],
      ['4100', -59],
    ]);
    await balanced();
  });

  it('fail with what the processor says', async () => {
    const { id } = await charge('sandbox-declined');
    await cards();
    expect(await dana.api.payments.get({ id })).toMatchObject({ status: 'failed', reason: 'Insufficient funds' });
  });

  it('are not charged twice while there is no answer, unless somebody insists; a late answer counts once', async () => {
    const { id } = await charge('sandbox-silent');
    await cards();
    expect((await dana.api.payments.get({ id })).attempts[0]?.status).toBe('unknown');
    await expect(charge('sandbox-approved')).rejects.toMatchObject({ code: 'CONFLICT' });
    const second = await charge('sandbox-approved', { override: true });
    server.clock.set('2026-11-20T18:05:00.000Z');
    await cards();
    await cards();
    expect([await state(id), await state(second.id)]).toEqual(['completed', 'completed']);
    await balanced();
  });

  it('are reversed when the cardholder takes the money back', async () => {
    const [due = 0] = await open();
    const { id } = await charge('sandbox-returned');
    await cards();
    expect(await open()).toEqual([due - 10_00]);
    server.clock.set('2026-11-23T18:05:00.000Z');
    await cards();
    expect(await state(id)).toBe('returned');
    expect(await open()).toEqual([due]);
    await balanced();
  });
});

describe('methods', () => {
  it('count success and volume from payments, and keep the fee of the day', async () => {
    const methods = await dana.api.payments.methods.list({});
    expect(methods.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(1, 2);
    const card = methods.find(({ method }) => method === 'credit_card');
    expect(card).toMatchObject({ processingTime: 'Instant', feeBasisPoints: 290, successRate: 0.6 });
    const { method, processingTime, feeBasisPoints, payerBearsFee } = card ?? methods[0]!;
    const terms = { method, processingTime, feeBasisPoints, payerBearsFee, isOffered: false };
    const anselm = await server.as('system_administrator');
    const asked = { ...terms, feeCents: 50, effectiveOn: '2026-12-01' };
    await inForce(dana, anselm, (api) => api.payments.methods.configure(asked));
    expect((await dana.api.payments.methods.list({})).find((one) => one.method === method)?.feeCents).toBe(30);
    await expect(
      dana.api.payments.methods.configure({ ...terms, feeCents: 50, effectiveOn: '2026-11-01' }),
    ).rejects.toMatchObject({ data: { problems: [{ path: 'effectiveOn' }] } });
  });
});

it('keeps what is owed of each bill and left of each payment as the ledger adds up', async () => {
  const { rows } = await server.owner.query(
    `select from bill_balances x full join (select tenant_id, bill_id, sum(cents) as cents from ledger_postings where account = '1100' group by 1, 2 having sum(cents) <> 0) l using (tenant_id, bill_id)
     where x.cents is distinct from l.cents`,
  );
  expect(rows).toEqual([]);
  const money = await server.owner.query(
    `select from payment_balances x full join (select tenant_id, payment_id, -sum(cents) as cents from ledger_postings where account = '2000' group by 1, 2 having sum(cents) <> 0) l using (tenant_id, payment_id)
     where x.cents is distinct from l.cents`,
  );
  expect(money.rows).toEqual([]);
  expect((await owed()).bills.length).toBeGreaterThan(0);
});
