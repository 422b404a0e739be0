import { expect, it } from 'vitest';
import { calendarDateFrom as date } from '../../calendar-date.ts';
import { type Continuation, continuationOf } from './continued.ts';
import type { OutboundLine } from './outbound-person.ts';

const covered = (from: string, until?: string): OutboundLine => ({
  line: 'medical',
  planId: 'ppo',
  from: date(from),
  until: until ? date(until) : null,
});
const HEAD: Continuation = { benefitStatus: 'C', cobraEvent: '1', cobraEventDate: date('2026-10-31') };

it.each<[string, OutboundLine, Continuation, OutboundLine[], Continuation]>([
  ['who goes on is continued like the subscriber', covered('2026-01-01'), {}, [covered('2026-01-01')], HEAD],
  [
    'an old word of being active does not stand against it',
    covered('2026-11-01'),
    { benefitStatus: 'A' },
    [covered('2026-11-01')],
    HEAD,
  ],
  [
    'who ended with the employment is not',
    covered('2026-01-01', '2026-11-01'),
    { benefitStatus: 'A' },
    [covered('2026-11-01')],
    { benefitStatus: 'A' },
  ],
  ['who ends later is', covered('2026-11-01', '2026-12-01'), {}, [covered('2026-11-01')], HEAD],
  [
    'an event of its own counts',
    covered('2026-11-01'),
    { benefitStatus: 'C', cobraEvent: '7' },
    [covered('2026-11-01')],
    { benefitStatus: 'C', cobraEvent: '7' },
  ],
  ['of a subscriber whom the carrier does not cover, who goes on is', covered('2026-01-01'), {}, [], HEAD],
  [
    'of a subscriber whom the carrier does not cover, who has ended is not',
    covered('2026-01-01', '2026-12-01'),
    {},
    [],
    {},
  ],
])('%s', (_what, line, own, ofHead, expected) =>
  expect(continuationOf({ ...own, lines: [line] }, { ...HEAD, lines: ofHead })).toEqual(expected),
);

it('nobody is continued with a subscriber who is active', () =>
  expect(
    continuationOf({ lines: [covered('2026-01-01')] }, { benefitStatus: 'A', lines: [covered('2026-01-01')] }),
  ).toEqual({}));
