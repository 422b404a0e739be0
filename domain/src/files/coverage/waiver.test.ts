import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../calendar-date.ts';
import type { Span } from '../../coverage/span.ts';
import { applyWaiver, withoutCoverage } from './waiver.ts';

const TODAY = d('2026-11-20');
const open: Span = { planId: 'ppo', from: d('2026-01-01'), until: null };
const waive = (held: Span[], waiver: Parameters<typeof applyWaiver>[1]) => applyWaiver(held, waiver, TODAY, undefined);

describe('a waiver of coverage that somebody has', () => {
  it('ends it on the day that the file names, or the day before the waiver begins', () => {
    expect(waive([open], { until: d('2026-10-01') })).toEqual({
      spans: [{ ...open, until: d('2026-10-01') }],
      effect: 'ended',
    });
    expect(waive([open], { from: d('2027-01-01') })).toEqual({
      spans: [{ ...open, until: d('2027-01-01') }],
      effect: 'ended',
    });
  });

  it('proposes the end of the month where no day is named, or only the one on which the coverage began', () => {
    for (const from of [undefined, d('2026-01-01'), d('2025-06-01')]) {
      expect(waive([open], { from })).toEqual({
        spans: [{ ...open, until: d('2026-12-01') }],
        effect: 'ended',
        isUndated: true,
      });
    }
  });

  it('changes nothing about what ends anyway, was never there, or is another plan', () => {
    expect(waive([], {})).toBeUndefined();
    expect(waive([{ ...open, until: d('2026-12-31') }], {})).toBeUndefined();
    expect(waive([{ ...open, until: d('2026-06-30') }], { until: d('2026-10-01') })).toBeUndefined();
    expect(waive([open], { planId: 'hmo' })).toBeUndefined();
    expect(waive([open], { planId: 'ppo', from: d('2027-01-01') })).toMatchObject({ effect: 'ended' });
  });

  it('keeps to the group’s retro window', () => {
    const terms = { rule: 'refused', days: 60, today: TODAY } as const;
    expect(applyWaiver([open], { until: d('2026-03-01') }, TODAY, terms)).toHaveProperty('refused');
  });
});

it.each([
  [[], 'No coverage named'],
  [[{ line: 'medical', action: 'waive' }], 'Waived: Medical'],
  [
    [
      { line: 'medical', action: 'waive' },
      { line: 'dental', action: 'waive' },
    ],
    'Waived: Medical, Dental',
  ],
  [[{ line: 'medical', action: 'waive', isOfAnyLine: true }], 'Coverage waived'],
] as const)('somebody new with %j: %s', (coverages, words) => expect(withoutCoverage(coverages)).toBe(words));
