import { describe, expect, it } from 'vitest';
import { calendarDateFrom as date } from '../../calendar-date.ts';
import type { Relationship } from '../../relationship.ts';
import { levelsOf, levelsToTell } from './coverage-level.ts';

const stretch = (from: string, until?: string) => ({
  from: date(from),
  until: until === undefined ? null : date(until),
});
const dependent = (relationship: Relationship, from: string, until?: string) => ({
  relationship,
  ...stretch(from, until),
});
const words = (levels: readonly { tier: string; from: string }[]): string =>
  levels.map(({ tier, from }) => `${tier} ${from}`).join(', ');
const levels = (text: string) =>
  text.split(', ').map((one) => ({ tier: one.slice(0, 3) as 'EMP', from: date(one.slice(4)) }));

describe('the levels of a subscriber', () => {
  it.each([
    ['nobody else', stretch('2026-01-01'), [], 'EMP 2026-01-01'],
    ['a child from the first day', stretch('2026-01-01'), [dependent('child', '2026-01-01')], 'ECH 2026-01-01'],
    [
      'a child who came and left',
      stretch('2026-01-01'),
      [dependent('child', '2026-03-01', '2026-06-01')],
      'EMP 2026-01-01, ECH 2026-03-01, EMP 2026-06-01',
    ],
    [
      'a second child, which changes nothing',
      stretch('2026-01-01'),
      [dependent('child', '2026-01-01'), dependent('step_child', '2026-03-01')],
      'ECH 2026-01-01',
    ],
    [
      'a partner beside a child',
      stretch('2026-01-01'),
      [dependent('child', '2026-02-01'), dependent('domestic_partner', '2026-03-01')],
      'EMP 2026-01-01, ECH 2026-02-01, FAM 2026-03-01',
    ],
    [
      'one who goes on the day on which another comes',
      stretch('2026-01-01'),
      [dependent('child', '2026-01-01', '2026-03-01'), dependent('child', '2026-03-01')],
      'ECH 2026-01-01',
    ],
    [
      'what lies before and behind',
      stretch('2026-01-01', '2026-06-01'),
      [dependent('spouse', '2025-01-01', '2026-01-01'), dependent('child', '2026-06-01')],
      'EMP 2026-01-01',
    ],
  ])('with %s', (_name, own, dependents, expected) => expect(words(levelsOf(own, dependents))).toBe(expected));
});

describe('of the levels a carrier is told', () => {
  it.each([
    ['nothing while they are as told', 'EMP 2026-01-01, ECH 2026-06-01', 'ECH', '2026-06-01', ''],
    ['the one that came since', 'EMP 2026-01-01, ECH 2026-06-01', 'EMP', '2026-01-01', 'ECH 2026-06-01'],
    [
      'each one that came since',
      'EMP 2026-01-01, ECH 2026-06-01, EMP 2027-01-01',
      'EMP',
      '2026-01-01',
      'ECH 2026-06-01, EMP 2027-01-01',
    ],
    ['the earlier one where the told one never was', 'EMP 2026-01-01', 'ECH', '2026-06-01', 'EMP 2026-01-01'],
    [
      'both where the told one begins later',
      'EMP 2026-01-01, ECH 2026-07-01',
      'ECH',
      '2026-06-01',
      'EMP 2026-01-01, ECH 2026-07-01',
    ],
    [
      'it with its new first day where it began earlier',
      'EMP 2026-01-01, ECH 2026-05-01',
      'ECH',
      '2026-06-01',
      'ECH 2026-05-01',
    ],
    [
      'the last, where it is not known since when the told one held',
      'EMP 2026-01-01, ECH 2026-06-01',
      'EMP',
      null,
      'ECH 2026-06-01',
    ],
    ['nothing where that is the last', 'EMP 2026-01-01, ECH 2026-06-01', 'ECH', null, ''],
    ['nothing where it is not known what was told', 'EMP 2026-01-01, ECH 2026-06-01', null, null, ''],
  ] as const)('%s', (_name, now, tier, from, expected) =>
    expect(words(levelsToTell(levels(now), { tier, tierFrom: from && date(from) }))).toBe(expected),
  );
});
