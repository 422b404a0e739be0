import { expect, it } from 'vitest';
import type { CalendarDate } from '../calendar-date.ts';
import { missingForActivation, planFieldText, problemsOfClosing } from './plan-changes.ts';

const day = (text: string): CalendarDate => text as CalendarDate;

it.each<[string, Partial<Parameters<typeof missingForActivation>[0]>, string[]]>([
  ['complete', {}, []],
  ['no plan year', { hasYear: false }, ['year']],
  ['rates in draft', { rates: 'draft' }, ['rates']],
  ['no rates', { rates: 'none' }, ['rates']],
  ['an ICHRA has no rates', { rates: 'none', isRated: false }, []],
  ['neither', { rates: 'none', hasYear: false }, ['year', 'rates']],
])('activation: %s', (_name, change, paths) =>
  expect(
    missingForActivation({
      effectiveDate: day('2027-01-01'),
      isRated: true,
      hasYear: true,
      rates: 'active',
      ...change,
    }).map(({ path }) => path),
  ).toEqual(paths),
);

it.each<[string, string, string, string[]]>([
  ['a day and a reason', '2027-01-01', 'Closed by the carrier', []],
  ['no day', '', 'Closed', ['from']],
  ['a day before the plan', '2016-12-31', 'Closed', ['from']],
  ['no reason', '2027-01-01', ' ', ['reason']],
  ['a long reason', '2027-01-01', 'x'.repeat(501), ['reason']],
])('closing: %s', (_name, from, reason, paths) =>
  expect(problemsOfClosing({ from, reason }, day('2017-01-01')).map(({ path }) => path)).toEqual(paths),
);

it.each([
  ['status', 'draft', 'Draft'],
  ['line', 'dental', 'Dental'],
  ['startProration', 'wash_15', '15/16 rule'],
  ['withdrawnFrom', '2027-01-01', '01/01/2027'],
  ['withdrawnFrom', null, null],
  ['newbornFreeDays', 31, '31'],
  ['name', 'Premium PPO Plus', 'Premium PPO Plus'],
])('%s of %s in the history', (field, value, text) => expect(planFieldText(field, value)).toBe(text));
