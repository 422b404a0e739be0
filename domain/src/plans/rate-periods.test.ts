import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMonths, calendarDateFrom, contains, type Period } from '../calendar-date.ts';
import { gapsBetween, problemsOfRatePeriod, type RatePeriod, replacedBy, takeOver } from './rate-periods.ts';

const day = calendarDateFrom;
const period = (tableId: string, from: string, until: string | null): RatePeriod => ({
  tableId,
  from: day(from),
  until: until === null ? null : day(until),
});

it.each<[string, RatePeriod[], RatePeriod, RatePeriod[], string[]]>([
  [
    'ends the open version the day before',
    [period('a', '2026-01-01', null)],
    period('b', '2027-01-01', null),
    [period('a', '2026-01-01', '2027-01-01'), period('b', '2027-01-01', null)],
    [],
  ],
  [
    'splits the version it lies inside',
    [period('a', '2026-01-01', null)],
    period('b', '2026-04-01', '2026-07-01'),
    [period('a', '2026-01-01', '2026-04-01'), period('b', '2026-04-01', '2026-07-01'), period('a', '2026-07-01', null)],
    [],
  ],
  [
    'replaces what it covers',
    [period('a', '2026-01-01', '2027-01-01'), period('c', '2027-01-01', null)],
    period('b', '2026-01-01', '2027-01-01'),
    [period('b', '2026-01-01', '2027-01-01'), period('c', '2027-01-01', null)],
    ['a'],
  ],
  [
    'leaves a gap before it',
    [period('a', '2026-01-01', '2027-01-01')],
    period('b', '2027-02-01', null),
    [period('a', '2026-01-01', '2027-01-01'), period('b', '2027-02-01', null)],
    [],
  ],
])('a version %s', (_what, current, added, periods, replaced) => {
  const answer = takeOver(current, added);
  expect(answer.periods).toEqual(periods);
  expect(replacedBy(answer.periods, answer.taken)).toEqual(replaced);
});

it('after any activations every day has at most one version, and the last one activated for it', () => {
  const month = (index: number) => addMonths(day('2026-01-01'), index);
  const one = fc.tuple(fc.nat(24), fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (activations) => {
      let periods: readonly RatePeriod[] = [];
      const all = activations.map(([from, months], index): RatePeriod => ({
        tableId: String(index),
        from: month(from),
        until: months === null ? null : month(from + months),
      }));
      for (const added of all) ({ periods } = takeOver(periods, added));
      for (let index = 0; index < 40; index += 1) {
        const on = month(index);
        const inForce = periods.filter((each) => contains(each, on)).map(({ tableId }) => tableId);
        expect(inForce).toEqual(
          all
            .filter((each) => contains(each, on))
            .map(({ tableId }) => tableId)
            .slice(-1),
        );
      }
    }),
  );
});

it('names the days without a version', () => {
  const periods: Period[] = [period('b', '2027-02-01', null), period('a', '2026-01-01', '2027-01-01')];
  expect(gapsBetween(periods)).toEqual([{ from: '2027-01-01', until: '2027-02-01' }]);
});

it.each<[string, string | null, string | undefined]>([
  ['2026-01-01', null, undefined],
  ['2026-01-01', '2027-01-01', undefined],
  ['2026-01-01', '2200-01-01', undefined],
  ['0001-01-01', null, 'from: Enter a date from 01/01/1990 to 12/31/2199.'],
  ['9999-01-01', null, 'from: Enter a date from 01/01/1990 to 12/31/2199.'],
  ['2026-01-01', '9999-12-01', 'until: Enter a date from 01/01/1990 to 12/31/2199.'],
  ['2026-01-02', null, 'from: A version begins on the first day of a month.'],
  ['2026-01-01', '2026-12-31', 'until: A version ends on the last day of a month.'],
  ['2026-02-01', '2026-01-01', 'until: A version ends after it begins.'],
])('the period of a version from %s until %s', (from, until, problem) => {
  const [found] = problemsOfRatePeriod(period('a', from, until));
  expect(found && `${found.path}: ${found.message}`).toBe(problem);
});
