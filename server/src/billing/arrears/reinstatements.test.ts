import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { workOnRuns } from '../bill-run-job.ts';
import { workOnArrears } from './arrears-job.ts';

/** A group that does not pay is reinstated so many times in twelve months only (domain rules 4.9). */
let server: TestServer;
let dana: Person;
let kestrel: string;

const on = (day: string) => server.clock.set(`${day}T18:00:00.000Z`);
const night = () => workOnArrears(server.services, DEFAULT_TENANT);
const changeStatus = async (to: 'suspended' | 'active', effectiveDate: string) => {
  const { version } = await dana.api.groups.get({ id: kestrel });
  await dana.api.groups.changeStatus({ id: kestrel, version, to, effectiveDate, reason: 'Premium' });
};
const pay = async (receivedOn: string) => {
  const { bills } = await dana.api.payments.owed({ groupId: kestrel });
  const cents = bills.reduce((sum, { due }) => sum + due, 0);
  await dana.api.payments.process({
    groupId: kestrel,
    method: 'wire',
    kind: 'monthly_premium',
    cents,
    receivedOn,
    billId: null,
    reference: `FED-${receivedOn}`,
    isDebit: false,
    cardToken: null,
    override: false,
  });
};
const isReturned = async () => {
  const { rows } = await dana.api.payments.list({ groupId: kestrel, limit: 1 });
  await dana.api.payments.void({ id: rows[0]?.id ?? '', reason: 'The wire was recalled' });
};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  on('2026-10-15');
  const [rule] = await dana.api.arrears.rules.list({});
  const { setBy: _, ...terms } = rule!;
  await dana.api.arrears.rules.set({ ...terms, reinstatements: 1, effectiveOn: '2026-10-15' });
  const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
  const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
});
afterAll(() => server.close());

it('a group at its limit stays suspended on every page, with the reason; one that did pay always is not limited', async () => {
  on('2026-12-03');
  await night();
  await changeStatus('suspended', '2026-12-03');
  await pay('2026-12-03');
  await changeStatus('active', '2026-12-03');
  on('2026-12-10');
  await isReturned();
  await night();
  await changeStatus('suspended', '2026-12-10');
  await pay('2026-12-10');
  const message = 'The group was reinstated 1 time in twelve months. The limit of its delinquency rule is 1.';
  const reinstated = { id: kestrel, to: 'active' as const, effectiveDate: '2026-12-10' };
  expect((await dana.api.arrears.group({ groupId: kestrel })).reinstateObstacle).toBe(message);
  expect((await dana.api.groups.statusPreview(reinstated)).refusal).toBe(message);
  await expect(changeStatus('active', '2026-12-10')).rejects.toMatchObject({
    message,
    data: { problems: [{ path: 'to', message }] },
  });
  // A later day is the same question; twelve months after the first one, it is not.
  await expect(changeStatus('active', '2026-12-31')).rejects.toThrow(message);
  on('2027-12-04');
  await changeStatus('active', '2027-12-04');
  expect((await dana.api.groups.get({ id: kestrel })).status).toBe('active');
  // Suspended for another reason than arrears.
  await changeStatus('suspended', '2027-12-04');
  await changeStatus('active', '2027-12-04');
});
