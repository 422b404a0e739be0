import type { MappingChoice } from '@openbenefits/contract/sender-mapping';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };
let groups = 700;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const send = async (xml: string) => {
  const sent = await server.upload(dana, 'people.xml', Buffer.from(xml), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return server.posted(dana, sent.id);
};
/** The refused people as they are downloaded, with one text of them mended by hand. */
const mended = async (id: string, wrong: string, right: string) => {
  const text = await (
    await fetch(`${server.url}/downloads/files/${id}/refused`, { headers: { cookie: dana.cookie } })
  ).text();
  expect(text).toContain(wrong);
  expect(text).not.toContain('<?openbenefits');
  return text.replaceAll(wrong, right);
};
const map = async (id: string, fields: Record<string, string | null>) => {
  const list = await dana.api.files.columns({ id });
  const columns = list.columns.map(({ index, heading, field, dependent }) => ({
    index,
    heading,
    field: (heading in fields ? fields[heading] : field) as MappingChoice['columns'][number]['field'],
    dependent,
  }));
  return dana.api.files.mapColumns({ id, columns, words: [], dayFirst: list.dayFirst, padZeros: list.padZeros });
};

describe('refused people of XML, downloaded, mended by hand and sent by the same sender', () => {
  it('are read by the sender’s own names, also where those mean something else than ours', async () => {
    group = await newGroup(dana, (groups += 1));
    const person = (first: string, ssn: string, born: string, inside = '') =>
      `<Medewerker><Etunimi>${first}</Etunimi><Sukunimi>Prins</Sukunimi><Syntyma>${born}</Syntyma><Nummer>${ssn}</Nummer><Relationship>Vakituinen</Relationship><FamilyID>9</FamilyID>${inside}</Medewerker>`;
    const child =
      '<Perhe><Henkilo><Etunimi>Pim</Etunimi><Sukunimi>Prins</Sukunimi><Syntyma>2015-44-04</Syntyma></Henkilo></Perhe>';
    const failed = await send(
      `<Lista>${person('Otto', '219470001', '1980-02-02', child)}${person('Pia', '219470002', '1981-02-02')}</Lista>`,
    );
    expect(failed.status).toBe('error');
    await map(failed.id, {
      Etunimi: 'firstName',
      Sukunimi: 'lastName',
      Syntyma: 'dateOfBirth',
      Nummer: 'ssn',
      Relationship: 'jobTitle',
      FamilyID: null,
    });
    expect(await server.posted(dana, failed.id)).toMatchObject({ status: 'completed', added: 2, refused: 1 });
    expect(await send(await mended(failed.id, '2015-44-04', '2015-04-04'))).toMatchObject({
      status: 'completed',
      added: 1,
      refused: 0,
    });
    expect((await peopleOf(server, group.id)).map((who) => who.split(', ').slice(0, 2).join(', '))).toEqual([
      'Otto Prins, self',
      'Pim Prins, other',
      'Pia Prins, self',
    ]);
  });

  it('keep what the elements around them say, and which lines an election elsewhere leaves them out of', async () => {
    group = await newGroup(dana, (groups += 1));
    const job = await send(`<Census effectiveDate="2026-03-01">
<Employee><FirstName>Ada</FirstName><LastName>Abbott</LastName><SSN>219-47-0011</SSN><DateOfBirth>1985-03-14</DateOfBirth>
 <Coverage><Plan>MED-PPO</Plan><CoveredPersons><Name>Ben</Name></CoveredPersons></Coverage><Coverage><Plan>DEN-BASIC</Plan></Coverage>
 <Dependents><Dependent><FirstName>Ben</FirstName><LastName>Abbott</LastName><Relationship>Spouse</Relationship><DateOfBirth>1984-07-02</DateOfBirth></Dependent>
  <Dependent><FirstName>Cal</FirstName><LastName>Abbott</LastName><Relationship>Child</Relationship><DateOfBirth>2015-99-20</DateOfBirth></Dependent></Dependents></Employee>
<Employee><FirstName>Dee</FirstName><LastName>Birch</LastName><SSN>219-47-0012</SSN><DateOfBirth>1979-99-05</DateOfBirth><Coverage><Plan>MED-PPO</Plan></Coverage></Employee>
</Census>`);
    expect(job).toMatchObject({ status: 'completed', added: 2, refused: 2 });
    expect(await send(await mended(job.id, '-99-', '-09-'))).toMatchObject({
      status: 'completed',
      added: 2,
      refused: 0,
    });
    expect(await peopleOf(server, group.id)).toEqual([
      'Ada Abbott, self, active, 219470011, born 1985-03-14: dental DEN-BASIC 2026-03-01; medical MED-PPO 2026-03-01',
      'Ben Abbott, spouse, active, born 1984-07-02: dental DEN-BASIC 2026-03-01; medical MED-PPO 2026-03-01',
      'Cal Abbott, child, active, born 2015-09-20: dental DEN-BASIC 2026-03-01',
      'Dee Birch, self, active, 219470012, born 1979-09-05: medical MED-PPO 2026-03-01',
    ]);
  });

  it('of a held file are mended in their place, with what is said around them', async () => {
    const { settings } = await dana.api.files.queue.state();
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
    group = await newGroup(dana, (groups += 1));
    const { id } =
      await send(`<Census effectiveDate="2026-04-01"><Employee><FirstName>Gus</FirstName><LastName>Cole</LastName><SSN>219-47-0021</SSN><DateOfBirth>1990-99-17</DateOfBirth>
<Coverage><Plan>MED-PPO</Plan><CoveredPersons><CoveredPerson><FirstName>Hal</FirstName><LastName>Cole</LastName><DateOfBirth>2018-08-08</DateOfBirth></CoveredPerson></CoveredPersons></Coverage></Employee></Census>`);
    const { rows, columns } = await dana.api.files.refusedRows({ id });
    expect(rows.map(({ person, problems }) => [person, problems.length])).toEqual([
      ['Gus Cole', 1],
      ['Hal Cole', 1],
    ]);
    const recordNo = rows[0]?.recordNo ?? 0;
    const column = columns.findIndex(({ heading }) => heading === 'DateOfBirth');
    expect(await dana.api.files.mendRow({ id, recordNo, column, text: '1990-02-17' })).toMatchObject({ problems: [] });
    await dana.api.files.rehearse({ id });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'held', added: 1, refused: 1 });
    await dana.api.files.approve({ id });
    await server.posted(dana, id);
    expect(await peopleOf(server, group.id)).toEqual([
      'Gus Cole, self, active, 219470021, born 1990-02-17: medical MED-PPO 2026-04-01',
    ]);
    await dana.api.files.queue.saveSettings({ ...settings, autoProcess: true });
    expect(
      await send(
        await mended(
          id,
          '</DateOfBirth></CoveredPerson>',
          '</DateOfBirth><Relationship>Child</Relationship></CoveredPerson>',
        ),
      ),
    ).toMatchObject({
      added: 1,
      refused: 0,
    });
    expect((await peopleOf(server, group.id))[1]).toBe(
      'Hal Cole, child, active, born 2018-08-08: medical MED-PPO 2026-04-01',
    );
  });

  it('bring the file’s own list of plans along, by which their elections name them', async () => {
    group = await newGroup(dana, (groups += 1));
    const job = await send(`<Census>
<Employees><Employee><FirstName>Flo</FirstName><LastName>Frey</LastName><SSN>219-47-0031</SSN><DateOfBirth>1985-02-31</DateOfBirth><Election planRef="p1" effective="2026-01-01"/></Employee></Employees>
<Plans><Plan id="p1" name="PPO &amp; more"><Code>MED-PPO</Code></Plan></Plans></Census>`);
    expect(job).toMatchObject({ status: 'completed', refused: 1 });
    const shown = await dana.api.files.refusedRows({ id: job.id, limit: 10 });
    expect(shown.rows.map(({ problems }) => problems)).toEqual([
      ['The date of birth is not a calendar date. Enter it as MM/DD/YYYY.'],
    ]);
    expect(await send(await mended(job.id, '1985-02-31', '1985-02-28'))).toMatchObject({
      status: 'completed',
      added: 1,
      refused: 0,
    });
    expect((await peopleOf(server, group.id)).join()).toContain('medical MED-PPO 2026-01-01');
  });
});
