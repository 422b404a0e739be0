import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { agingBucket } from '@openbenefits/domain/billing/aging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { mailHandler } from '../../mail/mail-delivery.ts';
import { deliverDue } from '../../outbox/deliver-outbox.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { workOnRuns } from '../bill-run-job.ts';
import { workOnArrears } from './arrears-job.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;
let dunmore: string;
const arrears = () => dana.api.arrears;

/** Noon in the organization's time zone. */
const on = (day: string) => server.clock.set(`${day}T18:00:00.000Z`);
const night = () => workOnArrears(server.services, DEFAULT_TENANT);
const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
async function bill(period: string, groupIds: string[]): Promise<void> {
  const { id } = await dana.api.billing.runs.start({ period, groupIds });
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
}
const dueOf = async (groupId: string) =>
  (await dana.api.payments.owed({ groupId })).bills.reduce((sum, { due }) => sum + due, 0);
const pay = (groupId: string, cents: number, receivedOn: string, more: Record<string, unknown> = {}) =>
  dana.api.payments.process({
    groupId,
    method: 'wire',
    kind: 'monthly_premium',
    cents,
    receivedOn,
    billId: null,
    reference: `FED-${groupId.slice(-4)}-${receivedOn}-${cents}`,
    isDebit: false,
    cardToken: null,
    override: false,
    ...more,
  });
const state = (groupId = kestrel) => arrears().state({ groupId });
const groupOf = async (name: string) => (await dana.api.groups.list({ search: name })).rows[0]?.id ?? '';
const mails = async () => {
  await deliverDue(server.services, { mail: mailHandler }, DEFAULT_TENANT);
  const admin = await server.as('system_administrator');
  return (await admin.api.admin.mails.list({ limit: 50 })).rows;
};
const changeStatus = async (id: string, to: 'suspended' | 'active', effectiveDate: string) => {
  const { version } = await dana.api.groups.get({ id });
  await dana.api.groups.changeStatus({ id, version, to, effectiveDate, reason: 'Premium not paid' });
};
async function fileOf(path: string): Promise<{ type: string; bytes: Buffer }> {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie: dana.cookie } });
  expect(answer.status, path).toBe(200);
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The words of a PDF in reading order, however its lines are broken. */
const textOf = (bytes: Buffer): string =>
  readPdf(bytes)
    .flatMap((page) => page.map(({ text }) => text.trim()))
    .join(' ');

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = await groupOf('Kestrel Avionics');
  dunmore = await groupOf('Dunmore Precision');
  await server.owner.query(
    `update groups set contact_email = case id when $1 then 'office@kestrel.test' else null end, contact_name = 'Pat Office' where id in ($1, $2)`,
    [kestrel, dunmore],
  );
  on('2026-10-15');
  await bill('2026-11-01', [kestrel, dunmore]);
});
afterAll(() => server.close());

describe('a bill due 11/01/2026 that is not paid (case M15)', () => {
  it('is current until its due date has passed', async () => {
    on('2026-11-01');
    await night();
    expect(await state()).toMatchObject({ state: 'current', arrears: 0 });
    on('2026-11-02');
    expect(await state()).toMatchObject({
      state: 'reminder',
      dueDate: '2026-11-01',
      lastGraceDay: '2026-12-02',
      coverageEnd: '2026-10-31',
      nextNotice: { kind: 'reminder', on: '2026-11-06' },
    });
  });

  it('has a reminder on 11/06 and a letter with a copy to the broker on 11/16, each once, with PDF and proof', async () => {
    await arrears().setBroker({ groupId: kestrel, broker: { name: 'Bo Broker', email: 'bo@broker.test' } });
    for (const day of ['2026-11-05', '2026-11-06', '2026-11-07', '2026-11-15', '2026-11-16', '2026-11-17']) {
      on(day);
      await night();
      await night();
    }
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['Bo Broker <bo@broker.test>', 'Past due premium of Kestrel Avionics Repair'],
      ['Pat Office <office@kestrel.test>', 'Past due premium of Kestrel Avionics Repair'],
      ['Pat Office <office@kestrel.test>', expect.stringMatching(/^Reminder: bill 2026-11-\d{4} of Kestrel/)],
    ]);
    await night();
    const { notices, state: now } = await arrears().group({ groupId: kestrel });
    expect(now).toBe('grace');
    expect(
      notices.map(({ kind, madeAt, to, copiedTo, delivery }) => [kind, madeAt.slice(0, 10), to, copiedTo, delivery]),
    ).toEqual([
      ['letter', '2026-11-16', 'office@kestrel.test', 'bo@broker.test', 'kept'],
      ['reminder', '2026-11-06', 'office@kestrel.test', null, 'kept'],
    ]);
    // A group without an address has its notices to print.
    const printed = (await arrears().group({ groupId: dunmore })).notices;
    expect(printed.map(({ kind, to, delivery, hasPdf }) => [kind, to, delivery, hasPdf])).toEqual([
      ['letter', null, null, true],
      ['reminder', null, null, true],
    ]);
    const { type, bytes } = await fileOf(`/downloads/notices/${notices[0]?.id}`);
    expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
    const letter = textOf(bytes);
    expect(letter).toContain('Delinquency letter');
    expect(letter).toContain('The grace period ends on 12/02/2026. Coverage stays in force until then.');
    expect(letter).toContain('coverage ends on 10/31/2026');
    const again = await fileOf(`/downloads/notices/${notices[0]?.id}`);
    expect(again.bytes.equals(bytes)).toBe(true);
  });

  it('is reminded by hand: a group without an address is skipped with the reason, and nobody twice a day', async () => {
    on('2026-11-20');
    const preview = await arrears().reminders.preview({});
    expect(preview.send.map(({ groupId, to, cents }) => [groupId, to, cents])).toEqual([
      [kestrel, 'office@kestrel.test', await dueOf(kestrel)],
    ]);
    expect(preview.skipped).toEqual([
      {
        groupId: dunmore,
        groupName: expect.stringContaining('Dunmore Precision'),
        reason: 'The group has no contact email. Add one to the group, or print the bill.',
      },
    ]);
    const billIds = preview.send.map(({ billId }) => billId ?? '');
    const both = await Promise.all([1, 2].map(() => arrears().reminders.send({ billIds })));
    expect(both.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
    expect((await arrears().reminders.send({ billIds })).skipped[0]?.reason).toBe('It was already reminded today.');
    const reader = await server.as('read_only');
    await expect(reader.api.arrears.reminders.send({ billIds })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is in time when it is paid at 23:30 on the last day in the organization’s time zone', async () => {
    on('2026-12-02');
    expect(await state()).toMatchObject({ state: 'grace' });
    server.clock.set('2026-12-03T05:30:00.000Z');
    expect(await state()).toMatchObject({ state: 'grace' });
    await pay(kestrel, await dueOf(kestrel), '2026-12-02');
    on('2026-12-03');
    await night();
    expect(await state()).toMatchObject({ state: 'current', arrears: 0, billId: null });
  });

  it('reopens from the original due date when the payment comes back', async () => {
    const { rows } = await dana.api.payments.list({ groupId: kestrel, limit: 1 });
    await dana.api.payments.void({ id: rows[0]?.id ?? '', reason: 'The wire was recalled' });
    expect(await state()).toMatchObject({ state: 'suspended', dueDate: '2026-11-01', lastGraceDay: '2026-12-02' });
  });

  it('proposes the suspension once; a person does it; after payment the group can be reinstated', async () => {
    on('2026-12-03');
    await night();
    await night();
    const admin = await server.as('system_administrator');
    const told = (await admin.api.notifications.list()).items.filter(({ title }) => title === 'Grace periods ended');
    expect(told.map(({ body, link }) => [body, link])).toEqual([
      ['1 group to suspend. Review each group before its status is changed.', '/billing/delinquency'],
      ['1 group to suspend. Review each group before its status is changed.', '/billing/delinquency'],
    ]);
    const { rows } = await arrears().groups({ limit: 50 });
    expect(new Map(rows.map(({ groupId, step }) => [groupId, step]))).toEqual(
      new Map([
        [kestrel, 'suspend'],
        [dunmore, 'suspend'],
      ]),
    );
    await changeStatus(kestrel, 'suspended', '2026-12-03');
    expect(await arrears().group({ groupId: kestrel })).toMatchObject({
      step: null,
      reinstateObstacle: expect.stringMatching(/^Arrears of \$[\d,.]+ are not paid\.$/),
    });
    on('2026-12-17');
    expect(await arrears().group({ groupId: kestrel })).toMatchObject({ step: 'end', coverageEnd: '2026-10-31' });
    await pay(kestrel, await dueOf(kestrel), '2026-12-17');
    await night();
    expect(await arrears().group({ groupId: kestrel })).toMatchObject({
      state: 'current',
      step: 'reinstate',
      reinstateObstacle: null,
    });
    await changeStatus(kestrel, 'active', '2026-12-17');
    expect(await arrears().group({ groupId: kestrel })).toMatchObject({ state: 'current', step: null });
  });
});

describe('decisions', () => {
  it('a hold stops the clock, and its days come on top', async () => {
    on('2026-12-17');
    expect((await arrears().group({ groupId: dunmore })).step).toBe('end');
    const { id } = await arrears().hold({ groupId: dunmore, until: null, reason: 'Amount in dispute' });
    await expect(arrears().hold({ groupId: dunmore, until: null, reason: 'Twice' })).rejects.toMatchObject({
      message: 'This group is on hold already. Lift that hold first.',
    });
    expect(await arrears().group({ groupId: dunmore })).toMatchObject({
      paused: 'hold',
      step: null,
      hold: { reason: 'Amount in dispute' },
    });
    await arrears().liftHold({ id });
    expect((await arrears().group({ groupId: dunmore })).step).toBe('end');
  });

  it('an installment plan adds up to the arrears, is kept by payments, and a missed one resumes the clock', async () => {
    const { arrears: owed } = await state(dunmore);
    const half = Math.floor(owed / 2);
    const installments = [
      { on: '2026-12-20', cents: half },
      { on: '2027-01-20', cents: owed - half },
    ];
    await expect(arrears().plan({ groupId: dunmore, installments: installments.slice(1) })).rejects.toMatchObject({
      data: { problems: [{ path: 'installments' }] },
    });
    await arrears().plan({ groupId: dunmore, installments });
    expect(await state(dunmore)).toMatchObject({ state: 'current', paused: 'plan' });
    on('2026-12-21');
    expect((await state(dunmore)).paused).toBeNull();
    expect((await arrears().group({ groupId: dunmore })).plan).toMatchObject({ missedOn: '2026-12-20' });
    await pay(dunmore, half, '2026-12-21');
    expect(await state(dunmore)).toMatchObject({ paused: 'plan' });
    const row = (await arrears().groups({ limit: 50 })).rows.find(({ groupId }) => groupId === dunmore);
    expect(row?.installment).toMatchObject({ number: 2, of: 2, on: '2027-01-20' });
  });

  it('rules are dated, and a tolerance leaves a group current', async () => {
    const [rule] = await arrears().rules.list({});
    const { setBy: _, ...terms } = rule!;
    const next = { ...terms, scope: 'state' as const, scopeValue: 'zz', tolerance: 10_000_00 };
    await expect(arrears().rules.set({ ...next, effectiveOn: '2026-01-01' })).rejects.toMatchObject({
      data: { problems: [{ path: 'effectiveOn' }] },
    });
    await arrears().rules.set({ ...next, effectiveOn: '2026-12-21' });
    expect((await arrears().rules.list({})).find(({ scope }) => scope === 'state')).toMatchObject({
      scopeValue: 'ZZ',
      setBy: 'Dana Whitfield',
    });
    const priya = await server.as('group_administrator');
    await expect(priya.api.arrears.rules.set({ ...next, effectiveOn: '2026-12-22' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('aging and statements', () => {
  it('by bucket agree with the ledger on any day, and with the buckets of domain', async () => {
    for (const day of ['2026-11-01', '2026-11-20', '2026-12-10', '2026-12-21'] as CalendarDate[]) {
      const totals = await arrears().aging.totals({ on: day });
      const { rows } = await arrears().aging.groups({ on: day, limit: 50 });
      expect(totals.ledger, day).toBe(totals.total);
      expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(totals.total);
      expect(totals.buckets.filter(({ bills }) => bills > 0).map(({ bucket }) => bucket)).toEqual([
        agingBucket(calendarDateFrom('2026-11-01'), day),
      ]);
      for (const { notYetDue, buckets } of rows) expect(notYetDue === null, day).toBe(buckets.current === 0);
    }
    const first = await arrears().aging.groups({ on: '2026-11-20', limit: 1 });
    const second = await arrears().aging.groups({
      on: '2026-11-20',
      limit: 1,
      cursor: first.next ?? '',
    });
    expect([first.rows[0]?.groupId, second.rows[0]?.groupId, second.next]).toEqual([dunmore, kestrel, null]);
  });

  it('a statement begins with the balance of the day before, and its closing balance is the ledger’s', async () => {
    const whole = await arrears().statements.get({
      groupId: kestrel,
      from: '2026-10-01',
      to: '2026-12-21',
    });
    expect(whole.lines.map(({ kind }) => kind)).toEqual(['bill', 'payment', 'returned', 'payment']);
    expect(whole.sums).toMatchObject({ opening: 0, closing: 0 });
    for (const [from, to] of [
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-12-02'],
      ['2026-12-03', '2026-12-16'],
    ] as CalendarDate[][]) {
      const { sums, ledger } = await arrears().statements.get({ groupId: kestrel, from: from!, to: to! });
      expect(sums.opening + sums.bills + sums.payments + sums.credits, to).toBe(sums.closing);
      expect(sums.closing, to).toBe(ledger.balance);
    }
    const period = 'from=2026-10-01&to=2026-12-21';
    const csv = (await fileOf(`/downloads/statements/${kestrel}/csv?${period}`)).bytes.toString();
    expect(csv.trim().split('\r\n')).toHaveLength(7);
    expect(csv).toContain('Closing balance,,,0.00');
    const paper = textOf((await fileOf(`/downloads/statements/${kestrel}/pdf?${period}`)).bytes);
    expect(paper).toContain('Statement of account');
    expect(paper).toMatch(/Closing balance, 12\/21\/2026 \$0\.00/);
    for (const { text } of whole.lines) expect(paper).toContain(text);
  });

  it('statements are mailed as a link, once a day, to groups with an address', async () => {
    const input = {
      groupIds: [kestrel, dunmore],
      from: '2026-10-01',
      to: '2026-12-21',
    };
    const { sent, skipped } = await arrears().statements.send(input);
    expect([sent, skipped.map(({ groupId }) => groupId)]).toEqual([1, [dunmore]]);
    expect(await arrears().statements.send(input)).toMatchObject({ sent: 0 });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Statement of Kestrel Avionics Repair');
  });

  it('users who see some groups only see no other group', async () => {
    const priya = await server.as('group_administrator');
    const own = new Set((await priya.api.groups.list({ limit: 100 })).rows.map(({ id }) => id));
    for (const groupId of [kestrel, dunmore]) {
      const read = priya.api.arrears.group({ groupId });
      if (own.has(groupId)) await read;
      else await expect(read).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const { rows } = await priya.api.arrears.aging.groups({ on: '2026-11-20', limit: 50 });
    expect(rows.every(({ groupId }) => own.has(groupId))).toBe(true);
  });
});
