import { expect, it } from 'vitest';
import { clockAt } from './clock.ts';

it('tells the day in the organization’s time zone, to the minute and after a change of zone', () => {
  const clock = clockAt('2026-11-20T05:59:59.999Z');
  expect(clock.today()).toBe('2026-11-19');
  clock.set('2026-11-20T06:00:00.000Z');
  expect(clock.today()).toBe('2026-11-20');
  clock.useZone('Asia/Kathmandu');
  clock.set('2026-11-20T18:14:59.999Z');
  expect(clock.today()).toBe('2026-11-20');
  clock.set('2026-11-20T18:15:00.000Z');
  expect(clock.today()).toBe('2026-11-21');
});
