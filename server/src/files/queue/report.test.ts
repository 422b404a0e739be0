import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

/** The report of a file, as CSV and for print. */
let server: TestServer;
let dana: Person;
let cim: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  ({ cim } = await newGroup(dana, 1));
});
afterAll(() => server.close());

const download = (who: Person, id: string, kind: string) =>
  fetch(`${server.url}/downloads/files/${id}/report.${kind}`, { headers: { cookie: who.cookie } });

it('tells as CSV every record in the order of the file, with no SSN and no formula, and as PDF what a person prints', async () => {
  const text = [
    'First Name,Last Name,SSN,DOB,Hire Date,Medical Plan',
    '=Wilma,Ögren,123-45-7001,01/01/1990,01/01/2025,MED-PPO',
    'Otto,Falk,123-45-7002,13/40/1990,01/01/2025,MED-PPO',
    '',
  ].join('\r\n');
  const { id } = await server.upload(dana, 'staff.csv', text, cim);
  await server.workOnNext();
  expect(await dana.api.files.job({ id })).toMatchObject({ status: 'completed', added: 1, refused: 1 });
  const csv = await (await download(dana, id, 'csv')).text();
  const [head, first, second, end] = csv.split('\r\n');
  expect(head).toBe('Line,Person,Relationship,Outcome,What,Field,Effective Date,Premium Change a Month,Left Out');
  expect(first).toMatch(/^2,'=Wilma Ögren,Subscriber,Added,Premium PPO Plus from .*,\d\d\/\d\d\/\d{4},645\.00,$/);
  expect(second).toMatch(/^3,Otto Falk,,Refused,/);
  expect(end).toBe('');
  expect(csv).not.toMatch(/12345700|123-45-700|1990/);
  const pdf = await download(dana, id, 'pdf');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="file-report-2026-11-20.pdf"');
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain('/Title');
  const { rows } = await server.owner.query(
    `select outcome, item_count from audit_log where action = 'files.downloadReport' and target_id = $1 order by seq`,
    [id],
  );
  expect(rows).toEqual([
    { outcome: 'read', item_count: 2 },
    { outcome: 'done', item_count: 1 },
  ]);
});

/** What is written in the usual font: one byte a letter. */
const usual = (pdf: string): string =>
  [...pdf.matchAll(/stream\n([^]*?)\nendstream/g)]
    .flatMap(([, packed = '']) => {
      try {
        return [
          ...inflateSync(Buffer.from(packed, 'latin1'))
            .toString('latin1')
            .matchAll(/<([0-9a-f]+)>/g),
        ].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));
      } catch {
        return [];
      }
    })
    .join('');

it('says of a file that failed that nobody was counted, and prints no zeros', async () => {
  const { id } = await server.upload(
    dana,
    'cut.csv',
    'First Name,Last Name,SSN,DOB\r\n"Otto,Falk,123-45-7031,01/01/1990\r\n',
    cim,
  );
  await server.workOnNext();
  expect(await dana.api.files.job({ id })).toMatchObject({ status: 'error', added: 0, refused: 0 });
  const printed = usual(Buffer.from(await (await download(dana, id, 'pdf')).arrayBuffer()).toString('latin1'));
  expect(printed).toContain('Not counted: the file ended in an error');
  expect(printed).not.toContain('Added');
});

it('says of a file that changed nobody that nothing was posted', async () => {
  const text = 'First Name,Last Name,SSN,DOB,Medical Plan\r\nOda,Falk,123-45-7041,01/01/1990,MED-PPO\r\n';
  const ids = [];
  for (const name of ['first.csv', 'again.csv']) {
    ids.push((await server.upload(dana, name, `${text}${name === 'again.csv' ? '\r\n' : ''}`, cim)).id);
    await server.workOnNext();
  }
  const [first = '', again = ''] = ids;
  const printed = async (id: string): Promise<string> =>
    usual(Buffer.from(await (await download(dana, id, 'pdf')).arrayBuffer()).toString('latin1'));
  expect(await printed(first)).toContain('Completed');
  expect(await printed(again)).toContain('Nothing Posted');
  expect(await printed(again)).not.toContain('Completed');
  const { items } = await dana.api.notifications.list({});
  expect(items.find(({ link }) => link === `/files/jobs/${again}`)).toMatchObject({
    severity: 'info',
    title: 'File Processed, Nothing Posted',
  });
});

it('prints names in letters that the usual fonts do not have', async () => {
  const fonts = async (last: string, name: string) => {
    const { id } = await server.upload(
      dana,
      name,
      `First Name,Last Name,SSN,DOB\r\nOtto,${last},123-45-7011,13/40/1990\r\n`,
      cim,
    );
    await server.workOnNext();
    return Buffer.from(await (await download(dana, id, 'pdf')).arrayBuffer()).toString('latin1');
  };
  const wide = await fonts('Łukaszewicz', 'wide.csv');
  expect(wide).toMatch(/DejaVuSans/);
  expect(usual(wide)).toContain('What it did');
  expect(usual(wide)).not.toContain('have no shape');
  expect(await fonts('Ögren', 'usual.csv')).not.toMatch(/DejaVuSans/);
  expect(usual(await fonts('山田', 'far.csv'))).toContain('Some letters have no shape in this print');
});

it('is for who may see the queue, and for files that they may see', async () => {
  // Of no group that she sees.
  const { id } = await server.upload(
    dana,
    'others.csv',
    'First Name,Last Name,SSN,DOB\r\nIda,Holm,123-45-7021,01/01/1990\r\n',
    cim,
  );
  await server.workOnNext();
  const [nobody, priya] = [await server.as('nobody'), await server.as('group_administrator')];
  expect((await download(nobody, id, 'pdf')).status).toBe(401);
  for (const kind of ['pdf', 'csv']) {
    expect((await download(priya, id, kind)).status).toBe(404);
    expect((await download(dana, 'none', kind)).status).toBe(404);
  }
});
