import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { cellOf, workbookOf } from '../readers/samples/workbook-of.ts';

/** Refused rows that are sent again become a file on disk before the database knows of it. */
let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('leaves no file on disk for a try that the database ended', async () => {
  const { cim } = await newGroup(dana, 1);
  const { id } = await server.upload(
    dana,
    'rows.csv',
    'First Name,Last Name,DOB\nAnn,Abbott,04/12/1986\nBea,Burns,13/41/1985',
    cim,
  );
  expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 1 });
  // The audit entry is the last that a write does; a sequence counts also what is rolled back.
  await server.owner.query(`
    create sequence ended;
    grant usage on sequence ended to public;
    create function block_table() returns trigger language plpgsql as $$
      begin
        if new.action = 'files.resend' and nextval('ended') <= 2 then raise exception 'in the way' using errcode = '40P01'; end if;
        return new;
      end $$;
    create trigger block_table before insert on audit_log for each row execute function block_table()`);
  const again = await dana.api.files.resend({ id });
  await server.posted(dana, again.id);
  const { rows } = await server.owner.query<{ key: string }>(
    'select storage_key as key from uploads where deleted_at is null',
  );
  const kept = readdirSync(path.join(server.services.config.DATA_DIR, 'uploads/kept'));
  expect(kept.filter((name) => !rows.some(({ key }) => key === name))).toEqual([]);
  expect(rows.every(({ key }) => kept.includes(key))).toBe(true);
});

it('asks again of a row whose employee ID is another than that of its namesake, who stands in the group by now', async () => {
  const { id: groupId, cim } = await newGroup(dana, 2);
  const { id } = await server.upload(
    dana,
    'ids.csv',
    'Employee ID,First Name,Last Name,DOB\n11,Cleo,Crane,04/12/1986\n12,Cleo,Crane,04/12/1986',
    cim,
  );
  expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 1 });
  const again = await dana.api.files.resend({ id });
  expect(await server.posted(dana, again.id)).toMatchObject({ status: 'completed', changed: 0, refused: 1 });
  expect((await dana.api.files.refusals({ id: again.id, limit: 1 })).rows).toMatchObject([
    {
      field: 'employeeId',
      reason: expect.stringMatching(
        /A member of this group has this name and date of birth with another employee ID\. We can’t tell whether they are the same person\. Send that employee ID, or none, or add the second person by hand\./,
      ),
    },
  ]);
  const { rows } = await server.owner.query<{ id: string }>(
    'select employee_id as id from members where group_id = $1',
    [groupId],
  );
  expect(rows).toEqual([{ id: '11' }]);
});

/**
 * A list of a sender with its own headings and codes, the day first, and SSNs whose zeros a spreadsheet has dropped. Of
 * the second family the plan and of a child the birth date are wrong.
 */
const HEADINGS = ['Voornaam', 'Achternaam', 'Nummer', 'Geboren', 'Rol', 'Pakket', 'Ingang'] as const;
const FIELDS = ['firstName', 'lastName', 'ssn', 'dateOfBirth', 'relationship', 'plan.medical', 'from.medical'] as const;
const SENT: readonly (readonly string[])[] = [
  ['Ada', 'Abt', '12345671', '25/12/1985', 'Baas', 'GOUD', '01/02/2026'],
  ['Bea', 'Bos', '12345672', '04/05/1980', 'Baas', 'ZILVER', '01/03/2026'],
  ['Cas', 'Bos', '12345673', '06/07/2012', 'Spruit', '', ''],
  ['Dirk', 'Dam', '12345674', '08/09/1990', 'Baas', 'GOUD', '01/04/2026'],
  ['Els', 'Dam', '12345675', '31/31/2014', 'Spruit', '', ''],
];
const tableOf = (rows: readonly (readonly string[])[]): string =>
  [HEADINGS, ...rows].map((cells) => cells.join(',')).join('\n');
const sheetOf = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  workbookOf({
    rows: rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row + 1)).join('')}</row>`,
      )
      .join(''),
  });
const elementsOf = (rows: readonly (readonly string[])[]): string =>
  `<Lijst>${rows.map((cells) => `<Employee>${HEADINGS.map((name, index) => (cells[index] ? `<${name}>${cells[index]}</${name}>` : '')).join('')}</Employee>`).join('')}</Lijst>`;

/** What somebody writes in the rows that came back. */
const MENDS: readonly (readonly [string, string])[] = [
  ['ZILVER', 'GOUD'],
  ['31/31/2014', '10/11/2014'],
];
const mended = (text: string): string =>
  MENDS.reduce(
    (all, [wrong, right]) => all.replaceAll(`>${wrong}<`, `>${right}<`).replaceAll(`,${wrong},`, `,${right},`),
    text,
  );

async function mendedBook(bytes: Buffer): Promise<Buffer> {
  const {
    sheets: [sheet],
  } = await readXlsx(bytes);
  return sheetOf(
    (sheet?.rows ?? []).map((cells) =>
      cells.map((cell) =>
        typeof cell === 'number' ? cell : (MENDS.find(([wrong]) => wrong === cell)?.[1] ?? String(cell ?? '')),
      ),
    ),
  );
}

it.each([
  ['csv', () => Buffer.from(tableOf(SENT)), (back: Buffer) => Buffer.from(mended(back.toString('utf8')))],
  [
    'xlsx',
    () =>
      sheetOf([
        [...HEADINGS],
        ...SENT.map((cells) => cells.map((cell, column) => (column === 2 ? Number(cell) : cell))),
      ]),
    mendedBook,
  ],
  ['xml', () => Buffer.from(elementsOf(SENT)), (back: Buffer) => Buffer.from(mended(back.toString('utf8')))],
] as const)(
  'rows that are downloaded as %s, mended by hand and uploaded come in as they would have',
  async (extension, bytesOf, mend) => {
    const { id: groupId, cim } = await newGroup(dana, 10 + extension.length);
    const sent = await server.upload(dana, `leden.${extension}`, bytesOf(), cim);
    const first = await server.posted(dana, sent.id);
    const list = await dana.api.files.columns({ id: first.id });
    const plan = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-PPO')?.id ?? '';
    await dana.api.files.mapColumns({
      id: first.id,
      columns: list.columns.map(({ index, heading, field, dependent }) => ({
        index,
        heading,
        field: FIELDS[HEADINGS.findIndex((name) => name === heading)] ?? field,
        dependent,
      })),
      words: [
        { kind: 'relationship', word: 'Baas', meaning: 'self' },
        { kind: 'relationship', word: 'Spruit', meaning: 'child' },
        { kind: 'plan', word: 'GOUD', meaning: plan },
      ],
      dayFirst: true,
      padZeros: true,
    });
    const job = await server.posted(dana, first.id);
    expect(job).toMatchObject({ status: 'completed', added: 2, refused: 3 });
    const partner = (await dana.api.tradingPartners.list({})).rows.find(({ group }) => group?.id === groupId);
    if (!partner) throw new Error('The group has no profile');
    // Its lists name everybody; the rows that come back do not.
    await dana.api.tradingPartners.save({ ...partner, mode: 'full' });
    const back = await fetch(`${server.url}/downloads/files/${job.id}/refused`, { headers: { cookie: dana.cookie } });
    const again = await server.upload(
      dana,
      `leden hersteld.${extension}`,
      await mend(Buffer.from(await back.arrayBuffer())),
      cim,
    );
    const second = await server.posted(dana, again.id);
    const REPEATED = [
      /^The SSN had lost its leading zeros/,
      /^The SSN also belongs to a member of another group/,
      // The reasons hold a typographic apostrophe, so the download is UTF-8 with its mark.
      /^The file starts with a byte order mark/,
      /^The file was read as UTF-8/,
    ];
    expect(second).toMatchObject({
      status: 'completed',
      added: 3,
      changed: 0,
      refused: 0,
      missing: 0,
      mode: 'census',
      stops: [],
      columns: { ignored: 0 },
    });
    expect(second.remarks.filter(({ text }) => !REPEATED.some((known) => known.test(text)))).toEqual([]);
    expect(await peopleOf(server, groupId)).toEqual([
      'Ada Abt, self, active, 012345671, born 1985-12-25: medical MED-PPO 2026-02-01',
      'Bea Bos, self, active, 012345672, born 1980-05-04: medical MED-PPO 2026-03-01',
      'Cas Bos, child, active, 012345673, born 2012-07-06: medical MED-PPO 2026-03-01',
      'Dirk Dam, self, active, 012345674, born 1990-09-08: medical MED-PPO 2026-04-01',
      'Els Dam, child, active, 012345675, born 2014-11-10: medical MED-PPO 2026-04-01',
    ]);
    // Sent once more by mistake, they are known.
    const twice = await server.upload(
      dana,
      `leden hersteld 2.${extension}`,
      await mend(
        Buffer.from(
          await (
            await fetch(`${server.url}/downloads/files/${job.id}/refused`, { headers: { cookie: dana.cookie } })
          ).arrayBuffer(),
        ),
      ),
      cim,
    );
    expect(await server.posted(dana, twice.id)).toMatchObject({
      added: 0,
      changed: 0,
      ended: 0,
      unchanged: 3,
      refused: 0,
    });
  },
);
