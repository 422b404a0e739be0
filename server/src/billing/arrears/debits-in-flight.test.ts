import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { OUR_BANK, returnsOfBank as returns } from '../../payments/ach/ach-bank.test-data.ts';
import { settleDebits } from '../../payments/ach/settle-debits-job.ts';
import { approveFor, inForce } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { workOnRuns } from '../bill-run-job.ts';
import { workOnArrears } from './arrears-job.ts';

/** A debit that covers the arrears defers reminders and proposals until it is settled or returned (money engine, section 5). */
let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;

const on = (day: string) => server.clock.set(`${day}T18:00:00.000Z`);
const night = () => workOnArrears(server.services, DEFAULT_TENANT);
const group = () => dana.api.arrears.group({ groupId: kestrel });
const notices = async () => (await group()).notices.map(({ kind, madeAt }) => `${kind} ${madeAt.slice(0, 10)}`);
const proposals = async () =>
  (
    await server.owner.query<{ step: string; outcome: string | null }>(
      `select step, outcome from arrears_proposals order by id`,
    )
  ).rows.map(({ step, outcome }) => `${step} ${outcome}`);
const owed = async () =>
  (await dana.api.payments.owed({ groupId: kestrel })).bills.reduce((sum, { due }) => sum + due, 0);

/** A second returned debit restricts the group to secured payments; its administrator lifts that. */
async function liftRestrictions(): Promise<void> {
  for (const { id, liftedBy } of await dana.api.ach.restrictions.list({ groupId: kestrel }))
    if (liftedBy === null) await dana.api.ach.restrictions.lift({ id, reason: 'Agreed with the group' });
}

/** Debits the group's account and sends the file to the bank. Returns the entry as the bank knows it. */
async function sendDebit(cents: number): Promise<{ trace: string; rdfi: string; cents: number }> {
  await liftRestrictions();
  await dana.api.payments.process({
    groupId: kestrel,
    method: 'ach',
    kind: 'monthly_premium',
    cents,
    receivedOn: server.services.clock.today(),
    billId: null,
    reference: '',
    isDebit: true,
    cardToken: null,
    override: false,
    idempotencyKey: randomUUID(),
  });
  const { id } = await dana.api.ach.files.draft({});
  await approveFor(anselm, id);
  const answer = await fetch(`${server.url}/downloads/ach/${id}`, { headers: { cookie: anselm.cookie } });
  const entry = (await answer.text()).split('\n').find((line) => line.startsWith('6')) ?? '';
  return { trace: entry.slice(79, 94), rdfi: entry.slice(3, 11), cents };
}
const comesBack = (entry: { trace: string; rdfi: string; cents: number }) =>
  dana.api.ach.returns.import({
    name: 'returns.ach',
    text: returns([{ ...entry, code: 'R01' }], server.services.clock.today()),
  });

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  await server.owner.query(`update groups set contact_email = 'office@kestrel.test' where id = $1`, [kestrel]);
  on('2026-10-15');
  const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
  const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
  await inForce(anselm, dana, (api) => api.ach.settings.set(OUR_BANK));
  const account = { groupId: kestrel, holder: 'Kestrel', isPerson: false, kind: 'checking' as const };
  await dana.api.ach.accounts.add({ ...account, routing: '231380104', account: '74456789' });
  await server.owner.query(`update bank_accounts set status = 'verified'`);
});
afterAll(() => server.close());

it('a debit in process that covers the arrears makes no reminder; returned, the reminder comes with its own day', async () => {
  on('2026-11-05');
  const entry = await sendDebit(await owed());
  on('2026-11-06');
  await night();
  expect(await notices()).toEqual([]);
  expect(await group()).toMatchObject({ state: 'reminder', paused: 'debit', step: null, dueDate: '2026-11-01' });
  const byHand = await dana.api.arrears.reminders.preview({ groupId: kestrel });
  expect(byHand.send).toEqual([]);
  expect(byHand.skipped[0]?.reason).toMatch(/^A debit that covers the arrears of \$[\d,.]+ is in process\.$/);
  await comesBack(entry);
  on('2026-11-07');
  await night();
  expect(await notices()).toEqual(['reminder 2026-11-07']);
  expect(await group()).toMatchObject({ paused: null, dueDate: '2026-11-01', lastGraceDay: '2026-12-02' });
});

it('a debit of less than the arrears defers nothing', async () => {
  on('2026-11-15');
  const entry = await sendDebit((await owed()) - 1);
  on('2026-11-16');
  await night();
  expect(await notices()).toEqual(['letter 2026-11-16', 'reminder 2026-11-07']);
  await comesBack(entry);
});

it('proposals wait for the debit, too, and come again after its return, from the original due date', async () => {
  on('2026-12-03');
  await night();
  expect(await proposals()).toEqual(['suspend null']);
  const entry = await sendDebit(await owed());
  await night();
  expect(await proposals()).toEqual(['suspend withdrawn']);
  // A debit that waits for the next file is on its way as well where it is a recurring one.
  on('2026-12-04');
  await comesBack(entry);
  await server.owner.query(
    `insert into payments (tenant_id, id, group_id, method, kind, source, cents, reference, received_on, status, created_by, created_by_name, created_at)
     values ($1, $2, $3, 'ach', 'monthly_premium', 'recurring', $4, 'REC-1', '2026-12-03', 'pending', 'system', 'OpenBenefits', now())`,
    [DEFAULT_TENANT, randomUUID(), kestrel, await owed()],
  );
  expect(await group()).toMatchObject({ paused: 'debit', step: null });
  await server.owner.query(`update payments set status = 'failed' where reference = 'REC-1'`);
  await night();
  expect(await proposals()).toEqual(['suspend withdrawn', 'suspend null']);
  expect(await group()).toMatchObject({ step: 'suspend', lastGraceDay: '2026-12-02' });
});

it('a debit that settles ends the delinquency', async () => {
  await sendDebit(await owed());
  on('2026-12-10');
  await settleDebits(server.services, DEFAULT_TENANT);
  await night();
  expect(await group()).toMatchObject({ state: 'current', paused: null, arrears: 0 });
  expect(await proposals()).toEqual(['suspend withdrawn', 'suspend withdrawn']);
});
