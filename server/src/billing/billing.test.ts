import { createHash } from 'node:crypto';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { premiumOf } from '../testing/premium-of.ts';
import { approveFor } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { keepBillPdfs } from './bill-pdfs.ts';
import { workOnRuns } from './bill-run-job.ts';

const DECEMBER = '2026-12-01' as CalendarDate;
const JANUARY = '2027-01-01' as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
});
afterAll(() => server.close());

const work = async () => {
  const done = await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  await keepBillPdfs(server.services, DEFAULT_TENANT);
  return done;
};
const billing = () => dana.api.billing;

async function runFor(period: CalendarDate, groupIds: string[] | null = null): Promise<string> {
  const { id } = await billing().runs.start({ period, groupIds });
  await work();
  return id;
}
async function post(id: string): Promise<void> {
  const { figures } = await billing().runs.get({ id });
  const { waitsBecause } = await billing().runs.post({ id, total: figures.total });
  if (waitsBecause !== null) await approveFor(await server.as('system_administrator'), id);
  await work();
}
const end = (memberId: string) =>
  dana.api.terminations.end({
    groupId: kestrel,
    memberIds: [memberId],
    lastDay: '2026-11-30',
    reason: 'employment_ended',
  });
const balanced = async () => {
  const { debit, credit } = await billing().ledger.trialBalance({});
  expect(debit).toBe(credit);
};

describe('the bill run of a month', () => {
  let run: string;

  it('makes a draft of every group, which comes to the premium that its page shows', async () => {
    run = await runFor(DECEMBER);
    const { run: state, figures } = await billing().runs.get({ id: run });
    expect(state).toMatchObject({ status: 'review', groupsDone: state.groupsTotal });
    // A group that has nobody covered has nothing to bill.
    expect(figures.anomalies).toEqual([
      { kind: 'empty', bills: 1 },
      { kind: 'first_bill', bills: figures.bills - 1 },
    ]);
    const { rows } = await billing().runs.bills({ id: run, limit: 50 });
    expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(figures.total);
    const own = rows.find(({ groupId }) => groupId === kestrel);
    expect(own?.premium).toBe(await premiumOf(server, kestrel, DECEMBER));
  });

  it('is one at a time, and is refused in words for a day within a month or without permission', async () => {
    await expect(billing().runs.start({ period: DECEMBER, groupIds: null })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(billing().runs.start({ period: '2026-12-15', groupIds: null })).rejects.toMatchObject({
      data: { problems: [{ path: 'period' }] },
    });
    const reader = await server.as('read_only');
    await expect(reader.api.billing.runs.start({ period: JANUARY, groupIds: null })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is posted with the total that was shown: numbers, the ledger, and a second run that has nothing to do', async () => {
    const { figures } = await billing().runs.get({ id: run });
    await expect(billing().runs.post({ id: run, total: figures.total + 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await post(run);
    expect((await billing().runs.get({ id: run })).run.status).toBe('posted');
    const { rows } = await billing().invoices({ limit: 50 });
    const { amount, open } = await billing().invoiceTotals({});
    expect(amount).toBe(figures.total);
    expect(open).toBe(amount);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    expect(rows.every(({ number, status }) => number?.startsWith('2026-12-') && status === 'outstanding')).toBe(true);
    await balanced();
    const again = await billing().runs.get({ id: await runFor(DECEMBER) });
    expect(again.run.status).toBe('nothing_to_do');
    expect(again.figures).toMatchObject({
      bills: 0,
      total: 0,
      obstacle: 'There was nothing to do: every bill is as it should be.',
    });
  });

  it('is printed once: a reprint is the same file to the byte, whatever has changed since', async () => {
    const { rows } = await billing().invoices({ groupId: kestrel, limit: 1 });
    const id = rows[0]?.id ?? '';
    const download = async () => {
      const answer = await fetch(`${server.url}/downloads/bills/${id}`, { headers: { cookie: dana.cookie } });
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      return Buffer.from(await answer.arrayBuffer());
    };
    const first = await download();
    const { sha256 } = await billing().reprint({ id });
    expect(createHash('sha256').update(first).digest('hex')).toBe(sha256);
    await server.owner.query(`update groups set address_line1 = '1 Moved Street' where id = $1`, [kestrel]);
    await work();
    expect((await download()).equals(first)).toBe(true);
  });

  it('cannot be changed behind the ledger’s back, not even by the server’s own role', async () => {
    const { rows } = await billing().invoices({ groupId: kestrel, limit: 1 });
    const id = rows[0]?.id ?? '';
    const attempts = [
      `update bills set total_cents = 1 where id = '${id}'`,
      `delete from bills where id = '${id}'`,
      `update bill_lines set cents = 1 where bill_id = '${id}'`,
      `delete from bill_lines where bill_id = '${id}'`,
      `update ledger_postings set cents = 1 where bill_id = '${id}'`,
      `delete from ledger_entries where bill_id = '${id}'`,
    ];
    for (const attempt of attempts)
      await expect(
        server.read((tx) => sql.raw(attempt).execute(tx)),
        attempt,
      ).rejects.toThrow(/posted bill|permission denied/);
  });
});

describe('a rerun', () => {
  const bill = async (groupId: string) => (await billing().invoices({ groupId, limit: 1 })).rows[0]?.id ?? '';
  const ines = async () =>
    (await dana.api.members.ofGroup({ groupId: kestrel, search: 'Calderwood' })).rows[0]?.id ?? '';

  it('has nothing to do where nothing has changed', async () => {
    const preview = await billing().rerunPreview({ id: await bill(kestrel) });
    expect(preview).toMatchObject({ lines: [], total: 0, mode: 'replace' });
    await expect(billing().rerun({ id: await bill(kestrel), sight: preview.sight })).rejects.toThrow(
      'Nothing has changed since this bill. There is nothing to do.',
    );
  });

  it('shows who is billed differently and who caused it, replaces an unsent bill, and is empty again', async () => {
    const first = await bill(kestrel);
    const before = await billing().bill({ id: first });
    await end(await ines());
    const preview = await billing().rerunPreview({ id: first });
    expect(preview.lines.length).toBeGreaterThan(0);
    expect(
      preview.lines.every(
        ({ name, now, cause }) =>
          name === 'Ines Calderwood' && now === 0 && cause?.by === 'Dana Whitfield' && cause.changeId !== null,
      ),
    ).toBe(true);
    expect((await billing().rerun({ id: first, sight: preview.sight })).waitsBecause).toBe(
      'You made or posted this bill, so another person approves that it is voided.',
    );
    expect(await billing().bill({ id: first })).toMatchObject({
      version: 1,
      approval: { id: expect.any(String) as string },
    });
    await approveFor(await server.as('system_administrator'), first);
    const id = await bill(kestrel);
    const after = await billing().bill({ id });
    expect(after).toMatchObject({ version: 2, replaces: before.number, total: before.total + preview.total });
    expect(await billing().bill({ id: first })).toMatchObject({ status: 'replaced', replacedBy: after.number, due: 0 });
    expect((await billing().rerunPreview({ id })).lines).toEqual([]);
    await balanced();
  });

  it('of a bill that was sent is left to the next bill, which credits the month', async () => {
    const sent = await bill(kestrel);
    await billing().email({ id: sent });
    const { rows } = await dana.api.members.ofGroup({ groupId: kestrel, limit: 50 });
    const other = rows.find(
      ({ status, monthlyCost, estimated }) => status === 'active' && monthlyCost !== null && !estimated,
    );
    await end(other?.id ?? '');
    const preview = await billing().rerunPreview({ id: sent });
    expect(preview).toMatchObject({ mode: 'adjust' });
    await expect(billing().rerun({ id: sent, sight: preview.sight })).rejects.toThrow('the next bill adjusts it');
    const january = await runFor(JANUARY, [kestrel]);
    const [draft] = (await billing().runs.bills({ id: january, limit: 1 })).rows;
    expect(draft).toMatchObject({ retro: preview.total });
    // Plans without rates for next year hold the bill until each premium is excluded by name and with a reason.
    await expect(post(january)).rejects.toThrow('have no price. Fix or exclude each of them first.');
    const { id = '' } = draft ?? {};
    const { holds } = await billing().bill({ id });
    expect(holds[0]?.reason).toMatch(/has no active rates in 01\/2027/);
    for (const { subscriberId, line, planId, coveredMonth } of holds)
      await billing().excludeHold({ id, subscriberId, line, planId, coveredMonth, reason: 'Rates come in January' });
    await post(january);
    expect((await billing().rerunPreview({ id: sent })).lines).toEqual([]);
    await balanced();
  });
});
