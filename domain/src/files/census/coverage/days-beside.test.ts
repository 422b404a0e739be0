import { expect, it } from 'vitest';
import { daysBehind, statusAndDay } from './days-beside.ts';

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
