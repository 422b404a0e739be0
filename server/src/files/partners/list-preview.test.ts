import type { ListPreview } from '@openbenefits/contract/sender-mapping';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const send = async (text: string, no: number) => {
  const { cim } = await newGroup(dana, no);
  return server.finished(dana, (await server.upload(dana, 'people.csv', Buffer.from(text), cim)).id);
};
const howOf = ({ columns }: ListPreview) => Object.fromEntries(columns.map(({ heading, how }) => [heading, how]));
const coverageOf = ({ people }: ListPreview) => people.map(({ facts }) => facts.filter(({ label }) => label === 'Medical' || label === 'Dental').map(({ label, value }) => `${label} ${value}`));

describe('the columns of a list are shown as its reader takes them', () => {
  it('also those that are told by plans, and remembering them unchanged changes nothing', async () => {
    const job = await send('First Name,Last Name,DOB,MED-PPO,Choice,Effective Date\nAda,Abbott,3/14/1985,X,DEN-BASIC,1/1/2026\nBob,Burns,3/14/1984,,,1/1/2026\n', 1);
    const list = await dana.api.files.columns({ id: job.id });
    expect(howOf(list)).toMatchObject({ 'MED-PPO': 'plan_code', Choice: 'plans_in_it', DOB: 'sure' });
    expect(coverageOf(list)).toEqual([['Medical MED-PPO, from 01/01/2026', 'Dental DEN-BASIC, from 01/01/2026'], []]);
    const { id } = await dana.api.files.mapColumns({ id: job.id, columns: list.columns, words: [], dayFirst: false, padZeros: false });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', unchanged: 2 });
    expect(howOf(await dana.api.files.columns({ id }))).toMatchObject({ 'MED-PPO': 'plan_code', Choice: 'plans_in_it' });
  });

  it('with the day first where the headings are German', async () => {
    const job = await send('Vorname;Nachname;Geburtsdatum\nAda;Abbott;04.05.1985\nBob;Burns;25.12.1984\n', 2);
    expect(await dana.api.files.columns({ id: job.id })).toMatchObject({ dayFirst: true, people: [{ facts: expect.arrayContaining([{ label: 'Date of birth', value: '05/04/1985' }]) }, {}] });
  });
});
