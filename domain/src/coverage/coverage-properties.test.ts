import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, calendarDateFrom as d, contains, overlaps } from '../calendar-date.ts';
import { cancelCoverage, type CoverageResult, endCoverage, reinstateCoverage, setCoverage } from './coverage-change.ts';
import { clipToSubscriber, followSubscriberSpans } from './family-spans.ts';
import { sameSpans, type Span } from './span.ts';

const DAYS = 800;
const dayAt = (offset: number): ReturnType<typeof d> => addDays(d('2025-01-01'), offset);
const day = fc.integer({ min: 0, max: DAYS }).map(dayAt);
const planId = fc.constantFrom('ppo', 'hmo', 'epo');
const everyDay = Array.from({ length: DAYS + 30 }, (_, offset) => dayAt(offset));

const enrollment = fc
  .record({ planId, from: day, until: fc.option(day) })
  .filter(({ from, until }) => until === null || until > from);
type Change = (spans: readonly Span[]) => CoverageResult;
const change: fc.Arbitrary<Change> = fc.oneof(
  enrollment.map(
    (one): Change =>
      (spans) =>
        setCoverage(spans, one),
  ),
  fc.record({ until: day, planId: fc.option(planId, { nil: undefined }) }).map(
    (one): Change =>
      (spans) =>
        endCoverage(spans, one),
  ),
  fc.record({ from: day, planId: fc.option(planId, { nil: undefined }) }).map(
    (one): Change =>
      (spans) =>
        cancelCoverage(spans, one),
  ),
  fc
    .record({
      planId: fc.option(planId, { nil: undefined }),
      from: fc.option(day, { nil: undefined }),
      until: fc.option(day),
    })
    .map(
      (one): Change =>
        (spans) =>
          reinstateCoverage(spans, one),
    ),
);
const spansAfter = (result: CoverageResult, before: readonly Span[]): readonly Span[] =>
  'refused' in result ? before : result.spans;
/** The coverage of one line after any changes. */
const history = fc
  .array(change, { maxLength: 10 })
  .map((changes) => changes.reduce<readonly Span[]>((spans, apply) => spansAfter(apply(spans), spans), []));

it('spans are in order, never empty and never overlap, whatever the changes', () => {
  fc.assert(
    fc.property(history, (spans) => {
      spans.forEach((a, index) => {
        expect(a.until === null || a.from < a.until).toBe(true);
        spans.slice(index + 1).forEach((b) => {
          expect(overlaps(a, b)).toBe(false);
          expect(a.from < b.from).toBe(true);
        });
      });
    }),
  );
});

it('setting coverage covers its first day with the plan, and a second time changes nothing', () => {
  fc.assert(
    fc.property(history, enrollment, (spans, one) => {
      const result = setCoverage(spans, one);
      if ('refused' in result) return;
      expect(result.spans.find((span) => contains(span, one.from))?.planId).toBe(one.planId);
      expect(setCoverage(result.spans, one)).toMatchObject({ effect: 'unchanged' });
    }),
  );
});

it('coverage that was set and then ended is as if it had been set with that end', () => {
  fc.assert(
    fc.property(planId, day, fc.integer({ min: 1, max: 400 }), (plan, from, length) => {
      const until = addDays(from, length);
      const set = setCoverage([], { planId: plan, from });
      const end = endCoverage(spansAfter(set, []), { until });
      expect(end).toEqual({ effect: 'ended', spans: [{ planId: plan, from, until }] });
    }),
  );
});

it('ending leaves nothing from the day on, and everything before it', () => {
  fc.assert(
    fc.property(history, day, (spans, until) => {
      const result = endCoverage(spans, { until });
      if ('refused' in result) return;
      for (const one of everyDay)
        expect(result.spans.some((span) => contains(span, one))).toBe(
          one < until && spans.some((span) => contains(span, one)),
        );
    }),
  );
});

it('reinstating after an end restores the coverage that was open', () => {
  fc.assert(
    fc.property(history, day, (spans, until) => {
      const last = spans.at(-1);
      if (last?.until !== null || until <= last.from) return;
      const end = endCoverage(spans, { until });
      const back = reinstateCoverage(spansAfter(end, spans), {});
      expect(back).toMatchObject({ effect: 'reinstated' });
      expect(sameSpans(spansAfter(back, []), spans)).toBe(true);
    }),
  );
});

it('canceling leaves nothing of the period, and all of the others', () => {
  fc.assert(
    fc.property(history, day, fc.option(planId, { nil: undefined }), (spans, from, plan) => {
      const canceled = spans.filter((span) => contains(span, from) && (plan === undefined || span.planId === plan));
      const result = cancelCoverage(spans, { from, planId: plan });
      expect(result).toEqual({
        effect: canceled.length > 0 ? 'voided' : 'unchanged',
        spans: spans.filter((span) => !canceled.includes(span)),
      });
    }),
  );
});

it('a dependent is covered only on days on which the subscriber is', () => {
  fc.assert(
    fc.property(history, history, history, (dependent, subscriber, before) => {
      for (const spans of [
        clipToSubscriber(dependent, subscriber),
        followSubscriberSpans(dependent, subscriber, before),
      ]) {
        spans.forEach((a, index) => spans.slice(index + 1).forEach((b) => expect(overlaps(a, b)).toBe(false)));
        for (const one of everyDay)
          if (spans.some((span) => contains(span, one)))
            expect(
              subscriber.some((span) => contains(span, one)) && dependent.some((span) => contains(span, one)),
            ).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
