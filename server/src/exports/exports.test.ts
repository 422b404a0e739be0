import { readXlsx } from 'hucre/xlsx';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupOf } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
const NASTY = `=HYPERLINK("http://x.test","click") “Ünal & Søn”, Inc.`;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  const plan = (await dana.api.plans.offered({}))[0]?.id ?? '';
  await dana.api.groups.create({ setup: setupOf(NASTY, [plan]) });
});
afterAll(() => server.close());

const fetched = (person: Person, url: string) =>
  fetch(new URL(url, server.url), { headers: { cookie: person.cookie } });

describe('Dana exports the groups', () => {
  it('as CSV: every row of the list, no cell that a spreadsheet would run, and the audit says how many left', async () => {
    const { url } = await dana.api.exports.request({ list: 'groups', format: 'csv' });
    const answer = await fetched(dana, url);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="groups-2026-11-20.csv"');
    const rows = parse(await answer.text(), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength((await dana.api.groups.list({ limit: 1 })).total);
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+@\t\r]|^-(?!\d)/.test(cell))).toEqual([]);
    expect(rows.map((row) => row.Group)).toContain(`'${NASTY}`);
    expect(rows.find((row) => row.Group === 'Kestrel Avionics Repair')).toMatchObject({
      'Effective date': expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      'Monthly premium': expect.stringMatching(/^\d+\.\d\d$/),
    });
    const { rows: entries } = await server.owner.query(
      `select outcome, item_count from audit_log where action = 'exports.download' order by seq desc limit 1`,
    );
    expect(entries).toEqual([{ outcome: 'read', item_count: rows.length }]);
  });

  it('as a workbook with typed cells', async () => {
    const { url } = await dana.api.exports.request({ list: 'groups', format: 'xlsx', filter: { search: 'kestrel' } });
    const book = await readXlsx(new Uint8Array(await (await fetched(dana, url)).arrayBuffer()));
    const [head, row, ...more] = book.sheets[0]?.rows ?? [];
    expect(more).toEqual([]);
    expect(head?.slice(0, 2)).toEqual(['Group', 'CIM number']);
    expect(row?.[0]).toBe('Kestrel Avionics Repair');
    expect(typeof row?.[11]).toBe('number');
  });

  it('once, by herself, and within five minutes', async () => {
    const { url } = await dana.api.exports.request({ list: 'groups', format: 'csv' });
    const mona = await server.as('compliance_officer');
    expect((await fetched(mona, url)).status).toBe(404);
    expect((await fetched({ ...dana, cookie: '' }, url)).status).toBe(401);
    expect((await fetched(dana, url)).status).toBe(200);
    expect((await fetched(dana, url)).status).toBe(404);
    const late = await dana.api.exports.request({ list: 'groups', format: 'csv' });
    server.clock.set('2026-11-20T18:06:00.000Z');
    expect((await fetched(dana, late.url)).status).toBe(404);
    expect((await fetched(dana, '/downloads/exports/nonsense')).status).toBe(404);
  });
});

describe('what is refused', () => {
  it('users without the permission, an invalid filter, and everything while exporting is turned off', async () => {
    const luis = await server.as('read_only');
    await expect(luis.api.exports.request({ list: 'groups', format: 'csv' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(
      dana.api.exports.request({ list: 'groups', format: 'csv', filter: { status: 'nonsense' } }),
    ).rejects.toMatchObject({ code: 'INVALID' });
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'data_export'`);
    await expect(dana.api.exports.request({ list: 'groups', format: 'csv' })).rejects.toMatchObject({
      message: expect.stringContaining('DATA EXPORT is turned off'),
    });
    await server.owner.query(`update feature_flags set enabled = true where flag_name = 'data_export'`);
  });

  it('many people without a reason', async () => {
    await server.owner
      .query(`insert into members (tenant_id, id, group_id, relationship, member_number, first_name, last_name, status, created_at, updated_at)
      select g.tenant_id, uuid_v7(), g.id, 'self', 'X' || n, 'Extra', 'Person ' || n, 'active', now(), now() from (select * from groups limit 1) g, generate_series(1, 500) n`);
    await expect(dana.api.exports.request({ list: 'members', format: 'csv' })).rejects.toMatchObject({
      data: { problems: [{ path: 'reason', message: expect.stringContaining('More than 500 people') }] },
    });
    const { url } = await dana.api.exports.request({ list: 'members', format: 'csv', reason: 'Yearly address check' });
    const text = await (await fetched(dana, url)).text();
    expect(parse(text, { columns: true, bom: true }).length).toBeGreaterThan(500);
    expect(text).not.toMatch(/\d{3}-\d{2}-\d{4}/);
    const { rows } = await server.owner.query(
      `select reason from audit_log where action = 'exports.download' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ reason: 'Yearly address check' }]);
  });
});
