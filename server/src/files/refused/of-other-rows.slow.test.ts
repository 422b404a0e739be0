import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const send = async (name: string, text: string, cim: string) => {
  const sent = await server.upload(dana, name, text, cim);
  return server.finished(dana, sent.id);
};
const again = async (id: string) => server.finished(dana, (await dana.api.files.resend({ id })).id);
const gridOf = async (id: string) => dana.api.files.refusedRows({ id });

const SECTIONS = [
  'First Name,Last Name,SSN,Date of Birth,Medical Plan,Status',
  'Ada,Abbott,219470001,3/14/1985,MED-PPO,',
  'TERMINATED EMPLOYEES,,,,,',
  'Bea,Bell,219470002,3/15/1985,MED-PPO,',
  'Cy,Cole,219470003,3/16/1985,MED-PPO,',
].join('\n');

describe('rows that only the other rows of their list speak against', () => {
  it('show why in the grid, stay refused when they are sent again as they are, and go on once they say it themselves', async () => {
    const group = await newGroup(dana, 8901);
    const job = await send('sections.csv', SECTIONS, group.cim);
    expect(job).toMatchObject({ added: 1, refused: 2 });
    const below = expect.stringContaining(
      'This row is below "TERMINATED EMPLOYEES" (line 3), but has no status itself. Send these people with a Status column, or with their last day of coverage.',
    );
    expect((await gridOf(job.id)).rows).toMatchObject([
      { problems: [below], wrong: [5] },
      { problems: [below], wrong: [5] },
    ]);
    expect(await dana.api.files.mendRow({ id: job.id, recordNo: 2, column: 5, text: 'Active' })).toMatchObject({
      problems: [],
    });
    const second = await again(job.id);
    expect(second).toMatchObject({ added: 1, refused: 1 });
    // Nobody has looked at Cy.
    const { columns, rows } = await gridOf(second.id);
    const reason = columns.findIndex(({ heading }) => heading === 'Refusal reason');
    expect(rows).toMatchObject([
      {
        person: 'Cy Cole',
        problems: [
          expect.stringContaining(
            'Rejected before and not resolved: This row is below "TERMINATED EMPLOYEES" (line 3), but has no status itself. Send these people with a Status column, or with their last day of coverage.',
          ),
        ],
      },
    ]);
    const third = await again(second.id);
    expect(third).toMatchObject({ added: 0, refused: 1 });
    const [cy] = (await gridOf(third.id)).rows;
    expect(cy?.problems).toHaveLength(1);
    await dana.api.files.mendRow({ id: third.id, recordNo: cy?.recordNo ?? 0, column: reason, text: '' });
    expect(await again(third.id)).toMatchObject({ added: 1, refused: 0 });
    expect(await peopleOf(server, group.id)).toHaveLength(3);
  });

  it('stay refused in the download, too, until the reason is emptied there', async () => {
    const group = await newGroup(dana, 8902);
    const job = await send('sections.csv', SECTIONS, group.cim);
    const text = await (
      await fetch(`${server.url}/downloads/files/${job.id}/refused`, { headers: { cookie: dana.cookie } })
    ).text();
    expect(await send('again.csv', text, group.cim)).toMatchObject({ added: 0, refused: 2 });
    const lines = text.split('\r\n').map((line) => (line.includes('Bea') ? line.replace(/"[^"]*"$/, '') : line));
    expect(await send('mended.csv', lines.join('\r\n'), group.cim)).toMatchObject({ added: 1, refused: 1 });
  });

  it('are known in XML by the comment before their element', async () => {
    const group = await newGroup(dana, 8903);
    const person = (plan: string) =>
      `<Employee><FirstName>Ada</FirstName><LastName>Abbott</LastName><SSN>219470011</SSN><DateOfBirth>1985-03-14</DateOfBirth><MedicalPlan>${plan}</MedicalPlan><CoverageStart>2026-01-01</CoverageStart></Employee>`;
    const job = await send('twice.xml', `<People>${person('MED-PPO')}${person('MED-HMO')}</People>`, group.cim);
    expect(job).toMatchObject({ added: 1, refused: 1 });
    expect(await again(job.id)).toMatchObject({ changed: 0, refused: 1 });
    expect(await peopleOf(server, group.id)).toMatchObject([expect.stringContaining('medical MED-PPO 2026-01-01')]);
  });
});

describe('what the elements around a refused person say', () => {
  it('is said in what is given back: an end stays one', async () => {
    const group = await newGroup(dana, 8904);
    const job = await send(
      'end.xml',
      '<File><Changes><Change action="Terminate"><LastDay>2026-10-31</LastDay><Employee><FirstName>Ada</FirstName><LastName>Abbott</LastName><SSN>219470021</SSN></Employee></Change></Changes></File>',
      group.cim,
    );
    expect(job).toMatchObject({ added: 0, refused: 1 });
    expect(await again(job.id)).toMatchObject({ added: 0, refused: 1 });
  });
});
