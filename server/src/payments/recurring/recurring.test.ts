import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { workOnRecurring } from './recurring-job.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;
let bankAccountId: string;

const work = () => workOnRecurring(server.services, DEFAULT_TENANT);
const at = (day: string) => server.clock.set(`${day}T18:00:00.000Z`);
const list = async () => (await dana.api.recurringPayments.list({ groupId: kestrel }))[0];
const debits = async () => (await dana.api.payments.list({ groupId: kestrel, limit: 50 })).rows;
const terms = () => ({
  bankAccountId,
  frequency: 'monthly' as const,
  anchorDay: 31,
  shift: 'previous' as const,
  fixedCents: 500_00,
  startsOn: '2026-11-20',
  noticeDays: 3,
});

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const account = { groupId: kestrel, holder: 'Kestrel', isPerson: false, kind: 'checking' as const };
  bankAccountId = (await dana.api.ach.accounts.add({ ...account, routing: '231380104', account: '74456789' })).id;
});
afterAll(() => server.close());

describe('a recurring payment', () => {
  it('needs a verified account of the group, a day that exists, and is one per group for what is due', async () => {
    const setUp = (more: Record<string, unknown>) =>
      dana.api.recurringPayments.setUp({ groupId: kestrel, ...terms(), ...more });
    await expect(setUp({})).rejects.toMatchObject({ data: { problems: [{ path: 'bankAccountId' }] } });
    await server.owner.query(`update bank_accounts set status = 'verified'`);
    await expect(setUp({ anchorDay: 32 })).rejects.toMatchObject({ data: { problems: [{ path: 'anchorDay' }] } });
    await expect(setUp({ startsOn: '2026-11-01' })).rejects.toMatchObject({
      data: { problems: [{ path: 'startsOn' }] },
    });
    await setUp({});
    expect(await list()).toMatchObject({
      nextPayment: '2026-11-30',
      expected: 500_00,
      status: 'active',
      last4: '6789',
    });
    const due = await setUp({ fixedCents: null, anchorDay: 1 });
    await expect(setUp({ fixedCents: null })).rejects.toMatchObject({ code: 'CONFLICT' });
    await dana.api.recurringPayments.end({ id: due.id });
  });

  it('tells the group some days before, makes one debit per month, and keeps its day', async () => {
    at('2026-11-24');
    await work();
    await work();
    const mails = await server.owner.query(
      `select count(*)::integer as mails from mails where template = 'debit_notice'`,
    );
    expect(mails.rows).toEqual([{ mails: 1 }]);
    expect(await debits()).toEqual([]);
    at('2026-11-27');
    await Promise.all([work(), work()]);
    await work();
    expect((await debits()).map(({ cents, status, source }) => [cents, status, source])).toEqual([
      [500_00, 'pending', 'recurring'],
    ]);
    expect(await list()).toMatchObject({ nextPayment: '2026-12-31', lastPayment: '2026-11-30' });
    // A short month, and the 31st again after it.
    at('2027-02-25');
    await work();
    at('2027-03-30');
    await work();
    expect(await debits()).toHaveLength(3);
    expect((await list())?.nextPayment).toBe('2027-04-30');
  });

  it('is skipped once, paused with a reason, and pauses by itself when the account is disabled', async () => {
    const { id = '' } = (await list()) ?? {};
    await dana.api.recurringPayments.skip({ id, isSkipped: true });
    // Sent twice, it is still skipped.
    await dana.api.recurringPayments.skip({ id, isSkipped: true });
    expect((await list())?.nextIsSkipped).toBe(true);
    at('2027-04-29');
    await work();
    expect(await debits()).toHaveLength(3);
    at('2027-05-03');
    expect(await list()).toMatchObject({ nextPayment: '2027-05-28', nextIsSkipped: false });
    // July 31, 2027 is a Saturday: the payment moves to August 2 and is made on July 30.
    await dana.api.recurringPayments.edit({ id, ...terms(), anchorDay: 31, shift: 'next', startsOn: '2027-07-31' });
    at('2027-07-30');
    await work();
    expect(await list()).toMatchObject({ lastPayment: '2027-08-02', nextPayment: '2027-08-31' });
    await dana.api.recurringPayments.pause({ id, reason: 'Asked by the group' });
    expect(await list()).toMatchObject({ status: 'paused', nextPayment: null });
    await dana.api.recurringPayments.resume({ id });
    await dana.api.ach.accounts.disable({ id: bankAccountId, reason: 'Closed' });
    expect(await list()).toMatchObject({ status: 'paused', statusReason: 'The bank account was disabled' });
    await expect(dana.api.recurringPayments.resume({ id })).rejects.toMatchObject({
      data: { problems: [{ path: 'bankAccountId' }] },
    });
  });
});
