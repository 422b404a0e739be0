import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { asksForReason } from './given-reason.ts';
import { problemsOfTobaccoUse } from './tobacco-use.ts';

const TODAY = calendarDateFrom('2026-11-22');
const known = [{ usesTobacco: false, effectiveOn: calendarDateFrom('2026-12-01') }];

it.each([
  ['yes', '2026-11-22', '2026-11-20', []],
  ['no', '2017-01-01', '2016-12-01', []],
  ['', '', '', ['usesTobacco', 'from', 'attestedOn']],
  ['yes', '2028-01-01', '2026-11-23', ['from', 'attestedOn']],
  ['yes', '2010-01-01', '2026-11-22', ['from']],
] as const)(
  'the answer “%s” from %s, attested on %s, has its problems at %j',
  (usesTobacco, from, attestedOn, paths) => {
    const form = { usesTobacco, from, attestedOn, overrideReason: 'The member corrected the attestation' };
    const problems = problemsOfTobaccoUse(form, TODAY, known);
    expect(problems.map(({ path }) => path)).toEqual(paths);
  },
);

it.each([
  ['2026-11-21', 'Bills since 11/21/2026 are adjusted. Give a reason to start before today.'],
  ['2026-12-01', '“Does not use tobacco” from 12/01/2026 is on record. Give a reason to replace it.'],
])('an answer from %s asks for a reason', (from, message) => {
  const form = { usesTobacco: 'yes', from, attestedOn: '2026-11-20', overrideReason: ' ' } as const;
  const problems = problemsOfTobaccoUse(form, TODAY, known);
  expect(problems).toEqual([{ path: 'from', message }]);
  expect(problems.every(asksForReason)).toBe(true);
  expect(problemsOfTobaccoUse({ ...form, overrideReason: 'Attested late by the member' }, TODAY, known)).toEqual([]);
});
