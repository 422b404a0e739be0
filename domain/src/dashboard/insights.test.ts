import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSIGHT_KINDS, insightAdvice, insightSeverity, insightTitle, rankInsights } from './insights.ts';

describe('recommendations', () => {
  it.each([
    ['age_out', 1, false, '1 dependent turns 26 within 90 days'],
    ['age_out', 12, false, '12 dependents turn 26 within 90 days'],
    ['missing_ssn', 1204, false, '1,204 subscribers have no SSN on record'],
    ['duplicates', 500, true, 'More than 500 pairs of records may be the same person'],
  ] as const)('%s, %i: %s', (kind, count, more, words) => {
    expect(insightTitle(kind, count, more)).toBe(words);
  });

  it('each says what to do', () => {
    for (const kind of INSIGHT_KINDS) expect(insightAdvice(kind)).toMatch(/\.$/);
  });

  it('never stand without a count, and what is wrong comes first', () => {
    const found = fc.uniqueArray(
      fc.record({ kind: fc.constantFrom(...INSIGHT_KINDS), count: fc.integer({ min: 0, max: 9 }) }),
      {
        selector: ({ kind }) => kind,
      },
    );
    fc.assert(
      fc.property(found, (list) => {
        const ranked = rankInsights(list);
        expect(ranked).toHaveLength(list.filter(({ count }) => count > 0).length);
        const order = ranked.map(({ kind }) => ['act', 'soon', 'tidy'].indexOf(insightSeverity(kind)));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});
