import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { approveFor } from '../testing/approving.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

/** Whatever somebody with the server's own rights in the database writes, posted money stays as it is. */
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  const dana = await server.as('administrator');
  const groupId = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { id } = await dana.api.billing.runs.start({ period: '2026-12-01', groupIds: [groupId] });
  const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
  await dana.api.payments.process({
    groupId,
    method: 'wire',
    kind: 'monthly_premium',
    cents: figures.total + 900_00,
    receivedOn: '2026-11-20',
    billId: null,
    reference: 'WIRE',
    isDebit: false,
    cardToken: null,
    override: false,
    idempotencyKey: randomUUID(),
  });
  const [payment] = (await dana.api.refunds.balances({ groupId })).filter(({ paymentId }) => paymentId !== null);
  const refund = await dana.api.refunds.request({
    groupId,
    paymentId: payment?.paymentId ?? null,
    cents: 600_00,
    reason: 'overpaid',
    note: '',
    method: 'check',
    idempotencyKey: randomUUID(),
  });
  await approveFor(await server.as('system_administrator'), refund.id);
  await dana.api.refunds.adjustments.credit({ groupId, cents: 1_00, reason: 'Goodwill' });
  await server.owner.query(`update bills set pdf_key = 'stored', pdf_sha256 = repeat('1', 64) where state = 'posted'`);
  await dana.api.ach.accounts.add({
    groupId,
    holder: 'Kestrel',
    isPerson: false,
    kind: 'checking',
    routing: '071000013',
    account: '1234567890',
    idempotencyKey: randomUUID(),
  });
});
afterAll(() => server.close());

const CHANGES = 'never changes';
it.each([
  [`update bills set state = 'draft' where state = 'posted'`, CHANGES],
  [`update bills set total_cents = total_cents - 1 where state = 'posted'`, CHANGES],
  [`update bills set header = header || '{"issuerName": "Nobody"}' where state = 'posted'`, CHANGES],
  [`update bills set pdf_sha256 = repeat('0', 64), pdf_key = 'other' where pdf_key is not null`, CHANGES],
  [`update bills set posted_by_name = 'Nobody' where state = 'posted'`, CHANGES],
  [`delete from bills where state = 'posted'`, 'never deleted'],
  [`update bill_lines set cents = cents - 1 where bill_id in (select id from bills where state = 'posted')`, 'posted'],
  [`delete from bill_lines where bill_id in (select id from bills where state = 'posted')`, 'posted'],
  [`update ledger_postings set cents = cents - 1`, 'permission denied'],
  [`delete from ledger_postings`, 'permission denied'],
  [`update ledger_entries set memo = 'x'`, 'permission denied'],
  [
    `insert into ledger_postings (entry_id, place, account, cents) select id, 98 + n, '1000', case n when 0 then 100 else -100 end from (select id from ledger_entries limit 1) e cross join generate_series(0, 1) n`,
    'takes no further postings',
  ],
  [`update payments set cents = cents + 1`, CHANGES],
  [`update payments set created_by_name = 'Nobody'`, CHANGES],
  [`update refunds set cents = cents + 1`, CHANGES],
  [`update refunds set requested_by = 'nobody'`, CHANGES],
  [`update refunds set decided_by = 'nobody', decided_by_name = 'Nobody' where decided_by_name is not null`, CHANGES],
  [`update bank_accounts set added_at = now() - interval '1 year'`, CHANGES],
  [`update payment_applications set cents = cents - 1`, CHANGES],
  [`update approvals set digest = repeat('0', 64)`, 'permission denied'],
  [`update approvals set status = 'withdrawn' where status = 'alone'`, 'already decided'],
  [`delete from approvals`, 'permission denied'],
  [`update approval_limits set money_cents = 100000000`, 'permission denied'],
])('refuses: %s', async (statement, words) => {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.tenant_id', $1, true)`, [DEFAULT_TENANT]);
    // Without rows to change, nothing would be refused.
    const table = /(?:update|from|into) (\w+)/.exec(statement)?.[1];
    const { rows } = await client.query(`select from ${table} limit 1`);
    expect(rows).toHaveLength(1);
    await expect(client.query(statement)).rejects.toThrow(words);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
