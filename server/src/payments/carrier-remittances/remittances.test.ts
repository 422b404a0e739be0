import { read820 } from '@openbenefits/domain/payments/remittance/read-820';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognizeIncome, workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { approveFor, inForce } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

const THROUGH = '2026-11-20';
let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;
let carrier = '';
type Bill = { id: string; total: number; own: number };
let bill: Bill;

const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
const balance = async (number: string) => {
  const { accounts, debit, credit } = await dana.api.billing.ledger.trialBalance({});
  expect(debit).toBe(credit);
  const found = accounts.find((one) => one.account === number);
  return (found?.debit ?? 0) - (found?.credit ?? 0);
};
const pay = (cents: number, reference: string, billId: string | null = null) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'wire',
    kind: 'monthly_premium',
    cents,
    receivedOn: THROUGH,
    billId,
    reference,
    isDebit: false,
    cardToken: null,
    override: false,
  });
const setUp = (more: Record<string, unknown> = {}, person = dana) =>
  person.api.carrierRemittances.setCarrier({
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
    ...more,
  });
const setUpByTwo = (more: Record<string, unknown> = {}) => inForce(dana, anselm, () => setUp(more));
const ISA =
  'ISA*00*          *00*          *30*420000002      *ZZ*OPENBENEFITS   *261120*1200*^*00501*000000041*0*P*:~';
const preview = () => dana.api.carrierRemittances.preview({ carrierName: carrier, through: THROUGH });
const prepare = (cents: number, method: 'wire' | 'check' = 'wire') =>
  dana.api.carrierRemittances.prepare({ carrierName: carrier, through: THROUGH, method, cents });
async function download(id: string, person = anselm): Promise<string> {
  const answer = await fetch(`${server.url}/downloads/carrier-remittances/${id}`, {
    headers: { cookie: person.cookie },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

/** Bills a month: what it charges, and what of it for the carrier with the most. */
async function billFor(period: string): Promise<Bill> {
  const { id } = await dana.api.billing.runs.start({ period, groupIds: [kestrel] });
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
  const { rows } = await server.owner.query<{ bill: string; carrier: string; own: number; total: number }>(
    `select b.id as bill, p.carrier_name as carrier, sum(l.cents)::integer as own, b.total_cents::integer as total
     from bills b join bill_lines l on l.tenant_id = b.tenant_id and l.bill_id = b.id join health_plans p on p.tenant_id = l.tenant_id and p.id = l.plan_id
     where b.group_id = $1 and b.period = $2 and b.state = 'posted' group by 1, 2, 4 order by 3 desc`,
    [kestrel, period],
  );
  const [most] = rows;
  carrier ||= most?.carrier ?? '';
  const own = rows.find((row) => row.carrier === carrier)?.own ?? 0;
  return { id: most?.bill ?? '', total: most?.total ?? 0, own };
}

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  bill = await billFor('2026-11-01');
});
afterAll(() => server.close());

describe('a carrier that premium is collected for', () => {
  it('is set up by a person who may approve payments; before, nothing can be remitted to it', async () => {
    const before = await dana.api.carrierRemittances.carriers({});
    expect(before.find(({ carrierName }) => carrierName === carrier)).toMatchObject({ collection: null });
    await expect(preview()).rejects.toMatchObject({ message: expect.stringContaining('is not collected') as string });
    await expect(setUp({ carrierName: 'Nobody' })).rejects.toMatchObject({
      data: { problems: [{ path: 'carrierName' }] },
    });
    await expect(setUp({ since: '2026-11-02' })).rejects.toMatchObject({ data: { problems: [{ path: 'since' }] } });
    await expect(setUp({}, await server.as('read_only'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(setUp({}, await server.as('group_administrator'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await setUpByTwo();
    expect((await dana.api.carrierRemittances.carriers({}))[0]).toMatchObject({
      carrierName: carrier,
      collection: { isActive: true, since: '2026-11-01' },
    });
  });
});

describe('a remittance', () => {
  let first: string;
  let part: number;

  it('has what was collected; what is billed and not paid is left out with the reason', async () => {
    expect(await preview()).toMatchObject({
      cents: 0,
      groups: [],
      leftOut: [{ groupName: 'Kestrel Avionics Repair', cents: bill.own, reason: 'unpaid' }],
    });
    await expect(prepare(0)).rejects.toMatchObject({ message: expect.stringContaining('Nothing was') as string });
    await pay(Math.floor(bill.total / 3), 'FED-1');
    const shown = await preview();
    part = shown.cents;
    expect(Math.abs(part - bill.own / 3)).toBeLessThan(2);
    expect(shown).toMatchObject({
      corrections: 0,
      groups: [{ groupName: 'Kestrel Avionics Repair', cents: part }],
      leftOut: [{ cents: bill.own - part, reason: 'partly_paid' }],
    });
    expect(shown.subscribers).toBeGreaterThan(0);
  });

  it('is prepared once: two at once, another sum and a second one are rejected', async () => {
    await expect(prepare(part + 1)).rejects.toMatchObject({
      message: expect.stringContaining('preview again') as string,
    });
    const both = await Promise.allSettled([prepare(part), prepare(part)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      message: expect.stringContaining('still open') as string,
    });
    first = (await dana.api.carrierRemittances.list({})).rows[0]?.id ?? '';
    expect(await preview()).toMatchObject({ cents: 0, groups: [] });
    // The database, not only the code, keeps the same money from going twice.
    await expect(
      server.owner.query(
        'insert into carrier_remittance_lines select tenant_id, gen_random_uuid(), bill_id, group_id, plan_id, line, covered_month, kind, place, before_cents, charged_cents, cents, subscribers from carrier_remittance_lines limit 1',
      ),
    ).rejects.toThrow(/money_remitted_once/);
    expect(await balance('2300')).toBe(0);
  });

  it('is approved by another person, and is due to the carrier from then on', async () => {
    const income = await balance('4000');
    await expect(download(first)).rejects.toThrow('has to be approved');
    await expect(approveFor(dana, first)).rejects.toMatchObject({
      message: expect.stringContaining('Another person') as string,
    });
    await approveFor(anselm, first);
    await expect(approveFor(anselm, first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([await balance('2300'), await balance('4000')]).toEqual([-part, income + part]);
  });

  it('has a file that our own reader reads to the cent, with the same bytes each time', async () => {
    await expect(download(first, await server.as('read_only'))).rejects.toThrow();
    const both = await Promise.all([download(first), download(first)]);
    expect(both[0]).toBe(both[1]);
    const { remittances, problems } = read820(both[0]);
    expect(problems).toEqual([]);
    const detail = await dana.api.carrierRemittances.get({ id: first });
    expect(remittances).toMatchObject([{ isCash: false, cents: part, trace: detail.number, payeeName: carrier }]);
    expect(remittances[0]?.lines.map(({ paid }) => paid).toSorted((a, b) => a - b)).toEqual(
      detail.lines.map(({ cents }) => cents).toSorted((a, b) => a - b),
    );
    expect(remittances[0]?.lines.every(({ adjustments }) => adjustments[0]?.reason === 'H6')).toBe(true);
    expect(detail).toMatchObject({ status: 'sent', approvedBy: expect.any(String) as string });
    const { rows } = await server.owner.query(
      "select count(*)::integer as count from audit_log where action = 'carrierRemittances.download' and outcome = 'done'",
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('has what the carrier answers to its file; a TA1 that accepts the envelope says nothing of the content', async () => {
    const control = (await download(first)).slice(90, 99);
    const answer = async (name: string, ...inside: string[]) => {
      const text = `${ISA}${inside.join('~')}~IEA*${inside.length > 1 ? 1 : 0}*000000041~`;
      const { id } = await server.upload(dana, `${name}.edi`, text);
      await server.workOnNext();
      return (await dana.api.files.answers({ id }))?.answers;
    };
    const group = (code: string) => [
      'GS*FA*CARRIER*OPENBENEFITS*20261120*1200*41*X*005010X231A1',
      'ST*999*0001*005010X231A1',
      `AK1*RA*${Number(control)}*005010X218`,
      'AK2*820*0001*005010X218',
      `IK5*${code}`,
      `AK9*${code}*1*1*${code === 'A' ? 1 : 0}`,
      'SE*6*0001',
      'GE*1*41',
    ];
    const remittance = { carrier, number: (await dana.api.carrierRemittances.get({ id: first })).number };
    expect(await answer('ta1', `TA1*${control}*261120*1200*A*000`)).toMatchObject([{ remittance, sent: null }]);
    expect(await dana.api.carrierRemittances.get({ id: first })).toMatchObject({ answer: null });
    expect(await answer('accepted', ...group('A'))).toMatchObject([{ remittance, answer: 'A' }]);
    expect(await answer('rejected', ...group('R'))).toMatchObject([{ remittance, answer: 'R' }]);
    expect((await dana.api.carrierRemittances.list({})).rows[0]).toMatchObject({
      answer: 'R',
      answeredAt: expect.any(String) as string,
    });
  });

  it('is void before it is paid: its money can be remitted again', async () => {
    await anselm.api.carrierRemittances.void({ id: first, reason: 'Wrong payee' });
    await approveFor(dana, first);
    expect(await balance('2300')).toBe(0);
    expect(await preview()).toMatchObject({ cents: part });
    await expect(
      anselm.api.carrierRemittances.pay({ id: first, paidOn: THROUGH, reference: 'FED-9' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is paid from the bank; the next one has the rest, and together they are what was billed', async () => {
    await prepare(part);
    const [second] = (await dana.api.carrierRemittances.list({})).rows;
    expect(second?.payeeName).toBe(carrier);
    // What the second person approves is what the file has.
    await setUpByTwo({ payeeName: 'Somebody else', receiverId: 'ELSEWHERE' });
    await approveFor(anselm, second?.id ?? '');
    expect(read820(await download(second?.id ?? '')).remittances[0]).toMatchObject({ payeeName: carrier });
    await setUpByTwo();
    for (const paidOn of ['0001-01-01', '2026-11-24'])
      await expect(
        anselm.api.carrierRemittances.pay({ id: second?.id ?? '', paidOn, reference: 'FED-9' }),
      ).rejects.toMatchObject({ data: { problems: [{ path: 'paidOn' }] } });
    const bank = await balance('1000');
    await expect(
      anselm.api.carrierRemittances.pay({ id: second?.id ?? '', paidOn: '2026-12-24', reference: 'FED-9' }),
    ).rejects.toMatchObject({ data: { problems: [{ path: 'paidOn' }] } });
    await anselm.api.carrierRemittances.pay({ id: second?.id ?? '', paidOn: THROUGH, reference: 'FED-9' });
    expect([await balance('2300'), await balance('1000')]).toEqual([0, bank - part]);
    await expect(
      anselm.api.carrierRemittances.void({ id: second?.id ?? '', reason: 'Too late' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('Paid') as string });
    await pay(bill.total - Math.floor(bill.total / 3), 'FED-2');
    expect(await preview()).toMatchObject({ cents: bill.own - part, leftOut: [] });
    const { id } = await prepare(bill.own - part);
    await approveFor(anselm, id);
    expect(read820(await download(id)).remittances[0]).toMatchObject({ cents: bill.own - part });
    await anselm.api.carrierRemittances.pay({ id, paidOn: THROUGH, reference: 'FED-10' });
    expect(await preview()).toMatchObject({ cents: 0, groups: [], leftOut: [] });
  });

  it('takes back what was remitted of a payment that came back, as a correction', async () => {
    const { rows } = await dana.api.payments.list({ groupId: kestrel, limit: 5 });
    const last = rows.find(({ reference }) => reference === 'FED-2');
    await dana.api.payments.void({ id: last?.id ?? '', reason: 'Sent by mistake' });
    const shown = await preview();
    expect(shown).toMatchObject({ cents: part - bill.own, corrections: part - bill.own });
    await expect(prepare(shown.cents)).rejects.toMatchObject({
      message: expect.stringContaining('go with the next') as string,
    });
  });

  it('of the next month has the correction and the new money; a month that has not begun never becomes income', async () => {
    const correction = part - bill.own;
    const next = await billFor('2026-12-01');
    const advance = await balance('2200');
    await pay(next.total, 'FED-3', next.id);
    const shown = await preview();
    expect(shown).toMatchObject({ cents: next.own + correction, corrections: correction });
    const { id } = await prepare(shown.cents, 'check');
    await approveFor(anselm, id);
    expect([await balance('2300'), await balance('2200')]).toEqual([0 - shown.cents, advance + next.own]);
    const content = await download(id);
    expect(content).toContain('*C*CHK*');
    const { remittances, problems } = read820(content);
    expect(problems).toEqual([]);
    const [remittance] = remittances;
    expect(remittance).toMatchObject({ cents: shown.cents });
    // What is owed back is outside of the lines, with its reason.
    expect(remittance?.adjustments.reduce((sum, { cents }) => sum + cents, 0)).toBe(correction);
    expect(remittance?.adjustments.every(({ reason }) => reason === '52')).toBe(true);
    const income = await balance('4000');
    server.clock.set('2026-12-01T18:00:00.000Z');
    await recognizeIncome(server.services, DEFAULT_TENANT);
    expect([await balance('2200'), await balance('4000')]).toEqual([0, income + advance + next.own]);
  });
});
