import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBillPdfs } from '../billing/bill-pdfs.ts';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { approveFor } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { verifyBooks } from './verify-books.ts';

/** What a superuser of the database changed past the server is named. */
let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  const anselm = await server.as('system_administrator');
  const groupId = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const pay = (cents: number, receivedOn: string) =>
    dana.api.payments.process({
      groupId,
      method: 'wire',
      kind: 'monthly_premium',
      cents,
      receivedOn,
      billId: null,
      reference: `WIRE-${receivedOn}`,
      isDebit: false,
      cardToken: null,
      override: false,
      idempotencyKey: randomUUID(),
    });
  await pay(10_00, '2026-10-05');
  await dana.api.billing.months.close({ month: '2026-10-01' });
  await approveFor(anselm, '2026-10-01');
  const { id } = await dana.api.billing.runs.start({ period: '2026-12-01', groupIds: [groupId] });
  const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
  await keepBillPdfs(server.services, DEFAULT_TENANT);
  await pay(figures.total + 900_00, '2026-11-20');
  const [payment] = (await dana.api.refunds.balances({ groupId })).filter(({ paymentId }) => paymentId !== null);
  const refund = {
    groupId,
    paymentId: payment?.paymentId ?? null,
    cents: 600_00,
    reason: 'overpaid',
    note: '',
    method: 'check',
  } as const;
  await approveFor(anselm, (await dana.api.refunds.request({ ...refund, idempotencyKey: randomUUID() })).id);
});
afterAll(() => server.close());

const changed = async () => (await verifyBooks(server.services)).lines.filter((line) => line.startsWith('CHANGED'));

it('books that nobody has touched are whole', async () => {
  const { lines, isWhole } = await verifyBooks(server.services);
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(isWhole).toBe(true);
  expect(lines).toHaveLength(9);
});

const BILL = `(select id from bills where state = 'posted' limit 1)`;
it.each([
  [
    'an amount of a posting',
    `update ledger_postings set cents = cents + 1 where account = '1100' and cents > 0`,
    /Entry .*Bill/,
  ],
  [
    'both sides of a bill',
    `update ledger_postings set cents = cents * 2 where entry_id = (select id from ledger_entries where bill_id = ${BILL} and kind = 'bill')`,
    /whose total is in the ledger: Bill/,
  ],
  ['a kept balance', `update payment_balances set cents = cents + 1`, /Payment WIRE/],
  [
    'a line of a bill',
    `update bill_lines set cents = cents + 1 where bill_id = ${BILL} and place = (select min(place) from bill_lines where bill_id = ${BILL})`,
    /lines are those that were posted: Bill/,
  ],
  [
    'a bill that is gone',
    `update bills set number = null where id = ${BILL}`,
    /2026-12: 1 numbers were given, 0 bills have one/,
  ],
  ['a PDF', `update bills set pdf_sha256 = repeat('0', 64)`, /The PDF of bill/],
  ['an application', `update payment_applications set cents = cents + 1`, /Application/],
  ['the amount of an approved refund', `update refunds set cents = cents + 1`, /Refund RF-/],
  ['who approved', `update approvals set authors = authors || decided_by where status = 'approved'`, /Approval .*/],
  [
    'a closed month',
    `update ledger_entries set effective_on = '2026-10-06' where effective_on > '2026-11-01' and kind = 'receipt'`,
    /Month 2026-10/,
  ],
])('names %s that was changed', async (_, statement, words) => {
  const kept = [
    'ledger_postings',
    'ledger_entries',
    'payment_balances',
    'bill_lines',
    'bills',
    'payment_applications',
    'refunds',
    'approvals',
  ];
  const table = kept.find((name) => statement.startsWith(`update ${name} `)) ?? '';
  // Triggers are passed over, as a superuser does.
  await server.owner.query('set session_replication_role = replica');
  await server.owner.query(`alter table approvals drop constraint if exists approvals_check1`);
  await server.owner.query(`create table kept_rows as select * from ${table}`);
  await server.owner.query(statement);
  const found = await changed();
  await server.owner.query(`delete from ${table}`);
  await server.owner.query(`insert into ${table} select * from kept_rows`);
  await server.owner.query('drop table kept_rows');
  await server.owner.query('set session_replication_role = default');
  expect(found.join('\n')).toMatch(words);
  expect(await changed()).toEqual([]);
});
