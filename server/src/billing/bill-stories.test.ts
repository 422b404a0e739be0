import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { workOnRuns } from './bill-run-job.ts';

const day = (text: string) => text as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
});
afterAll(() => server.close());

const billing = () => dana.api.billing;
const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
async function start(period: string, groupIds: string[] | null = null): Promise<string> {
  const { id } = await billing().runs.start({ period: day(period), groupIds });
  await work();
  return id;
}
async function post(id: string): Promise<void> {
  const { figures } = await billing().runs.get({ id });
  await billing().runs.post({ id, total: figures.total });
  await work();
}
const status = async (id: string) => (await billing().runs.get({ id })).run.status;
const billsOf = async (period: string) =>
  (
    await server.owner.query(
      `select group_id, state, number from bills where period = $1 and state <> 'draft' order by number`,
      [period],
    )
  ).rows as { group_id: string; state: string; number: string }[];

describe('one live bill for a group and period, whatever happens (case M10)', () => {
  it('refreshing keeps drafts and their IDs, for one bill and for all', async () => {
    const run = await start('2026-10-01');
    const draft = async () => (await billing().runs.bills({ id: run, search: 'Kestrel', limit: 1 })).rows[0];
    const first = await draft();
    await billing().runs.refresh({ id: run, billId: first?.id ?? '' });
    await billing().runs.refresh({ id: run });
    expect((await billing().runs.get({ id: run })).run).toMatchObject({ status: 'calculating', groupsDone: 0 });
    await Promise.all([work(), work()]);
    expect(await draft()).toEqual(first);
    await post(run);
    const bills = await billsOf('2026-10-01');
    expect(new Set(bills.map(({ group_id }) => group_id)).size).toBe(bills.length);
  });

  it('a void bill keeps its number; a new run bills its group anew, and the second run has nothing to do', async () => {
    const before = await billsOf('2026-10-01');
    const { rows } = await billing().invoices({ groupId: kestrel, limit: 1 });
    const id = rows[0]?.id ?? '';
    const reader = await server.as('read_only');
    await expect(reader.api.billing.void({ id, reason: 'Wrong month' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await billing().void({ id, reason: 'Wrong month' });
    await expect(billing().void({ id, reason: 'Again' })).rejects.toThrow('Only a posted bill can be voided.');
    expect(await billing().bill({ id })).toMatchObject({
      status: 'void',
      due: 0,
      number: rows[0]?.number,
      voidReason: 'Wrong month',
      voidedBy: 'Dana Whitfield',
    });
    const again = await start('2026-10-01');
    await post(again);
    const after = await billsOf('2026-10-01');
    expect(after.length).toBe(before.length + 1);
    const own = after.filter(({ group_id }) => group_id === kestrel);
    expect(own.map(({ state }) => state).toSorted()).toEqual(['posted', 'void']);
    expect(own.find(({ state }) => state === 'posted')?.number).toBe(after.at(-1)?.number);
    expect(after.filter(({ state }) => state === 'posted').length).toBe(before.length);
    for (let round = 0; round < 2; round += 1) expect(await status(await start('2026-10-01'))).toBe('nothing_to_do');
    const { debit, credit } = await billing().ledger.trialBalance({});
    expect(debit).toBe(credit);
  });

  it('a bill that was sent is not voided', async () => {
    const { rows } = await billing().invoices({ groupId: kestrel, limit: 1 });
    const id = rows[0]?.id ?? '';
    await billing().email({ id });
    await expect(billing().void({ id, reason: 'Too late' })).rejects.toThrow(
      'The bill was sent or has a payment. It stays, and the next bill adjusts it.',
    );
  });
});

it('two operators start the same run at once: one wins, and the other is told who did', async () => {
  const kim = await server.as('system_administrator');
  const starts = await Promise.allSettled([
    billing().runs.start({ period: day('2026-11-01'), groupIds: null }),
    kim.api.billing.runs.start({ period: day('2026-11-01'), groupIds: null }),
  ]);
  const [lost] = starts.filter((one) => one.status === 'rejected');
  expect(starts.filter((one) => one.status === 'fulfilled').length).toBe(1);
  expect(lost?.reason).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/already started a run for this month. Post or cancel it first/),
  });
  await work();
  const { rows } = await server.owner.query(`select id from bill_runs where period = '2026-11-01'`);
  await post((rows as { id: string }[])[0]?.id ?? '');
});

describe('a carrier that credits one month after a late notice (case M9)', () => {
  it('the next bill credits the latest month, and charges the others again with the reason', async () => {
    const { rows } = await server.owner.query(
      `select l.plan_id, l.subscriber_id, sum(l.cents)::integer as cents from bill_lines l join bills b on b.id = l.bill_id
       where l.group_id = $1 and b.state = 'posted' and l.line = 'dental' and l.kind = 'premium' and l.covered_month = '2026-11-01' group by 1, 2 order by 2 limit 1`,
      [kestrel],
    );
    const [member] = rows as { plan_id: string; subscriber_id: string; cents: number }[];
    const plan = await dana.api.plans.get({ id: member?.plan_id ?? '' });
    const form = { id: plan.id, version: plan.version, effectiveOn: '2026-01-01' };
    await expect(
      dana.api.plans.creditLimits.set({
        ...form,
        effectiveOn: '2026-01-02',
        limit: { noticeDays: 30, creditMonths: 1 },
      }),
    ).rejects.toMatchObject({ data: { problems: [{ path: 'effectiveOn' }] } });
    await dana.api.plans.creditLimits.set({ ...form, limit: { noticeDays: 30, creditMonths: 1 } });
    expect((await dana.api.plans.get({ id: plan.id })).creditLimits).toMatchObject([
      { effectiveOn: '2026-01-01', limit: { noticeDays: 30, creditMonths: 1 }, setBy: 'Dana Whitfield' },
    ]);
    await dana.api.terminations.end({
      groupId: kestrel,
      memberIds: [member?.subscriber_id ?? ''],
      lastDay: '2026-09-30',
      reason: 'employment_ended',
      rescission: { basis: 'non_payment', confirmed: true },
    });
    // The preview of a bill that was sent says what its carrier will not credit, month by month.
    const { rows: bills } = await billing().invoices({ groupId: kestrel, limit: 10 });
    const limit = {
      noticeDays: 30,
      creditMonths: 1,
      effectiveOn: '2026-01-01',
      planName: plan.name,
      carrierName: plan.carrierName,
      lastDay: '2026-09-30',
      noticedOn: server.services.clock.today(),
    };
    for (const [period, uncredited] of [
      ['2026-10-01', member?.cents],
      ['2026-11-01', 0],
    ] as const) {
      const own = bills.find((bill) => bill.period === period);
      if (own?.period === '2026-11-01') await billing().email({ id: own.id });
      const preview = await billing().rerunPreview({ id: own?.id ?? '' });
      expect(preview, period).toMatchObject({ mode: 'adjust', uncredited });
      const dental = preview.lines.find(({ line }) => line === 'dental');
      expect(dental, period).toMatchObject({ uncredited, limit: uncredited === 0 ? null : limit });
    }
    const run = await start('2026-12-01', [kestrel]);
    const [draft] = (await billing().runs.bills({ id: run, limit: 1 })).rows;
    const { rows: lines } = await billing().lines({ id: draft?.id ?? '', limit: 200 });
    const own = lines.filter(({ line, subscriberId }) => line === 'dental' && subscriberId === member?.subscriber_id);
    expect(own.map(({ kind, coveredMonth, cents, noticeDays }) => [kind, coveredMonth, cents, noticeDays])).toEqual([
      ['retro', '2026-10-01', -(member?.cents ?? 0), null],
      ['uncredited', '2026-10-01', member?.cents, 30],
      ['retro', '2026-11-01', -(member?.cents ?? 0), null],
    ]);
    expect(own.every(({ cause }) => cause?.includes('Dana Whitfield'))).toBe(true);
    const explained = await billing().explainLine({ id: draft?.id ?? '', place: own[1]?.place ?? 0 });
    expect(explained).toMatchObject({ kind: 'uncredited', coveredMonth: '2026-10-01', limit });
    const credited = await billing().explainLine({ id: draft?.id ?? '', place: own[2]?.place ?? 0 });
    expect(credited.limit).toBeNull();
    await post(run);
    const next = await start('2027-01-01', [kestrel]);
    const later = (await billing().runs.bills({ id: next, limit: 1 })).rows[0];
    expect(later?.retro).toBe(0);
    await billing().runs.cancel({ id: next });
  });
});

it('bills of another month that are posted have open drafts calculated again, so that nothing is adjusted twice', async () => {
  const other = (await dana.api.groups.list({ limit: 50 })).rows.filter(({ id }) => id !== kestrel);
  const { rows } = await server.owner.query(
    `select l.group_id, l.subscriber_id from bill_lines l join bills b on b.id = l.bill_id
     where b.state = 'posted' and b.period = '2026-11-01' and l.kind = 'premium' and l.group_id = any($1) group by 1, 2 having sum(l.cents) > 0 order by 2 limit 1`,
    [other.map(({ id }) => id)],
  );
  const [member] = rows as { group_id: string; subscriber_id: string }[];
  const groupId = member?.group_id ?? '';
  await dana.api.terminations.end({
    groupId,
    memberIds: [member?.subscriber_id ?? ''],
    lastDay: '2026-10-31',
    reason: 'employment_ended',
    rescission: { basis: 'non_payment', confirmed: true },
  });
  const december = await start('2026-12-01', [groupId]);
  const january = await start('2027-01-01', [groupId]);
  const retro = async (id: string) => (await billing().runs.get({ id })).figures.retro;
  expect(await retro(december)).toBeLessThan(0);
  expect(await retro(january)).toBe(await retro(december));
  await post(december);
  expect(await status(january)).toBe('review');
  expect(await retro(january)).toBe(0);
});
