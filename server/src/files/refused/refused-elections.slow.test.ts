import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };
let groups = 800;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const send = async (xml: string) => {
  const sent = await server.upload(dana, 'people.xml', Buffer.from(xml), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return settled(sent.id);
};
const download = async (id: string) =>
  (await fetch(`${server.url}/downloads/files/${id}/refused`, { headers: { cookie: dana.cookie } })).text();
/** The refused rows by whom they are shown as, each with its wrong columns by their headings. */
const gridOf = async (id: string) => {
  const { rows, columns } = await dana.api.files.refusedRows({ id });
  return rows.map(({ wrong, family, ...row }) => ({
    ...row,
    wrong: wrong.map((column) => columns[column]?.heading),
    family: family === null ? null : columns[family]?.heading,
  }));
};
const write = async (
  id: string,
  row: number,
  heading: string,
  text: string | { memberId: string } | { recordNo: number },
) => {
  const { rows, columns } = await dana.api.files.refusedRows({ id });
  const column = columns.findIndex((one) => one.heading === heading);
  expect(column, heading).toBeGreaterThanOrEqual(0);
  const typed = typeof text === 'string' ? { text } : { text: '', subscriber: text };
  return (await dana.api.files.mendRow({ id, recordNo: rows[row]?.recordNo ?? 0, column, ...typed })).problems;
};
/** While files wait for a person, none is approved here. */
let areHeld = false;
const settled = (id: string) => (areHeld ? server.finished(dana, id) : server.posted(dana, id));
const held = async (body: () => Promise<void>) => {
  areHeld = true;
  const { settings } = await dana.api.files.queue.state();
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
  await body().finally(() => {
    areHeld = false;
    return dana.api.files.queue.saveSettings({ ...settings, autoProcess: true });
  });
};

const person = (id: string, first: string, ssn: string, more = '') =>
  `<Person id="${id}"><FirstName>${first}</FirstName><LastName>Abbott</LastName><SSN>${ssn}</SSN><DateOfBirth>1985-03-14</DateOfBirth>${more}</Person>`;
const coverage = (who: string, plan: string, day = '2026-02-01') =>
  `<Coverage ${who}><Plan>${plan}</Plan><EffectiveDate>${day}</EffectiveDate></Coverage>`;

describe('coverage of XML that stands apart from its person and is refused', () => {
  it('is mended in the grid and goes into the held file where it stands: plan, day, and whose it is', () =>
    held(async () => {
      group = await newGroup(dana, (groups += 1));
      const { id, ...job } =
        await send(`<Census><People>${person('P1', 'Ada', '219480001')}${person('P2', 'Bea', '219480002')}${person('P3', 'Cy', '219480003')}</People>
<Elections>${coverage('personRef="P1"', 'MED-XXX')}${coverage('personRef="P2"', 'MED-PPO', '2026-13-45')}${coverage('personRef="P9"', 'DEN-BASIC')}</Elections></Census>`);
      expect(job).toMatchObject({ status: 'held', added: 1, refused: 3 });
      expect((await gridOf(id)).map(({ person: who, wrong, family }) => [who, wrong, family])).toEqual([
        ['Ada Abbott', ['Coverage › Plan'], null],
        ['Bea Abbott', ['Coverage › EffectiveDate'], null],
        ['Record 4', ['personRef'], 'personRef'],
      ]);
      expect(await write(id, 0, 'Coverage › Plan', 'MED-HMO')).toEqual([]);
      expect(await write(id, 1, 'Coverage › EffectiveDate', '2026-03-01')).toEqual([]);
      expect(await write(id, 2, 'EffectiveDate', '2026-04-01')).toHaveLength(1);
      expect(await write(id, 2, 'personRef', 'P3')).toEqual([]);
      expect((await gridOf(id)).map(({ problems }) => problems)).toEqual([[], [], []]);
      await dana.api.files.rehearse({ id });
      expect(await settled(id)).toMatchObject({
        status: 'held',
        added: 3,
        refused: 0,
        remarks: expect.not.arrayContaining([expect.objectContaining({ code: 'mends_without_place' })]),
      });
      await dana.api.files.approve({ id });
      await settled(id);
      expect(await peopleOf(server, group.id)).toEqual([
        'Ada Abbott, self, active, 219480001, born 1985-03-14: medical MED-HMO 2026-02-01',
        'Bea Abbott, self, active, 219480002, born 1985-03-14: medical MED-PPO 2026-03-01',
        'Cy Abbott, self, active, 219480003, born 1985-03-14: dental DEN-BASIC 2026-04-01',
      ]);
    }));

  it('is mended again where it was mended before, beside a mend of its person, and given to whoever the file adds', () =>
    held(async () => {
      group = await newGroup(dana, (groups += 1));
      const { id } =
        await send(`<Census><People>${person('P1', 'Ada', '21948', '<EmployeeID>E1</EmployeeID>')}${person('P2', 'Bea', '219480012', '<EmployeeID>E2</EmployeeID>')}</People>
<Elections>${coverage('personRef="P1"', 'MED-XXX')}${coverage('personRef="P1"', 'DEN-XXX')}${coverage('personRef="?"', 'DEN-BASIC')}</Elections></Census>`);
      const rows = await gridOf(id);
      expect(rows.map(({ person: who }) => who)).toEqual(['Ada Abbott', 'Record 3']);
      await write(id, 0, 'SSN', '219480011');
      await write(id, 0, 'Coverage › Plan', 'MED-PPO');
      const { rows: found } = await dana.api.files.findSubscribers({ id, search: 'Bea', limit: 5 });
      expect(await write(id, 1, 'personRef', { recordNo: found[0]?.recordNo ?? 0 })).toEqual([]);
      await dana.api.files.rehearse({ id });
      expect(await settled(id)).toMatchObject({ status: 'held', added: 1, refused: 1 });
      expect((await gridOf(id)).map(({ person: who, wrong, mendedBy }) => [who, wrong, mendedBy])).toEqual([
        ['Ada Abbott', ['Coverage › Plan', 'Coverage 2 › Plan'], null],
      ]);
      expect(await write(id, 0, 'Coverage 2 › Plan', 'DEN-BASIC')).toEqual([]);
      await dana.api.files.rehearse({ id });
      expect(await settled(id)).toMatchObject({ status: 'held', added: 2, refused: 0 });
      await dana.api.files.approve({ id });
      await settled(id);
      expect(await peopleOf(server, group.id)).toEqual([
        'Ada Abbott, self, active, 219480011, born 1985-03-14: dental DEN-BASIC 2026-02-01; medical MED-PPO 2026-02-01',
        'Bea Abbott, self, active, 219480012, born 1985-03-14: dental DEN-BASIC 2026-02-01',
      ]);
    }));

  it('is given back in its person, or by itself with the number of whose it is, and taken when it is sent again', async () => {
    group = await newGroup(dana, (groups += 1));
    const { id, ...job } =
      await send(`<Census><People>${person('P1', 'Ada', '219480021')}${person('P2', 'Bea', '219480022')}</People>
<Elections>${coverage('personRef="P1"', 'MED-XXX')}${coverage('personRef="P9"', 'DEN-BASIC')}</Elections></Census>`);
    expect(job).toMatchObject({ status: 'completed', added: 1, refused: 2 });
    const { rows: found } = await dana.api.files.findSubscribers({ id, search: 'Bea', limit: 5 });
    expect(await write(id, 1, 'personRef', 'P2')).toEqual([
      expect.stringContaining(
        'A plan is outside the person it belongs to, and its person is missing or not unique. Add a number or reference of one person in the file, or the SSN, employee ID, or member number of an employee in the group.',
      ),
    ]);
    expect(await write(id, 1, 'personRef', { memberId: found[0]?.memberId ?? '' })).toEqual([]);
    expect(await write(id, 0, 'Coverage › Plan', 'MED-PPO')).toEqual([]);
    const text = await download(id);
    expect(text).not.toContain('<?openbenefits');
    expect(text).toMatch(
      /<DateOfBirth>1985-03-14<\/DateOfBirth><Coverage personRef="P1"><Plan>MED-PPO<\/Plan><EffectiveDate>2026-02-01<\/EffectiveDate><\/Coverage><\/Person>/,
    );
    expect(text).toMatch(/-->\n<Coverage personRef="M\d+"><Plan>DEN-BASIC<\/Plan>/);
    const again = await dana.api.files.resend({ id });
    expect(await settled(again.id)).toMatchObject({
      status: 'completed',
      added: 1,
      changed: 1,
      refused: 0,
    });
    expect(await peopleOf(server, group.id)).toEqual([
      'Ada Abbott, self, active, 219480021, born 1985-03-14: medical MED-PPO 2026-02-01',
      'Bea Abbott, self, active, 219480022, born 1985-03-14: dental DEN-BASIC 2026-02-01',
    ]);
  });

  it('is of the employee of the group who has its number, where its file names nobody so', async () => {
    group = await newGroup(dana, (groups += 1));
    await send(
      `<Census>${person('P1', 'Ada', '219480031', '<EmployeeID>E-1</EmployeeID>')}${person('P2', 'Bea', '219480032')}</Census>`,
    );
    const job =
      await send(`<Elections><Election><EmployeeID>E-1</EmployeeID><Plan>MED-PPO</Plan><EffectiveDate>2026-02-01</EffectiveDate></Election>
<Election><SSN>219-48-0032</SSN><Plan>DEN-BASIC</Plan><EffectiveDate>2026-03-01</EffectiveDate></Election>
<Election><EmployeeID>E-9</EmployeeID><Plan>MED-PPO</Plan><EffectiveDate>2026-02-01</EffectiveDate></Election></Elections>`);
    expect(job).toMatchObject({ changed: 2, refused: 1 });
    expect((await gridOf(job.id)).map(({ problems, wrong, family }) => [problems, wrong, family])).toEqual([
      [
        [
          expect.stringContaining(
            'This coverage identifies the member only by a number that no employee of the group has. Correct the number, or add the member first.',
          ),
        ],
        ['EmployeeID'],
        'EmployeeID',
      ],
    ]);
    expect(await peopleOf(server, group.id)).toEqual([
      'Ada Abbott, self, active, 219480031, born 1985-03-14: medical MED-PPO 2026-02-01',
      'Bea Abbott, self, active, 219480032, born 1985-03-14: dental DEN-BASIC 2026-03-01',
    ]);
  });

  it('behind people who were handed over already is mended in its own place', () =>
    held(async () => {
      group = await newGroup(dana, (groups += 1));
      const many = Array.from({ length: 400 }, (_, index) =>
        person(
          `P${index}`,
          `Ann${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`,
          String(219490000 + index + 1),
        ),
      ).join('\n');
      const { id, ...job } = await send(`<Census><People>${many}</People>
<Elections>${coverage('personRef="P5"', 'MED-XXX')}${coverage('personRef="P5"', 'DEN-XXX')}</Elections></Census>`);
      expect(job).toMatchObject({ status: 'held', added: 400, refused: 2 });
      expect((await gridOf(id)).map(({ wrong }) => wrong)).toEqual([['Coverage › Plan'], ['Coverage › Plan']]);
      expect((await download(id)).match(/<Coverage /g)).toHaveLength(2);
      await write(id, 0, 'Coverage › Plan', 'MED-PPO');
      await write(id, 1, 'Coverage › Plan', 'DEN-BASIC');
      await dana.api.files.rehearse({ id });
      expect(await settled(id)).toMatchObject({ status: 'held', refused: 0 });
      await dana.api.files.approve({ id });
      await settled(id);
      expect((await peopleOf(server, group.id)).filter((who) => who.includes('219490006'))).toEqual([
        'Annfa Abbott, self, active, 219490006, born 1985-03-14: dental DEN-BASIC 2026-02-01; medical MED-PPO 2026-02-01',
      ]);
    }));

  it('is mended where it stands behind the people of its family, also beside a mend of the employee', () =>
    held(async () => {
      group = await newGroup(dana, (groups += 1));
      const family = (first: string, ssn: string, plan: string) =>
        `<Family>${person('', first, ssn).replace(' id=""', '')}<Coverage><Plan>${plan}</Plan><EffectiveDate>2026-02-01</EffectiveDate></Coverage></Family>`;
      const { id, ...job } = await send(
        `<Census>${family('Ada', '219480041', 'MED-XXX')}\n${family('Bea', '21948', 'DEN-XXX')}</Census>`,
      );
      expect(job).toMatchObject({ status: 'held', added: 0, refused: 2 });
      await write(id, 0, 'Coverage › Plan', 'MED-PPO');
      await write(id, 1, 'SSN', '219480042');
      expect(await write(id, 1, 'Coverage › Plan', 'DEN-BASIC')).toEqual([]);
      await dana.api.files.rehearse({ id });
      expect(await settled(id)).toMatchObject({ status: 'held', added: 2, refused: 0 });
      await dana.api.files.approve({ id });
      await settled(id);
      expect(await peopleOf(server, group.id)).toEqual([
        'Ada Abbott, self, active, 219480041, born 1985-03-14: medical MED-PPO 2026-02-01',
        'Bea Abbott, self, active, 219480042, born 1985-03-14: dental DEN-BASIC 2026-02-01',
      ]);
    }));
});

describe('coverage of XML that says too little of whose it is', () => {
  it('as a value in the element around a family is mended in its employee, and goes into the held file where it stands', () =>
    held(async () => {
      group = await newGroup(dana, (groups += 1));
      const { id, ...job } = await send(
        `<Census><Family><MedicalPlan>MED-XXX</MedicalPlan><EffectiveDate>2026-02-01</EffectiveDate>${person('P1', 'Ada', '219480101')}</Family><Family>${person('P2', 'Bea', '219480102')}<MedicalPlan>MED-YYY</MedicalPlan></Family></Census>`,
      );
      expect(job).toMatchObject({ status: 'held', refused: 2 });
      expect((await gridOf(id)).map(({ person: who, wrong }) => [who, wrong])).toEqual([
        ['Ada Abbott', ['MedicalPlan']],
        ['Bea Abbott', ['MedicalPlan']],
      ]);
      expect(await write(id, 0, 'MedicalPlan', 'MED-HMO')).toEqual([]);
      expect(await write(id, 1, 'MedicalPlan', 'MED-PPO')).toEqual([]);
      await dana.api.files.rehearse({ id });
      expect(await settled(id)).toMatchObject({ status: 'held', added: 2, refused: 0 });
      await dana.api.files.approve({ id });
      await settled(id);
      expect(await peopleOf(server, group.id)).toEqual([
        'Ada Abbott, self, active, 219480101, born 1985-03-14: medical MED-HMO 2026-02-01',
        'Bea Abbott, self, active, 219480102, born 1985-03-14: medical MED-PPO 2026-01-01',
      ]);
    }));

  it('by an empty reference is refused, and mended by whose it is', async () => {
    group = await newGroup(dana, (groups += 1));
    const { id, ...job } = await send(
      `<Census><People>${person('P1', 'Ada', '219480111')}</People><Elections>${coverage('personRef=""', 'MED-PPO')}</Elections></Census>`,
    );
    expect(job).toMatchObject({ status: 'completed', added: 1, refused: 1 });
    expect((await gridOf(id)).map(({ wrong }) => wrong)).toEqual([['personRef']]);
    expect(await write(id, 0, 'personRef', '219480111')).toEqual([]);
    const again = await dana.api.files.resend({ id });
    expect(await settled(again.id)).toMatchObject({ status: 'completed', changed: 1, refused: 0 });
    expect(await peopleOf(server, group.id)).toEqual([
      'Ada Abbott, self, active, 219480111, born 1985-03-14: medical MED-PPO 2026-02-01',
    ]);
  });
});
