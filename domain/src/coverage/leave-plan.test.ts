import { expect, it } from 'vitest';
import type { CalendarDate } from '../calendar-date.ts';
import { leavePlan } from './leave-plan.ts';
import type { Span } from './span.ts';

const span = (planId: string, from: string, until: string | null): Span => ({
  planId,
  from: from as CalendarDate,
  until: until as CalendarDate | null,
});
const JANUARY = '2027-01-01' as CalendarDate;

it.each<[string, Span[], string | null, Span[]]>([
  ['coverage ends', [span('old', '2025-01-01', null)], null, [span('old', '2025-01-01', '2027-01-01')]],
  [
    'coverage continues in another plan',
    [span('old', '2025-01-01', null)],
    'new',
    [span('old', '2025-01-01', '2027-01-01'), span('new', '2027-01-01', null)],
  ],
  [
    'what ends by then stays',
    [span('old', '2025-01-01', '2027-01-01')],
    'new',
    [span('old', '2025-01-01', '2027-01-01')],
  ],
  [
    'a later last day is kept',
    [span('old', '2026-05-01', '2027-06-01')],
    'new',
    [span('old', '2026-05-01', '2027-01-01'), span('new', '2027-01-01', '2027-06-01')],
  ],
  ['a later start moves as a whole', [span('old', '2027-03-01', null)], 'new', [span('new', '2027-03-01', null)]],
  ['a later start is removed', [span('old', '2027-03-01', null)], null, []],
  ['other plans stay', [span('other', '2025-01-01', null)], 'new', [span('other', '2025-01-01', null)]],
])('%s', (_name, spans, toPlanId, expected) =>
  expect(leavePlan(spans, { planId: 'old', from: JANUARY, toPlanId })).toEqual(expected),
);
