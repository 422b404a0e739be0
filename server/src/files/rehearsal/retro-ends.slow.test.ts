import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * What becomes of ends further back than a group's 60 days is the sender's profile's word, on 2026-11-20: the earliest
 * last day is 09/21/2026.
 */
let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
});
afterAll(() => server.close());

const PPO = ['HLT', 'MED-PPO', '20260101'] as const;
const ada = (change: Partial<SampleMember> = {}): SampleMember => ({
  first: 'ADA',
  last: 'Quist',
  ssn: '123456101',
  birth: '19850314',
  family: '123456101',
  plans: [PPO],
  ...change,
});
const ben = (change: Partial<SampleMember> = {}): SampleMember => ({
  first: 'BEN',
  last: 'Quist',
  ssn: '123456102',
  birth: '19830720',
  family: '123456101',
  relationship: '01',
  plans: [PPO],
  ...change,
});
const gone = (last: string) => ({ action: '024', plans: [[...PPO, last]] }) satisfies Partial<SampleMember>;

const send = async (members: readonly SampleMember[]) => {
  const sent = await server.upload(dana, 'ends.edi', edi834(members, { group: group.cim }), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const rule = async (
  retroEnds: 'as_sent' | 'moved' | 'refused',
  find: (one: { senderId: string | null }) => boolean = ({ senderId }) => senderId !== null,
) => {
  const found = (await dana.api.tradingPartners.list({})).rows.find(find);
  if (!found) throw new Error('No sender yet');
  await dana.api.tradingPartners.save({ ...found, retroEnds });
};
const what = async (id: string) =>
  (await dana.api.files.changes({ id })).rows.map(({ person, action, what: words, effective }) => [
    person,
    action,
    words,
    effective,
  ]);
const refused = async (id: string) =>
  (await dana.api.files.refusals({ id })).rows.map(({ person, field, reason }) => `${person}: ${field}: ${reason}`);
const believed = async () =>
  (await peopleOf(server, group.id)).map(
    (text) => `${text.split(' ')[0]}, ${text.split(', ')[2]}: ${text.split('medical ')[1]}`,
  );

describe('an end further back than the group allows', () => {
  it('is moved to the limit where the profile says so, for the family, in the rehearsal and when it is applied; a repetition changes nothing', async () => {
    expect(await send([ada(), ben()])).toMatchObject({ status: 'completed', added: 2 });
    await rule('moved');
    const first = await send([ada(gone('20260731')), ben(gone('20260731'))]);
    expect(first).toMatchObject({
      status: 'completed',
      refused: 0,
      remarks: [
        {
          text: 'Terminations more than 60 days ago, beyond the group’s limit, were moved to the earliest day allowed.',
          count: 1,
        },
      ],
    });
    expect(await what(first.id)).toEqual([
      ['ADA Quist', 'ended', 'Medical ends 09/30/2026, moved from 07/31/2026', '2026-09-30'],
      ['BEN Quist', 'unchanged', '', null],
    ]);
    expect(await believed()).toEqual([
      'ADA, terminated: MED-PPO 2026-01-01 to 2026-09-30',
      'BEN, terminated: MED-PPO 2026-01-01 to 2026-09-30',
    ]);
    expect(await send([ben(gone('20260731')), ada(gone('20260731'))])).toMatchObject({
      status: 'completed',
      unchanged: 2,
      ended: 0,
      refused: 0,
      remarks: [],
    });
  });

  it('is refused with the day that is allowed, and nobody of the family is touched', async () => {
    await rule('as_sent');
    await send([ada({ action: '025' }), ben({ action: '025' })]);
    await rule('refused');
    const before = await believed();
    const job = await send([ada(gone('20260920'))]);
    expect(job).toMatchObject({ status: 'completed', ended: 0, refused: 1 });
    expect(await refused(job.id)).toEqual([
      'ADA Quist: coverages.0: Medical: The last day of coverage is more than 60 days ago, the limit of this group. The earliest is 09/21/2026.',
    ]);
    expect(await believed()).toEqual(before);
    // A full file that names the last day beside 030 says the same.
    expect(await send([ada({ action: '030', plans: [[...PPO, '20260919']] })])).toMatchObject({
      status: 'completed',
      ended: 0,
      refused: 1,
    });
    const inside = await send([ben(gone('20260921'))]);
    expect(inside).toMatchObject({ status: 'completed', ended: 1, refused: 0, remarks: [] });
  });

  it('of somebody who, the file says, never was covered cannot be moved: it is a question; as sent it waits for a person, since it may be a rescission', async () => {
    await rule('moved');
    const never = { action: '024', plans: [[...PPO, '20251231']] } satisfies Partial<SampleMember>;
    const asked = await send([ada(never)]);
    expect(await refused(asked.id)).toEqual([
      'ADA Quist: coverages.0: Medical: The file says this coverage never existed, but it started more than 60 days ago, the limit of this group. Terminate it on 09/21/2026 or later, or cancel it by hand.',
    ]);
    await rule('as_sent');
    const held = await send([ada({ ...never, birth: '19850314', last: 'QUIST' })]);
    expect(held).toMatchObject({
      status: 'held',
      stops: [{ code: 'rescission', people: 2, title: '2 people would lose coverage from its start date' }],
    });
    await dana.api.files.approve({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({
      status: 'completed',
      ended: 2,
      remarks: [
        { text: expect.stringContaining('is not after the first') },
        { text: 'Canceled coverage started more than 60 days ago, beyond the group’s limit.' },
      ],
    });
  });

  it('that lies before a dependent’s first day takes begun coverage away as if it had never been, and waits for a person; for non payment it is none', async () => {
    const cora = (change: Partial<SampleMember> = {}): SampleMember => ({
      ...ada(),
      first: 'CORA',
      ssn: '123456104',
      birth: '19860314',
      family: '123456104',
      ...change,
    });
    await send([
      cora(),
      {
        ...cora(),
        first: 'DAN',
        ssn: '123456105',
        birth: '19840720',
        relationship: '01',
        plans: [['HLT', 'MED-PPO', '20260801']],
      },
    ]);
    const held = await send([cora(gone('20260630'))]);
    expect(held).toMatchObject({
      status: 'held',
      stops: [{ code: 'rescission', people: 1, title: '1 person would lose coverage from its start date' }],
    });
    await dana.api.files.reject({ id: held.id, reason: 'Ask for the right day' });
    const unpaid = await server.upload(
      dana,
      'unpaid.edi',
      edi834([cora(gone('20260630'))], { group: group.cim }).replace('*024*28*', '*024*59*'),
      group.cim,
    );
    expect(await server.finished(dana, unpaid.id)).toMatchObject({ status: 'completed', ended: 2, stops: [] });
  });

  it('in a list is judged by the profile of the group’s lists', async () => {
    const head = 'First Name,Last Name,SSN,Date of Birth,Relationship,Plan,Coverage Start,Coverage End\n';
    const list = async (end: string) => {
      const sent = await server.upload(
        dana,
        'list.csv',
        `${head}Cleo,Quist,123456103,04/02/1991,Self,MED-PPO,01/01/2026,${end}\n`,
        group.cim,
      );
      return server.finished(dana, sent.id);
    };
    expect(await list('')).toMatchObject({ status: 'completed', added: 1 });
    await rule('refused', ({ senderId }) => senderId === null);
    const job = await list('06/30/2026');
    expect(job).toMatchObject({ refused: 1, ended: 0 });
    await rule('moved', ({ senderId }) => senderId === null);
    expect(await what((await list('06/30/2026 ')).id)).toEqual([
      ['Cleo Quist', 'ended', 'Medical ends 09/30/2026, moved from 06/30/2026', '2026-09-30'],
    ]);
  });

  it('of a held file is applied as it was approved, though the profile and the day have changed since', async () => {
    await send([ada({ action: '025' })]);
    const [profile] = (await dana.api.tradingPartners.list({})).rows.filter(({ senderId }) => senderId !== null);
    await dana.api.tradingPartners.save({
      ...(profile as NonNullable<typeof profile>),
      retroEnds: 'moved',
      autoProcess: false,
    });
    const held = await send([ada(gone('20260630'))]);
    expect(held).toMatchObject({ status: 'held' });
    const [again] = (await dana.api.tradingPartners.list({})).rows.filter(({ senderId }) => senderId !== null);
    await dana.api.tradingPartners.save({
      ...(again as NonNullable<typeof again>),
      retroEnds: 'refused',
      autoProcess: true,
    });
    // Two weeks on, an end of June would move to the end of October.
    server.clock.set('2026-12-04T18:00:00.000Z');
    dana = await server.as('administrator');
    await dana.api.files.approve({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed', ended: 1, refused: 0 });
    expect((await believed())[0]).toBe('ADA, terminated: MED-PPO 2026-01-01 to 2026-09-30');
  });
});
