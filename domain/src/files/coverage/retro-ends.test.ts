import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../calendar-date.ts';
import type { Span } from '../../coverage/span.ts';
import type { FileCoverageRequest } from './file-coverage-change.ts';
import { applyWithinRetro, type RetroEnds, type RetroTerms } from './retro-ends.ts';

const span = (from: string, until: string | null = null, planId = 'ppo'): Span => ({
  planId,
  from: d(from),
  until: until === null ? null : d(until),
});
const terms = (rule: RetroEnds, today = '2026-11-20', days = 60): RetroTerms => ({ rule, days, today: d(today) });
const end = (lastDay: string): FileCoverageRequest => ({ kind: 'end', until: d(lastDay) });

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
        'The last day of coverage is more than 60 days ago, the limit of this group. The earliest is 09/21/2026.',
    });
  });

  it.each<[string, Span[], FileCoverageRequest]>([
    ['inside the window', current, end('2026-09-22')],
    ['that is known and repeated', [span('2026-01-01', '2026-08-01')], end('2026-08-01')],
    ['of coverage that begins inside the window, though the day lies before', [span('2026-10-01')], end('2026-08-01')],
    ['of one plan that another follows without a gap', current, { kind: 'set', planId: 'hmo', from: d('2026-03-01') }],
    [
      'of a period that was added to nobody before',
      [],
      { kind: 'set', planId: 'ppo', from: d('2026-01-01'), until: d('2026-03-01') },
    ],
    ['of coverage that never was and began inside the window', [span('2026-10-01')], { kind: 'cancel' }],
  ])('%s is no business of the limit', (_, spans, request) => {
    const free = applyWithinRetro(spans, request, undefined);
    expect(free).not.toHaveProperty('refused');
    for (const rule of ['as_sent', 'moved', 'refused'] as const)
      expect(applyWithinRetro(spans, request, terms(rule))).toEqual(free);
  });

  it('is told from the last day of a plan that is sent again (a full file with 349), and moved the same way', () => {
    const again: FileCoverageRequest = { kind: 'set', planId: 'ppo', from: d('2026-01-01'), until: d('2026-08-01') };
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
    for (const request of [{ kind: 'cancel' }, { kind: 'cancel', from: d('2026-01-01') }] as const) {
      expect(applyWithinRetro(current, request, terms('as_sent'))).toEqual({ effect: 'voided', spans: [] });
      for (const rule of ['moved', 'refused'] as const)
        expect(applyWithinRetro(current, request, terms(rule))).toMatchObject({
          refused: expect.stringContaining('never existed, but it started more than 60 days ago'),
        });
    }
  });
});
