import { expect, it } from 'vitest';
import type { CellValue } from '../values/cell-value.ts';
import type { CensusField } from '../headings/fields.ts';
import { WordBook } from '../mapping.ts';
import type { CensusPlace } from '../row-cells.ts';
import { daysBehind, statusAndDay, withDaysApart } from './days-beside.ts';

it.each([
  ['Terminated 10/31/2026', 'Terminated', '10/31/2026'],
  ['Termed (10/15/2026)', 'Termed', '10/15/2026'],
  ['Termed eff. 10/16/2026', 'Termed', '10/16/2026'],
  ['Terminated - 2026-10-31', 'Terminated', '2026-10-31'],
  ['Resigned on Oct 31, 2026', 'Resigned', 'Oct 31, 2026'],
  ['Waived as of 1/1/2026', 'Waived', '1/1/2026'],
  ['Terminated', undefined, undefined],
  ['Terminated 2026', undefined, undefined],
])('%s is a status with a day: %s, %s', (cell, status, day) => {
  expect(statusAndDay(cell)).toEqual(status === undefined ? undefined : { status, day });
});

it.each([
  ['MED-PPO eff 2/1/2026', { rest: 'MED-PPO', from: '2/1/2026' }],
  ['MED-PPO (term 10/31/2026)', { rest: 'MED-PPO', until: '10/31/2026' }],
  ['MED-PPO - EE+SP eff. 3/1/2026', { rest: 'MED-PPO - EE+SP', from: '3/1/2026' }],
  ['MED-PPO (effective 2/1/2026 - 10/31/2026)', { rest: 'MED-PPO', from: '2/1/2026', until: '10/31/2026' }],
  ['MED-PPO 2/1/2026 to 10/31/2026', { rest: 'MED-PPO', from: '2/1/2026', until: '10/31/2026' }],
  ['MED-PPO eff 2/1/2026, term 10/31/2026', { rest: 'MED-PPO', from: '2/1/2026', until: '10/31/2026' }],
  ['MED-PPO ends 10/31/2026', { rest: 'MED-PPO', until: '10/31/2026' }],
  ['MED-PPO thru 2026-10-31', { rest: 'MED-PPO', until: '2026-10-31' }],
  // The day alone may be either.
  ['MED-PPO (10/31/2026)', undefined],
  ['MED-PPO eff 2/1/2026 eff 3/1/2026', undefined],
  ['MED-PPO 2026', undefined],
  ['MED-PPO', undefined],
])('%s is a plan with days', (cell, found) => {
  expect(daysBehind(cell)).toEqual(found);
});

const PLACE = {
  dates: { today: '2026-11-25', date1904: false, dayFirst: undefined },
  words: new WordBook([]),
} as unknown as CensusPlace;
const apart = (
  cells: readonly [CensusField, CellValue][],
): { cells: Record<string, CellValue>; asked: string[] } | undefined => {
  const found = withDaysApart(new Map(cells), PLACE);
  return found && { cells: Object.fromEntries(found.cells), asked: found.asked.map(({ code }) => code) };
};

it.each<[string, [CensusField, CellValue][], Record<string, CellValue>, string[]]>([
  [
    'the first of a month',
    [['tier.medical', 'Family 1/1/2026']],
    { 'tier.medical': 'Family', 'from.medical': '1/1/2026' },
    [],
  ],
  ['a word', [['tier', 'EE+SP (eff. 03/15/2026)']], { tier: 'EE+SP', from: '03/15/2026' }, []],
  ['a last day', [['tier.dental', 'EE term 10/31/2026']], { 'tier.dental': 'EE', 'until.dental': '10/31/2026' }, []],
  ['no day of the calendar', [['tier', 'EE 4/31/2026']], { tier: 'EE', from: '4/31/2026' }, []],
  ['a day that may be either', [['tier', 'EE 10/31/2026']], { tier: 'EE 10/31/2026' }, ['day_doubtful']],
  [
    'another start',
    [
      ['tier', 'EE 3/1/2026'],
      ['from', '1/1/2026'],
    ],
    { tier: 'EE', from: '1/1/2026' },
    [],
  ],
  ['a period', [['from', '01/01/2026 - 12/31/2026']], { from: '01/01/2026', until: '12/31/2026' }, []],
  [
    'a period of a line',
    [['from.dental', '1/1/26 to 6/30/26']],
    { 'from.dental': '1/1/26', 'until.dental': '6/30/26' },
    [],
  ],
  ['a period that goes on', [['from', 'from 2026-01-01 to present']], { from: '2026-01-01' }, []],
  ['COBRA', [['status', 'COBRA eff 11/1/2026']], { status: 'COBRA', cobraBegin: '11/1/2026' }, []],
  ['a leave', [['status', 'LOA 5/1/2026']], { status: 'LOA' }, []],
  ['active since', [['status', 'Active since 3/1/2024']], { status: 'Active' }, []],
])('%s beside a level or a status', (_, cells, read, asked) => expect(apart(cells)).toEqual({ cells: read, asked }));
