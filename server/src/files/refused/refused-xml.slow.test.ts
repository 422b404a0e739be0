import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let groups = 0;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const send = async (xml: string) => {
  const group = await newGroup(dana, (groups += 1));
  const sent = await server.upload(dana, 'people.xml', Buffer.from(xml), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return { job: await server.posted(dana, sent.id), group };
};
const download = async (id: string) =>
  (await fetch(`${server.url}/downloads/files/${id}/refused`, { headers: { cookie: dana.cookie } })).text();
const gridOf = (id: string) => dana.api.files.refusedRows({ id });
/** Writes into the cell of a person by the name that the file calls it, and tells what is wrong then. */
const write = async (id: string, person: string, heading: string, text: string, alike?: string) => {
  const { rows, columns } = await gridOf(id);
  const column = columns.findIndex((one) => one.heading === heading);
  const row = rows.find((one) => one.person === person);
  return dana.api.files.mendRow({
    id,
    recordNo: row?.recordNo ?? 0,
    column,
    text,
    ...(alike !== undefined && { alike }),
  });
};
const familiesIn = async (groupId: string) =>
  (
    await server.owner.query<{ who: string }>(
      `select m.first_name || coalesce(', ' || m.relationship || ' of ' || s.first_name, '') as who from members m left join members s on s.id = m.subscriber_id where m.group_id = $1 order by 1`,
      [groupId],
    )
  ).rows.map(({ who }) => who);

/** On one line, as many systems write it; a family whose dependent is refused, and one that is refused as a whole. */
const FAMILIES = `<?xml version="1.0" encoding="UTF-8"?>
<hr:Export xmlns:hr="urn:hr"><hr:Employee id="1"><hr:Name><hr:First>Ada</hr:First><hr:Last>Abbott &amp; Sons</hr:Last></hr:Name><hr:SSN>219-46-1001</hr:SSN><hr:DOB>1985-03-14</hr:DOB><hr:Medical><hr:Plan>MED-PPO</hr:Plan><hr:Start>2026-01-01</hr:Start></hr:Medical><hr:Dependents><hr:Dependent><hr:Name><hr:First>Ben</hr:First><hr:Last>Abbott</hr:Last></hr:Name><hr:DOB>2015-13-45</hr:DOB><hr:Relationship>Child</hr:Relationship></hr:Dependent></hr:Dependents></hr:Employee><!-- the next --><hr:Employee id="2"><hr:Name><hr:First>Cy</hr:First><hr:Last>Dahl</hr:Last></hr:Name><hr:SSN>21946</hr:SSN><hr:DOB/><hr:Medical><hr:Plan>GOLD</hr:Plan></hr:Medical><hr:Dependents><hr:Dependent><hr:Name><hr:First>Dee</hr:First><hr:Last>Dahl</hr:Last></hr:Name><hr:DOB>2016-01-02</hr:DOB><hr:Relationship>Kindje</hr:Relationship></hr:Dependent></hr:Dependents></hr:Employee></hr:Export>`;

describe('refused people of an XML file', () => {
  it('stand in the grid by the names that the file uses, and each is told what is wrong', async () => {
    const { job } = await send(FAMILIES);
    expect(job).toMatchObject({ status: 'completed', added: 1, refused: 3 });
    const { columns, rows, total } = await gridOf(job.id);
    expect(total).toBe(3);
    expect(columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Name › First', 'First name'],
      ['Name › Last', 'Last name'],
      ['DOB', 'Date of birth'],
      ['Relationship', 'Relationship'],
      ['id', 'Employee ID'],
      ['SSN', 'SSN'],
      ['Medical › Plan', 'Medical plan'],
    ]);
    expect(
      rows.map(({ person, cells, wrong }) => [person, cells, wrong.map((column) => columns[column]?.heading)]),
    ).toEqual([
      ['Ben Abbott', ['Ben', 'Abbott', '2015-13-45', 'Child', '', '', ''], ['DOB']],
      ['Cy Dahl', ['Cy', 'Dahl', '', '', '2', '21946', 'GOLD'], ['SSN', 'Medical › Plan']],
      ['Dee Dahl', ['Dee', 'Dahl', '2016-01-02', 'Kindje', '', '', ''], ['Relationship']],
    ]);
  });

  it('are mended in place, downloaded as XML with the reasons in it, and find their families when they are sent again', async () => {
    const { job, group } = await send(FAMILIES);
    expect(await write(job.id, 'Ben Abbott', 'DOB', '2015-12-24')).toEqual({ mended: 1, alike: 0, problems: [] });
    expect(await write(job.id, 'Cy Dahl', 'SSN', '219-46-1003')).toMatchObject({
      problems: [expect.stringContaining('GOLD')],
    });
    expect(await write(job.id, 'Cy Dahl', 'DOB', '1981-01-02')).toMatchObject({ mended: 1 });
    expect(await write(job.id, 'Cy Dahl', 'Medical › Plan', 'MED-PPO')).toMatchObject({ problems: [] });
    // Of what nobody had told before, an element of its own is made, in the place where the others have it.
    expect(await write(job.id, 'Dee Dahl', 'Relationship', 'Child')).toMatchObject({ problems: [] });
    expect(await write(job.id, 'Dee Dahl', 'SSN', '219-46-1004')).toMatchObject({ problems: [] });
    expect(await gridOf(job.id)).toMatchObject({
      mended: 3,
      rows: [{ problems: [], wrong: [], mendedBy: 'Dana Whitfield' }, { problems: [] }, { problems: [] }],
    });

    const text = await download(job.id);
    expect(text).toContain('<Census xmlns:hr="urn:refused-rows:hr">\n<!-- Refusal reason: ');
    expect(text).toContain(
      '<hr:Dependent><FamilyID>1</FamilyID><hr:Name><hr:First>Ben</hr:First><hr:Last>Abbott</hr:Last></hr:Name><hr:DOB>2015-12-24</hr:DOB>',
    );
    expect(text.match(/Refusal reason: /g)).toHaveLength(3);
    // The child of a refused employee stays inside, as mended as both are.
    expect(text.match(/<hr:First>Dee/g)).toHaveLength(1);
    expect(text).toContain('<hr:SSN>219-46-1004</hr:SSN></hr:Dependent></hr:Dependents></hr:Employee>');

    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 3, refused: 0 });
    expect(await familiesIn(group.id)).toEqual(['Ada', 'Ben, child of Ada', 'Cy', 'Dee, child of Cy']);
    await expect(write(job.id, 'Ben Abbott', 'DOB', '2015-12-25')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('whose values are attributes or named fields are mended there, and nothing that is typed becomes markup', async () => {
    const { job, group } = await send(
      `<people><employee first-name="Eve" last-name="Ek" ssn='219461011' dob="01/02/1980" state="10001"/>
<employee first-name="Finn" last-name="Ek" ssn="219461012" dob="01/02/1981" state="10001"/>
<record><field name="First Name">Gil</field><field name="Last Name">Ek</field><field name="SSN">219461013</field><field name="DOB">99/99/1982</field></record></people>`,
    );
    expect(job).toMatchObject({ refused: 3 });
    expect((await gridOf(job.id)).columns.map(({ heading }) => heading)).toEqual([
      'first-name',
      'last-name',
      'ssn',
      'dob',
      'state',
      'field First Name',
      'field Last Name',
      'field SSN',
      'field DOB',
    ]);
    expect(await write(job.id, 'Eve Ek', 'state', 'NY')).toMatchObject({ mended: 1, alike: 1 });
    expect(await write(job.id, 'Eve Ek', 'state', 'NY', '10001')).toMatchObject({ mended: 2, alike: 0, problems: [] });
    expect(await write(job.id, 'Gil Ek', 'field DOB', '01/02/1982')).toMatchObject({ problems: [] });
    expect(await write(job.id, 'Gil Ek', 'field Last Name', `O'Ek <b>&"--></field>`)).toMatchObject({ mended: 1 });
    expect((await gridOf(job.id)).rows[2]?.cells[6]).toBe(`O'Ek <b>&"--></field>`);
    expect(await write(job.id, `Gil Ek`, 'field Last Name', 'Ek')).toMatchObject({ problems: [] });
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 3, refused: 0 });
    expect(await familiesIn(group.id)).toEqual(['Eve', 'Finn', 'Gil']);
  });

  it('who stood in an element that does not say who they are come as dependents again, not as employees', async () => {
    const { job, group } = await send(
      `<Staff><Person><FirstName>Hal</FirstName><LastName>Ives</LastName><SSN>219461021</SSN><DOB>1980-01-02</DOB><Family><Person><FirstName>Ina</FirstName><LastName>Ives</LastName><DOB>2012-44-02</DOB></Person></Family></Person></Staff>`,
    );
    expect(job).toMatchObject({ added: 1, refused: 1 });
    expect(await write(job.id, 'Ina Ives', 'DOB', '2012-04-02')).toMatchObject({ problems: [] });
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 0 });
    expect(await familiesIn(group.id)).toEqual(['Hal', 'Ina, other of Hal']);
  });

  it('have a column for what is wrong, however far behind the first of them it stands', async () => {
    const many = Array.from(
      { length: 520 },
      (_, index) =>
        `<Employee><FirstName>Ann${index}</FirstName><LastName>Ames</LastName><DOB>1980-44-02</DOB></Employee>`,
    ).join('');
    const { job } =
      await send(`<Staff><Employee><FirstName>Ike</FirstName><LastName>Ives</LastName><SSN>219461031</SSN><DOB>1980-01-02</DOB></Employee>${many}
<Employee><FirstName>Jo</FirstName><LastName>Jones</LastName><DOB>1981-01-02</DOB><Pay><Salary>plenty</Salary></Pay></Employee></Staff>`);
    expect(job).toMatchObject({ added: 1, refused: 521 });
    const { columns } = await gridOf(job.id);
    expect(columns.map(({ heading }) => heading)).toEqual(['FirstName', 'LastName', 'DOB', 'Pay › Salary']);
  });

  it('of a held file go into it when it is worked out anew, each in its own element, also when that was mended before', async () => {
    const { settings } = await dana.api.files.queue.state();
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
    const {
      job: { id },
      group,
    } = await send(FAMILIES);
    await write(id, 'Ben Abbott', 'DOB', '2015-12-24');
    await write(id, 'Cy Dahl', 'Medical › Plan', 'MED-PPO');
    await write(id, 'Cy Dahl', 'DOB', '1981-01-02');
    await write(id, 'Dee Dahl', 'SSN', '219-46-1004');
    await dana.api.files.rehearse({ id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 2, refused: 2 });
    expect((await gridOf(id)).rows.map(({ person, wrong }) => [person, wrong.length])).toEqual([
      ['Cy Dahl', 1],
      ['Dee Dahl', 1],
    ]);
    await write(id, 'Cy Dahl', 'SSN', '219-46-1003');
    await write(id, 'Dee Dahl', 'Relationship', 'Child');
    expect((await download(id)).match(/<hr:First>Dee/g)).toHaveLength(1);
    await dana.api.files.rehearse({ id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 4, refused: 0 });
    await dana.api.files.approve({ id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 4 });
    expect(await familiesIn(group.id)).toEqual(['Ada', 'Ben, child of Ada', 'Cy', 'Dee, child of Cy']);
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: true });
  });
});
