import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { wrongFigures } from '../../billing/money-invariants.test-data.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { approveFor, inForce } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

const DECEMBER = '2026-12-01';
let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;
type Billed = { number: string; name: string; plan: string; cents: number; subscriber: string };
let billed: Billed[];

const money = (cents: number): string => (cents / 100).toFixed(2);
const fileOf = (text: string, name: string) => ({ name, base64: Buffer.from(text).toString('base64') });
const csv = (rows: readonly (readonly string[])[], name: string) =>
  fileOf([['Member ID', 'Plan', 'Amount'], ...rows].map((row) => row.join(',')).join('\n'), name);
const create = (file: { name: string; base64: string }, more: Record<string, unknown> = {}) =>
  dana.api.reconciliation.create({
    source: 'self_bill',
    groupId: kestrel,
    carrier: null,
    month: DECEMBER,
    reference: 'KA-12',
    theirCutOff: null,
    file,
    columns: { memberId: 0, plan: 1, amount: 2 },
    plans: [],
    replaces: null,
    ...more,
  });
const lineOf = async (id: string, { name }: Billed) =>
  (await dana.api.reconciliation.lines({ id, search: name, limit: 10 })).rows.find(({ line }) => line === 'medical');
const decide = (id: string, place: number, person = dana) =>
  person.api.reconciliation.decide({ id, places: [place], action: 'adjust', note: '', assigneeId: null });
const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
async function bill(period: string): Promise<string> {
  const { id } = await dana.api.billing.runs.start({ period, groupIds: [kestrel] });
  await work();
  const billId = (await dana.api.billing.runs.bills({ id })).rows[0]?.id ?? '';
  // Plans that end with the year have no rates yet.
  for (const { subscriberId, line, planId, coveredMonth } of (await dana.api.billing.bill({ id: billId })).holds)
    await dana.api.billing.excludeHold({
      id: billId,
      subscriberId,
      line,
      planId,
      coveredMonth,
      reason: 'No rates yet',
    });
  const { figures } = await dana.api.billing.runs.get({ id });
  const { waitsBecause } = await dana.api.billing.runs.post({ id, total: figures.total });
  if (waitsBecause !== null) await approveFor(anselm, id);
  await work();
  return billId;
}
const linesOf = async (billId: string, kind: string) =>
  (
    await server.owner.query<{ subscriber: string; cents: number; month: string; words: string | null }>(
      `select subscriber_id as subscriber, cents::integer, covered_month::text as month, cause_words as words from bill_lines where bill_id = $1 and kind = $2 order by subscriber_id`,
      [billId, kind],
    )
  ).rows;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  await bill(DECEMBER);
  ({ rows: billed } = await server.owner.query<Billed>(
    `select m.member_number as number, m.first_name || ' ' || m.last_name as name, p.plan_code as plan, sum(l.cents)::integer as cents, l.subscriber_id as subscriber
     from bill_lines l join members m on m.id = l.subscriber_id join health_plans p on p.id = l.plan_id
     where l.group_id = $1 and l.line = 'medical' group by 1, 2, 3, 5 order by 1`,
    [kestrel],
  ));
});
afterAll(() => server.close());

describe('Adjust on next bill', () => {
  let id: string;
  const [first, second] = [0, 1].map((place) => () => billed[place] as Billed) as [() => Billed, () => Billed];

  it('marks the month, and says when our record is unchanged, so that nothing would be adjusted', async () => {
    const rows = billed.map((one, place) => [one.number, one.plan, money(one.cents - ([700_00, 25_00][place] ?? 0))]);
    ({ id } = await create(csv([...rows, ['X-9', first().plan, '10.00']], 'self-bill.csv')));
    const line = await lineOf(id, first());
    expect(await decide(id, line?.place ?? 0)).toMatchObject({
      decided: 1,
      recalculated: { changed: 0, unchanged: 1, cents: 0 },
    });
    expect(await lineOf(id, first())).toMatchObject({ action: 'adjust', recalculated: 0, adjustment: null });
    const { rows: unknown } = await dana.api.reconciliation.lines({ id, kind: 'unexplained', limit: 5 });
    await expect(decide(id, unknown[0]?.place ?? 0)).rejects.toMatchObject({
      message: expect.stringContaining('name no member and plan of ours') as string,
    });
  });

  it('follows our record where it was wrong: the next bill adjusts it by itself', async () => {
    server.clock.set('2026-11-21T19:00:00.000Z');
    await dana.api.terminations.end({
      groupId: kestrel,
      memberIds: [second().subscriber],
      lastDay: '2026-11-30',
      reason: 'employment_ended',
    });
    const place = (await lineOf(id, second()))?.place ?? 0;
    expect(await decide(id, place)).toMatchObject({ recalculated: { changed: 1, cents: 0 - second().cents } });
    const add = dana.api.reconciliation.addAdjustment({ id, place, kind: 'credit', cents: 25_00, reason: 'Ours' });
    await expect(add).rejects.toMatchObject({ message: expect.stringContaining('next bill adjusts') as string });
  });

  it('becomes a credit by hand with its reason; a large one is approved by another person', async () => {
    const place = (await lineOf(id, first()))?.place ?? 0;
    const add = (cents: number) =>
      dana.api.reconciliation.addAdjustment({ id, place, kind: 'credit', cents, reason: 'Rate quoted in writing' });
    await expect(add(700_01)).rejects.toMatchObject({
      data: { problems: [{ path: 'cents', message: 'Enter at most the difference, $700.00.' }] },
    });
    const large = await add(700_00);
    expect(large.waitsBecause).toBe('Another person approves amounts from $500.00 on.');
    await expect(approveFor(dana, large.id)).rejects.toMatchObject({
      message: expect.stringContaining('Another person has to approve it') as string,
    });
    await expect(add(25_00)).rejects.toMatchObject({ message: 'This difference has an adjustment already.' });
    await anselm.api.reconciliation.rejectAdjustment({ id: large.id });
    expect((await add(25_00)).waitsBecause).toBeNull();
    expect((await lineOf(id, first()))?.adjustment).toMatchObject({
      cents: -25_00,
      status: 'approved',
      billNumber: null,
    });
    const undo = dana.api.reconciliation.decide({ id, places: [place], action: null, note: '', assigneeId: null });
    await expect(undo).rejects.toMatchObject({ message: expect.stringContaining('Withdraw it first') as string });
  });

  it('is a line of the next bill with its month and cause, posted once and reversed with the bill', async () => {
    const january = await bill('2027-01-01');
    expect(await linesOf(january, 'credit')).toEqual([
      {
        subscriber: first().subscriber,
        cents: -25_00,
        month: DECEMBER,
        words: 'Reconciliation KA-12: Rate quoted in writing, Dana Whitfield',
      },
    ]);
    expect((await linesOf(january, 'retro')).some(({ subscriber }) => subscriber === second().subscriber)).toBe(true);
    const { rows } = await server.owner.query(
      `select sum(cents)::integer as cents from ledger_postings where bill_id = $1 and account = '4010'`,
      [january],
    );
    const adjusted = [...(await linesOf(january, 'credit')), ...(await linesOf(january, 'retro'))];
    expect(rows).toEqual([{ cents: 0 - adjusted.reduce((sum, { cents }) => sum + cents, 0) }]);
    const adjustment = (await lineOf(id, first()))?.adjustment;
    expect(adjustment?.billNumber).toMatch(/^2027-01-/);
    await expect(anselm.api.reconciliation.rejectAdjustment({ id: adjustment?.id ?? '' })).rejects.toMatchObject({
      message: expect.stringContaining('has this adjustment') as string,
    });
    // Void, its credit waits for the next bill again, which has it once.
    await dana.api.billing.void({ id: january, reason: 'Wrong month' });
    await approveFor(anselm, january);
    expect((await lineOf(id, first()))?.adjustment).toMatchObject({ billNumber: null });
    const again = await bill('2027-01-01');
    expect(await linesOf(again, 'credit')).toHaveLength(1);
    expect(await linesOf(await bill('2027-02-01'), 'credit')).toEqual([]);
    expect(await wrongFigures(server.owner)).toEqual([]);
  });
});

it('an 820 is a source: what it pays per member, with its sums checked', async () => {
  const paid = billed.slice(2, 6);
  const of = (sum: number) =>
    [
      `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *261120*1200*^*00501*000000001*0*P*:`,
      'GS*RA*S*R*20261120*1200*1*X*005010X218',
      'ST*820*0001*005010X218',
      `BPR*C*${money(sum)}*C*ACH*CTX*01*121042882*DA*1*1123456789**01*121042882*DA*2*20261120`,
      'TRN*1*77001*1123456789',
      'N1*PR*KESTREL',
      ...paid.flatMap(({ number, cents }, place) => [
        `ENT*${place + 1}*2J*EI*${number}`,
        `NM1*EY*1*DOE*JO****EI*${number}`,
        `RMR*IG*${number}**${money(place === 0 ? cents - 5_00 : cents)}`,
      ]),
      'SE*9*0001',
      'GE*1*1',
      'IEA*1*000000001',
    ].join('~');
  const sum = paid.reduce((all, { cents }) => all + cents, -5_00);
  const source = { source: 'remittance', groupId: kestrel, carrier: null, month: DECEMBER } as const;
  const preview = (text: string) =>
    dana.api.reconciliation.preview({ ...source, file: fileOf(text, 'remittance.edi') });
  await expect(preview(of(sum + 1))).rejects.toMatchObject({
    data: { problems: [{ path: 'file', message: expect.stringContaining('its lines come to') as string }] },
  });
  await expect(preview('Member,Amount')).rejects.toMatchObject({
    data: { problems: [{ path: 'file', message: expect.stringContaining('not an 820 file') as string }] },
  });
  const { columns, rows, amount } = await preview(of(sum));
  expect([rows, amount]).toEqual([4, sum]);
  const { id } = await create(fileOf(of(sum), 'remittance.edi'), { ...source, columns, reference: '77001' });
  expect(await dana.api.reconciliation.get({ id })).toMatchObject({ source: 'remittance', theirs: sum });
  // An 820 has no plan, so each line is compared with all that the member is billed.
  const found = await dana.api.reconciliation.lines({ id, search: paid[0]?.name ?? '', limit: 5 });
  expect(found.rows.reduce((all, { theirs }) => all + theirs, 0)).toBe((paid[0]?.cents ?? 0) - 5_00);
});

it('a workbook of several megabytes is read; a damaged one says so', async () => {
  const filler = Array.from({ length: 25_000 }, (_, place) => [
    `Z-${place}-${((place * 2_654_435_761) >>> 0).toString(36)}`,
    'Plan Z',
    String(place),
    `${((place * 40_503) >>> 0).toString(36)} ${((place * 97_001 + 7) >>> 0).toString(36)} note`,
  ]);
  const bytes = await writeXlsx({
    sheets: [{ name: 'Bill', rows: [['Member ID', 'Plan', 'Amount', 'Note'], ...filler] }],
  });
  expect(bytes.length).toBeGreaterThan(750_000);
  const file = { name: 'large.xlsx', base64: Buffer.from(bytes).toString('base64') };
  const asked = { source: 'self_bill', groupId: kestrel, carrier: null, month: DECEMBER } as const;
  expect(await dana.api.reconciliation.preview({ ...asked, file })).toMatchObject({ rows: 25_000 });
  const damaged = { name: 'a.xlsx', base64: Buffer.from(bytes.slice(0, 5000)).toString('base64') };
  await expect(dana.api.reconciliation.preview({ ...asked, file: damaged })).rejects.toMatchObject({
    code: 'INVALID',
    message: 'This workbook could not be read. It may be damaged. Save it again.',
  });
});

it('the countdown uses the carrier’s own days where it has some', async () => {
  const { rows } = await server.owner.query<{ carrier: string }>(
    `select carrier_name as carrier from health_plans where plan_code = $1`,
    [billed[3]?.plan],
  );
  const carrier = rows[0]?.carrier ?? '';
  await expect(dana.api.reconciliation.setRetroLimit({ carrier, days: 31 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await inForce(anselm, dana, (api) => api.reconciliation.setRetroLimit({ carrier, days: 31 }));
  expect(await dana.api.reconciliation.retroLimits({})).toContainEqual({ carrier, days: 31 });
  const one = billed[3] as Billed;
  const { id } = await create(csv([[one.number, one.plan, money(one.cents + 1_00)]], 'one.csv'), { reference: 'L' });
  expect((await lineOf(id, one))?.retroLimit).toBe('2027-01-01');
});
