import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../../request-context.ts';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import { interchangeOf } from '../../../testing/written-people.ts';
import { newGroup, peopleOf } from '../../corpus-run.ts';

/**
 * A subscriber comes back, and the family that ended on the same day is not named: it stays ended, and that is told.
 */
let server: TestServer;
let dana: Person;
let groups = 640;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
const ADA = (action: string, more: string): string =>
  `INS*Y*18*${action}**A***FT\nREF*0F*219470101\nNM1*IL*1*ABBOTT*ADA****34*219470101\nDMG*D8*19850314*F\n${more}`;
const DEPENDENT = (code: string, first: string, birth: string, action: string, more: string): string =>
  `INS*N*${code}*${action}**A\nREF*0F*219470101\nNM1*IL*1*ABBOTT*${first}\nDMG*D8*${birth}*M\n${more}`;
const medical = (hd = '021', from = '20260101'): string => `HD*${hd}**HLT*MED-PPO\nDTP*348*D8*${from}`;
const BEN = (action = '021', more = medical()): string => DEPENDENT('01', 'BEN', '19830720', action, more);
const CAL = (action = '021', more = medical()): string => DEPENDENT('19', 'CAL', '20150902', action, more);
const FAMILY = [ADA('021', medical()), BEN(), CAL()];
const END = `INS*Y*18*024*08*A***FT\nREF*0F*219470101\nDTP*357*D8*20260930\nNM1*IL*1*ABBOTT*ADA****34*219470101\nDMG*D8*19850314*F`;
const REMARK =
  'The file reinstates a subscriber but does not list their dependents, so the dependents stay terminated. Reinstate them if they should be covered.';
const NAMED =
  'The file reinstates a subscriber but lists their dependents without that coverage, so it stays terminated. Reinstate it (025) if they should be covered.';

async function send(group: Group, records: string[], steps?: NonNullable<Services['fileSteps']>) {
  const sent = await server.upload(
    dana,
    'file.edi',
    interchangeOf(
      records
        .join('\n')
        .split('\n')
        .map((line) => line.split('*')),
      { full: false, control: ++controls, sender: group.cim.slice(-10) },
    ),
    group.cim,
  );
  await server.workOnNext(steps ? { fileSteps: steps } : {});
  const job = await dana.api.files.job({ id: sent.id });
  expect(job).toMatchObject({ status: 'completed', refused: 0 });
  const rows = (await dana.api.files.changes({ id: sent.id, limit: 100 })).rows.map(
    ({ person, what }) =>
      `${person}: ${what
        .split('; ')
        .slice(what.startsWith('Medical ended') ? 0 : 1)
        .join('; ')}`,
  );
  const countOf = (of: string): number => job.remarks.find(({ text }) => text === of)?.count ?? 0;
  return { rows, left: countOf(REMARK), named: countOf(NAMED) };
}
async function endedFamily(): Promise<Group> {
  const group = await newGroup(dana, ++groups);
  await send(group, FAMILY);
  await send(group, [END]);
  return group;
}
const BOTH = [
  'ADA ABBOTT: 2 dependents terminated with the subscriber stay terminated because the file does not list them',
];

describe('a subscriber who comes back without the family', () => {
  it.each([
    ['by a reinstatement that names no line', ADA('025', '')],
    ['by one of a line', ADA('025', medical('025'))],
    ['by one with a gap', ADA('025', medical('025', '20261101'))],
    ['by an addition from the day after the end', ADA('021', medical('021', '20261001'))],
  ])('is told so %s, and the family stays ended', async (_how, record) => {
    const group = await endedFamily();
    expect(await send(group, [record])).toEqual({ rows: BOTH, left: 2, named: 0 });
    expect(
      (await peopleOf(server, group.id)).filter((one) => one.endsWith('to 2026-09-30')).map((one) => one.split(',')[0]),
    ).toEqual(expect.arrayContaining(['BEN ABBOTT', 'CAL ABBOTT']));
  });

  it('says nothing of whom the file names, near the subscriber or far behind', async () => {
    for (const steps of [undefined, { batch: 1, chunk: 1 }]) {
      const group = await endedFamily();
      const { rows, left } = await send(group, [ADA('025', medical('025')), CAL('025', medical('025'))], steps);
      expect([rows[0], left]).toEqual([
        'ADA ABBOTT: 1 dependent terminated with the subscriber stays terminated because the file does not list them',
        1,
      ]);
      expect(
        await send(
          await endedFamily(),
          [BEN('025', medical('025')), CAL('025', medical('025')), ADA('025', medical('025'))],
          steps,
        ),
      ).toMatchObject({
        left: 0,
      });
    }
  });

  it.each([
    ['near the subscriber', undefined],
    ['far from it', { batch: 1, chunk: 1 }],
  ])('is told in their own rows so of whom the file names without that coverage, %s', async (_where, steps) => {
    const words =
      'Medical ended with the subscriber’s coverage, which the file reinstates. It stays terminated because the file does not list it for this dependent';
    const rows = [`BEN ABBOTT: ${words}`, `CAL ABBOTT: ${words}`];
    for (const back of [ADA('025', medical('025')), ADA('021', medical('021', '20261001'))]) {
      for (const records of [
        [back, BEN('030', ''), CAL('021', '')],
        [BEN('001', ''), CAL('030', ''), back],
      ]) {
        const told = await send(await endedFamily(), records, steps);
        expect(told.rows.filter((row) => !row.startsWith('ADA'))).toEqual(rows);
        expect([told.left, told.named]).toEqual([0, 2]);
      }
    }
    const group = await endedFamily();
    expect(
      await send(
        group,
        [
          ADA('025', medical('025')),
          BEN('030', medical('030')),
          CAL('024', '').replace('NM1', 'DTP*357*D8*20260930\nNM1'),
        ],
        steps,
      ),
    ).toMatchObject({
      left: 0,
      named: 0,
    });
  });

  it('is no question where another day was the family’s last, where the subscriber goes on alone under COBRA, and for a rehire months later', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, FAMILY);
    await send(group, [
      BEN('024', 'HD*024**HLT*MED-PPO\nDTP*349*D8*20260630'),
      CAL('024', 'HD*024**HLT*MED-PPO\nDTP*349*D8*20260831'),
    ]);
    await send(group, [END]);
    expect(await send(group, [ADA('025', medical('025'))])).toMatchObject({ left: 0 });
    expect(
      await send(await endedFamily(), [ADA('021', medical('021', '20261001')).replace('**A***FT', '*09*C*E*1')]),
    ).toMatchObject({ left: 0 });
    expect(await send(await endedFamily(), [ADA('021', medical('021', '20261101'))])).toMatchObject({ left: 0 });
  });
});
