import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { approveFor, inForce, rejectFor } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** Frauds by insiders with what is paid to carriers: none of them succeeds. */
const TODAY = '2026-11-20';
let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;
let carrier: string;

async function download(id: string): Promise<string> {
  const answer = await fetch(`${server.url}/downloads/carrier-remittances/${id}`, {
    headers: { cookie: anselm.cookie },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
async function prepare(): Promise<string> {
  const of = { carrierName: carrier, through: TODAY };
  const { cents } = await dana.api.carrierRemittances.preview(of);
  return (await dana.api.carrierRemittances.prepare({ ...of, method: 'wire', cents })).id;
}
const statusOf = async (id: string) => (await dana.api.carrierRemittances.get({ id })).status;
const factsOf = async (subjectId: string) =>
  (await anselm.api.approvals.list({})).rows.find((row) => row.subjectId === subjectId)?.facts;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
  const { rows } = await server.owner.query<{ carrier: string; total: number }>(
    `select p.carrier_name as carrier, b.total_cents::integer as total from bills b join bill_lines l on l.bill_id = b.id join health_plans p on p.id = l.plan_id
     where b.group_id = $1 and b.period = '2026-11-01' and b.state = 'posted' group by 1, 2 order by sum(l.cents) desc`,
    [kestrel],
  );
  carrier = rows[0]?.carrier ?? '';
  await dana.api.payments.process({
    groupId: kestrel,
    method: 'wire',
    kind: 'monthly_premium',
    cents: rows[0]?.total ?? 0,
    receivedOn: TODAY,
    billId: null,
    reference: 'FED-1',
    isDebit: false,
    cardToken: null,
    override: false,
  });
  await inForce(dana, anselm, (api) =>
    api.carrierRemittances.setCarrier({
      carrierName: carrier,
      isActive: true,
      since: '2026-11-01',
      payeeName: carrier,
      payerId: '1123456789',
      senderQualifier: 'ZZ',
      senderId: 'OPENBENEFITS',
      receiverQualifier: '30',
      receiverId: '420000002',
      usage: 'P',
    }),
  );
});
afterAll(() => server.close());

it('a remittance that was sent, voided by one person and paid a second time', async () => {
  const id = await prepare();
  await approveFor(anselm, id);
  await download(id);
  const { number } = await dana.api.carrierRemittances.get({ id });
  // Alone: it stays sent, and its money stays reserved.
  const { waitsBecause } = await anselm.api.carrierRemittances.void({ id, reason: 'The bank lost it' });
  expect(waitsBecause).toBe('Void of a sent remittance: another person always approves it.');
  expect(await statusOf(id)).toBe('sent');
  await expect(prepare()).rejects.toMatchObject({
    message: `Remittance ${number} is still open. Pay or void it first.`,
  });
  await expect(approveFor(anselm, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await rejectFor(dana, id);
  expect(await statusOf(id)).toBe('sent');
  await anselm.api.carrierRemittances.void({ id, reason: 'The carrier rejected it' });
  await approveFor(dana, id);
  expect((await dana.api.carrierRemittances.list({})).rows[0]).toMatchObject({
    status: 'void',
    voidReason: 'The carrier rejected it',
    voidedBy: 'Anselm Okoro',
  });
  // The money can be remitted again, and the approver is told that it may have been before.
  const again = await prepare();
  expect(await factsOf(again)).toContainEqual({
    label: 'Sent before',
    value: `${number} was sent on 11/20/2026 and voided by Anselm Okoro`,
  });
  await approveFor(anselm, again);
  // What nobody outside has seen is void at once, and is not named later.
  expect(await anselm.api.carrierRemittances.void({ id: again, reason: 'Wrong payee' })).toMatchObject({
    waitsBecause: null,
  });
  expect(await statusOf(again)).toBe('void');
  const third = await prepare();
  expect((await factsOf(third))?.filter(({ label }) => label === 'Sent before')).toHaveLength(1);

  // Paid while its void waits: the request ends.
  await approveFor(anselm, third);
  await download(third);
  await anselm.api.carrierRemittances.void({ id: third, reason: 'The bank lost it' });
  await anselm.api.carrierRemittances.pay({ id: third, paidOn: TODAY, reference: 'FED-2' });
  expect(await factsOf(third)).toBeUndefined();
  await expect(approveFor(dana, third)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await statusOf(third)).toBe('paid');
});
