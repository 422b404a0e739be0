import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
});
afterAll(() => server.close());

const MEDICAL = ['HLT', 'MED-PPO', '20260101'] as const;
const DENTAL = ['DEN', 'DEN-BASIC', '20260101'] as const;
const one =
  (first: string, place: number, relationship?: string) =>
  (change: Partial<SampleMember> = {}): SampleMember => ({
    first,
    last: 'Tally',
    ssn: `12345630${place}`,
    birth: `198${place}0101`,
    family: '123456301',
    ...(relationship ? { relationship } : {}),
    plans: [MEDICAL, DENTAL],
    ...change,
  });
const [ada, ben, cal, other] = [
  one('ADA', 1),
  one('BEN', 2, '01'),
  one('CAL', 3, '19'),
  (change: Partial<SampleMember> = {}) => one('DEE', 4)({ family: '123456304', ...change }),
];
const send = async (members: readonly SampleMember[]) =>
  server.finished(dana, (await server.upload(dana, 'tally.edi', edi834(members, { group: group.cim }), group.cim)).id);
const gone = { action: '024', plans: [[...MEDICAL, '20261231']] } satisfies Partial<SampleMember>;
const goneDental = { action: '024', plans: [[...DENTAL, '20261231']] } satisfies Partial<SampleMember>;

describe('the people of a file', () => {
  it('are counted once each, however many records end a family line by line', async () => {
    expect(await send([ada(), ben(), cal(), other()])).toMatchObject({
      added: 4,
      people: { added: 4, changed: 0, ended: 0, unchanged: 0 },
    });
    const job = await send([ada(gone), ada(goneDental), ben(gone), other(gone), other(goneDental)]);
    expect(job).toMatchObject({
      status: 'completed',
      ended: 8,
      unchanged: 1,
      people: { added: 0, changed: 0, ended: 4, unchanged: 0 },
    });
    expect(await send([other({ action: '001', plans: [] })])).toMatchObject({
      unchanged: 1,
      people: { added: 0, changed: 0, ended: 0, unchanged: 1 },
    });
  });

  it('are the same before and after an approval: whom a subscriber takes along, and who is ended and covered again', async () => {
    const [profile] = (await dana.api.tradingPartners.list({})).rows;
    await dana.api.tradingPartners.save({ ...(profile as NonNullable<typeof profile>), autoProcess: false });
    const back = await send([ada({ action: '025', plans: [] }), ben({ action: '025', plans: [] })]);
    expect(back).toMatchObject({ status: 'held', people: { added: 0, changed: 2, ended: 0, unchanged: 0 } });
    await dana.api.files.approve({ id: back.id });
    await server.finished(dana, back.id);
    const held = await send([
      ada({ action: '024', plans: [[...MEDICAL, '20261130']] }),
      ada({ action: '021', plans: [['HLT', 'MED-HMO', '20261201']] }),
      other({ action: '001', plans: [] }),
    ]);
    expect(held).toMatchObject({
      status: 'held',
      changed: 1,
      ended: 1,
      unchanged: 1,
      people: { added: 0, changed: 3, ended: 0, unchanged: 1 },
    });
    await dana.api.files.approve({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({
      status: 'completed',
      changed: 3,
      ended: 3,
      unchanged: 1,
      people: { added: 0, changed: 3, ended: 0, unchanged: 1 },
    });
  });
});
