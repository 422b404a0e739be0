import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { cellOf, workbookOf } from '../readers/samples/workbook-of.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const send = async (text: string | Buffer, cim: string, name = 'people.csv') => {
  const sent = await server.upload(dana, name, text, cim);
  expect(sent.status, sent.message).toBe(204);
  return server.posted(dana, sent.id);
};
const download = async (id: string) =>
  (await fetch(`${server.url}/downloads/files/${id}/refused`, { headers: { cookie: dana.cookie } })).text();
const gridOf = (id: string) => dana.api.files.refusedRows({ id });
const add = (id: string, heading: string) => dana.api.files.addColumn({ id, heading });
const mend = async (id: string, person: string, column: number, text: string, alike?: string) =>
  dana.api.files.mendRow({
    id,
    recordNo: (await gridOf(id)).rows.find((row) => row.person === person)?.recordNo ?? 0,
    column,
    text,
    ...(alike !== undefined && { alike }),
  });
/** Files wait for somebody, as long as `work` goes on. */
async function held(work: () => Promise<void>): Promise<void> {
  const { settings } = await dana.api.files.queue.state();
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
  try {
    await work();
  } finally {
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: true });
  }
}
const NO_PLAN = 'The file does not name the Medical plan, and this group offers 2. Enter the plan.';

describe('a column that a list does not have', () => {
  const HEAD = 'First Name;Last Name;SSN;Date of Birth;Medical Tier;Effective Date';
  const ROWS = [
    'Ada;Quist;219473601;3/14/1985;EE;12/1/2026',
    'Bo;Quist;219473602;3/14/1986;EE;12/1/2026;more',
    'Cy;Quist;219473603;3/14/1987;EE;12/1/2026',
    'Di;Quist;219473604;3/14/1988;;',
    'Eve;Quist;219473605;3/14/1989;EE;12/1/2026',
  ];

  it('is offered for what is wrong, added once, filled for all rows at once, and sent again with them', async () => {
    const group = await newGroup(dana, 7001);
    const { id, ...job } = await send([HEAD, ...ROWS].join('\n'), group.cim);
    expect(job).toMatchObject({ added: 1, refused: 4 });
    expect(await dana.api.files.causes({ id })).toMatchObject([
      { reason: NO_PLAN, records: 4, column: 'Medical Plan' },
    ]);
    expect((await gridOf(id)).rows.map(({ missing }) => missing)).toEqual(
      Array.from({ length: 4 }, () => ['Medical Plan']),
    );
    expect(await dana.api.files.columnsToAdd({ id })).toEqual(
      expect.arrayContaining([
        { heading: 'Medical Plan', about: 'coverage' },
        { heading: 'Gender', about: 'person' },
      ]),
    );
    expect(await mend(id, 'Bo Quist', 1, 'Quisto')).toMatchObject({ mended: 1 });
    expect(await add(id, 'Medical Plan')).toEqual({ column: 6 });
    expect(await add(id, 'Medical Plan')).toEqual({ column: 6 });
    const grid = await gridOf(id);
    expect(grid.columns.at(-1)).toEqual({ heading: 'Medical Plan (where filled in)', field: 'Medical plan' });
    // What stood beyond the headings is none of it, in a row that was mended before no more than in others.
    expect(grid.rows.map(({ cells, wrong, missing }) => [cells[6] ?? '', wrong, missing])).toEqual(
      Array.from({ length: 4 }, () => ['', [6], []]),
    );
    expect(grid.rows[1]?.cells).toEqual(['Bo', 'Quisto', '•••-••-3602', '3/14/1986', 'EE', '12/1/2026', '', 'more']);
    expect(await mend(id, 'Ada Quist', 6, 'MED-PPO')).toEqual({ mended: 1, alike: 3, problems: [] });
    expect(await mend(id, 'Ada Quist', 6, 'MED-PPO', '')).toEqual({ mended: 4, alike: 0, problems: [] });
    expect(await mend(id, 'Cy Quist', 6, '')).toMatchObject({ problems: [NO_PLAN] });
    const text = await download(id);
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      `${HEAD};Medical Plan (where filled in);;Refusal reason`,
      `Ada;Quist;219473601;3/14/1985;EE;12/1/2026;MED-PPO;;${NO_PLAN}`,
      `Bo;Quisto;219473602;3/14/1986;EE;12/1/2026;MED-PPO;more;${NO_PLAN}`,
    ]);
    // Sent by hand it is read the same: an empty place for the plan is still a question.
    const byHand = await newGroup(dana, 7002);
    expect(await send(text, byHand.cim, 'by-hand.csv')).toMatchObject({ added: 3, refused: 1 });
    const { id: again } = await dana.api.files.resend({ id });
    expect(await server.posted(dana, again)).toMatchObject({ status: 'completed', added: 3, refused: 1 });
    expect((await gridOf(again)).columns.map(({ heading }) => heading)).toContain('Medical Plan (where filled in)');
    expect(await peopleOf(server, group.id)).toEqual([
      'Ada Quist, self, pending, 219473601, born 1985-03-14: medical MED-PPO 2026-12-01',
      'Di Quist, self, active, 219473604, born 1988-03-14',
      'Eve Quist, self, pending, 219473605, born 1989-03-14: medical MED-PPO 2026-12-01',
      'Bo Quisto, self, pending, 219473602, born 1986-03-14: medical MED-PPO 2026-12-01',
    ]);
    await expect(add(id, 'Gender')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('says nothing in the rows in which it is empty: who is asked about there is no employee for it', async () => {
    const group = await newGroup(dana, 7003);
    const head = 'Employee ID,First Name,Last Name,SSN,Date of Birth,Plan,Effective Date';
    const rows = [
      'E1,Ada,Rood,219473611,3/14/1985,MED-PPO,12/1/2026',
      'E1,Bo,Rood,219473612,3/14/1986,,',
      'E2,Cy,Sand,219473613,3/14/1987,MED-PPO,12/1/2026',
      'E2,Di,Sand,219473614,3/14/2015,,',
      'E3,Eve,Tal,219473615,3/14/1987,MED-PPO,12/1/2026',
      'E3,Fay,Tal,219473616,3/14/1988,,',
    ];
    const { id, ...job } = await send([head, ...rows].join('\n'), group.cim);
    expect(job).toMatchObject({ added: 3, refused: 3 });
    expect((await gridOf(id)).rows.map(({ missing }) => missing)).toEqual([
      ['Relationship'],
      ['Relationship'],
      ['Relationship'],
    ]);
    const { column } = await add(id, 'Relationship');
    expect(await mend(id, 'Di Sand', column, 'Child')).toMatchObject({ problems: [] });
    // Another employee under the same number.
    expect(await mend(id, 'Fay Tal', column, 'Employee')).toMatchObject({ problems: [] });
    const text = await download(id);
    const { id: again } = await dana.api.files.resend({ id });
    expect(await server.posted(dana, again)).toMatchObject({ status: 'completed', added: 2, refused: 1 });
    expect((await gridOf(again)).rows).toMatchObject([
      {
        person: 'Bo Rood',
        problems: [
          expect.stringContaining(
            'Rejected before and not resolved: Line 2 has another name with the same employee ID. If this is a dependent, enter the relationship.',
          ),
        ],
      },
    ]);
    expect(await peopleOf(server, group.id)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Di Sand, child/), expect.stringMatching(/^Fay Tal, self/)]),
    );
    expect(text).toContain('E2,Di,Sand,219473614,3/14/2015,,,Child,');
  });

  it('of a file that waits goes into it with the rows that have it, and others after it', () =>
    held(async () => {
      const group = await newGroup(dana, 7004);
      const rows = [
        'Ada,Quist,219473621,3/14/1985,MED-PPO,12/1/2026',
        'Bo,Quist,219473622,3/14/2015,,',
        'Cy,Rood,219473623,3/14/1987,MED-PPO,12/1/2026,beyond',
        'Di,Rood,219473624,3/14/2015,,,beyond',
        'Eve,Sand,219473625,3/14/1987,MED-PPO,12/1/2026,beyond',
        'Fay,Sand,219473626,3/14/1988,MED-XXX,12/1/2026',
      ];
      const { id, ...job } = await send(
        ['First Name,Last Name,SSN,Date of Birth,Plan,Effective Date', ...rows].join('\n'),
        group.cim,
      );
      expect(job).toMatchObject({ status: 'held', added: 3, refused: 3 });
      expect((await gridOf(id)).rows.map(({ missing }) => missing)).toEqual([['Relationship'], ['Relationship'], []]);
      const { column } = await add(id, 'Relationship');
      // Who stands above is seen in the file.
      expect(await mend(id, 'Di Rood', column, 'Child')).toMatchObject({ problems: [] });
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 4, refused: 2 });
      const log = (await dana.api.files.queue.events({ id })).map(({ text }) => text);
      expect(log).toContain('1 correction replaces the original rows: line 5 (Relationship) by Dana Whitfield.');

      // In the same column, and in one that is added now.
      expect((await gridOf(id)).columns).toHaveLength(7);
      expect(await add(id, 'Relationship')).toEqual({ column });
      const gender = (await add(id, 'Gender')).column;
      expect(gender).toBe(7);
      await mend(id, 'Bo Quist', column, 'Child');
      await mend(id, 'Bo Quist', gender, 'F');
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 5, refused: 1 });
      expect((await gridOf(id)).rows.map(({ cells }) => cells)).toEqual([
        ['Fay', 'Sand', '•••-••-3626', '3/14/1988', 'MED-XXX', '12/1/2026'],
      ]);
      await mend(id, 'Fay Sand', 4, 'MED-HMO');
      await mend(id, 'Fay Sand', gender, 'M');
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 6, refused: 0 });
      await dana.api.files.approve({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 6, refused: 0 });
      expect(await peopleOf(server, group.id)).toEqual([
        'Ada Quist, self, pending, 219473621, born 1985-03-14: medical MED-PPO 2026-12-01',
        'Bo Quist, child, pending, 219473622, born 2015-03-14 [F]: medical MED-PPO 2026-12-01',
        'Cy Rood, self, pending, 219473623, born 1987-03-14: medical MED-PPO 2026-12-01',
        'Di Rood, child, pending, 219473624, born 2015-03-14: medical MED-PPO 2026-12-01',
        'Eve Sand, self, pending, 219473625, born 1987-03-14: medical MED-PPO 2026-12-01',
        'Fay Sand, self, pending, 219473626, born 1988-03-14 [M]: medical MED-HMO 2026-12-01',
      ]);
    }));

  it.each([
    ['Coverage Level', 81],
    ['What they took', 82],
  ] as const)('for plans leaves the plans of others where they are, below %s', (heading, number) =>
    held(async () => {
      const group = await newGroup(dana, 7000 + number);
      const rows = [
        `Ada,Quist,2194736${number},3/14/1985,MED-PPO`,
        'Bo,Quist,68,3/14/1986,',
        `Cy,Quist,2194737${number},3/14/1987,MED-HMO`,
      ];
      const { id, ...job } = await send(
        [`First Name,Last Name,SSN,Date of Birth,${heading}`, ...rows].join('\n'),
        group.cim,
      );
      expect(job).toMatchObject({ status: 'held', added: 2, refused: 1 });
      const { column } = await add(id, number === 81 ? 'Plan' : 'Dental Plan');
      await mend(id, 'Bo Quist', 2, `2194738${number}`);
      // The plan says of which line it is.
      expect(await mend(id, 'Bo Quist', column, 'DEN-BASIC')).toMatchObject({ problems: [] });
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', refused: 0, added: 3 });
      await dana.api.files.approve({ id });
      await server.posted(dana, id);
      expect(await peopleOf(server, group.id)).toEqual([
        `Ada Quist, self, active, 2194736${number}, born 1985-03-14: medical MED-PPO 2026-01-01`,
        `Bo Quist, self, active, 2194738${number}, born 1986-03-14: dental DEN-BASIC 2026-01-01`,
        `Cy Quist, self, active, 2194737${number}, born 1987-03-14: medical MED-HMO 2026-01-01`,
      ]);
    }),
  );

  it('leaves rows that break off a question, in the file that waits and in what is given back', () =>
    held(async () => {
      const group = await newGroup(dana, 7005);
      const rows = [
        'Ada,Quist,219473631,3/14/1985,MED-PPO,12/1/2026',
        'Bo,Quist,219473632',
        'Cy,Quist,219473633,3/14/1986,MED-PPO,12/1/2026',
        'Di,Quist,219473634,3/14/1986,MED-PPX,12/1/2026',
      ];
      const { id, ...job } = await send(
        ['First Name,Last Name,SSN,Date of Birth,Plan,Effective Date', ...rows].join('\n'),
        group.cim,
      );
      expect(job).toMatchObject({ status: 'held', refused: 2 });
      const { column } = await add(id, 'Gender');
      expect(await mend(id, 'Bo Quist', column, 'F')).toMatchObject({
        problems: [expect.stringContaining('ends after')],
      });
      expect(await download(id)).toContain('Bo,Quist,219473632,(lost),(lost),(lost),F,');
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 2, refused: 2 });
      expect((await gridOf(id)).rows).toMatchObject([
        { person: 'Bo Quist', problems: [expect.stringContaining('cut off')] },
        { person: 'Di Quist' },
      ]);
    }));

  it('is added to workbooks, and to texts with columns of fixed widths', async () => {
    const group = await newGroup(dana, 7006);
    const sheet = [
      ['Staff of Quist & Co.'],
      ['First Name', 'Last Name', 'SSN', 'Date of Birth', 'Medical Tier'],
      ['Ada', 'Quist', 219473641, '3/14/1985', 'EE'],
      ['Bo', 'Quist', 219473642, '3/14/1986', 'ES'],
    ];
    const bytes = workbookOf({
      rows: sheet
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row + 1)).join('')}</row>`,
        )
        .join(''),
    });
    const book = await send(bytes, group.cim, 'people.xlsx');
    expect(book).toMatchObject({ refused: 2 });
    const { column } = await add(book.id, 'Medical Plan');
    expect(column).toBe(5);
    expect(await mend(book.id, 'Ada Quist', column, 'MED-PPO')).toMatchObject({ problems: [], alike: 1 });
    expect(await mend(book.id, 'Ada Quist', column, 'MED-PPO', '')).toMatchObject({ mended: 2 });
    const { id } = await dana.api.files.resend({ id: book.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 2, refused: 0 });

    const text = [
      'First Name  Last Name  SSN        Date of Birth  Medical Tier',
      'Cy          Rood       219473643  3/14/1985      EE',
      'Di          Rood       219473644  3/14/1986      EE',
    ];
    const fixed = await send(text.join('\n'), group.cim, 'people.txt');
    expect(fixed).toMatchObject({ refused: 2 });
    const place = (await add(fixed.id, 'Medical Plan')).column;
    expect(await mend(fixed.id, 'Cy Rood', place, 'MED-PPO')).toMatchObject({ problems: [] });
    expect(await mend(fixed.id, 'Cy Rood', place, 'MED-PPO', '')).toMatchObject({ mended: 2 });
    const resent = await dana.api.files.resend({ id: fixed.id });
    expect(await server.posted(dana, resent.id)).toMatchObject({ status: 'completed', added: 2, refused: 0 });
  });

  it.each([
    [',,,Medical,,Dental,', 'First Name,Last Name,SSN,Plan,Tier,Plan,Tier', ',MED-PPO,EC,,', 71],
    [
      'first_name,last_name,ssn,f4,f5,f6,f7',
      'First Name,Last Name,SSN,Medical Plan,Medical Tier,Dental Plan,Dental Tier',
      ',MED-PPO,EC,,',
      72,
    ],
  ] as const)('is read below headings over two rows: %s', (above, head, plans, number) =>
    held(async () => {
      const group = await newGroup(dana, 7000 + number);
      const [first, second] = [`2194747${number}`, `2194748${number}`];
      const text = [above, head, `Ada,Quist,${first}${plans}`, `Bo,Quist,${second.slice(4)}${plans}`].join('\n');
      const { id, ...job } = await send(text, group.cim);
      expect(job).toMatchObject({ status: 'held', added: 1, refused: 1 });
      const { column } = await add(id, 'Date of Birth');
      expect(column).toBe(7);
      await mend(id, 'Bo Quist', column, '3/14/1986');
      await mend(id, 'Bo Quist', 2, second);
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', refused: 0, added: 2 });
      await dana.api.files.approve({ id });
      await server.posted(dana, id);
      expect(await peopleOf(server, group.id)).toEqual([
        `Ada Quist, self, active, ${first}: medical MED-PPO 2026-01-01`,
        `Bo Quist, self, active, ${second}, born 1986-03-14: medical MED-PPO 2026-01-01`,
      ]);
    }),
  );

  it('stands behind the columns of all tables of a list', () =>
    held(async () => {
      const group = await newGroup(dana, 7007);
      const text = [
        'Employee ID,First Name,Last Name,SSN,Medical Tier,Effective Date',
        'E1,Ada,Quist,219473651,EC,12/1/2026',
        'E2,Bo,Rood,219473652,EC,12/1/2026',
        '',
        'Employee ID,First Name,Last Name,Date of Birth,Relationship,Gender',
        'E1,Cy,Quist,3/14/2015,Child,F',
        'E2,Di,Rood,13/45/2016,Child,M',
      ];
      const { id, ...job } = await send(text.join('\n'), group.cim);
      expect(job).toMatchObject({ status: 'held' });
      const { columns } = await gridOf(id);
      const { column } = await add(id, 'Medical Plan');
      expect(column).toBe(columns.length);
      await mend(id, 'Ada Quist', column, 'MED-PPO', '');
      await mend(id, 'Di Rood', column, '');
      await mend(
        id,
        'Di Rood',
        columns.findIndex(({ heading }) => heading === 'Date of Birth'),
        '3/14/2016',
      );
      await dana.api.files.rehearse({ id });
      expect(await server.posted(dana, id)).toMatchObject({ status: 'held', refused: 0, added: 4 });
      await dana.api.files.approve({ id });
      await server.posted(dana, id);
      expect(await peopleOf(server, group.id)).toEqual([
        'Ada Quist, self, pending, 219473651: medical MED-PPO 2026-12-01',
        'Cy Quist, child, pending, born 2015-03-14 [F]: medical MED-PPO 2026-12-01',
        'Bo Rood, self, pending, 219473652: medical MED-PPO 2026-12-01',
        'Di Rood, child, pending, born 2016-03-14 [M]: medical MED-PPO 2026-12-01',
      ]);
    }));

  it('for a relationship does not put a dependent below whoever stands above it among the refused rows', async () => {
    const group = await newGroup(dana, 7008);
    const rows = [
      'Ada,Quist,219473661,3/14/1985,MED-PPO,12/1/2026',
      'Bo,Quist,219473662,3/14/2015,,',
      'Cy,Rood,219473663,3/14/1987,MED-XXX,12/1/2026',
      'Di,Sand,219473664,3/14/1987,MED-PPO,12/1/2026',
      'Eve,Sand,219473665,3/14/2015,,',
    ];
    const { id, ...job } = await send(
      ['First Name,Last Name,SSN,Date of Birth,Plan,Effective Date', ...rows].join('\n'),
      group.cim,
    );
    expect(job).toMatchObject({ status: 'completed', added: 2, refused: 3 });
    const { column } = await add(id, 'Relationship');
    await mend(id, 'Cy Rood', 4, 'MED-HMO');
    expect(await mend(id, 'Bo Quist', column, 'Child')).toMatchObject({
      problems: [
        expect.stringContaining(
          'The dependent does not say which subscriber it belongs to. Send the subscriber’s SSN or number.',
        ),
      ],
    });
    await mend(id, 'Eve Sand', column, 'Child');
    const [bo] = (await gridOf(id)).rows;
    expect(bo).toMatchObject({ missing: ['Subscriber ID'] });
    const link = (await add(id, 'Subscriber ID')).column;
    const { rows: found } = await dana.api.files.findSubscribers({ id, search: 'Ada' });
    expect((await gridOf(id)).rows[0]).toMatchObject({ family: link });
    const chosen = { memberId: found[0]?.memberId ?? '' };
    expect(
      await dana.api.files.mendRow({ id, recordNo: bo?.recordNo ?? 0, column: link, text: '', subscriber: chosen }),
    ).toMatchObject({ problems: [] });
    const { id: again } = await dana.api.files.resend({ id });
    expect(await server.posted(dana, again)).toMatchObject({ status: 'completed', added: 2, refused: 1 });
    expect((await gridOf(again)).rows).toMatchObject([{ person: 'Eve Sand' }]);
    expect(await peopleOf(server, group.id)).toEqual([
      'Ada Quist, self, pending, 219473661, born 1985-03-14: medical MED-PPO 2026-12-01',
      'Bo Quist, child, pending, 219473662, born 2015-03-14: medical MED-PPO 2026-12-01',
      'Cy Rood, self, pending, 219473663, born 1987-03-14: medical MED-HMO 2026-12-01',
      'Di Sand, self, pending, 219473664, born 1987-03-14: medical MED-PPO 2026-12-01',
    ]);
  });

  it('is refused where it is there, where it would change what others mean, in other formats, and without the permission', async () => {
    const group = await newGroup(dana, 7009);
    const { id } = await send([`${HEAD};Term Date`, 'Ada;Quist;21947;3/14/1985;EE;12/1/2026;'].join('\n'), group.cim);
    for (const heading of ['SSN', 'Hire Date', 'Group', 'Medical Tier', 'Medical Plan (where filled in)'])
      await expect(add(id, heading), heading).rejects.toMatchObject({ code: 'INVALID' });
    const reader = await server.as('read_only');
    await expect(reader.api.files.addColumn({ id, heading: 'Gender' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(reader.api.files.columnsToAdd({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const xml = await send(
      '<Census><Employee><FirstName>Ada</FirstName><LastName>Quist</LastName><SSN>12</SSN></Employee></Census>',
      group.cim,
      'people.xml',
    );
    expect(xml).toMatchObject({ refused: 1 });
    await expect(add(xml.id, 'Gender')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await gridOf(xml.id)).rows).toMatchObject([{ missing: [] }]);
  });
});
