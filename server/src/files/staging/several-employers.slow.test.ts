import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, outcomeOf, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let files = 0;
const ours: { id: string; cim: string; name: string }[] = [];

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  for (const number of [901, 902]) ours.push({ ...(await newGroup(dana, number)), name: `Corpus Employer ${number}` });
});
afterAll(async () => server.close());

/** People by what their record calls the group (REF*1L), if it does. */
type SetOfPeople = { policy?: string; sponsor: string; people: [number, string?][] };

/**
 * An 834 with a transaction set for each of `sets`. A and B stand for the numbers of the two groups, NAME A for what
 * the first is called.
 */
function fileOf(sets: readonly SetOfPeople[]): Buffer {
  const control = 99_000 + ++files;
  const body = sets.flatMap(({ policy, sponsor, people }, index) => {
    const number = String(index + 1).padStart(4, '0');
    const set = [
      `ST*834*${number}*005010X220A1`,
      `BGN*00*S${control}-${number}*20261101*0930*CT***2`,
      ...(policy ? [`REF*38*${policy}`] : []),
      `N1*P5*${sponsor}*94*NONE`,
      'N1*IN*SAMPLE HEALTH PLAN*XV*99',
      ...people.flatMap(([one, group]) => [
        'INS*Y*18*021**A***FT',
        `REF*0F*21946${String(control).slice(-2)}${one}0`,
        ...(group ? [`REF*1L*${group}`] : []),
        `NM1*IL*1*SEVERAL*P${control}X${one}****34*21946${String(control).slice(-2)}${one}0`,
        'DMG*D8*19800101*F',
        'HD*021**HLT*MED-PPO',
        'DTP*348*D8*20261101',
      ]),
    ];
    return [...set, `SE*${set.length + 1}*${number}`];
  });
  const text = [
    `ISA*00*          *00*          *ZZ*SEVERALEMPLOYER*ZZ*OPENBENEFITS   *261101*0930*^*00501*${String(control).padStart(9, '0')}*0*P*:`,
    `GS*BE*SEVERALEMPLOYER*OPENBENEFITS*20261101*0930*${control}*X*005010X220A1`,
    ...body,
    `GE*${sets.length}*${control}`,
    `IEA*1*${String(control).padStart(9, '0')}`,
  ].join('~\n');
  return Buffer.from(
    `${text}~\n`
      .replaceAll('NAME A', ours[0]?.name ?? '')
      .replace(/\*(A|B)~/g, (_, letter: string) => `*${ours[letter === 'A' ? 0 : 1]?.cim}~`),
  );
}

/** Who came into which group, by their numbers in the file, and what was refused. */
async function sent(
  sets: readonly SetOfPeople[],
  chosen = false,
): Promise<{ A: string; B: string; refused: string[]; stops: string[]; remarks: string[] }> {
  const bytes = fileOf(sets);
  const outcome = await outcomeOf(
    server,
    dana,
    await server.upload(dana, `several-${files}.edi`, bytes, chosen ? ours[0]?.cim : undefined),
  );
  const inGroup = async (index: number): Promise<string> =>
    (await peopleOf(server, ours[index]?.id ?? ''))
      .flatMap((words) => new RegExp(`^P${99_000 + files}X(\\d)`).exec(words)?.[1] ?? [])
      .join('');
  return {
    A: await inGroup(0),
    B: await inGroup(1),
    refused: (outcome.refused ?? []).map((words) => words.replace(/^P\d+X/, '')),
    stops: outcome.stops ?? [],
    remarks: (outcome.remarks ?? []).filter((words) => words.includes('sponsors')),
  };
}

describe('an 834 of several employers', () => {
  it('puts each into its group, and refuses the one that nobody knows instead of putting it into another', async () => {
    const known: SetOfPeople = { policy: 'A', sponsor: 'NAME A', people: [[1], [2]] };
    const stranger: SetOfPeople = { policy: 'POL-777', sponsor: 'NOBODY INC', people: [[3]] };
    const refused = [
      '3 SEVERAL: groupKey: There is no group named POL-777. Correct the group, or choose it for the file.',
    ];
    expect(await sent([known, { policy: 'B', sponsor: 'OTHER INC', people: [[3]] }])).toMatchObject({
      A: '12',
      B: '3',
      refused: [],
    });
    expect(await sent([known, stranger])).toMatchObject({ A: '12', B: '', refused });
    expect(await sent([stranger, known])).toMatchObject({ A: '12', B: '', refused });
    expect(await sent([known, { sponsor: 'NOBODY INC', people: [[3]] }])).toMatchObject({
      A: '12',
      refused: [
        '3 SEVERAL: groupKey: There is no group named NOBODY INC. Correct the group, or choose it for the file.',
      ],
    });
  });

  it('takes a set without a policy for the group of the set before it, where both name one sponsor', async () => {
    expect(
      await sent([
        { policy: 'A', sponsor: 'OUR NAME', people: [[1]] },
        { sponsor: 'OUR NAME', people: [[2]] },
      ]),
    ).toMatchObject({ A: '12', refused: [] });
  });

  it('never moves a member to the group of the header, or of others, where members name their groups (REF*1L)', async () => {
    expect(await sent([{ sponsor: 'THE PEO', people: [[1, 'A'], [2, 'B'], [3, 'POL-9'], [4]] }])).toMatchObject({
      A: '1',
      B: '2',
      refused: [
        '3 SEVERAL: groupKey: There is no group named POL-9. Correct the group, or choose it for the file.',
        '4 SEVERAL: groupKey: There is no group named THE PEO. Correct the group, or choose it for the file.',
      ],
    });
    expect(await sent([{ policy: 'A', sponsor: 'NAME A', people: [[1, 'B'], [2, 'POL-9'], [3]] }])).toMatchObject({
      A: '3',
      B: '1',
      refused: ['2 SEVERAL: groupKey: There is no group named POL-9. Correct the group, or choose it for the file.'],
    });
  });

  it('takes a REF*1L that is nobody’s group for a policy number', async () => {
    expect(
      await sent([
        {
          policy: 'A',
          sponsor: 'NAME A',
          people: [
            [1, 'POL-1'],
            [2, 'POL-2'],
          ],
        },
      ]),
    ).toMatchObject({ A: '12', refused: [] });
    expect(await sent([{ sponsor: 'NAME A', people: [[1, 'POL-1'], [2]] }])).toMatchObject({ A: '12', refused: [] });
  });

  it('is held, or told, where it was uploaded for one of them', async () => {
    const known: SetOfPeople = { policy: 'A', sponsor: 'NAME A', people: [[1]] };
    expect(await sent([known, { policy: 'B', sponsor: 'OTHER INC', people: [[2]] }], true)).toMatchObject({
      A: '',
      B: '',
      stops: ['other_group'],
    });
    expect(await sent([known, { policy: 'POL-777', sponsor: 'NOBODY INC', people: [[2]] }], true)).toMatchObject({
      A: '12',
      stops: [],
      remarks: [
        'The file has 2 sponsors (N1*P5: Corpus Employer 901, NOBODY INC). Everyone in it was read for the selected group.',
      ],
    });
  });
});
