import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * Some senders' end of coverage is the first day without it; the guide's is the last day covered.
 * The sender's profile says which.
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

const ada = (change: Partial<SampleMember> = {}): SampleMember => ({
  first: 'ADA',
  last: 'Rand',
  ssn: '123456201',
  birth: '19850314',
  family: '123456201',
  plans: [['HLT', 'MED-PPO', '20260101']],
  ...change,
});
const send = async (members: readonly SampleMember[], change: (text: string) => string = (text) => text) => {
  const sent = await server.upload(dana, 'ends.edi', change(edi834(members, { group: group.cim })), group.cim);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const profileOf = async (find: (one: TradingPartner) => boolean): Promise<TradingPartner> =>
  (await dana.api.tradingPartners.list({})).rows.find(find) as TradingPartner;
const sender = ({ senderId }: TradingPartner): boolean => senderId !== null;
const lists = ({ senderId }: TradingPartner): boolean => senderId === null;
const save = async (find: (one: TradingPartner) => boolean, change: Partial<TradingPartner>) =>
  dana.api.tradingPartners.save({ ...(await profileOf(find)), ...change });
const medical = async (): Promise<string[]> =>
  (await peopleOf(server, group.id)).map((text) => `${text.split(' ')[0]} ${text.split('medical ')[1] ?? 'nothing'}`);
const REMARK =
  'Coverage ends on the first day of a month, and that day is covered. If this sender means the first day without coverage, select "An end date is the first day without coverage" in its profile.';

describe('a sender whose end date is the first day without coverage', () => {
  it('is asked about at an end on the first of a month, which the profile answers for the next file', async () => {
    await send([ada()]);
    const asked = await send([ada({ action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20270101']] })]);
    expect(asked.remarks).toEqual([expect.objectContaining({ text: REMARK, count: 1 })]);
    expect(await medical()).toEqual(['ADA MED-PPO 2026-01-01 to 2027-01-01']);
    await save(sender, { endDayNotCovered: true });
    const told = await send([
      ada({ last: 'RAND', action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20270101']] }),
    ]);
    expect(told).toMatchObject({ status: 'completed', ended: 1, remarks: [] });
    expect(await medical()).toEqual(['ADA MED-PPO 2026-01-01 to 2026-12-31']);
  });

  it('means the same by 357, and by 349 on the first day that there never was any coverage', async () => {
    await send([
      ada({
        first: 'BEA',
        ssn: '123456202',
        family: '123456202',
        birth: '19850315',
        plans: [['HLT', 'MED-PPO', '20270101']],
      }),
      ada({
        first: 'CID',
        ssn: '123456203',
        family: '123456203',
        birth: '19850316',
        plans: [['HLT', 'MED-PPO', '20270101']],
      }),
    ]);
    const bea = ada({
      first: 'BEA',
      ssn: '123456202',
      family: '123456202',
      birth: '19850315',
      action: '024',
      plans: [['HLT', 'MED-PPO', '20270101', '20270101']],
    });
    const cid = ada({
      first: 'CID',
      ssn: '123456203',
      family: '123456203',
      birth: '19850316',
      action: '024',
      plans: [['HLT', 'MED-PPO', '20270101', '20270102']],
    });
    expect(await send([bea, cid])).toMatchObject({ status: 'completed', ended: 2, refused: 0 });
    expect(await medical()).toEqual([
      'ADA MED-PPO 2026-01-01 to 2026-12-31',
      'BEA nothing',
      'CID MED-PPO 2027-01-01 to 2027-01-01',
    ]);
    await send([ada({ action: '024', plans: [] })], (text) =>
      text
        .replace('NM1*IL*1*Rand*ADA', 'DTP*357*D8*20261201~\nNM1*IL*1*Rand*ADA')
        .replace(/SE\*(\d+)/, (_, count: string) => `SE*${Number(count) + 1}`),
    );
    expect((await medical())[0]).toBe('ADA MED-PPO 2026-01-01 to 2026-11-30');
  });

  it('has a held file read by what the profile says by then, when it is rehearsed again', async () => {
    await save(sender, { endDayNotCovered: false, autoProcess: false });
    const dot = { first: 'DOT', ssn: '123456204', family: '123456204', birth: '19850317' };
    const added = await send([ada(dot)]);
    await dana.api.files.approve({ id: added.id });
    await server.finished(dana, added.id);
    const held = await send([
      ada({ ...dot, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261201']] }),
      ada({
        first: 'EDA',
        ssn: '123456205',
        family: '123456205',
        birth: '19850318',
        plans: [['HLT', 'OUR-PPO', '20260101']],
      }),
    ]);
    expect(held).toMatchObject({
      status: 'held',
      refused: 1,
      remarks: [expect.objectContaining({ text: REMARK, count: 1 })],
    });
    const effective = async () =>
      (await dana.api.files.changes({ id: held.id, search: 'DOT' })).rows.map((row) => row.effective);
    expect(await effective()).toEqual(['2026-12-01']);
    await save(sender, { endDayNotCovered: true });
    const planId = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-PPO')?.id ?? '';
    await dana.api.files.mapPlanCode({ id: held.id, code: 'OUR-PPO', planId });
    expect(await server.finished(dana, held.id)).toMatchObject({
      status: 'held',
      refused: 0,
      added: 1,
      ended: 1,
      remarks: [],
    });
    expect(await effective()).toEqual(['2026-11-30']);
    await dana.api.files.approve({ id: held.id });
    await server.finished(dana, held.id);
    expect((await medical()).slice(3)).toEqual(['DOT MED-PPO 2026-01-01 to 2026-11-30', 'EDA MED-PPO 2026-01-01']);
  });

  it('may be a group’s lists, whose ends are read so', async () => {
    const list = async (end: string, name: string) =>
      server.finished(
        dana,
        (
          await server.upload(
            dana,
            name,
            `First Name,Last Name,SSN,Date of Birth,Relationship,Plan,Coverage Start,Coverage End\nFay,Rand,123456206,04/02/1991,Self,MED-PPO,01/01/2026,${end}\n`,
            group.cim,
          )
        ).id,
      );
    expect(await list('', 'first.csv')).toMatchObject({ added: 1 });
    await save(lists, { endDayNotCovered: true });
    expect(await list('01/01/2027', 'ends.csv')).toMatchObject({ status: 'completed', ended: 1 });
    expect((await medical()).at(-1)).toBe('Fay MED-PPO 2026-01-01 to 2026-12-31');
  });
});
