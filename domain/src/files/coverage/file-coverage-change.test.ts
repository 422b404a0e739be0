import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDateFrom as d, overlaps } from '../../calendar-date.ts';
import { applyFileCoverage, type FileCoverageRequest } from './file-coverage-change.ts';
import { type FileSpan, markListed } from './file-span.ts';

const PPO = 'ppo';
const HMO = 'hmo';
const open: FileSpan[] = [{ id: 's1', planId: PPO, from: d('2026-01-01'), until: null }];
const ended: FileSpan[] = [{ id: 's1', planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') }];
const twice: FileSpan[] = [...ended, { id: 's3', planId: PPO, from: d('2026-09-01'), until: null }];
const switched: FileSpan[] = [...ended, { id: 's2', planId: HMO, from: d('2026-07-01'), until: null }];

describe('what a record of a file does to a coverage line (domain rules 4.1)', () => {
  it.each<[string, FileSpan[], FileCoverageRequest, string, [string, string, string | null][]]>([
    [
      '021 without coverage opens it',
      [],
      { kind: 'set', planId: PPO, from: d('2026-03-01') },
      'added',
      [[PPO, '2026-03-01', null]],
    ],
    [
      '021 for the same plan and start changes nothing',
      open,
      { kind: 'set', planId: PPO, from: d('2026-01-01') },
      'unchanged',
      [[PPO, '2026-01-01', null]],
    ],
    [
      'a later start of the same plan changes nothing',
      open,
      { kind: 'set', planId: PPO, from: d('2026-05-01') },
      'unchanged',
      [[PPO, '2026-01-01', null]],
    ],
    [
      'an earlier start of the same plan moves the start',
      open,
      { kind: 'set', planId: PPO, from: d('2025-11-01') },
      'changed',
      [[PPO, '2025-11-01', null]],
    ],
    [
      'another plan closes the old span the day before',
      open,
      { kind: 'set', planId: HMO, from: d('2026-04-01') },
      'changed',
      [
        [PPO, '2026-01-01', '2026-04-01'],
        [HMO, '2026-04-01', null],
      ],
    ],
    [
      'another plan from the same day replaces it',
      open,
      { kind: 'set', planId: HMO, from: d('2026-01-01') },
      'changed',
      [[HMO, '2026-01-01', null]],
    ],
    [
      'a named last day ends it',
      open,
      { kind: 'set', planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-07-01']],
    ],
    [
      'a named last day beside an earlier first day ends it, too',
      open,
      { kind: 'set', planId: PPO, from: d('2025-11-01'), until: d('2026-07-01') },
      'ended',
      [[PPO, '2025-11-01', '2026-07-01']],
    ],
    [
      'another plan for a while, in front of the one that goes on, ends nothing',
      open,
      { kind: 'set', planId: HMO, from: d('2026-01-01'), until: d('2026-07-01') },
      'changed',
      [
        [HMO, '2026-01-01', '2026-07-01'],
        [PPO, '2026-07-01', null],
      ],
    ],
    ['024 ends it', open, { kind: 'end', until: d('2026-07-01') }, 'ended', [[PPO, '2026-01-01', '2026-07-01']]],
    ['024 on the first day means it never was', open, { kind: 'end', until: d('2026-01-01') }, 'ended', []],
    [
      'an earlier end than before is taken',
      ended,
      { kind: 'end', until: d('2026-05-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-05-01']],
    ],
    [
      'the same end changes nothing',
      ended,
      { kind: 'end', until: d('2026-07-01') },
      'unchanged',
      [[PPO, '2026-01-01', '2026-07-01']],
    ],
    [
      'an end that names the plan leaves the one that follows it',
      switched,
      { kind: 'end', planId: PPO, until: d('2026-05-01') },
      'ended',
      [
        [PPO, '2026-01-01', '2026-05-01'],
        [HMO, '2026-07-01', null],
      ],
    ],
    [
      'an end that is repeated after the plan was changed leaves the new one',
      switched,
      { kind: 'end', planId: PPO, until: d('2026-07-01') },
      'unchanged',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [HMO, '2026-07-01', null],
      ],
    ],
    [
      'an end that names no plan ends whatever reaches the day',
      switched,
      { kind: 'end', until: d('2026-05-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-05-01']],
    ],
    [
      'who leaves as a whole leaves whatever plan is named',
      open,
      { kind: 'end', planId: HMO, endsAnyPlan: true, until: d('2026-05-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-05-01']],
    ],
    [
      'an end inside an earlier period that it names by its first day leaves what began after a gap',
      twice,
      { kind: 'end', planId: PPO, from: d('2026-01-01'), until: d('2026-05-01') },
      'ended',
      [
        [PPO, '2026-01-01', '2026-05-01'],
        [PPO, '2026-09-01', null],
      ],
    ],
    [
      'the end of that period, repeated, changes nothing',
      twice,
      { kind: 'end', planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') },
      'unchanged',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [PPO, '2026-09-01', null],
      ],
    ],
    [
      'a later end with the first day of the line ends what goes on',
      twice,
      { kind: 'end', planId: PPO, from: d('2026-01-01'), until: d('2026-12-01') },
      'ended',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [PPO, '2026-09-01', '2026-12-01'],
      ],
    ],
    [
      'who leaves as a whole leaves what began after a gap, too',
      twice,
      { kind: 'end', planId: PPO, endsAnyPlan: true, from: d('2026-01-01'), until: d('2026-05-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-05-01']],
    ],
    ['025 reopens without a gap', ended, { kind: 'reinstate' }, 'reinstated', [[PPO, '2026-01-01', null]]],
    [
      '025 with a later start leaves the gap',
      ended,
      { kind: 'reinstate', from: d('2026-09-01') },
      'reinstated',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [PPO, '2026-09-01', null],
      ],
    ],
    [
      '025 of what has not ended changes nothing',
      open,
      { kind: 'reinstate', from: d('2026-09-01') },
      'unchanged',
      [[PPO, '2026-01-01', null]],
    ],
    [
      '025 of what has not ended takes the last day that it names',
      open,
      { kind: 'reinstate', from: d('2026-01-01'), until: d('2027-01-01') },
      'ended',
      [[PPO, '2026-01-01', '2027-01-01']],
    ],
    [
      '025 with an earlier last day than is known is an end',
      ended,
      { kind: 'reinstate', from: d('2026-01-01'), until: d('2026-06-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-06-01']],
    ],
    [
      '002 of the plan that was voids what only followed the subscriber in the same file',
      [{ planId: HMO, from: d('2027-01-01'), until: null, followsSubscriber: true }],
      { kind: 'cancel', planId: PPO, from: d('2027-01-01') },
      'voided',
      [],
    ],
    [
      'and of what followed from before the first day that it names it voids the rest alone',
      [
        ...ended.map((span): FileSpan => ({ ...span, until: d('2026-10-16') })),
        { planId: HMO, from: d('2026-10-16'), until: null, followsSubscriber: true },
      ],
      { kind: 'cancel', planId: PPO, from: d('2026-11-01') },
      'voided',
      [
        [PPO, '2026-01-01', '2026-10-16'],
        [HMO, '2026-10-16', '2026-11-01'],
      ],
    ],
    [
      'the plan that a dependent has left with the subscriber goes on where the file names it for the dependent',
      [
        { planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') },
        { planId: HMO, from: d('2026-07-01'), until: d('2026-12-01'), followsSubscriber: true },
        { planId: PPO, from: d('2026-12-01'), until: null, followsSubscriber: true },
      ],
      { kind: 'set', planId: PPO, from: d('2026-01-01') },
      'changed',
      [[PPO, '2026-01-01', null]],
    ],
    [
      'and ends where the file says so, without what followed',
      [
        { planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') },
        { planId: HMO, from: d('2026-07-01'), until: null, followsSubscriber: true },
      ],
      { kind: 'set', planId: PPO, from: d('2026-01-01'), until: d('2026-10-01') },
      'ended',
      [[PPO, '2026-01-01', '2026-10-01']],
    ],
    [
      'but not where another plan of its own follows',
      [
        { planId: PPO, from: d('2026-01-01'), until: d('2026-07-01') },
        { planId: HMO, from: d('2026-07-01'), until: null },
      ],
      { kind: 'set', planId: PPO, from: d('2026-01-01') },
      'unchanged',
      [
        [PPO, '2026-01-01', '2026-07-01'],
        [HMO, '2026-07-01', null],
      ],
    ],
    [
      '002 of another plan voids nothing',
      open,
      { kind: 'cancel', planId: HMO, from: d('2026-01-01') },
      'unchanged',
      [[PPO, '2026-01-01', null]],
    ],
    ['002 voids it', open, { kind: 'cancel', planId: PPO, from: d('2026-01-01') }, 'voided', []],
  ])('%s', (_name, current, request, effect, spans) => {
    const result = applyFileCoverage(current, request);
    expect(result).toMatchObject({ effect });
    expect('spans' in result ? result.spans.map((span) => [span.planId, span.from, span.until]) : result).toEqual(
      spans,
    );
  });

  it.each<[string, FileSpan[], FileCoverageRequest]>([
    ['a later end than the one sent before', ended, { kind: 'end', until: d('2026-08-01') }],
    ['an end without a day', open, { kind: 'end' }],
    ['an end of a plan that the person does not have', open, { kind: 'end', planId: HMO, until: d('2026-07-01') }],
    ['coverage without a plan', [], { kind: 'set', from: d('2026-01-01') }],
    ['coverage without a first day', [], { kind: 'set', planId: PPO }],
    ['a reinstatement of nothing', [], { kind: 'reinstate' }],
  ])('refuses %s in words', (_name, current, request) =>
    expect(applyFileCoverage(current, request)).toMatchObject({ refused: expect.stringMatching(/\.$/) }),
  );

  it('never lets spans overlap and does nothing the second time, whatever comes', () => {
    const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays(d('2025-01-01'), days));
    const request = fc
      .record({
        kind: fc.constantFrom('set' as const, 'end' as const, 'reinstate' as const, 'cancel' as const),
        planId: fc.constantFrom(PPO, HMO),
        from: day,
        until: fc.option(day),
      })
      .filter((one) => one.until === null || one.until > one.from);
    fc.assert(
      fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
        let spans: readonly FileSpan[] = [];
        for (const one of requests) {
          const result = applyFileCoverage(spans, one);
          if ('refused' in result) continue;
          spans = result.spans;
          spans.forEach((a, i) => spans.slice(i + 1).forEach((b) => expect(overlaps(a, b)).toBe(false)));
          spans.forEach((span) => expect(span.until === null || span.from < span.until).toBe(true));
          if (one.kind === 'set') expect(applyFileCoverage(spans, one)).toMatchObject({ effect: 'unchanged' });
          // A second end is no news; where the first took back a span that never began, it may only be refused, never
          // taken for another change.
          if (one.kind === 'end') expect(applyFileCoverage(spans, one)).not.toMatchObject({ effect: 'ended' });
        }
      }),
    );
  });
});

it('a plan that the file names for a dependent until a day is not named behind it', () => {
  const following = { planId: PPO, from: d('2026-12-01'), until: null, followsSubscriber: true } as const;
  expect(markListed([following], PPO, d('2026-10-01'))).toEqual([following]);
  expect(markListed([following], HMO)).toEqual([following]);
  expect(markListed([following], PPO, d('2027-01-01'))).toEqual([{ planId: PPO, from: d('2026-12-01'), until: null }]);
  expect(markListed([following], PPO)).toEqual([{ planId: PPO, from: d('2026-12-01'), until: null }]);
});
