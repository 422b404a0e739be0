import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const LIST = `Employee ID,Relationship,First Name,Last Name,SSN,DOB,Medical Plan,Effective Date
1,EE,Ada,Abbott,219-47-2001,3/14/1985,MED-PPO,1/1/2026
1,Spouse,Ben,Abbott,219-47-2002,7/20/1983,,
2,EE,Bob,Burns,219-47-2003,3/14/1984
`;

it('a row that breaks off stays refused when it is sent again as it was, and is taken once somebody has filled what it lost', async () => {
  const group = await newGroup(dana, 1);
  const { id: first } = await server.upload(dana, 'people.csv', Buffer.from(LIST), group.cim);
  expect(await server.finished(dana, first)).toMatchObject({ status: 'completed', added: 2, refused: 1 });
  const breaksOff = [
    expect.stringContaining(
      'The row ends after 6 of 8 cells, while other rows are complete. These values may be missing: Medical plan, Coverage start. Send the full row.',
    ),
  ];
  expect(await dana.api.files.refusedRows({ id: first })).toMatchObject({
    rows: [{ person: 'Bob Burns', problems: breaksOff }],
  });

  const brokeOff = [expect.stringContaining('in place of "(lost)"')];
  const { id: again } = await dana.api.files.resend({ id: first });
  expect(await server.finished(dana, again)).toMatchObject({ status: 'completed', added: 0, refused: 1 });
  const { rows } = await dana.api.files.refusedRows({ id: again });
  expect(rows).toMatchObject([{ person: 'Bob Burns', problems: brokeOff }]);
  const recordNo = rows[0]?.recordNo ?? 0;
  // What stands elsewhere does not mend it, nor half of what is lost.
  expect(await dana.api.files.mendRow({ id: again, recordNo, column: 2, text: 'Robert' })).toMatchObject({
    problems: brokeOff,
  });
  expect(await dana.api.files.mendRow({ id: again, recordNo, column: 6, text: 'MED-HMO' })).toMatchObject({
    problems: brokeOff,
  });
  expect(await dana.api.files.mendRow({ id: again, recordNo, column: 7, text: '2/1/2026' })).toMatchObject({
    problems: [],
  });
  expect(await dana.api.files.refusedRows({ id: again })).toMatchObject({ rows: [{ problems: [] }] });

  const { id: mended } = await dana.api.files.resend({ id: again });
  expect(await server.finished(dana, mended)).toMatchObject({ status: 'completed', added: 1, refused: 0 });
  expect(await peopleOf(server, group.id)).toContainEqual(
    'Robert Burns, self, active, 219472003, born 1984-03-14: medical MED-HMO 2026-02-01',
  );
});

it('a row that broke off is known again in the file of refused rows, whatever becomes of the column that says why', async () => {
  const group = await newGroup(dana, 2);
  const { id } = await server.upload(
    dana,
    'people.csv',
    Buffer.from(LIST.replaceAll('219-47-2', '219-47-3')),
    group.cim,
  );
  await server.finished(dana, id);
  const download = await (
    await fetch(`${server.url}/downloads/files/${id}/refused`, { headers: { cookie: dana.cookie } })
  ).text();
  const withoutReasons = download
    .split('\r\n')
    .map((line) => line.split(',').slice(0, 8).join(','))
    .join('\r\n');
  expect(withoutReasons).toContain('2,EE,Bob,Burns,219-47-3003,3/14/1984,(lost),(lost)');
  const send = async (text: string) =>
    server.finished(dana, (await server.upload(dana, 'again.csv', Buffer.from(text), group.cim)).id);
  expect(await send(withoutReasons)).toMatchObject({ added: 0, refused: 1 });
  expect(await send(withoutReasons.replace('(lost),(lost)', 'MED-HMO,(lost)'))).toMatchObject({ added: 0, refused: 1 });
  expect(await send(withoutReasons.replace('(lost),(lost)', 'MED-HMO,2/1/2026'))).toMatchObject({
    added: 1,
    refused: 0,
  });
  expect(await peopleOf(server, group.id)).toContainEqual(
    'Bob Burns, self, active, 219473003, born 1984-03-14: medical MED-HMO 2026-02-01',
  );
});
