import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGroup } from '../files/corpus-run.ts';
import { cellOf, workbookOf } from '../files/readers/samples/workbook-of.ts';
import { openLog } from '../log.ts';
import { edi834, setupOf } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/**
 * Unique values in headings, sheet names, file names, remarks, rejections, tax IDs and drafts must not appear in clear
 * in any table, database file, data folder file, or log (trust P34, P39).
 */
const CANARY = {
  headingSsn: '317-84-6021',
  headingPlainSsn: '318846022',
  headingBirth: '07/23/1971',
  sheetSsn: '319-84-6023',
  fileNameSsn: '321-84-6024',
  wrongColumnSsn: '322-84-6025',
  groupColumnSsn: '323-84-6026',
  refusedBirth: '02/30/1973',
  taxId: '32-4846027',
  sponsorTaxId: '325846028',
  draftTaxId: '32-6846029',
  listTaxId: '32-7846030',
  unfinishedSsn: '328-84-6031',
} as const;
const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** As written, as bare digits, as a tax ID, and in hex as a bytea would show. */
const spellings = (value: string): string[] => {
  const digits = digitsOf(value);
  const all = [value, ...(digits.length === 9 ? [digits, `${digits.slice(0, 2)}-${digits.slice(2)}`] : [])];
  return [
    ...all,
    ...all.map((text) => Buffer.from(text).toString('hex')),
    ...all.map((text) => Buffer.from(text).toString('base64').replace(/=+$/, '')),
  ];
};

const logged: string[] = [];
let server: TestServer;
let dana: Person;

const found = (text: string, where: string): string[] =>
  Object.entries(CANARY).flatMap(([name, value]) =>
    spellings(value).some((one) => text.includes(one)) ? [`${name} in ${where}`] : [],
  );

const send = async (name: string, bytes: Buffer | string, cim?: string) =>
  server.finished(dana, (await server.upload(dana, name, bytes, cim)).id);

beforeAll(async () => {
  server = await openTestServer({
    log: openLog(
      'info',
      new Writable({ write: (chunk: Buffer, _encoding, done) => (logged.push(chunk.toString('utf8')), done()) }),
    ),
  });
  dana = await server.as('administrator');
  const { cim } = await newGroup(dana, 1);
  // The first person of a list without headings is taken for them; other rows are refused and remarked on.
  await send(
    'no-headings.csv',
    `Ada,Abbott,${CANARY.headingSsn},${CANARY.headingBirth},Self\nBob,Burns,219-45-0002,02/02/1972,Self\n`,
    cim,
  );
  await send(
    'headings.csv',
    `First Name,Last Name,SSN,DOB,${CANARY.headingSsn},Plan ${CANARY.headingPlainSsn},Medical ${CANARY.headingBirth},Group\nAda,Abbott,219-45-0001,1985-03-14,X,Yes,Yes,\nEve,Evans,219-45-0005,${CANARY.refusedBirth},X,,,\n`,
    cim,
  );
  const rows = [
    ['First Name', 'Last Name', 'SSN', 'DOB'],
    ['Cal', 'Cole', '219-45-0003', '1985-03-14'],
  ];
  const xml = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row + 1)).join('')}</row>`,
    )
    .join('');
  const workbook = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId7"/><sheet name="Smith ${CANARY.sheetSsn}" sheetId="2" r:id="rId8"/></sheets></workbook>`;
  const sheet2 = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${xml}</sheetData></worksheet>`;
  await send(
    `Smith ${CANARY.fileNameSsn}.xlsx`,
    workbookOf({ rows: xml, workbook, more: { 'xl/worksheets/notes.xml': sheet2 } }),
    cim,
  );
  await send(
    'wrong-columns.csv',
    `First Name,Last Name,DOB,Relationship,Medical Plan,Coverage Level,Action,Status\nDan,Dale,1985-03-14,${CANARY.wrongColumnSsn},${CANARY.wrongColumnSsn},${CANARY.wrongColumnSsn},${CANARY.wrongColumnSsn},${CANARY.wrongColumnSsn}\n`,
    cim,
  );
  await send(
    'groups.csv',
    `First Name,Last Name,SSN,DOB,Group,Employer,Employer Tax ID\nFay,Finn,219-45-0006,1985-03-14,${CANARY.groupColumnSsn},Finn,${CANARY.listTaxId}\n`,
  );
  await send(
    'sponsor.edi',
    edi834(
      [
        {
          first: 'GIL',
          last: 'GRAY',
          ssn: '219450007',
          birth: '19850314',
          family: '219450007',
          plans: [['HLT', 'MED-PPO', '20260101']],
        },
      ],
      {
        group: cim,
      },
    ).replace(/N1\*P5\*([^*~]*)[^~]*/, `N1*P5*$1*FI*${CANARY.sponsorTaxId}`),
    cim,
  );
  const offered = await dana.api.plans.offered({});
  const setup = {
    ...setupOf(
      'Sole Owner',
      offered.slice(0, 1).map(({ id }) => id),
    ),
    taxId: CANARY.taxId,
  };
  const { id } = await dana.api.groups.create({ setup: { ...setup, taxId: '12-3456780' } });
  const group = await dana.api.groups.get({ id });
  await dana.api.groups.edit({ id, version: group.version, changes: { taxId: CANARY.taxId }, seen: {} });
  await dana.api.groups.drafts.save({ form: { ...setup, taxId: CANARY.draftTaxId }, step: 1, autosave: false });
  const begun = await fetch(`${server.url}/uploads`, {
    method: 'POST',
    headers: {
      cookie: dana.cookie,
      origin: server.url,
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': `filename ${Buffer.from(`Jo ${CANARY.unfinishedSsn}.csv`).toString('base64')},group_cim ${Buffer.from(cim).toString('base64')}`,
    },
  });
  await fetch(new URL(begun.headers.get('location') ?? '', server.url), {
    method: 'PATCH',
    headers: {
      cookie: dana.cookie,
      origin: server.url,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: `First Name,SSN\nJo,${CANARY.unfinishedSsn}\n`,
  });
}, 60_000);
afterAll(() => server.close());

describe('values in texts of files', () => {
  it('stand in no column of a table', async () => {
    const tables = await server.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const hits: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await server.owner.query<{ text: string }>(`select t::text as text from ${name} t`);
      for (const { text } of rows) hits.push(...found(text, name));
    }
    expect([...new Set(hits)]).toEqual([]);
  });

  it('stand in no file of the database, in nothing that lies in the data folder, and in no line of the log', async () => {
    await server.owner.query('checkpoint');
    const { rows } = await server.owner.query<{ folder: string; base: string }>(
      `select current_setting('data_directory') as folder, oid::text as base from pg_database where datname = current_database()`,
    );
    const [place] = rows;
    const roots = [
      path.join(place?.folder ?? '', 'base', place?.base ?? ''),
      path.join(server.services.config.DATA_DIR, 'uploads'),
    ];
    const files = roots.flatMap((root) =>
      existsSync(root)
        ? readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name))
        : [],
    );
    expect(files.length).toBeGreaterThan(100);
    const hits = files
      .filter((file) => statSync(file).isFile())
      .flatMap((file) => found(readFileSync(file, 'latin1'), path.basename(file)));
    expect([...hits, ...found(logged.join(''), 'the log')]).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
  });

  it('are masked where columns are matched, and the choice is remembered all the same', async () => {
    const { rows } = await dana.api.files.jobs({ limit: 20 });
    const job = rows.find(({ fileName }) => fileName === 'headings.csv');
    const preview = await dana.api.files.columns({ id: job?.id ?? '' });
    const headings = preview.columns.map(({ heading }) => heading);
    expect(headings).toEqual(expect.arrayContaining(['###-##-####', 'Plan #########', 'Medical ##/##/####']));
    expect(found(headings.join('\n'), 'headings')).toEqual([]);
  });

  it('still find their group: the tax ID is matched by its digest and shown by its last digits', async () => {
    const job = await send(
      'sole.csv',
      `First Name,Last Name,SSN,DOB,Employer Tax ID\nIda,Ives,219-45-0009,1985-03-14,${digitsOf(CANARY.taxId)}\n`,
    );
    expect(job.group?.name).toBe('Sole Owner');
    expect((await dana.api.groups.get({ id: job.group?.id ?? '' })).taxIdLast4).toBe('6027');
    const [draft] = await dana.api.groups.drafts.list({});
    expect((await dana.api.groups.drafts.get({ id: draft?.id ?? '' })).form.taxId).toBe(CANARY.draftTaxId);
  });
});
