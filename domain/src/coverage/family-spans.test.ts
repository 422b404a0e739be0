import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import { clipToSubscriber, followSubscriberSpans, insideSubscriber } from './family-spans.ts';
import type { Span } from './span.ts';

const span = (planId: string, from: string, until: string | null = null): Span => ({
  planId,
  from: d(from),
  until: until === null ? null : d(until),
});

it('keeps a dependent inside the subscriber', () => {
  const subscriber = [
    { from: d('2026-02-01'), until: d('2026-05-01') },
    { from: d('2026-08-01'), until: null },
  ];
  expect(insideSubscriber({ from: d('2026-01-01'), until: null }, subscriber)).toEqual(subscriber);
  expect(insideSubscriber({ from: d('2026-05-01'), until: d('2026-08-01') }, subscriber)).toEqual([]);
  // With a change of plan the subscriber is covered as before.
  const changed = [
    { from: d('2026-01-01'), until: d('2026-05-01') },
    { from: d('2026-05-01'), until: d('2026-07-01') },
    { from: d('2026-08-01'), until: null },
  ];
  expect(insideSubscriber({ from: d('2026-03-01'), until: null }, changed)).toEqual([
    { from: d('2026-03-01'), until: d('2026-07-01') },
    { from: d('2026-08-01'), until: null },
  ]);
});
it('a span that is inside as a whole stays the same object', () => {
  const held = [span('ppo', '2026-02-01')];
  expect(clipToSubscriber(held, [span('ppo', '2026-01-01')])[0]).toBe(held[0]);
  expect(clipToSubscriber(held, [span('ppo', '2026-01-01', '2026-07-01')])).toEqual([
    span('ppo', '2026-02-01', '2026-07-01'),
  ]);
});

describe('a dependent after a change of the subscriber (domain rules 4.2)', () => {
  const before = [span('ppo', '2026-01-01')];
  const changed = [span('ppo', '2026-01-01', '2026-07-01'), span('hmo', '2026-07-01')];
  it.each<[string, Span[], Span[], Span[], Span[]]>([
    ['takes the new plan', before, changed, before, changed],
    ['keeps a plan that differed before', [span('hmo', '2026-01-01')], before, before, [span('hmo', '2026-01-01')]],
    [
      'ends with the subscriber',
      before,
      [span('ppo', '2026-01-01', '2026-07-01')],
      before,
      [span('ppo', '2026-01-01', '2026-07-01')],
    ],
    [
      'does not resume after a gap',
      before,
      [span('ppo', '2026-01-01', '2026-07-01'), span('ppo', '2026-09-01')],
      before,
      [span('ppo', '2026-01-01', '2026-07-01')],
    ],
    ['is one period after the change is reversed', changed, before, changed, before],
    ['has nothing without the subscriber', before, [], before, []],
  ])('%s', (_name, held, subscriber, subscriberBefore, after) =>
    expect(followSubscriberSpans(held, subscriber, subscriberBefore)).toEqual(after),
  );
});
