import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };
let held: string;

const ada: SampleMember = {
  first: 'Ada',
  last: 'Rand',
  ssn: '123456201',
  birth: '19850314',
  family: '123456201',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const send = async (members: readonly SampleMember[]) => {
  const { id } = await server.upload(dana, 'people.edi', edi834(members, { group: group.cim }));
  return server.finished(dana, id);
};
const profile = async (change: Partial<TradingPartner>) =>
  dana.api.tradingPartners.save({
    ...((await dana.api.tradingPartners.list({})).rows.find(({ senderId }) => senderId !== null) as TradingPartner),
    ...change,
  });

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
  await send([ada]);
  await profile({ autoProcess: false });
  const file = await send([{ ...ada, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261201']] }]);
  expect(file).toMatchObject({ status: 'held', people: { ended: 1 } });
  held = file.id;
});
afterAll(() => server.close());

describe('a held file', () => {
  it('is worked out anew by the profile as it is now, and says what came of it', async () => {
    const ends = async (): Promise<string | undefined> =>
      (await dana.api.files.changes({ id: held, limit: 5 })).rows[0]?.what;
    expect(await ends()).toContain('12/01/2026');
    const changed = async () => (await dana.api.files.job({ id: held })).held?.profileChanged;
    expect(await changed()).toBe(false);
    // A profile that the file itself has made is younger than its beginning, and nobody has changed it.
    await server.owner.query(
      "update trading_partners set updated_at = '2026-11-20T18:30:00Z', updated_by_name = null where id = (select partner_id from file_jobs where id = $1)",
      [held],
    );
    expect(await changed()).toBe(false);
    server.clock.set('2026-11-20T19:00:00.000Z');
    await profile({ endDayNotCovered: true });
    expect(await changed()).toBe(true);
    expect(await ends()).toContain('12/01/2026');
    await dana.api.files.rehearse({ id: held });
    expect(await server.finished(dana, held)).toMatchObject({
      status: 'held',
      held: { changesSince: 0, profileChanged: false },
    });
    expect(await ends()).toContain('11/30/2026');
    expect((await dana.api.files.queue.events({ id: held })).map(({ text }) => text)).toContain(
      'The preview is being refreshed.',
    );
  });

  it('posts by itself once nothing holds it any more', async () => {
    await profile({ autoProcess: true });
    expect((await dana.api.files.job({ id: held })).status).toBe('held');
    // Pressed twice at once: the second comes too late.
    const pressed = await Promise.allSettled([
      dana.api.files.rehearse({ id: held }),
      dana.api.files.rehearse({ id: held }),
    ]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await server.finished(dana, held)).toMatchObject({ status: 'completed', people: { ended: 1 } });
    expect((await peopleOf(server, group.id)).join()).toContain('2026-01-01 to 2026-11-30');
  });

  it('is worked out anew only while it waits, and by whom may process files', async () => {
    await expect(dana.api.files.rehearse({ id: held })).rejects.toMatchObject({
      message: 'This file is not awaiting approval.',
    });
    await expect((await server.as('read_only')).api.files.rehearse({ id: held })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

it('what was left out of a held file, and decided of missing people, stays when it is worked out again, and waits for an approval', async () => {
  const person = (first: string, number: string): SampleMember => ({
    first,
    last: 'Stay',
    ssn: number,
    birth: '19850314',
    family: number,
    plans: [['HLT', 'MED-PPO', '20260101']],
  });
  const [bo, cy, dee, eli] = [
    person('Bo', '123456211'),
    person('Cy', '123456212'),
    person('Dee', '123456213'),
    person('Eli', '123456214'),
  ];
  const child: SampleMember = { ...dee, first: 'Dot', ssn: '', birth: '20150101', relationship: '19' };
  await send([bo, cy, eli]);
  await profile({ autoProcess: false });
  const moved = [bo, cy].map((one): SampleMember => ({
    ...one,
    action: '001',
    plans: [['HLT', 'MED-HMO', '20261201']],
  }));
  const { id } = await server.upload(
    dana,
    'stays.edi',
    edi834([...moved, dee, child], { group: group.cim, bgn08: '4' }),
  );
  expect(await server.finished(dana, id)).toMatchObject({ status: 'held', added: 2, changed: 2 });
  const people = async () =>
    (await dana.api.files.changes({ id })).rows.map(
      ({ person: name, excluded }) => `${name}${excluded ? ' is left out' : ''}`,
    );
  const missing = async () =>
    (await dana.api.files.missing({ id })).rows.map(({ name, decision }) => `${name}: ${decision}`);
  const all = await dana.api.files.changes({ id });
  await dana.api.files.choose({
    id,
    recordNos: all.rows
      .filter(({ person: name }) => name === 'Cy Stay' || name === 'Dee Stay')
      .map(({ recordNo }) => recordNo),
    excluded: true,
  });
  await dana.api.files.decideMissing({
    id,
    memberIds: (await dana.api.files.missing({ id })).rows
      .filter(({ name }) => name === 'Eli Stay')
      .map(({ memberId }) => memberId),
    decision: 'end',
  });
  const chosen = ['Bo Stay', 'Cy Stay is left out', 'Dee Stay is left out', 'Dot Stay is left out'];
  expect(await people()).toEqual(chosen);
  const decided = await missing();
  expect(decided).toContain('Eli Stay: end');
  const premium = (await dana.api.files.job({ id })).premium;

  await dana.api.files.rehearse({ id });
  expect(await server.finished(dana, id)).toMatchObject({ status: 'held', added: 2, changed: 2, premium });
  expect(await people()).toEqual(chosen);
  expect(await missing()).toEqual(decided);

  await profile({ autoProcess: true });
  await dana.api.files.rehearse({ id });
  expect(await server.finished(dana, id)).toMatchObject({
    status: 'held',
    stops: [{ code: 'approval_wanted', title: 'Your choices for this file need approval' }],
  });
  expect(await people()).toEqual(chosen);
  await dana.api.files.approve({ id });
  expect(await server.finished(dana, id)).toMatchObject({
    status: 'completed',
    added: 0,
    changed: 1,
    refused: 0,
    missingEnded: 1,
  });
  const now = (await peopleOf(server, group.id)).join('; ');
  expect(now).not.toContain('Dee');
  expect(now).not.toContain('Dot');
});
