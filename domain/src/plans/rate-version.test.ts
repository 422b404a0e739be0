import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { versionForContract } from './rate-version.ts';

const day = calendarDateFrom;
const QUARTERS = ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'].map((from, index, all) => ({
  name: `Q${index + 1}`,
  from: day(from),
  until: all[index + 1] === undefined ? null : day(all[index + 1] as string),
}));
const draft = { name: 'Q2 corrected', from: day('2026-04-01'), until: day('2026-07-01') };

it.each([
  ['a contract from May', QUARTERS, '2026-05-01', '2026-11-01', 'Q2'],
  ['a contract from July', QUARTERS, '2026-07-01', '2026-11-01', 'Q3'],
  ['a contract from May, in the next year', QUARTERS, '2026-05-01', '2027-04-01', 'Q2'],
  ['a plan that has rates since the plan year began', QUARTERS.slice(2), '2026-01-01', '2026-11-01', 'Q3'],
  ['a month before the plan has rates', QUARTERS.slice(2), '2026-01-01', '2026-06-01', undefined],
  ['a draft of the locked quarter', [...QUARTERS, draft], '2026-05-01', '2026-11-01', 'Q2 corrected'],
  ['a draft of another quarter', [...QUARTERS, draft], '2026-07-01', '2026-11-01', 'Q3'],
])('the rates of %s are those of its start', (_, versions, start, on, name) => {
  expect(versionForContract(versions, day(start), day(on))?.name).toBe(name);
});
