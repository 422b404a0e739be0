import { expect, it } from 'vitest';
import { QUEUE_BOUNDS, QUEUE_DEFAULTS, secondsBeforeRetry } from './file-queue.ts';

it('waits longer before each next try', () => {
  expect([1, 2, 3].map(secondsBeforeRetry)).toEqual([10, 40, 160]);
});

it('starts with the specified settings, which lie within their bounds', () => {
  expect(QUEUE_DEFAULTS).toMatchObject({ autoProcess: true, maxConcurrent: 5, retries: 3 });
  for (const [name, { least, most }] of Object.entries(QUEUE_BOUNDS)) {
    const value = QUEUE_DEFAULTS[name as keyof typeof QUEUE_BOUNDS] ?? least;
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  }
});
