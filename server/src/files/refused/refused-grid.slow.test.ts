import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { birthPlace } from '../../protected-fields.ts';
import { newGroup } from '../corpus-run.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { cellOf, workbookOf } from '../readers/samples/workbook-of.ts';

let server: TestServer;
let dana: Person;
let kestrel: { cim: string };
let alder: { cim: string };

const groupOf = async (search: string) => ({ cim: (await dana.api.groups.list({ search })).rows[0]?.cim ?? '' });
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  kestrel = await groupOf('Kestrel Avionics');
  alder = await groupOf('Alder & Finch');
});
afterAll(() => server.close());

const send = async (text: string | Buffer, cim: string, name = 'people.csv') => {
  const sent = await server.upload(dana, name, text, cim);
  expect(sent.status, sent.message).toBe(204);
  return server.posted(dana, sent.id);
};
const download = (id: string) =>
  fetch(`${server.url}/downloads/files/${id}/refused`, { headers: { cookie: dana.cookie } });
const sheet = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  workbookOf({
    rows: rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row + 1)).join('')}</row>`,
      )
      .join(''),
  });

describe('refused rows as a grid', () => {
  const HEAD = 'First Name,Last Name,SSN,Date of Birth,State,Email';

  it('are shown cell by cell with what is wrong, SSNs hidden unless they are it', async () => {
    const numbers = ['987654321,021391234', '123454999,02139', '123454863,02139'];
    const job = await send(
      [
        `${HEAD},Member Number,ZIP`,
        `Ola,Berg,123454861,01/02/1980,10001,ola@example.com,${numbers[0]}`,
        `Per,Berg,12345486,13/45/1980,NY,per@example.com,${numbers[1]}`,
        `Una,Berg,123-45-4863,01/02/1980,10001,una@example.com,${numbers[2]}`,
      ].join('\n'),
      kestrel.cim,
    );
    expect(job).toMatchObject({ refused: 3 });
    const grid = await dana.api.files.refusedRows({ id: job.id });
    expect(grid).toMatchObject({ total: 3, mended: 0, next: null });
    expect(grid.columns[2]).toEqual({ heading: 'SSN', field: 'SSN' });
    expect(grid.rows[0]).toMatchObject({
      line: 2,
      cells: ['Ola', 'Berg', '•••-••-4861', '01/02/1980', '10001', 'ola@example.com', '987654321', '021391234'],
      hidden: [2],
      wrong: [4],
      mendedBy: null,
    });
    // A member number that nothing in the row tells from an SSN, and one that is it, are hidden like one.
    expect(grid.rows[1]).toMatchObject({
      cells: ['Per', 'Berg', '12345486', '13/45/1980', 'NY', 'per@example.com', '•••-••-4999', '02139'],
      hidden: [6],
    });
    expect(grid.rows[2]?.cells[6]).toBe('•••-••-4863');
    await expect((await server.as('read_only')).api.files.refusedRows({ id: job.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it.each([
    ['DOS', [0x81, 0x82], 'Ren', ''],
    ['an old Mac', [0x9f, 0x96], 'Mu', 'oz'],
  ] as const)(
    'are in the letters of %s, which nothing in the row itself tells, and stay so when they are mended and downloaded',
    async (_, letters, before, after) => {
      const [certain, doubtful] = letters.map((byte) => String.fromCharCode(byte));
      const rows = [
        `M${certain}ller,Berg,123454865,01/02/1980,MA,`,
        `${before}${doubtful}${after},Berg,12345486,01/02/1980,10001,`,
      ];
      const job = await send(Buffer.from([HEAD, ...rows].join('\n'), 'latin1'), kestrel.cim);
      const name = `${before}${after === '' ? 'é' : 'ñ'}${after}`;
      const refused = (await dana.api.files.refusedRows({ id: job.id })).rows.at(-1);
      expect(refused?.cells[0]).toBe(name);
      const mended = await dana.api.files.mendRow({
        id: job.id,
        recordNo: refused?.recordNo ?? 0,
        column: 4,
        text: 'MA',
      });
      expect(mended).toMatchObject({ mended: 1 });
      expect((await dana.api.files.refusedRows({ id: job.id })).rows.at(-1)?.cells[0]).toBe(name);
      expect(await (await download(job.id)).text()).toContain(`${name},Berg,`);
    },
  );

  it('are mended in place, alike ones together, checked at once, kept, downloaded so, and sent again', async () => {
    const rows = [
      'Quin,Berg,123454871,01/02/1980,10001,"a ""b"", c"',
      'Rune,Berg,123454872,01/02/1981,10001,rune@example.com',
      'Siv,Berg,1234-5487,01/02/1982,MA,=1+1',
    ];
    const job = await send([HEAD, ...rows].join('\n'), kestrel.cim);
    expect(job).toMatchObject({ added: 0, refused: 3 });
    const [quin, , siv] = (await dana.api.files.refusedRows({ id: job.id })).rows;
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: quin?.recordNo ?? 0, column: 4, text: 'ma' }),
    ).toMatchObject({ mended: 1, alike: 1 });
    expect(
      await dana.api.files.mendRow({
        id: job.id,
        recordNo: quin?.recordNo ?? 0,
        column: 4,
        text: 'ma',
        alike: '10001',
      }),
    ).toMatchObject({
      mended: 2,
      alike: 0,
    });
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: quin?.recordNo ?? 0, column: 5, text: 'quin@example.com' }),
    ).toEqual({
      mended: 1,
      alike: 0,
      problems: [],
    });
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: siv?.recordNo ?? 0, column: 2, text: '12345487' }),
    ).toMatchObject({
      problems: expect.arrayContaining([expect.stringContaining('SSN')]),
    });
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: siv?.recordNo ?? 0, column: 2, text: '123-45-4873' }),
    ).toMatchObject({ mended: 1 });
    await dana.api.files.mendRow({ id: job.id, recordNo: siv?.recordNo ?? 0, column: 5, text: 'siv@example.com' });
    expect(await dana.api.files.refusedRows({ id: job.id })).toMatchObject({
      mended: 3,
      rows: [{ mendedBy: 'Dana Whitfield' }, {}, {}],
    });
    await expect(dana.api.files.mendRow({ id: job.id, recordNo: 99, column: 0, text: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(dana.api.files.mendRow({ id: job.id, recordNo: 1, column: 77, text: 'x' })).rejects.toMatchObject({
      code: 'INVALID',
    });
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 3, refused: 0 });
    await expect(dana.api.files.mendRow({ id: job.id, recordNo: 1, column: 0, text: 'Quinn' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const { rows: stored } = await server.owner.query(`select mended_encrypted from file_mends where job_id = $1`, [
      job.id,
    ]);
    for (const row of stored) expect(row.mended_encrypted).not.toContain('Quin');
  });

  it('of a workbook come back as a workbook with their reasons, numbers still numbers, no cell a formula', async () => {
    const bytes = sheet([
      ['First Name', 'Last Name', 'SSN', 'Date of Birth', 'State', 'Email'],
      ['Tea', 'Berg', 1234881, 32874, '10001', '=1+1'],
      ['Ulf', 'Berg', 1234882, 32875, 'NY', 'ulf@example.com'],
    ]);
    const sent = await server.upload(dana, 'refused.xlsx', bytes, kestrel.cim);
    const job = await server.posted(dana, sent.id);
    expect(job).toMatchObject({ added: 1, refused: 1 });
    const answer = await download(job.id);
    expect(answer.headers.get('content-disposition')).toContain('refused-rows.xlsx');
    const back = Buffer.from(await answer.arrayBuffer());
    const again = await server.upload(dana, 'again.xlsx', back, kestrel.cim);
    const second = await server.posted(dana, again.id);
    expect(second).toMatchObject({ refused: 1 });
    const [tea] = (await dana.api.files.refusedRows({ id: second.id })).rows;
    expect(tea?.cells.slice(0, 6)).toEqual(['Tea', 'Berg', '•••-••-4881', '32874', '10001', '=1+1']);
    expect(tea?.cells[6]).toContain('10001');
    await dana.api.files.mendRow({ id: second.id, recordNo: tea?.recordNo ?? 0, column: 4, text: 'NJ' });
    await dana.api.files.mendRow({ id: second.id, recordNo: tea?.recordNo ?? 0, column: 5, text: '' });
    const { id } = await dana.api.files.resend({ id: second.id });
    expect(await server.posted(dana, id)).toMatchObject({
      status: 'completed',
      added: 1,
      refused: 0,
      remarks: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('leading zeros') })]),
    });
  });

  it('are read with their dates in the order of the whole file, in the grid and when they are sent again', async () => {
    const rows = [
      'Ask,Dahl,123454911,25.12.1980,Iowa City,ask@example.com,NY',
      'Bo,Dahl,1234-5491,31.12.1981,Ames,bo@example.com,NY',
      'Ceo,Dahl,123454913,31.31.1982,Ames,ceo@example.com,NY',
    ];
    const job = await send(
      ['First Name,Last Name,SSN,Date of Birth,City,Email,State', ...rows].join('\n'),
      kestrel.cim,
    );
    expect(job).toMatchObject({ added: 1, refused: 2 });
    const [bo, ceo] = (await dana.api.files.refusedRows({ id: job.id })).rows;
    await dana.api.files.mendRow({ id: job.id, recordNo: bo?.recordNo ?? 0, column: 2, text: '123454912' });
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: bo?.recordNo ?? 0, column: 3, text: '13/04/1981' }),
    ).toMatchObject({ problems: [] });
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: ceo?.recordNo ?? 0, column: 3, text: '04/05/1982' }),
    ).toMatchObject({ problems: [] });
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({
      status: 'completed',
      added: 2,
      refused: 0,
      stops: [{ code: 'uncovered_members' }],
    });
    const { rows: people } = await server.owner.query<{ id: string; name: string; birth: string }>(
      `select id, first_name as name, date_of_birth_encrypted as birth from members where first_name in ('Bo', 'Ceo') and last_name = 'Dahl' order by 2`,
    );
    expect(people.map((one) => server.services.vault.open(one.birth, birthPlace(DEFAULT_TENANT, one.id)))).toEqual([
      '1981-04-13',
      '1982-05-04',
    ]);
  });

  it('of a list are downloaded without the beginning of a formula, and read back as they were', async () => {
    const job = await send([HEAD, 'Vik,Berg,123454891,01/02/1980,10001,=cmd|calc'].join('\n'), kestrel.cim);
    const text = await (await download(job.id)).text();
    expect(text).toContain(",'=cmd|calc,");
    const again = await send(text, kestrel.cim);
    expect((await dana.api.files.refusedRows({ id: again.id })).rows[0]?.cells[5]).toBe('=cmd|calc');
  });

  it('keep their families, also where only their place told them: nobody comes under the employee above in the smaller file', async () => {
    const rows = [
      'Wim,Berg,123454901,01/02/1980,NY,,Self',
      'Xen,Berg,123454902,01/02/2010,10001,,Child',
      'Yva,Dahl,123454903,01/02/1981,10001,,Self',
      'Zoe,Ek,123454904,01/02/1982,NY,,Self',
      'Arn,Ek,123454905,01/02/2011,10001,,Child',
    ];
    const job = await send([`${HEAD},Relationship`, ...rows].join('\n'), alder.cim);
    expect(job).toMatchObject({ added: 2, refused: 3 });
    const grid = await dana.api.files.refusedRows({ id: job.id });
    expect(grid.rows.map(({ wrong }) => wrong)).toEqual([[4], [4], [4]]);
    const [xen] = grid.rows;
    expect(
      await dana.api.files.mendRow({ id: job.id, recordNo: xen?.recordNo ?? 0, column: 4, text: 'NY', alike: '10001' }),
    ).toEqual({
      mended: 3,
      alike: 0,
      problems: [],
    });
    expect((await (await download(job.id)).text()).split('\r\n')[0]).toMatch(/,Family ID,Refusal reason$/);
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 3, refused: 0 });
    const { rows: people } = await server.owner.query(
      `select m.first_name as name, s.first_name as of from members m join members s on s.id = m.subscriber_id where m.first_name in ('Xen', 'Arn') order by 1`,
    );
    expect(people).toEqual([
      { name: 'Arn', of: 'Zoe' },
      { name: 'Xen', of: 'Wim' },
    ]);
  });

  it('of a held list go into that file: it is worked out anew with them in their places, and who mended what stands in its log', async () => {
    const group = await newGroup(dana, 950);
    const people = async () =>
      (
        await server.owner.query<{ who: string }>(
          `select m.first_name || coalesce(' of ' || s.first_name, '') as who from members m left join members s on s.id = m.subscriber_id where m.group_id = $1 and m.removed_by is null order by 1`,
          [group.id],
        )
      ).rows.map(({ who }) => who);
    const head = `${HEAD},Relationship,Spouse First Name,Spouse Last Name,Medical Plan,Effective Date`;
    const { settings } = await dana.api.files.queue.state();
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
    // Lin's relationship is none, so Max came under whoever stands above; Ned has two causes, and in Ora's row a spouse
    // is missing.
    const rows = [
      'Kit,Holt,123455001,01/02/1980,NY,,Self',
      'Lin,Holt,123455002,01/02/1981,NY,,Empl.',
      'Max,Holt,123455003,01/02/2011,NY,,Child',
      'Ned,Holt,12345500,13/45/1982,NY,,Self',
      'Ora,Holt,123455005,01/02/1983,10001,,Self',
      'Pam,Holt,123455006,01/02/1984,NY,,Self',
    ];
    const text = [head, ...rows.map((row) => `${row},,,${row.includes('Child') ? '' : 'MED-PPO'},1/1/2026`)].join('\n');
    const job = await send(text, group.cim, 'held.csv');
    expect(job).toMatchObject({ status: 'held', added: 3, refused: 3, held: { mended: 0 } });
    const { id } = job;
    const changes = async () =>
      (await dana.api.files.changes({ id })).rows.map(
        ({ person, excluded }) => `${person}${excluded ? ' is left out' : ''}`,
      );
    await dana.api.files.choose({
      id,
      recordNos: (await dana.api.files.changes({ id })).rows
        .filter(({ person }) => person === 'Pam Holt')
        .map(({ recordNo }) => recordNo),
      excluded: true,
    });
    const mend = async (person: string, column: number, to: string) =>
      dana.api.files.mendRow({
        id,
        recordNo: (await dana.api.files.refusedRows({ id })).rows.find((row) => row.person === person)?.recordNo ?? 0,
        column,
        text: to,
      });
    await mend('Lin Holt', 6, 'Self');
    await mend('Ned Holt', 2, '123-45-5004');
    await mend('Ora Holt', 4, 'NJ');
    await mend('Ora Holt', 7, 'Quy');
    await mend('Ora Holt', 8, 'Holt');
    expect((await dana.api.files.job({ id })).held?.mended).toBe(3);

    await dana.api.files.rehearse({ id });
    const again = await server.posted(dana, id);
    // Ned's birth date is wrong still: refused again, as it was mended.
    expect(again).toMatchObject({
      status: 'held',
      refused: 1,
      held: { mended: 0 },
      remarks: expect.arrayContaining([
        expect.objectContaining({
          text: expect.stringContaining('Rejected rows were fixed here. The corrections replace the original rows.'),
          count: 3,
        }),
      ]),
    });
    expect(again.premium?.change).toBeGreaterThan(job.premium?.change ?? 0);
    expect(await changes()).toEqual([
      'Kit Holt',
      'Lin Holt',
      'Max Holt',
      'Ora Holt',
      'Quy Holt',
      'Pam Holt is left out',
    ]);
    const [ned] = (await dana.api.files.refusedRows({ id })).rows;
    expect(ned).toMatchObject({
      line: 5,
      cells: ['Ned', 'Holt', '•••-••-5004', '13/45/1982', 'NY', '', 'Self', '', '', 'MED-PPO', '1/1/2026'],
      wrong: [3],
    });
    const log = (await dana.api.files.queue.events({ id })).map(({ text: said }) => said);
    expect(log).toContain(
      '3 corrections replace the original rows: line 3 (Relationship) by Dana Whitfield; line 5 (SSN) by Dana Whitfield; line 6 (State, First name, Last name) by Dana Whitfield.',
    );
    expect(
      await (await fetch(`${server.url}/downloads/files/${id}/original`, { headers: { cookie: dana.cookie } })).text(),
    ).toBe(text);
    expect(await (await download(id)).text()).toContain('Ned,Holt,123-45-5004,13/45/1982');

    // Mended again, it stands there by what it is now. Auto-process is on by now, and posts nothing that was typed in
    // here.
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: true });
    await mend('Ned Holt', 3, '10/05/1982');
    await dana.api.files.rehearse({ id });
    expect(await server.posted(dana, id)).toMatchObject({
      status: 'held',
      refused: 0,
      stops: [{ code: 'approval_wanted' }],
    });
    expect(await changes()).toEqual([
      'Kit Holt',
      'Lin Holt',
      'Max Holt',
      'Ned Holt',
      'Ora Holt',
      'Quy Holt',
      'Pam Holt is left out',
    ]);
    await dana.api.files.approve({ id });
    const done = await server.posted(dana, id);
    expect(done).toMatchObject({ status: 'completed', added: 6, refused: 0, leftOut: 1 });
    expect(await people()).toEqual(['Kit', 'Lin', 'Max of Lin', 'Ned', 'Ora', 'Quy of Ora']);
    await dana.api.changes.undo({ id: done.changeId ?? '' });
    expect(await people()).toEqual([]);
    const { rows: stored } = await server.owner.query(
      `select mended_encrypted from file_mends_taken where job_id = $1`,
      [id],
    );
    for (const row of stored) expect(row.mended_encrypted).not.toContain('Ned');
  });
});

describe('rows of a list that names nobody', () => {
  it('are mended by another number, judged as the list would read them, and sent again', async () => {
    const { cim } = await newGroup(dana, 8801);
    await send(
      'Employee ID,First Name,Last Name,SSN,Date of Birth\nE1,Ada,Quist,219473501,3/14/1985\nE2,Bo,Quist,219473502,4/14/1985',
      cim,
    );
    const job = await send(
      'Employee ID,Medical Plan,Effective Date\nE1,MED-PPO,12/1/2026\nE7,MED-HMO,12/1/2026',
      cim,
      'plans.csv',
    );
    expect(job).toMatchObject({ changed: 1, refused: 1 });
    const grid = await dana.api.files.refusedRows({ id: job.id });
    expect(grid.rows).toMatchObject([{ cells: ['E7', 'MED-HMO', '12/1/2026'], wrong: [0] }]);
    expect(await dana.api.files.mendRow({ id: job.id, recordNo: 2, column: 0, text: 'E2' })).toMatchObject({
      mended: 1,
      problems: [],
    });
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', changed: 1, refused: 0 });
  });
});
