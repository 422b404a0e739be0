import { expect, it } from 'vitest';
import { readBytes } from '../readers/samples/read-here.ts';
import { edi834Of } from './refused-834.ts';

const member = (ssn: string): string[] => [
  'INS*Y*18*021**A***FT',
  `REF*0F*${ssn}`,
  `NM1*IL*1*NEW*NED****34*${ssn}`,
  'DMG*D8*20261501*M',
];
const setOf = (number: string, employer: string, ...members: string[][]): string[] => {
  const set = [
    `ST*834*${number}*005010X220A1`,
    `BGN*00*R${number}*20261101*0930*CT***2`,
    `REF*38*${employer}`,
    `N1*P5*${employer}*94*NONE`,
    'N1*IN*PLAN*XV*99',
    ...members.flat(),
  ];
  return [...set, `SE*${set.length + 1}*${number}`];
};
const interchangeOf = (control: string, sets: string[][], [element = '*', end = '~\n'] = []): string =>
  [
    `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *261101*0930*^*00501*${control}*0*P*:`,
    'GS*BE*SENDER*RECEIVER*20261101*0930*1*X*005010X220A1',
    ...sets.flat(),
    `GE*${sets.length}*1`,
    `IEA*1*${control}`,
  ]
    .map((segment) => segment.replaceAll('*', element) + end)
    .join('');
const returned = async (sent: string): Promise<{ text: string; of: (string | undefined)[][]; places: number[] }> => {
  const { records, facts } = await readBytes('sent.edi', Buffer.from(sent));
  const { text, places } = edi834Of(
    facts.head,
    records.map(({ raw, line }) => ({ raw, sent: raw, line, reason: '', family: null, familyByPlace: false })),
    '912345678',
  );
  const again = await readBytes('again.edi', Buffer.from(text));
  return { text, of: again.records.map(({ masterPolicyKey, ssn }) => [masterPolicyKey, ssn]), places };
};

it('gives each refused member back under the employer of its set', async () => {
  const { text, of, places } = await returned(
    interchangeOf('000000001', [
      setOf('0001', 'A', member('219450001'), member('219450002')),
      setOf('0002', 'B', member('219450003')),
      setOf('0003', 'B', member('219450004')),
    ]),
  );
  expect(of).toEqual([
    ['A', '219450001'],
    ['A', '219450002'],
    ['B', '219450003'],
    ['B', '219450004'],
  ]);
  const segments = text.split('~\n');
  expect(places.map((place) => segments.slice(place - 1, place + 1))).toEqual(
    ['219450001', '219450002', '219450003', '219450004'].map((ssn) => ['INS*Y*18*021**A***FT', `REF*0F*${ssn}`]),
  );
  expect(segments.filter((segment) => segment.startsWith('IEA'))).toEqual(['IEA*1*912345678', 'IEA*1*912345679']);
});

it('of an interchange with other separators, of segments that end with two characters, and behind a set without members', async () => {
  const other =
    interchangeOf('000000001', [setOf('0001', 'A', member('219450001'))]) +
    interchangeOf('000000002', [setOf('0001', 'A', member('219450002'))], ['|', '!']);
  expect((await returned(other)).of).toEqual([
    ['A', '219450001'],
    ['A', '219450002'],
  ]);
  expect(
    (
      await returned(
        interchangeOf('000000001', [setOf('0001', 'A', member('219450001'), member('219450002'))], ['*', '|~\n']),
      )
    ).of,
  ).toEqual([
    ['A', '219450001'],
    ['A', '219450002'],
  ]);
  expect(
    (await returned(interchangeOf('000000001', [setOf('0001', 'A'), setOf('0002', 'B', member('219450001'))]))).of,
  ).toEqual([['B', '219450001']]);
});
