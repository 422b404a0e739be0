import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import type { CoverageRequest, Span } from './coverage-change.ts';
import {
  applyWithinRetro,
  earliestLastDay,
  isBeyondRetro,
  movedLastDay,
  type RetroEnds,
  type RetroTerms,
} from './retro-end.ts';

const span = (from: string, until: string | null = null, planId = 'ppo'): Span => ({
  planId,
  from: d(from),
  until: until === null ? null : d(until),
});
const terms = (rule: RetroEnds, today = '2026-11-20', days = 60): RetroTerms => ({ rule, days, today: d(today) });
const end = (lastDay: string): CoverageRequest => ({ kind: 'end', until: d(lastDay) });

describe('the retro window', () => {
  it.each([
    // today, last day, days, whether it lies beyond, where it moves to (domain rules 4.10: today minus 60 is inside)
    ['2026-03-01', '2025-12-31', 60, false, '2025-12-31'],
    ['2026-03-01', '2025-12-30', 60, true, '2025-12-31'],
    ['2026-03-01', '2025-10-31', 60, true, '2025-12-31'],
    ['2026-03-02', '2025-12-31', 60, true, '2026-01-31'],
    ['2026-03-15', '2025-12-31', 60, true, '2026-01-31'],
    ['2026-11-20', '2026-09-21', 60, false, '2026-09-30'],
    ['2026-11-20', '2026-09-20', 60, true, '2026-09-30'],
    ['2028-04-29', '2027-06-30', 60, true, '2028-02-29'],
    ['2026-11-20', '2026-11-19', 0, true, '2026-11-30'],
    ['2026-11-20', '2026-11-20', 0, false, '2026-11-30'],
  ])('on %s, a last day of %s with %i days', (today, lastDay, days, isBeyond, moved) => {
    expect(isBeyondRetro(d(lastDay), d(today), days)).toBe(isBeyond);
    expect(lastDay < earliestLastDay({ today: d(today), days })).toBe(isBeyond);
    expect(movedLastDay(d(lastDay), { today: d(today), days })).toBe(moved);
  });
});

describe('an end beyond the window', () => {
  const current = [span('2026-01-01')];

  it('is done as sent, moved to the limit, or refused with the day that is allowed', () => {
    expect(applyWithinRetro(current, end('2026-08-01'), terms('as_sent'))).toEqual({
      effect: 'ended',
      spans: [span('2026-01-01', '2026-08-01')],
    });
    expect(applyWithinRetro(current, end('2026-08-01'), terms('moved'))).toEqual({
      effect: 'ended',
      spans: [span('2026-01-01', '2026-10-01')],
      movedFrom: '2026-07-31',
    });
    expect(applyWithinRetro(current, end('2026-08-01'), terms('refused'))).toEqual({
      refused:
        'The last day of coverage lies further back than the 60 days that this group allows; 09/21/2026 is the earliest.',
    });
  });

  it.each<[string, Span[], CoverageRequest]>([
    ['inside the window', current, end('2026-09-22')],
    ['that is known and repeated', [span('2026-01-01', '2026-08-01')], end('2026-08-01')],
    ['of coverage that begins inside the window, though the day lies before', [span('2026-10-01')], end('2026-08-01')],
    ['of one plan that another follows without a gap', current, { kind: 'set', planId: 'hmo', from: d('2026-03-01') }],
    [
      'of a period that was added to nobody before',
      [],
      { kind: 'set', planId: 'ppo', from: d('2026-01-01'), until: d('2026-03-01') },
    ],
    ['of coverage that never was and began inside the window', [span('2026-10-01')], { kind: 'void' }],
  ])('%s is no business of the limit', (_, spans, request) => {
    const free = applyWithinRetro(spans, request, undefined);
    expect(free).not.toHaveProperty('refused');
    for (const rule of ['as_sent', 'moved', 'refused'] as const)
      expect(applyWithinRetro(spans, request, terms(rule))).toEqual(free);
  });

  it('is told from the last day of a plan that is sent again (a full file with 349), and moved the same way', () => {
    const again: CoverageRequest = { kind: 'set', planId: 'ppo', from: d('2026-01-01'), until: d('2026-08-01') };
    expect(applyWithinRetro(current, again, terms('moved'))).toEqual({
      effect: 'ended',
      spans: [span('2026-01-01', '2026-10-01')],
      movedFrom: '2026-07-31',
    });
  });

  it('stays where coverage ends before the day that it would be moved to', () => {
    for (const known of [[span('2026-01-01', '2026-09-16')], [span('2026-01-01', '2026-10-01')]])
      expect(applyWithinRetro(known, end('2026-08-01'), terms('moved'))).toEqual({ effect: 'unchanged', spans: known });
  });

  it('cannot be moved where the sender says that nobody ever was covered', () => {
    for (const request of [{ kind: 'void' }, { kind: 'void', from: d('2026-01-01') }] as const) {
      expect(applyWithinRetro(current, request, terms('as_sent'))).toEqual({ effect: 'voided', spans: [] });
      for (const rule of ['moved', 'refused'] as const)
        expect(applyWithinRetro(current, request, terms(rule))).toMatchObject({
          refused: expect.stringContaining('never was, and it began further back than the 60 days'),
        });
    }
  });
});
