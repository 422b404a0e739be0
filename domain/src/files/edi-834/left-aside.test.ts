import { expect, it } from 'vitest';
import { type ElementAside, type LeftAsideKind, leftAsideWords } from './left-aside.ts';

const kinds = (...said: [string, string, number][]): LeftAsideKind[] =>
  said.map(([segment, code, count]) => ({ segment, code, count }));

it.each<[string, LeftAsideKind[], string | undefined, ElementAside[]?]>([
  ['nothing', [], undefined],
  ['one kind', kinds(['AMT', 'P3', 1]), 'Not stored, because OpenBenefits has no field for it: premium (AMT*P3).'],
  [
    'several, the most frequent first',
    kinds(['COB', 'P', 2], ['AMT', 'P3', 12], ['AMT', 'C1', 2]),
    'Not stored, because OpenBenefits has no field for it: 12 × premium (AMT*P3), 2 × copay (AMT*C1), 2 × other insurance (COB).',
  ],
  [
    'codes of no guide together, and none of them repeated',
    kinds(['REF', '219450001', 2], ['REF', 'YY', 1]),
    'Not stored, because OpenBenefits has no field for it: 3 × other reference (REF).',
  ],
  [
    'segments of one kind whatever their first element',
    kinds(['COB', 'P', 1], ['COB', 'S', 1]),
    'Not stored, because OpenBenefits has no field for it: 2 × other insurance (COB).',
  ],
  [
    'segments of other guides by name, and none that nobody knows',
    kinds(['NTE', '', 2], ['QQQ', '', 3]),
    'Not stored, because OpenBenefits has no field for it: 2 × segment of another guide (NTE).',
  ],
  ['segments that say nothing by themselves', kinds(['PLA', '2', 4]), undefined],
  [
    'segments and elements',
    kinds(['AMT', 'P3', 2]),
    'Not stored, because OpenBenefits has no field for it: 2 × premium (AMT*P3), county or other place (N406), marital status (DMG04).',
    ['DMG04', 'N406'],
  ],
  ['elements alone', [], 'Not stored, because OpenBenefits has no field for it: late enrollee (HD09).', ['HD09']],
])('says %s', (_about, said, expected, elements) =>
  expect(leftAsideWords(said, new Set(elements))?.text).toBe(expected),
);
