import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import {
  cancelCoverage,
  type Cancellation,
  type CoverageResult,
  endCoverage,
  type Enrollment,
  type Reinstatement,
  reinstateCoverage,
  setCoverage,
  type Termination,
} from './coverage-change.ts';
import type { Span } from './span.ts';

type Row = [planId: string, from: string, until: string | null];
const PPO = 'ppo';
const HMO = 'hmo';
const open: Span[] = [{ id: 's1', planId: PPO, from: d('2026-01-01'), until: null }];
const ended: Span[] = [{ id: 's1', planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') }];
const switched: Span[] = [...ended, { id: 's2', planId: HMO, from: d('2026-07-01'), until: null }];
const twice: Span[] = [...ended, { id: 's3', planId: PPO, from: d('2026-09-01'), until: null }];

const outcome = (result: CoverageResult): unknown =>
  'refused' in result
    ? result.refused
    : [result.effect, ...result.spans.map(({ planId, from, until }) => [planId, from, until])];

describe('setting coverage', () => {
  it.each<[string, Span[], Enrollment, string, Row[]]>([
    ['adds the first', [], { planId: PPO, from: d('2026-03-01') }, 'added', [[PPO, '2026-03-01', null]]],
    [
      'with a last day',
      [],
      { planId: PPO, from: d('2026-03-01'), until: d('2026-09-01') },
      'added',
      [[PPO, '2026-03-01', '2026-09-01']],
    ],
    ['again changes nothing', open, { planId: PPO, from: d('2026-01-01') }, 'unchanged', [[PPO, '2026-01-01', null]]],
    [
      'a later start of the plan',
      open,
      { planId: PPO, from: d('2026-05-01') },
      'unchanged',
      [[PPO, '2026-01-01', null]],
    ],
    ['an earlier start', open, { planId: PPO, from: d('2025-11-01') }, 'changed', [[PPO, '2025-11-01', null]]],
    [
      'another plan ends the one before',
      open,
      { planId: HMO, from: d('2026-04-01') },
      'changed',
      [
        [PPO, '2026-01-01', '2026-04-01'],
        [HMO, '2026-04-01', null],
      ],
    ],
    [
      'another plan from the first day',
      open,
      { planId: HMO, from: d('2026-01-01') },
      'changed',
      [[HMO, '2026-01-01', null]],
    ],
    [
      'another plan up to one that is arranged',
      switched,
      { planId: 'epo', from: d('2026-03-01') },
      'changed',
      [
        [PPO, '2026-01-01', '2026-03-01'],
        ['epo', '2026-03-01', '2026-07-01'],
        [HMO, '2026-07-01', null],
      ],
    ],
    [
      'the plan on record with a last day ends it',
      open,
      { planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-07-01']],
    ],
    [
      'after a gap',
      ended,
      { planId: PPO, from: d('2026-09-01') },
      'added',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [PPO, '2026-09-01', null],
      ],
    ],
  ])('%s', (_name, current, enrollment, effect, spans) =>
    expect(outcome(setCoverage(current, enrollment))).toEqual([effect, ...spans]),
  );

  it('refuses a last day before the first', () =>
    expect(outcome(setCoverage(open, { planId: HMO, from: d('2026-04-01'), until: d('2026-04-01') }))).toBe(
      'The last day of coverage is before its first day.',
    ));
});

describe('ending coverage', () => {
  it.each<[string, Span[], Termination, string, Row[]]>([
    ['on a day', open, { until: d('2026-07-01') }, 'ended', [[PPO, '2026-01-01', '2026-07-01']]],
    ['on its first day removes it', open, { until: d('2026-01-01') }, 'ended', []],
    ['earlier than before', ended, { until: d('2026-05-01') }, 'ended', [[PPO, '2026-01-01', '2026-05-01']]],
    ['again changes nothing', ended, { until: d('2026-07-01') }, 'unchanged', [[PPO, '2026-01-01', '2026-07-01']]],
    ['with what follows', switched, { until: d('2026-05-01') }, 'ended', [[PPO, '2026-01-01', '2026-05-01']]],
    [
      'of one plan only',
      switched,
      { planId: PPO, until: d('2026-05-01') },
      'ended',
      [
        [PPO, '2026-01-01', '2026-05-01'],
        [HMO, '2026-07-01', null],
      ],
    ],
    ['of a member without coverage', [], { until: d('2026-05-01') }, 'unchanged', []],
  ])('%s', (_name, current, termination, effect, spans) =>
    expect(outcome(endCoverage(current, termination))).toEqual([effect, ...spans]),
  );

  it.each<[string, Span[], Termination, RegExp]>([
    ['a later end than before', ended, { until: d('2026-08-01') }, /already ended on an earlier day/],
    ['another plan', open, { planId: HMO, until: d('2026-07-01') }, /not the plan that the member has/],
  ])('refuses %s', (_name, current, termination, message) =>
    expect(outcome(endCoverage(current, termination))).toMatch(message),
  );
});

describe('canceling coverage', () => {
  it.each<[string, Span[], Cancellation, string, Row[]]>([
    ['everything', switched, {}, 'voided', []],
    ['one plan', switched, { planId: HMO }, 'voided', [[PPO, '2026-01-01', '2026-07-01']]],
    ['the period of a day', twice, { from: d('2026-09-01') }, 'voided', [[PPO, '2026-01-01', '2026-07-01']]],
    ['another plan changes nothing', open, { planId: HMO }, 'unchanged', [[PPO, '2026-01-01', null]]],
    ['a day without coverage', ended, { from: d('2026-08-01') }, 'unchanged', [[PPO, '2026-01-01', '2026-07-01']]],
  ])('%s', (_name, current, cancellation, effect, spans) =>
    expect(outcome(cancelCoverage(current, cancellation))).toEqual([effect, ...spans]),
  );
});

describe('reinstating coverage', () => {
  it.each<[string, Span[], Reinstatement, string, Row[]]>([
    ['without a gap', ended, {}, 'reinstated', [[PPO, '2026-01-01', null]]],
    [
      'with a later start leaves the gap',
      ended,
      { from: d('2026-09-01') },
      'reinstated',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [PPO, '2026-09-01', null],
      ],
    ],
    [
      'with another plan',
      ended,
      { planId: HMO },
      'reinstated',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [HMO, '2026-07-01', null],
      ],
    ],
    ['up to a later day', ended, { until: d('2027-01-01') }, 'reinstated', [[PPO, '2026-01-01', '2027-01-01']]],
    ['up to an earlier day ends it', ended, { until: d('2026-06-01') }, 'ended', [[PPO, '2026-01-01', '2026-06-01']]],
    ['what has not ended', open, { from: d('2026-09-01') }, 'unchanged', [[PPO, '2026-01-01', null]]],
    ['what has not ended, up to a day', open, { until: d('2027-01-01') }, 'ended', [[PPO, '2026-01-01', '2027-01-01']]],
    [
      'a plan and a day, without coverage',
      [],
      { planId: PPO, from: d('2026-01-01') },
      'added',
      [[PPO, '2026-01-01', null]],
    ],
  ])('%s', (_name, current, reinstatement, effect, spans) =>
    expect(outcome(reinstateCoverage(current, reinstatement))).toEqual([effect, ...spans]),
  );

  it.each<[string, Span[], Reinstatement, RegExp]>([
    ['nothing', [], {}, /no earlier coverage/],
    ['another plan than the open one', open, { planId: HMO }, /has not ended/],
    ['up to a day before the start', ended, { until: d('2026-01-01') }, /before its first day/],
  ])('refuses %s', (_name, current, reinstatement, message) =>
    expect(outcome(reinstateCoverage(current, reinstatement))).toMatch(message),
  );
});
