import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import { refused } from '../../testing/refused.ts';
import { approveFor } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let omar: Person;
let luis: Person;
let plan: { id: string; name: string };

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  omar = await server.as('system_administrator');
  luis = await server.as('read_only');
  plan = await medicalPlan('HDHP Saver');
});
afterAll(() => server.close());

/** A plan of its own for a story, without any rates. */
async function medicalPlan(name: string, line = 'medical'): Promise<{ id: string; name: string }> {
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into health_plans (tenant_id, id, plan_code, plan_name, line, carrier_name, status, effective_date)
     select id, gen_random_uuid(), $1, $2, $3, 'Northfold Health', 'active', '2026-01-01' from tenants limit 1 returning id`,
    [name.toUpperCase().replaceAll(' ', '-'), name, line],
  );
  return { id: rows[0]?.id ?? '', name };
}

const day = (text: string) => text as CalendarDate;
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const BANDED: TableSettings = { method: 'banded' };
const rates = (person: Person) => person.api.plans.rates;

const draft = (planId: string, from: string, settings: TableSettings = BANDED, until: string | null = null) =>
  rates(dana).create({
    planId,
    from: day(from),
    until: until === null ? null : day(until),
    content: { kind: 'empty', settings },
  });

const file = (planId: string, from: string, name: string, content: string | Buffer, until: string | null = null) =>
  rates(dana).create({
    planId,
    from: day(from),
    until: until === null ? null : day(until),
    content: { kind: 'file', file: { name, base64: base64(content) } },
  });

const TWO_ROWS =
  'Age group,Employee rate,Spouse rate,Child rate,Family rate\nUnder 40,400.00,410.00,200.00,1000.00\n40 and over,600.00,610.00,200.00,1400.00\n';
const COMPOSITE =
  'Tier,Monthly rate\nEmployee only,645.00\nEmployee and spouse,1290.00\nEmployee and children,1100.00\nFamily,1800.00\n';

const activated = async (id: string, reason?: string) => {
  const { version } = await rates(omar).get({ id });
  return rates(omar).activate({ id, version, ...(reason !== undefined && { reason }) });
};
const inForce = async (id: string) =>
  (await rates(dana).get({ id })).versions.map(({ versionNo, status, periods }) => ({ versionNo, status, periods }));

describe('Dana enters a version', () => {
  it('cell by cell; what is no amount is kept at its cell, with who entered it', async () => {
    const { id, version } = await draft(plan.id, '2027-01-01');
    const saved = await rates(dana).save({
      id,
      version,
      edits: {
        ages: [
          { row: '0', text: 'Under 40' },
          { row: '1', text: '40-44' },
        ],
        cells: [
          { row: '0', column: 'employee', text: '$1,433.10' },
          { row: '0', column: 'spouse', text: '816.7S' },
          { row: '1', column: 'employee', text: '=B2' },
        ],
        removed: [],
      },
    });
    const table = await rates(dana).get({ id });
    expect(table).toMatchObject({ status: 'draft', version: saved.version, isAuthor: true, versionNo: 1 });
    const cell = (place: number, kind: string) => table.cells.find((one) => one.place === place && one.kind === kind);
    expect(cell(0, 'employee')).toMatchObject({
      amount: 143_310,
      entered: null,
      by: 'Dana Whitfield',
      ageFrom: 0,
      ageTo: 39,
    });
    expect(cell(0, 'spouse')).toMatchObject({ amount: null, entered: '816.7S' });
    expect(cell(1, 'employee')).toMatchObject({ amount: null, entered: '=B2' });
    const error = await refused(activated(id));
    expect(error.data.problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Ages 45 and over have no row.',
        'Under 40, Spouse rate: “816.7S”: This is not an amount.',
        '40–44, Employee rate: “=B2”: This is a formula. Paste its value instead.',
      ]),
    );
  });

  it('and Omar, who saves an older state, is told who changed it', async () => {
    const { id, version } = await draft(plan.id, '2027-01-01');
    const edit = (row: string) => ({ ages: [{ row, text: '0-39' }], cells: [], removed: [] });
    await rates(dana).save({ id, version, edits: edit('0') });
    const error = await refused(rates(omar).save({ id, version, edits: edit('1') }));
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Dana Whitfield changed this version on'),
    });
    expect((await rates(omar).get({ id })).cells).toHaveLength(4);
  });

  it('removes a row, changes the period, and the history names each cell', async () => {
    const { id } = await file(plan.id, '2027-01-01', 'rates.csv', TWO_ROWS);
    await rates(dana).save({
      id,
      version: 1,
      edits: { ages: [], cells: [{ row: '1', column: 'family', text: '1401' }], removed: ['0'] },
      period: { from: day('2027-02-01'), until: null },
    });
    const { rows } = await dana.api.changes.list({ limit: 1 });
    expect(rows[0]).toMatchObject({ kind: 'rates_edited', undoable: false });
    const { rows: items } = await dana.api.changes.items({ id: rows[0]?.id ?? '' });
    expect(items[0]?.differences).toEqual(
      expect.arrayContaining([
        { field: '40 and over, Family rate', label: '40 and over, Family rate', before: '1400.00', after: '1401.00' },
        { field: 'Under 40, Child rate', label: 'Under 40, Child rate', before: '200.00', after: null },
        { field: 'Valid from', label: 'Valid from', before: '01/01/2027', after: '02/01/2027' },
      ]),
    );
  });

  it('from a version before, changed by a percentage', async () => {
    const first = await file(plan.id, '2027-01-01', 'rates.csv', TWO_ROWS);
    const { id } = await rates(dana).create({
      planId: plan.id,
      from: day('2028-01-01'),
      until: null,
      content: { kind: 'copy', tableId: first.id, increase: 525 },
    });
    const table = await rates(dana).get({ id });
    expect(table.copiedFrom).toMatchObject({ id: first.id });
    expect(table.cells.find(({ place, kind }) => place === 0 && kind === 'employee')?.amount).toBe(42_100);
  });

  it('not in the middle of a month, not backward, and no volume rates for a medical plan', async () => {
    expect((await refused(draft(plan.id, '2027-01-15'))).data.problems[0]).toMatchObject({ path: 'from' });
    expect((await refused(draft(plan.id, '2027-02-01', BANDED, '2027-01-01'))).data.problems[0]).toMatchObject({
      path: 'until',
    });
    expect(
      (await refused(draft(plan.id, '2027-01-01', { method: 'volume', steps: [], unit: 1000 }))).data.problems[0],
    ).toMatchObject({ path: 'method' });
    expect((await refused(draft('0198c0de-0000-7000-8000-000000000000', '2027-01-01'))).code).toBe('NOT_FOUND');
  });
});

describe('activation', () => {
  it('is not for one who changed only the period or the settings of somebody else’s draft', async () => {
    const own = await medicalPlan('Author PPO');
    const moved = await file(own.id, '2026-12-01', 'first.csv', TWO_ROWS);
    const { version } = await rates(dana).get({ id: moved.id });
    await rates(omar).save({ id: moved.id, version, period: { from: '2027-01-01', until: null } });
    expect(await rates(omar).activationPreview({ id: moved.id })).toMatchObject({
      refusal: 'You entered or changed this version, so another person activates it.',
    });
    expect((await refused(rates(omar).activate({ id: moved.id, version: version + 1 }))).code).toBe('FORBIDDEN');
    const set = await file(own.id, '2027-02-01', 'second.csv', `${TWO_ROWS.trimEnd()}\n`);
    const { version: before, settings } = await rates(dana).get({ id: set.id });
    const { unread: _, ...read } = settings;
    await rates(omar).save({
      id: set.id,
      version: before,
      settings: { ...read, dependents: 'whole' } as typeof settings,
    });
    expect((await refused(rates(omar).activate({ id: set.id, version: before + 1 }))).code).toBe('FORBIDDEN');
  });

  it('is done by somebody else, and takes over from its first day', async () => {
    const own = await medicalPlan('Takeover PPO');
    const first = await file(own.id, '2026-12-01', 'first.csv', TWO_ROWS);
    const { version } = await rates(dana).get({ id: first.id });
    expect(await refused(rates(dana).activate({ id: first.id, version }))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/^You made or changed Version \d+ of the rates of Takeover PPO\./) as string,
    });
    await activated(first.id);
    const second = await file(own.id, '2027-01-01', 'second.csv', TWO_ROWS, '2027-07-01');
    expect(await rates(omar).activationPreview({ id: second.id })).toEqual({
      refusal: null,
      taken: [
        {
          tableId: first.id,
          versionNo: 1,
          before: { from: '2026-12-01', until: null },
          after: [
            { from: '2026-12-01', until: '2027-01-01' },
            { from: '2027-07-01', until: null },
          ],
        },
      ],
      begunMonths: [],
      gap: null,
    });
    await activated(second.id);
    expect(await inForce(second.id)).toEqual([
      {
        versionNo: 1,
        status: 'active',
        periods: [
          { from: '2026-12-01', until: '2027-01-01' },
          { from: '2027-07-01', until: null },
        ],
      },
      { versionNo: 2, status: 'active', periods: [{ from: '2027-01-01', until: '2027-07-01' }] },
    ]);
    const third = await file(own.id, '2026-12-01', 'third.csv', TWO_ROWS);
    await activated(third.id);
    expect(await inForce(third.id)).toEqual([
      { versionNo: 1, status: 'replaced', periods: [] },
      { versionNo: 2, status: 'replaced', periods: [] },
      { versionNo: 3, status: 'active', periods: [{ from: '2026-12-01', until: null }] },
    ]);
    expect(
      await refused(rates(dana).save({ id: first.id, version: 2, period: { from: day('2027-01-01'), until: null } })),
    ).toMatchObject({
      message: expect.stringContaining('Make a new version'),
    });
  });

  it('of months that have begun needs a reason, and can be undone until another is activated', async () => {
    const own = await medicalPlan('Undo PPO');
    const first = await file(own.id, '2026-01-01', 'first.csv', TWO_ROWS);
    expect((await refused(activated(first.id))).data.problems).toEqual([
      { path: 'reason', message: expect.stringContaining('from 01/01/2026') },
    ]);
    const one = await activated(first.id, 'The carrier sent the rates late');
    const second = await file(own.id, '2027-01-01', 'second.csv', TWO_ROWS);
    const two = await activated(second.id);
    expect((await refused(omar.api.changes.undo({ id: one.changeId }))).message).toContain(
      'Another version of this plan was activated since',
    );
    // Nothing changes until somebody else approves it.
    expect(await omar.api.changes.undo({ id: two.changeId, reason: 'Activated too early' })).toMatchObject({
      waitsBecause: 'Another person approves that earlier rates are in force again.',
    });
    expect((await rates(dana).get({ id: second.id })).undoAsked).toMatchObject({ by: expect.any(String) as string });
    expect((await refused(dana.api.changes.undo({ id: two.changeId }))).message).toContain(
      'already asked for approval',
    );
    await approveFor(dana, two.changeId);
    expect(await inForce(second.id)).toEqual([
      { versionNo: 1, status: 'active', periods: [{ from: '2026-01-01', until: null }] },
      { versionNo: 2, status: 'draft', periods: [] },
    ]);
    expect((await refused(omar.api.changes.undo({ id: two.changeId }))).message).toContain('undone already');
    // What was in force once is kept for prices as they were known then.
    const { version } = await rates(dana).get({ id: second.id });
    await rates(dana).remove({ id: second.id, version });
    expect((await rates(dana).get({ id: second.id })).status).toBe('replaced');
  });

  it('is asked for by the author of a complete version; those who may do it are notified', async () => {
    const own = await medicalPlan('Asked PPO');
    const { id } = await draft(own.id, '2027-01-01');
    const ask = async (person = dana) => {
      const { version } = await rates(dana).get({ id });
      return rates(person).askApproval({ id, version });
    };
    expect((await refused(ask())).message).toContain('must be corrected first');
    await rates(dana).importFile({ id, version: 1, file: { name: 'rates.csv', base64: base64(TWO_ROWS) } });
    expect((await refused(ask(luis))).code).toBe('FORBIDDEN');
    const { asked } = await ask();
    expect(asked).toBeGreaterThan(0);
    expect((await rates(omar).get({ id })).approvalAsked).toMatchObject({ by: 'Dana Whitfield' });
    const newest = async (person: Person) => (await person.api.notifications.list()).items[0];
    expect(await newest(omar)).toMatchObject({
      title: 'Waiting for Approval',
      body: expect.stringMatching(/^Dana Whitfield asks for approval: Version \d+ of the rates of Asked PPO\.$/),
      link: '/approvals',
    });
    expect((await newest(luis))?.link).not.toBe('/approvals');
    expect((await refused(ask())).message).toBe('Dana Whitfield already asked for approval of this version.');
    // A change makes the request void: it was about the rates as they were.
    const { version } = await rates(dana).get({ id });
    await rates(dana).save({ id, version, period: { from: day('2027-02-01'), until: null } });
    expect((await rates(dana).get({ id })).approvalAsked).toBeNull();
    await ask();
    await activated(id);
  });

  it('by the request: exactly what was asked for, with a reason for months that have begun', async () => {
    const own = await medicalPlan('Requested PPO');
    const { id } = await file(own.id, '2026-11-01', 'first.csv', TWO_ROWS);
    const { version } = await rates(dana).get({ id });
    await rates(dana).askApproval({ id, version });
    await expect(approveFor(dana, id, 'The carrier sent them late')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await refused(approveFor(omar, id))).data.problems).toMatchObject([{ path: 'reason' }]);
    // Whoever changes a cell behind the request has it void.
    await server.owner.query(`update rate_cells set amount = amount + 1 where table_id = $1 and place = 0`, [id]);
    expect((await refused(approveFor(omar, id, 'The carrier sent them late'))).message).toContain(
      'It has changed since approval was asked for.',
    );
    await rates(dana).askApproval({ id, version });
    await approveFor(omar, id, 'The carrier sent them late');
    expect(await rates(dana).get({ id })).toMatchObject({
      status: 'active',
      activated: { reason: 'The carrier sent them late' },
    });
  });

  it('is for users with the permission', async () => {
    const { id } = await file(plan.id, '2027-01-01', 'rates.csv', TWO_ROWS);
    for (const attempt of [
      () => rates(luis).activate({ id, version: 1 }),
      () => rates(luis).save({ id, version: 1 }),
      () => rates(luis).remove({ id, version: 1 }),
      () =>
        rates(luis).create({
          planId: plan.id,
          from: day('2027-01-01'),
          until: null,
          content: { kind: 'empty', settings: BANDED },
        }),
    ])
      expect((await refused(attempt())).code).toBe('FORBIDDEN');
    expect((await rates(luis).get({ id })).cells).toHaveLength(8);
    await rates(dana).remove({ id, version: 1 });
    expect((await refused(rates(dana).get({ id }))).code).toBe('NOT_FOUND');
  });
});

describe('files', () => {
  const download = async (id: string, format: 'csv' | 'xlsx', person = dana) =>
    fetch(new URL(`/downloads/rates/${id}.${format}`, server.url), { headers: { cookie: person.cookie } });
  const contents = async (id: string) => {
    const { settings, cells } = await rates(dana).get({ id });
    return {
      settings,
      cells: cells
        .map(({ kind, ageFrom, ageTo, ageEntered, amount, entered }) =>
          JSON.stringify({ kind, ageFrom, ageTo, ageEntered, amount, entered }),
        )
        .toSorted(),
    };
  };

  it.each<[string, TableSettings, string]>([
    ['composite', { method: 'composite', tiers: 'four' }, COMPOSITE.replace('1800.00', '=1+1')],
    ['banded', BANDED, TWO_ROWS.replace('610.00', '816.7S').replace('40 and over', 'forty')],
    [
      'age_curve',
      {
        method: 'age_curve',
        base: 25_000 as Cents,
        baseIs: 'factor_one',
        curve: 'DC',
        areas: { '1': 1050, '2': null },
        tobacco: 1500,
        chargedChildren: 3,
      },
      '',
    ],
  ])('a %s version is exported and imported as it was, as CSV and as a workbook', async (_method, settings, text) => {
    const own = await medicalPlan(`Files ${settings.method}`);
    const { id } =
      text === '' ? await draft(own.id, '2027-01-01', settings) : await file(own.id, '2027-01-01', 'rates.csv', text);
    for (const format of ['csv', 'xlsx'] as const) {
      const answer = await download(id, format);
      expect(answer.headers.get('content-disposition')).toContain(`version-1.${format}"`);
      const copy = await file(own.id, '2027-01-01', `rates.${format}`, Buffer.from(await answer.arrayBuffer()));
      expect(await contents(copy.id)).toEqual(await contents(id));
    }
    const cells = parse(await (await download(id, 'csv')).text(), { bom: true }).flat();
    expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  });

  it('with a byte order mark, semicolons, quotes and columns in another order', async () => {
    const own = await medicalPlan('Semicolons');
    const { id, remarks } = await file(
      own.id,
      '2027-01-01',
      'rates.csv',
      '\ufeff"Family";"EE Rate";Notes;"Age Band";"Child";"Spouse"\r\n"1,234.5";"$645.00";x;"All ages";300;-5\r\n',
    );
    expect(remarks).toEqual(['The column “Notes” was not recognized and not read.']);
    const { cells } = await rates(dana).get({ id });
    expect(Object.fromEntries(cells.map(({ kind, amount, entered }) => [kind, amount ?? entered]))).toEqual({
      family: 123_450,
      employee: 64_500,
      child: 30_000,
      spouse: '-5',
    });
  });

  it('with parts that were not read stay drafts until a person leaves each out, which the history names', async () => {
    const own = await medicalPlan('Rates Per Age');
    const { id, version } = await file(
      own.id,
      '2027-01-01',
      'ages.csv',
      'Plan ID*,Age*,Individual Rate*,Individual Tobacco Rate,Broker fee\n99999ZZ1,0-14,200.00,,3\n99999ZZ1,15 and over,300.00,330.00,3\n',
    );
    const table = await rates(dana).get({ id });
    expect(table).toMatchObject({
      method: 'age_rates',
      methodology: 'age_rated',
      settings: { chargedChildren: 3, unread: ['The column “Broker fee” was not recognized and not read.'] },
    });
    expect(table.cells.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['rate', 20_000],
      ['rate', 30_000],
      ['tobacco_rate', 33_000],
    ]);
    expect((await refused(activated(id))).data.problems).toEqual([
      { path: 'cells', message: 'The column “Broker fee” was not recognized and not read.' },
    ]);
    const settings: TableSettings = { method: 'age_rates', chargedChildren: 3, unread: [] };
    await rates(dana).save({ id, version, settings });
    await activated(id);
    const { rows } = await server.owner.query<{ before: Record<string, string> }>(
      `select i.before from change_items i join changes c on c.id = i.change_id where i.entity_id = $1 and c.kind = 'rates_edited'`,
      [id],
    );
    expect(rows[0]?.before).toEqual({ 'Not read': 'The column “Broker fee” was not recognized and not read.' });
  });

  it('replace the rates of a draft, and say what is left to do', async () => {
    const { id } = await file(plan.id, '2027-01-01', 'rates.csv', TWO_ROWS);
    const answer = await rates(dana).importFile({
      id,
      version: 1,
      file: {
        name: 'north.csv',
        base64: base64(
          'Age group,Employee rate,Spouse rate,Child rate,Family rate\nUnder 40,400.12345,1,1,1\n39-64,1,1,1,1\n',
        ),
      },
    });
    // Five decimals, an age with two rows, ages without one.
    expect(answer).toMatchObject({ version: 2, rows: 2, problems: 3 });
    expect(await rates(dana).get({ id })).toMatchObject({ source: 'north.csv' });
    const wrong = (name: string, content: string | Buffer) =>
      refused(rates(dana).importFile({ id, version: 2, file: { name, base64: base64(content) } }));
    expect((await wrong('tiers.csv', COMPOSITE)).message).toContain('another methodology');
    expect((await wrong('notes.csv', 'hello,world\n1,2\n')).data.problems[0]).toMatchObject({
      path: 'file',
      message: expect.stringContaining('No headings'),
    });
    expect((await wrong('empty.xlsx', 'PK broken')).message).toContain('could not be read');
    expect((await wrong('old.xls', '\xd0\xcf')).message).toContain('neither a CSV file nor an Excel workbook');
    expect((await download(id, 'csv', { ...luis, cookie: '' })).status).toBe(401);
    expect((await download('nonsense', 'csv')).status).toBe(404);
  });
});

describe('the list', () => {
  it('has a row per age group and per tier, by plan and version, page by page', async () => {
    const own = await medicalPlan('Listed PPO');
    await file(own.id, '2027-01-01', 'rates.csv', TWO_ROWS.replace('610.00', 'x'));
    await file(own.id, '2027-01-01', 'tiers.csv', COMPOSITE);
    await draft(own.id, '2027-01-01');
    const all = await rates(luis).list({ planId: own.id, limit: 50 });
    expect(all.total).toBe(7);
    expect(
      all.rows.map(({ versionNo, ageGroup, tier, employee, spouse, rate, unread }) => [
        versionNo,
        ageGroup || tier,
        employee ?? rate,
        spouse,
        unread,
      ]),
    ).toEqual([
      [3, null, null, null, 0],
      [2, 'EMP', 64_500, null, 0],
      [2, 'ESP', 129_000, null, 0],
      [2, 'ECH', 110_000, null, 0],
      [2, 'FAM', 180_000, null, 0],
      [1, 'Under 40', 40_000, 41_000, 0],
      [1, '40 and over', 60_000, null, 1],
    ]);
    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await rates(luis).list({ planId: own.id, limit: 2, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.rows.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(paged).toEqual(all.rows.map(({ id }) => id));
    expect((await rates(luis).list({ search: 'listed p' })).total).toBe(7);
    expect((await rates(luis).list({ search: '%' })).total).toBe(0);
    expect((await refused(rates(luis).list({ cursor: 'nonsense' }))).code).toBe('INVALID');
    expect((await rates(luis).plans()).find(({ id }) => id === own.id)?.versions).toHaveLength(3);
  });
});
