import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { problemsOfTobaccoUse } from './tobacco-use.ts';

it.each([
  ['yes', '2026-12-01', '2026-11-20', []],
  ['no', '2017-01-01', '2016-12-01', []],
  ['', '', '', ['usesTobacco', 'from', 'attestedOn']],
  ['yes', '2028-01-01', '2026-11-23', ['from', 'attestedOn']],
  ['yes', '2010-01-01', '2026-11-22', ['from']],
] as const)(
  'the answer “%s” from %s, attested on %s, has its problems at %j',
  (usesTobacco, from, attestedOn, paths) => {
    const problems = problemsOfTobaccoUse({ usesTobacco, from, attestedOn }, calendarDateFrom('2026-11-22'));
    expect(problems.map(({ path }) => path)).toEqual(paths);
  },
);
