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
  return server.posted(dana, (await server.upload(dana, 'people.csv', Buffer.from(text), cim)).id);
};
const howOf = ({ columns }: ListPreview) => Object.fromEntries(columns.map(({ heading, how }) => [heading, how]));
const coverageOf = ({ people }: ListPreview) =>
  people.map(({ facts }) =>
    facts
      .filter(({ label }) => label === 'Medical' || label === 'Dental')
      .map(({ label, value }) => `${label} ${value}`),
  );

describe('the columns of a list are shown as its reader takes them', () => {
  it('also those that are told by plans, and remembering them unchanged changes nothing', async () => {
    const job = await send(
      'First Name,Last Name,DOB,MED-PPO,Choice,Effective Date\nAda,Abbott,3/14/1985,X,DEN-BASIC,1/1/2026\nBob,Burns,3/14/1984,,,\n',
      1,
    );
    const list = await dana.api.files.columns({ id: job.id });
    expect(howOf(list)).toMatchObject({ 'MED-PPO': 'plan_code', Choice: 'plans_in_it', DOB: 'sure' });
    expect(coverageOf(list)).toEqual([['Medical MED-PPO, from 01/01/2026', 'Dental DEN-BASIC, from 01/01/2026'], []]);
    const { id } = await dana.api.files.mapColumns({
      id: job.id,
      columns: list.columns,
      words: [],
      dayFirst: false,
      padZeros: false,
    });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', unchanged: 2 });
    expect(howOf(await dana.api.files.columns({ id }))).toMatchObject({
      'MED-PPO': 'plan_code',
      Choice: 'plans_in_it',
    });
  });

  it('with whoever would be refused for a plan or a class that nobody knows, and as a choice would mend it', async () => {
    const job = await send(
      'First Name,Last Name,DOB,Class,Medical Plan,Effective Date\nAda,Abbott,3/14/1985,,Gold,1/1/2026\nBob,Burns,3/14/1984,Pirates,MED-PPO,1/1/2026\nCal,Cole,,,Gold,\n',
      9,
    );
    expect(job).toMatchObject({ status: 'completed', added: 0, refused: 3 });
    const list = await dana.api.files.columns({ id: job.id });
    const noPlan = 'Plan code Gold doesn’t match any plan.';
    expect(list).toMatchObject({
      looked: 3,
      refused: 3,
      people: [
        { problems: [noPlan] },
        { problems: ['Class Pirates doesn’t match this group. Correct it.'] },
        { problems: [expect.not.stringContaining('Gold')] },
      ],
    });
    expect(list.reasons).toContainEqual({ reason: noPlan, people: 1 });
    const ppo = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-PPO');
    const choice = {
      columns: list.columns,
      words: [{ kind: 'plan' as const, word: 'gold', meaning: ppo?.id ?? '' }],
      dayFirst: null,
      padZeros: false,
    };
    expect(await dana.api.files.columns({ id: job.id, choice })).toMatchObject({
      refused: 2,
      people: [{ problems: [] }, {}, {}],
    });
  });

  it('also of a long list that was given up because nobody in it is in order, and as a choice would mend it', async () => {
    const people = Array.from({ length: 5001 }, (_, no) => `Ada,Abbott,${900_000_000 + no},3/14/1985`);
    const job = await send(['First Name,Last Name,SSN,DOB', ...people].join('\n'), 10);
    // The figures are of those whom the words count.
    expect(job).toMatchObject({
      status: 'error',
      errorMessage: expect.stringContaining(
        'None of the first 5,000 people in this census could be read. The SSN starts with 000, 666, or 9, which is never issued. Correct it. Match the columns, or correct the census.',
      ),
      recordsRead: 5000,
      refused: 5000,
    });
    const list = await dana.api.files.columns({ id: job.id });
    expect(howOf(list)).toMatchObject({ SSN: 'sure', DOB: 'sure' });
    expect(list).toMatchObject({
      more: true,
      refused: list.looked,
      reasons: [
        { reason: expect.stringContaining('The SSN starts with 000, 666, or 9, which is never issued. Correct it.') },
      ],
    });
    const columns = list.columns.map((column) => (column.heading === 'SSN' ? { ...column, field: null } : column));
    expect(
      await dana.api.files.columns({ id: job.id, choice: { columns, words: [], dayFirst: null, padZeros: false } }),
    ).toMatchObject({
      more: true,
      people: expect.arrayContaining([expect.objectContaining({ name: 'Ada Abbott', problems: [] })]),
    });
  });

  it('with what somebody waives as such', async () => {
    const job = await send(
      'First Name,Last Name,DOB,Medical Plan,Effective Date\nAda,Abbott,3/14/1985,Waived,1/1/2026\n',
      11,
    );
    expect(coverageOf(await dana.api.files.columns({ id: job.id }))).toEqual([['Medical Waived, from 01/01/2026']]);
  });

  it('also of a file that is refused because its group is not known, with days that would follow from the group’s rules', async () => {
    const { id } = await server.upload(
      dana,
      'people.csv',
      Buffer.from(
        'First Name,Last Name,DOB,Hire Date,Medical Plan\nAda,Abbott,3/14/1985,1/5/2026,MED-PPO\nBob,Burns,3/14/1984,,Gold\n',
      ),
    );
    expect(await server.posted(dana, id)).toMatchObject({ status: 'error', group: null });
    expect(await dana.api.files.columns({ id })).toMatchObject({
      looked: 2,
      refused: 1,
      people: [{ problems: [] }, { problems: ['Plan code Gold doesn’t match any plan.'] }],
    });
  });

  it('with the day first where the headings are German', async () => {
    const job = await send('Vorname;Nachname;Geburtsdatum\nAda;Abbott;04.05.1985\nBob;Burns;25.12.1984\n', 2);
    expect(await dana.api.files.columns({ id: job.id })).toMatchObject({
      dayFirst: null,
      readDayFirst: true,
      doubtfulDates: 0,
      people: [{ facts: expect.arrayContaining([{ label: 'Date of birth', value: '05/04/1985' }]) }, {}],
    });
  });
});

describe('dates with dots that may be read either way', () => {
  const HEAD = 'First Name,Last Name,SSN,Date of Birth,Medical Plan';
  const born = (no: number, date: string) => `Gil${'abcdefgh'[no]},Moss,12345491${no},${date},MED-PPO`;
  const order = async (groupId: string) =>
    (await dana.api.tradingPartners.list({})).rows.find(({ group }) => group?.id === groupId);

  it('are asked about once: that the month comes first is remembered as well as that the day does', async () => {
    const { id, cim } = await newGroup(dana, 3);
    const upload = async (...rows: string[]) =>
      server.posted(dana, (await server.upload(dana, 'people.csv', Buffer.from([HEAD, ...rows].join('\n')), cim)).id);
    const held = await upload(born(1, '04.05.1985'), born(2, '06.07.1986'));
    expect(held).toMatchObject({
      status: 'held',
      stops: [{ code: 'date_order', title: expect.stringContaining('dates with dots') }],
    });
    const asked = await dana.api.files.columns({ id: held.id });
    expect(asked).toMatchObject({ dayFirst: null, readDayFirst: false, doubtfulDates: 2 });
    const choice = { columns: asked.columns, words: [], padZeros: false };
    expect(await dana.api.files.columns({ id: held.id, choice: { ...choice, dayFirst: true } })).toMatchObject({
      dayFirst: true,
      readDayFirst: true,
      doubtfulDates: 0,
    });
    expect(await dana.api.files.columns({ id: held.id, choice: { ...choice, dayFirst: false } })).toMatchObject({
      dayFirst: false,
      readDayFirst: false,
      doubtfulDates: 0,
    });
    await dana.api.files.mapColumns({ id: held.id, ...choice, dayFirst: false });
    expect(await server.posted(dana, held.id)).toMatchObject({ status: 'completed', added: 2, stops: [] });
    expect(await dana.api.files.columns({ id: held.id })).toMatchObject({
      dayFirst: false,
      doubtfulDates: 0,
      people: [{ facts: expect.arrayContaining([{ label: 'Date of birth', value: '04/05/1985' }]) }, {}],
    });

    expect(await upload(born(3, '08.09.1987'))).toMatchObject({ status: 'completed', added: 1, stops: [] });
    // What the dates show counts, and is told; what is shown too late to count is asked.
    const shown = await upload(born(4, '25.12.1988'), born(5, '01.02.1989'));
    expect(shown).toMatchObject({
      status: 'completed',
      added: 2,
      remarks: expect.arrayContaining([
        expect.objectContaining({
          text: 'Dates with dots were read with the day first, as some of them require. The sender’s profile says month first.',
          count: 1,
        }),
      ]),
    });
    const many = Array.from({ length: 200 }, (_, no) => `Nan,Moss,12345${String(5000 + no)},03.04.1980`);
    expect(await upload(...many, born(6, '25.12.1988'))).toMatchObject({
      status: 'held',
      stops: expect.arrayContaining([
        expect.objectContaining({ code: 'date_order', title: 'Does the day come first in the dates?' }),
      ]),
    });

    const partner = await order(id);
    expect(partner).toMatchObject({ dayFirst: false, columns: [] });
    if (!partner) throw new Error('No profile');
    const {
      senderId: _s,
      group: _g,
      files: _f,
      lastFileAt: _l,
      codes: _c,
      columns: _k,
      updatedBy: _u,
      ...profile
    } = partner;
    await dana.api.tradingPartners.save({ ...profile, dayFirst: null });
    expect(await order(id)).toMatchObject({ dayFirst: null, columns: [] });
    expect(await upload(born(7, '01.02.1990'))).toMatchObject({
      status: 'held',
      stops: [{ code: 'date_order' }],
    });
  });
});
