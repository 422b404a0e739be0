import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveFor, rejectFor } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

/** Months close with two people, take no entry by any door, and keep their trial balance. */
let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;

const pay = (receivedOn: string, reference: string) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'wire',
    kind: 'monthly_premium',
    cents: 125_00,
    receivedOn,
    billId: null,
    reference,
    isDebit: false,
    cardToken: null,
    override: false,
    idempotencyKey: randomUUID(),
  });
const months = async () =>
  Object.fromEntries((await dana.api.billing.months.list({})).rows.map((row) => [row.month, row]));
const journal = async (month: string, layout: string) =>
  (await fetch(`${server.url}/downloads/journal/${month}/${layout}`, { headers: { cookie: dana.cookie } })).text();

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  await pay('2026-09-15', 'SEP');
  await pay('2026-10-15', 'OCT');
});
afterAll(() => server.close());

it('closes in order, once it is over, with a second person who sees the balances and what is unfinished', async () => {
  await expect(dana.api.billing.months.close({ month: '2026-11-01' })).rejects.toMatchObject({
    message: '2026-11 is not over yet.',
  });
  await expect(dana.api.billing.months.close({ month: '2026-10-01' })).rejects.toMatchObject({
    message: 'Months close in order. Close 2026-09 first.',
  });
  expect(await dana.api.billing.months.checklist({ month: '2026-09-01' })).toMatchObject({
    unapplied: 1,
    unappliedCents: 125_00,
    failedRefunds: 0,
  });
  expect((await dana.api.billing.months.close({ month: '2026-09-01' })).waitsBecause).toMatch(/another person/);
  await expect(approveFor(dana, '2026-09-01')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const [waiting] = (await anselm.api.approvals.list({})).rows;
  expect(waiting?.facts).toContainEqual({ label: '1000 Bank', value: '$125.00 debit' });
  await approveFor(anselm, '2026-09-01');
  expect((await months())['2026-09-01']).toMatchObject({ state: 'closed', closedBy: 'Anselm Okoro' });
});

it('takes no entry: back-dated money is posted today, with its value date', async () => {
  const { rows: before } = await server.owner.query('select * from ledger_entries where effective_on < $1', [
    '2026-10-01',
  ]);
  await pay('2026-09-20', 'LATE');
  const { rows: after } = await server.owner.query('select * from ledger_entries where effective_on < $1', [
    '2026-10-01',
  ]);
  expect(after).toEqual(before);
  const { rows } = await server.owner.query<{ on: string; value: string }>(
    `select effective_on::text as on, value_on::text as value from ledger_entries where memo = 'Payment LATE'`,
  );
  expect(rows).toEqual([{ on: server.clock.today(), value: '2026-09-20' }]);
  // Months before the first closed one are closed with it.
  await pay('2026-08-15', 'EARLIER');
  const { rows: earlier } = await server.owner.query<{ on: string }>(
    `select effective_on::text as on from ledger_entries where memo = 'Payment EARLIER'`,
  );
  expect(earlier).toEqual([{ on: server.clock.today() }]);
  await expect(
    server.pool.query(
      `begin; select set_config('app.tenant_id', (select id::text from tenants limit 1), true);
       insert into ledger_entries (id, kind, effective_on, posted_at, memo, actor_id, actor_name) values (gen_random_uuid(), 'x', '2026-09-30', now(), 'x', 'x', 'x')`,
    ),
  ).rejects.toThrow('The month 2026-09 is closed');
});

it('what was posted between the request and the approval makes it void', async () => {
  await dana.api.billing.months.close({ month: '2026-10-01' });
  await pay('2026-10-30', 'BETWEEN');
  await expect(approveFor(anselm, '2026-10-01')).rejects.toMatchObject({
    message: 'It has changed since approval was asked for. The approval is void. Ask for it again.',
  });
  await dana.api.billing.months.close({ month: '2026-10-01' });
  await rejectFor(anselm, '2026-10-01', 'The carrier bill is missing');
  await dana.api.billing.months.close({ month: '2026-10-01' });
  await approveFor(anselm, '2026-10-01');
  expect((await months())['2026-10-01']?.state).toBe('closed');
});

it('reopens in reverse order with a reason and a second person; what was frozen stays in the history', async () => {
  await expect(dana.api.billing.months.reopen({ month: '2026-09-01', reason: 'Audit' })).rejects.toMatchObject({
    message: 'Months reopen in order, the newest first. Reopen 2026-10 first.',
  });
  await dana.api.billing.months.reopen({ month: '2026-10-01', reason: 'A wire was forgotten' });
  await approveFor(anselm, '2026-10-01');
  expect((await months())['2026-10-01']?.state).toBe('open');
  const { rows } = await server.owner.query<{ kind: string; reason: string; whole: boolean }>(
    `select kind, reason, length(sha256) = 64 as whole from ledger_closing_events where month = '2026-10-01' order by at`,
  );
  expect(rows).toEqual([
    { kind: 'closed', reason: '', whole: true },
    { kind: 'reopened', reason: 'A wire was forgotten', whole: true },
  ]);
});

it('hands the journal of a month over with account names, and for QuickBooks and Xero', async () => {
  expect(await journal('2026-09-01', 'entries')).toContain('receipt,Payment SEP,1000,Bank');
  expect(await journal('2026-09-01', 'quickbooks')).toContain('OB-20260915,09/15/2026,1000 Bank,125.00,,');
  expect(await journal('2026-09-01', 'xero')).toContain('Unapplied cash,2000,Tax Exempt,-125.00');
});
