import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import { interchangeOf } from '../../../testing/written-people.ts';
import { newGroup } from '../../corpus-run.ts';

/** A full file of two groups that has moved people from one to the other. */
let server: TestServer;
let dana: Person;
let groups = 660;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
/** 2194700NN, a family number and an SSN at once; a dependent has the employee's family number and no SSN. */
type Member = { group: Group; number: number; first: string; birth: string; from: string; of?: number };
const MOVED =
  'Members missing from one group in this full file are in another group of it. The proposed termination date is the day before they start there.';

const loopOf = ({ group, number, first, birth, from, of }: Member): string[] => [
  of === undefined ? 'INS*Y*18*030*XN*A***FT' : 'INS*N*19*030*XN*A',
  `REF*0F*2194700${of ?? number}`,
  `REF*1L*${group.cim}`,
  `NM1*IL*1*MOVER*${first}${of === undefined ? `****34*2194700${number}` : ''}`,
  `DMG*D8*${birth}*F`,
  'HD*030**HLT*MED-PPO',
  `DTP*348*D8*${from}`,
];

async function sent(members: readonly Member[], sender: string) {
  const loops = members.flatMap(loopOf).map((line) => line.split('*'));
  const { id } = await server.upload(
    dana,
    'two-groups.edi',
    interchangeOf(loops, { full: true, control: ++controls, sender }),
  );
  const { status, missing, remarks } = await server.finished(dana, id);
  expect(['completed', 'held']).toContain(status);
  const rows = missing > 0 ? (await dana.api.files.missing({ id, limit: 100 })).rows : [];
  return {
    proposed: rows
      .map(({ name, line, proposedLastDay }) => `${name}: ${line ?? 'everything'} to ${proposedLastDay}`)
      .toSorted(),
    moved: remarks.find(({ text }) => text === MOVED)?.count ?? 0,
  };
}

describe('whoever a full file has moved to another group', () => {
  it('is proposed to end in the old one on the day before the first in the new one, whichever group comes first in the file', async () => {
    const [a, b] = [await newGroup(dana, ++groups), await newGroup(dana, ++groups)];
    const stay = (group: Group, number: number): Member => ({
      group,
      number,
      first: `STAY${number}`,
      birth: `198001${number}`,
      from: '20260101',
    });
    const ada = { number: 31, first: 'ADA', birth: '19850314' };
    const cal = { number: 32, first: 'CAL', birth: '20150902', of: 31 };
    const dee = { number: 33, first: 'DEE', birth: '19791105' };
    const gus = { number: 34, first: 'GUS', birth: '19900217' };
    const others = [stay(a, 21), stay(a, 22), stay(b, 23), stay(b, 24)];
    const before = '20260101';
    await sent(
      [
        ...others,
        { group: a, ...ada, from: before },
        { group: a, ...cal, from: before },
        { group: b, ...dee, from: before },
        { group: a, ...gus, from: before },
      ],
      'MOVES',
    );
    // Gus has left; the file is of November 1.
    const after = [
      { group: b, ...ada, from: '20261112' },
      { group: b, ...cal, from: '20261112' },
      { group: a, ...dee, from: '20270101' },
    ];
    const proposed = [
      'ADA MOVER: everything to 2026-11-11',
      'CAL MOVER: everything to 2026-11-11',
      'DEE MOVER: everything to 2026-12-31',
      'GUS MOVER: everything to 2026-11-30',
    ];
    expect(await sent([...others, ...after], 'MOVES')).toEqual({ proposed, moved: 3 });
  });

  it('is proposed for the end of the month where the first day in the new group is none of a move', async () => {
    const [a, b] = [await newGroup(dana, ++groups), await newGroup(dana, ++groups)];
    const one = (group: Group, number: number, from: string): Member => ({
      group,
      number,
      first: `ONE${number}`,
      birth: `198002${number}`,
      from,
    });
    const others = [one(a, 11, '20260101'), one(a, 12, '20260101'), one(b, 13, '20260101')];
    await sent([...others, one(a, 14, '20260301')], 'MOVESBACK');
    expect(await sent([...others, one(b, 14, '20260101')], 'MOVESBACK')).toEqual({
      proposed: ['ONE14 MOVER: everything to 2026-11-30'],
      moved: 0,
    });
  });
});
