import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import { lostInPast, paidMonths, problemsOfRescission, rescissionText } from './rescission.ts';

const span = (from: string, until: string | null, planId = 'ppo') => ({
  planId,
  from: d(from),
  until: until === null ? null : d(until),
});
const TODAY = d('2026-11-20');
const open = [span('2026-01-01', null)];

describe('coverage that is lost in the past', () => {
  it.each([
    ['by an end in the past, up to today', open, [span('2026-01-01', '2026-10-01')], [['2026-10-01', '2026-11-20']]],
    ['by a cancellation', open, [], [['2026-01-01', '2026-11-20']]],
    ['by a later start', open, [span('2026-03-01', null)], [['2026-01-01', '2026-03-01']]],
    ['by an end today: nothing', open, [span('2026-01-01', '2026-11-21')], []],
    ['by an end yesterday: nothing', open, [span('2026-01-01', '2026-11-20')], []],
    ['by an end two days ago: yesterday', open, [span('2026-01-01', '2026-11-19')], [['2026-11-19', '2026-11-20']]],
    ['by another plan: nothing', open, [span('2026-01-01', '2026-07-01'), span('2026-07-01', null, 'hmo')], []],
    [
      'by another plan after a gap',
      open,
      [span('2026-01-01', '2026-07-01'), span('2026-09-01', null, 'hmo')],
      [['2026-07-01', '2026-09-01']],
    ],
    ['of coverage that has not started: nothing', [span('2026-12-01', null)], [], []],
    ['of coverage that ended long ago', [span('2026-01-01', '2026-03-01')], [], [['2026-01-01', '2026-03-01']]],
  ])('%s', (_name, before, after, expected) => {
    const lost = lostInPast({ medical: before }, { medical: after }, TODAY);
    expect(lost).toEqual(expected.map(([from, until]) => ({ line: 'medical', from, until })));
  });
});

describe('what the employee paid for', () => {
  it('is every month of the line with a lost day and an employee share', () => {
    const lost = [{ line: 'medical', from: d('2026-09-16'), until: d('2026-11-01') }] as const;
    const share = (line: 'medical' | 'dental', month: string) => ({ line, month: d(month) });
    expect(
      paidMonths(lost, [
        share('medical', '2026-11-01'),
        share('medical', '2026-10-01'),
        share('medical', '2026-09-01'),
        share('medical', '2026-08-01'),
        share('dental', '2026-10-01'),
      ]),
    ).toEqual(['2026-09-01', '2026-10-01']);
  });
});

describe('ending coverage that was paid for', () => {
  const months = [d('2026-09-01'), d('2026-10-01'), d('2026-11-01')];
  const problems = (ground?: Parameters<typeof problemsOfRescission>[1]) => problemsOfRescission(months, ground, TODAY);

  it('is no question where nothing was paid', () => expect(problemsOfRescission([], undefined, TODAY)).toEqual([]));

  it('is refused without a reason, with the months and the next lawful day', () => {
    expect(problems()).toEqual([
      {
        path: 'rescission.basis',
        message:
          'The employee paid a share of the premium for 09/2026 to 11/2026, so coverage cannot end before today (45 CFR 147.128). End it on 11/30/2026, or choose a reason that allows it.',
      },
    ]);
  });

  it.each(['non_payment', 'nothing_paid', 'requested'] as const)('is allowed for %s once it is confirmed', (basis) => {
    expect(problems({ basis }).map(({ path }) => path)).toEqual(['rescission.confirmed']);
    expect(problems({ basis, confirmed: true })).toEqual([]);
  });

  it('is allowed for fraud from the 30th day after the notice', () => {
    expect(problems({ basis: 'fraud' }).map(({ path }) => path)).toEqual(['rescission.noticeOn']);
    expect(problems({ basis: 'fraud', noticeOn: '2026-11-21' })[0]?.message).toContain('in the future');
    expect(problems({ basis: 'fraud', noticeOn: '2026-10-22' })).toEqual([
      {
        path: 'rescission.noticeOn',
        message: 'The notice must be 30 days old. Coverage can be rescinded from 11/21/2026 on.',
      },
    ]);
    expect(problems({ basis: 'fraud', noticeOn: '2026-10-21' })).toEqual([]);
  });

  it('is kept in words', () => {
    expect(rescissionText({ basis: 'fraud', noticeOn: '2026-10-01' }, [d('2026-09-01'), d('2026-11-01')])).toBe(
      'Coverage paid for 09/2026 and 11/2026 ended: Fraud or intentional misrepresentation, with 30 days’ notice, notice of 10/01/2026',
    );
    expect(rescissionText({ basis: 'nothing_paid', confirmed: true }, [d('2026-10-01')])).toContain('paid for 10/2026');
  });
});
