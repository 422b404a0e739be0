import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

const DECEMBER = '2026-12-01' as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;
type Billed = { number: string; name: string; plan: string; tier: string; cents: number; subscriber: string };
let billed: Billed[];

const money = (cents: number): string => (cents / 100).toFixed(2);
const fileOf = (rows: readonly (readonly string[])[], name = 'bill.csv') => ({
  name,
  base64: Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')).toString('base64'),
});
const COLUMNS = { memberId: 0, plan: 1, tier: 2, amount: 3 };
const HEAD = ['Member ID', 'Plan', 'Tier', 'Amount'];
const rowsOf = (lines: readonly Billed[]) => lines.map((one) => [one.number, one.plan, one.tier, money(one.cents)]);
const create = (file: { name: string; base64: string }, more: Record<string, unknown> = {}, person = dana) =>
  person.api.reconciliation.create({
    source: 'self_bill',
    groupId: kestrel,
    carrier: null,
    month: DECEMBER,
    reference: 'KA-12',
    theirCutOff: null,
    file,
    columns: COLUMNS,
    plans: [],
    replaces: null,
    ...more,
  });

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  const { id } = await dana.api.billing.runs.start({ period: DECEMBER, groupIds: [kestrel] });
  await work();
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await work();
  const { rows } = await server.owner.query<Billed>(
    `select m.member_number as number, m.first_name || ' ' || m.last_name as name, p.plan_code as plan, max(l.tier) as tier, sum(l.cents)::integer as cents, l.subscriber_id as subscriber
     from bill_lines l join members m on m.id = l.subscriber_id join health_plans p on p.id = l.plan_id
     where l.group_id = $1 and l.line = 'medical' group by 1, 2, 3, 6 order by 1`,
    [kestrel],
  );
  billed = rows;
});
afterAll(() => server.close());

describe('a self bill per member', () => {
  let id: string;
  const total = async () => {
    const { rows } = await server.owner.query<{ sum: string }>(
      `select sum(cents) as sum from bill_lines where group_id = $1`,
      [kestrel],
    );
    return Number(rows[0]?.sum);
  };

  it('is read with its columns found by their headings, and its plans named', async () => {
    const file = fileOf([HEAD, ...rowsOf(billed), ['X-1', 'Plan Z', 'EMP', '(10.00)']]);
    const preview = await dana.api.reconciliation.preview({
      source: 'self_bill',
      groupId: kestrel,
      carrier: null,
      month: DECEMBER,
      file,
    });
    expect(preview).toMatchObject({ columns: COLUMNS, rows: billed.length + 1, isRemembered: false, problems: [] });
    expect(preview.unknownPlans).toEqual(['Plan Z']);
    expect(preview.amount).toBe(billed.reduce((sum, { cents }) => sum + cents, -10_00));
  });

  it('is refused in words: no amounts, an amount that is none, columns that are missing', async () => {
    await expect(create(fileOf([HEAD, ['1', 'X', 'EMP', 'many']]))).rejects.toMatchObject({
      data: {
        problems: [{ path: 'file', message: expect.stringContaining('Row 2: “many” is not an amount') as string }],
      },
    });
    await expect(create(fileOf([HEAD, ...rowsOf(billed)]), { columns: { memberId: 0 } })).rejects.toMatchObject({
      data: { problems: [{ path: 'columns.amount' }] },
    });
    await expect(create(fileOf([HEAD]))).rejects.toMatchObject({ data: { problems: [{ path: 'file' }] } });
    const reader = await server.as('read_only');
    await expect(create(fileOf([HEAD, ...rowsOf(billed)]), {}, reader)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('shows every difference in its class, and ties to the cent', async () => {
    const [rate, , missing, twice, ...rest] = billed as [Billed, Billed, Billed, Billed, ...Billed[]];
    const rows = [
      ...rowsOf([{ ...rate, cents: rate.cents + 5_00 }, billed[1] as Billed, twice, twice, ...rest]),
      ['123-45-6789', rate.plan, 'EMP', '86.40'],
    ];
    ({ id } = await create(fileOf([HEAD, ...rows])));
    const detail = await dana.api.reconciliation.get({ id });
    const kinds = Object.fromEntries(detail.classes.map((one) => [one.kind, one]));
    expect(kinds).toMatchObject({
      wrong_rate: { lines: 1, theirs: rate.cents + 5_00, ours: rate.cents, retroLimit: '2027-01-30' },
      duplicate: { lines: 1, theirs: twice.cents, ours: 0 },
      unexplained: { lines: 1, theirs: 86_40 },
    });
    // The other lines of coverage of everybody are not in the file either.
    expect(kinds['not_billed']?.lines).toBeGreaterThanOrEqual(1);
    expect(detail.ours).toBe(await total());
    const between = detail.classes.reduce((sum, { theirs, ours }) => sum + theirs - ours, 0);
    expect(detail.ours + between).toBe(detail.theirs);
    expect(detail.decisions.reduce((sum, { difference }) => sum + difference, 0)).toBe(detail.theirs - detail.ours);
    const found = await dana.api.reconciliation.lines({ id, search: missing.name, kind: 'not_billed', limit: 50 });
    expect(found.rows.map(({ memberNumber }) => memberNumber)).toContain(missing.number);
    const unknown = await dana.api.reconciliation.lines({ id, kind: 'unexplained', limit: 50 });
    expect(unknown.rows[0]?.name).toBe('•••••••••');
    await expect(create(fileOf([HEAD, ...rows]))).rejects.toMatchObject({
      message: expect.stringContaining('already reconciled this file') as string,
    });
  });

  it('is decided, disputed by letter, given to a colleague, and closed when nothing is undecided', async () => {
    const { decide, close, lines } = dana.api.reconciliation;
    const decision = { id, note: '', assigneeId: null } as const;
    await expect(close({ id })).rejects.toMatchObject({ message: expect.stringContaining('undecided') as string });
    await expect(decide({ ...decision, kind: 'wrong_rate', action: 'accept' })).rejects.toMatchObject({
      data: { problems: [{ path: 'note' }] },
    });
    const { rows } = await lines({ id, kind: 'duplicate', limit: 5 });
    expect(await decide({ ...decision, places: rows.map(({ place }) => place), action: 'dispute' })).toEqual({
      decided: 1,
      recalculated: null,
    });
    await decide({ ...decision, kind: 'wrong_rate', action: 'adjust' });
    await decide({ ...decision, kind: 'not_billed', action: 'accept', note: 'Medical only' });
    const { assignees } = await dana.api.reconciliation.sources({});
    const assigneeId = assignees[0]?.id ?? null;
    await expect(decide({ ...decision, kind: 'unexplained', action: 'task' })).rejects.toMatchObject({
      data: { problems: [{ path: 'assigneeId' }] },
    });
    await decide({ ...decision, kind: 'unexplained', action: 'task', assigneeId });
    const letter = await fetch(`${server.url}/downloads/reconciliations/${id}`, { headers: { cookie: dana.cookie } });
    const runs = readPdf(Buffer.from(await letter.arrayBuffer())).flat();
    const text = runs.map((run) => run.text).join(' ');
    expect(text).toContain(rows[0]?.name ?? '-');
    expect(text).toContain('Please credit');
    await close({ id });
    await expect(decide({ ...decision, kind: 'duplicate', action: null })).rejects.toMatchObject({
      message: 'This reconciliation is closed. Its decisions stay.',
    });
    expect((await dana.api.reconciliation.list({ status: 'closed' })).rows).toMatchObject([{ id, undecided: 0 }]);
  });

  it('can be exported as it is filtered', async () => {
    const { url } = await dana.api.exports.request({
      list: 'reconciliation',
      format: 'csv',
      filter: { id, kind: 'duplicate' },
    });
    const text = await (await fetch(`${server.url}${url}`, { headers: { cookie: dana.cookie } })).text();
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain('Dispute');
  });
});

describe('counts, changes and carriers', () => {
  it('a self bill of counts is compared per plan and tier; its total row is checked', async () => {
    const cells = new Map<string, { plan: string; tier: string; count: number; cents: number }>();
    for (const { plan, tier, cents } of billed) {
      const cell = cells.get(plan + tier) ?? { plan, tier, count: 0, cents: 0 };
      cells.set(plan + tier, { ...cell, count: cell.count + 1, cents: cell.cents + cents });
    }
    const rows = [...cells.values()];
    const sum = rows.reduce((all, { cents }) => all + cents, 0);
    const table = rows.map(({ plan, tier, count, cents }) => [plan, tier, String(count), money(cents)]);
    const file = fileOf([['Plan', 'Tier', 'Count', 'Amount'], ...table, ['Total', '', '', money(sum + 24_00)]]);
    const { id } = await create(file, { columns: { plan: 0, tier: 1, count: 2, amount: 3 } });
    const { classes, matched, theirs } = await dana.api.reconciliation.get({ id });
    expect(classes.find(({ kind }) => kind === 'count')).toMatchObject({ lines: 1, theirs: 24_00, ours: 0 });
    expect(matched).toMatchObject({ lines: rows.length, theirs: sum });
    expect(theirs).toBe(sum + 24_00);
  });

  it('a file that is replaced gives way to the new one', async () => {
    const first = await create(fileOf([HEAD, ...rowsOf(billed)], 'first.csv'));
    const { id } = await create(fileOf([HEAD, ...rowsOf(billed)], 'again.csv'), { replaces: first.id });
    expect((await dana.api.reconciliation.get({ id: first.id })).status).toBe('replaced');
    expect((await dana.api.reconciliation.get({ id })).classes.map(({ kind }) => kind)).toEqual(['not_billed']);
  });

  it('a termination after the cut-off of our bill, which their figures have, is timing', async () => {
    const [gone] = billed.slice(-1) as [Billed];
    server.clock.set('2026-11-20T19:00:00.000Z');
    await dana.api.terminations.end({
      groupId: kestrel,
      memberIds: [gone.subscriber],
      lastDay: '2026-11-30',
      reason: 'employment_ended',
    });
    const { id } = await create(fileOf([HEAD, ...rowsOf(billed.slice(0, -1))], 'without.csv'));
    const { rows } = await dana.api.reconciliation.lines({ id, kind: 'timing', search: gone.name, limit: 5 });
    expect(rows.find(({ line }) => line === 'medical')).toMatchObject({
      memberNumber: gone.number,
      theirs: 0,
      ours: gone.cents,
    });
  });

  it('a carrier’s workbook has its own words for plans, remembered with its columns', async () => {
    const { rows: plans } = await server.owner.query<{ id: string; carrier: string; code: string }>(
      `select id, carrier_name as carrier, plan_code as code from health_plans where plan_code = $1`,
      [billed[0]?.plan],
    );
    const [plan] = plans;
    const own = billed.filter((one) => one.plan === plan?.code);
    const rows = own.map(({ number, cents }) => [money(cents), number, 'Gold Standard 500']);
    const bytes = await writeXlsx({
      sheets: [{ name: 'Invoice', rows: [['Invoice 88120'], ['Charge', 'Cert', 'Offering'], ...rows] }],
    });
    const file = { name: 'invoice.xlsx', base64: Buffer.from(bytes).toString('base64') };
    const of = { source: 'carrier_invoice', groupId: null, carrier: plan?.carrier ?? '', month: DECEMBER } as const;
    const columns = { amount: 0, memberId: 1, plan: 2 };
    const first = await dana.api.reconciliation.preview({ ...of, file, columns });
    expect(first.unknownPlans).toEqual(['Gold Standard 500']);
    const { id } = await create(file, {
      ...of,
      columns,
      plans: [{ text: 'Gold Standard 500', planId: plan?.id ?? '' }],
    });
    const { matched } = await dana.api.reconciliation.get({ id });
    expect(matched.lines).toBeGreaterThanOrEqual(own.length - 1);
    const again = await dana.api.reconciliation.preview({ ...of, file });
    expect(again).toMatchObject({ columns, isRemembered: true, unknownPlans: [] });
    const priya = await server.as('group_administrator');
    expect((await priya.api.reconciliation.list({})).rows.every(({ groupId }) => groupId !== null)).toBe(true);
  });
});
