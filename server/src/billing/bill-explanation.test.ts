import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { workOnRuns } from './bill-run-job.ts';

const DECEMBER = '2026-12-01' as CalendarDate;
const JANUARY = '2027-01-01' as CalendarDate;
let server: TestServer;
let dana: Person;
let kestrel: string;
let ines: string;
let bill: string;

const billing = () => dana.api.billing;
const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
async function draftFor(period: CalendarDate): Promise<{ run: string; bill: string }> {
  const { id } = await billing().runs.start({ period, groupIds: [kestrel] });
  await work();
  return { run: id, bill: (await billing().runs.bills({ id, limit: 1 })).rows[0]?.id ?? '' };
}
const linesOf = async (id: string, search: string) => (await billing().lines({ id, search, limit: 50 })).rows;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  ines = (await dana.api.members.ofGroup({ groupId: kestrel, search: 'Calderwood' })).rows[0]?.id ?? '';
  const december = await draftFor(DECEMBER);
  ({ bill } = december);
  const { figures } = await billing().runs.get({ id: december.run });
  await billing().runs.post({ id: december.run, total: figures.total });
  await work();
  await billing().email({ id: bill });
});
afterAll(() => server.close());

describe('Dana asks why', () => {
  it('a line has its amount: the price of its month at the cut-off, to the cent and to the version of the rates', async () => {
    const [line] = await linesOf(bill, 'Calderwood');
    const explained = await billing().explainLine({ id: bill, place: line?.place ?? 0 });
    expect(explained).toMatchObject({ name: 'Ines Calderwood', kind: 'premium', comparison: null, cause: null });
    expect(explained.price).toMatchObject({
      monthly: line?.cents,
      month: DECEMBER,
      table: { versionNo: expect.any(Number) },
    });
    expect(explained.price?.steps.length).toBeGreaterThan(0);
    const { rows } = await server.owner.query(
      `select target_id, fields from audit_log where action = 'billing.explainLine' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ target_id: ines, fields: expect.arrayContaining(['name', 'premium']) }]);
    await expect(billing().explainLine({ id: bill, place: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a plan has its total: so many lines of each amount', async () => {
    const { plans } = await billing().bill({ id: bill });
    for (const code of new Set(plans.map(({ planCode }) => planCode))) {
      const own = plans.filter(({ planCode }) => planCode === code);
      const { rows, total } = await billing().explainTotal({
        id: bill,
        line: own[0]?.line ?? 'medical',
        planCode: code,
      });
      expect(total).toBe(own.reduce((sum, { cents }) => sum + cents, 0));
      expect(rows.reduce((sum, { lines, each }) => sum + lines * each, 0)).toBe(total);
    }
  });
});

describe('a termination that is recorded after the bill', () => {
  it('is the difference between then and now, with its cause, and then stays as it was', async () => {
    const seen = await billing().monthView({ groupId: kestrel, month: DECEMBER, onlyDifferent: true });
    expect(seen).toMatchObject({ rows: [], sums: { difference: 0, adjusted: 0 }, bill: { id: bill } });
    const billed = (await linesOf(bill, 'Calderwood')).reduce((sum, { cents }) => sum + cents, 0);
    server.clock.set('2026-11-22T18:00:00.000Z');
    const { changeId } = await dana.api.terminations.end({
      groupId: kestrel,
      memberIds: [ines],
      lastDay: '2026-11-30',
      reason: 'employment_ended',
    });
    const view = await billing().monthView({ groupId: kestrel, month: DECEMBER, onlyDifferent: true });
    expect(view.sums).toEqual({
      before: seen.sums.before,
      now: seen.sums.now - billed,
      difference: -billed,
      adjusted: 0,
    });
    expect(view.changed).toBe(1);
    expect(
      view.rows.every(
        ({ name, now, cause }) =>
          name === 'Ines Calderwood' && now === 0 && cause?.changeId === changeId && cause.by === 'Dana Whitfield',
      ),
    ).toBe(true);
    // Every line, a page at a time.
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await billing().monthView({
        groupId: kestrel,
        month: DECEMBER,
        limit: 7,
        ...(cursor && { cursor }),
      });
      all.push(...page.rows.map(({ subscriberId, line, planName }) => `${subscriberId} ${line} ${planName}`));
      cursor = page.next ?? undefined;
      expect(page.sums).toEqual(view.sums);
    } while (cursor);
    expect(new Set(all).size).toBe(all.length);
    // As known on the day of the bill, and before anything was recorded.
    const then = { groupId: kestrel, month: DECEMBER, onlyDifferent: true };
    expect((await billing().monthView({ ...then, knownAt: '2026-11-21T00:00:00.000Z' })).sums).toEqual(view.sums);
    expect((await billing().monthView({ ...then, knownAt: '2000-01-01T00:00:00.000Z' })).sums.before).toBe(0);
    await expect(billing().monthView({ groupId: kestrel, month: '2026-12-02' })).rejects.toMatchObject({
      data: { problems: [{ path: 'month' }] },
    });
  });

  it('is explained on the next bill: billed before, as it should be, the difference, who and what', async () => {
    const { bill: january } = await draftFor(JANUARY);
    const [line] = (await linesOf(january, 'Calderwood')).filter(({ kind }) => kind === 'retro');
    const explained = await billing().explainLine({ id: january, place: line?.place ?? 0 });
    expect(explained).toMatchObject({
      kind: 'retro',
      coveredMonth: DECEMBER,
      price: null,
      comparison: { billedBefore: 0 - (line?.cents ?? 0), expected: 0, withheld: 0 },
      cause: { by: 'Dana Whitfield', text: expect.stringContaining('Terminated coverage') },
    });
  });
});

describe('Export Report', () => {
  const exported = async (format: 'csv' | 'xlsx' | 'pdf', filter: Record<string, unknown>) => {
    const { url } = await dana.api.exports.request({ list: 'bills', format, filter });
    const answer = await fetch(new URL(url, server.url), { headers: { cookie: dana.cookie } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  it('has the bills of the filter and their totals, as CSV, workbook and PDF', async () => {
    const filter = { groupId: kestrel };
    const { rows } = await billing().invoices(filter);
    const { amount } = await billing().invoiceTotals(filter);
    const lines = parse(await exported('csv', filter), { bom: true });
    expect(lines).toHaveLength(rows.length + 2);
    const dollars = (amount / 100).toFixed(2);
    expect(lines.at(-1)?.slice(-2)).toEqual([dollars, dollars]);
    expect(lines.at(-1)?.[0]).toBe('Total, 1 bill');
    const book = await readXlsx(new Uint8Array(await exported('xlsx', filter)));
    expect(book.sheets[0]?.rows.at(-1)?.slice(-1)).toEqual([amount / 100]);
    const page = readPdf(await exported('pdf', filter))[0]?.map(({ text }) => text);
    expect(page).toContain('Bills');
    expect(page).toContain(rows[0]?.number);
    expect(page).toContain(formatMoney(amount));
    await expect(
      dana.api.exports.request({ list: 'bills', format: 'pdf', filter: { status: 'nonsense' } }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('a member who attests tobacco use', () => {
  it('is billed, shown and calculated with the factor of the own age, from the attested day on', async () => {
    const { rows: found } = await server.owner.query<{ member: string; group: string; plan: string }>(
      `select s.subscriber_id as member, s.group_id as group, s.plan_id as plan from coverage_spans s
       join members m on m.id = s.subscriber_id and m.date_of_birth_encrypted is not null
       join group_plan_assignments a on a.group_id = s.group_id and a.plan_id = s.plan_id and a.class_id = m.class_id and a.location_id = m.location_id and a.rating_methodology = 'age_rated'
       where s.member_id = s.subscriber_id and upper_inf(s.recorded) and s.covered @> '[2026-12-01,2027-01-01)'::daterange
         and not exists (select from coverage_spans d where d.subscriber_id = s.subscriber_id and d.member_id <> s.subscriber_id) order by s.subscriber_id limit 1`,
    );
    const { member = '', group = '', plan = '' } = found[0] ?? {};
    expect(plan).not.toBe('');
    await server.owner.query(
      `insert into rate_cells (tenant_id, table_id, place, age_from, age_to, kind, amount, entered_by, entered_by_name, entered_at)
       select c.tenant_id, c.table_id, c.place, c.age_from, c.age_to, 'tobacco_factor', 1250, 'dana', 'Dana', now()
       from rate_cells c join rate_tables t on t.id = c.table_id where t.plan_id = $1 and c.kind = 'factor' and c.place > 20`,
      [plan],
    );
    await server.owner.query(`update rate_tables set version = version + 1 where plan_id = $1`, [plan]);
    const record = (from: string) =>
      dana.api.members.recordTobacco({
        groupId: group,
        memberId: member,
        usesTobacco: 'yes',
        from,
        attestedOn: '2026-11-20',
      });
    await expect(record('')).rejects.toMatchObject({ data: { problems: [{ path: 'from' }] } });
    const expected = async (period: CalendarDate) => {
      const { id } = await billing().runs.start({ period, groupIds: [group] });
      await work();
      const draft = (await billing().runs.bills({ id, limit: 1 })).rows[0]?.id ?? '';
      const { rows } = await server.owner.query<{ cents: string; month: string }>(
        `select sum(cents) as cents, to_char(covered_month, 'YYYY-MM') as month from bill_lines where bill_id = $1 and subscriber_id = $2 and plan_id = $3 group by 2 order by 2`,
        [draft, member, plan],
      );
      await billing().runs.cancel({ id });
      return rows.map(({ cents, month }) => [month, Number(cents)] as const);
    };
    const before = (await expected(DECEMBER)).find(([month]) => month === '2026-12')?.[1] ?? 0;
    expect(before).toBeGreaterThan(0);
    await record('2026-12-01');
    const after = (await expected(DECEMBER)).find(([month]) => month === '2026-12')?.[1] ?? 0;
    expect(Math.abs(after - before * 1.25)).toBeLessThan(1);
    server.clock.set('2026-12-15T18:00:00.000Z');
    const detail = await dana.api.members.get({ groupId: group, memberId: member });
    expect(detail.tobacco).toEqual([{ usesTobacco: true, effectiveOn: '2026-12-01', attestedOn: '2026-11-20' }]);
    const family = await dana.api.members.household({ groupId: group, memberId: member, reason: 'Rate calculation' });
    expect(family.people).toMatchObject([{ usesTobacco: true }]);
    const calculated = await dana.api.plans.calculate({
      planIds: [plan],
      // Bills take the age of the first day of the plan year.
      coverageDate: family.ratedOn ?? '',
      zipCode: family.zipCode,
      ratingArea: '',
      methodology: 'age_rated',
      groupId: group,
      classId: family.classId,
      locationId: family.locationId,
      employeePercent: null,
      dependentsPercent: null,
      salary: family.salary,
      people: family.people,
    });
    expect(calculated.plans[0]?.price.monthly).toBe(after);
  });
});
