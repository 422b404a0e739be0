import { describe, expect, it } from 'vitest';
import { calendarDateFrom as day } from '../../calendar-date.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { endWithoutDay, judgeEndWithoutDay } from './end-without-day.ts';

const DIED = day('2026-10-10');
const record = (over: Partial<EnrollmentRecord>): EnrollmentRecord => ({
  recordNo: 1,
  source: 'edi834',
  line: 8,
  isSubscriber: false,
  relationship: 'spouse',
  action: 'end',
  dateOfDeath: DIED,
  coverages: [],
  problems: [],
  warnings: [],
  raw: '',
  ...over,
});
const ended = (over: Partial<EnrollmentRecord>) => {
  const one = record(over);
  endWithoutDay(one);
  return { whole: one.endsUntil, lines: one.coverages.map(({ until }) => until), says: one.endsWith };
};

describe('an end without a last day, beside a date of death or the end of COBRA', () => {
  it.each([
    ['of everything ends with it, the last day covered', {}, { whole: '2026-10-11', lines: [], says: 'death' }],
    [
      'of a line ends with it',
      { coverages: [{ line: 'medical', action: 'end' }] },
      { whole: '2026-10-11', lines: ['2026-10-11'], says: 'death' },
    ],
    [
      'of a line that HD01 alone ends',
      {
        action: 'change',
        coverages: [
          { line: 'medical', action: 'end' },
          { line: 'dental', action: 'change' },
        ],
      },
      { whole: undefined, lines: ['2026-10-11', undefined], says: 'death' },
    ],
    [
      'beside a line that has its own',
      {
        endsUntil: day('2026-11-01'),
        coverages: [
          { line: 'medical', action: 'end', until: day('2026-11-01') },
          { line: 'dental', action: 'end' },
        ],
      },
      { whole: '2026-11-01', lines: ['2026-11-01', '2026-10-11'], says: 'death' },
    ],
    [
      'keeps a day that is named',
      { endsUntil: day('2026-11-01') },
      { whole: '2026-11-01', lines: [], says: undefined },
    ],
    [
      'ends nothing of a comparison',
      { action: 'compare', coverages: [{ line: 'medical', action: 'compare' }] },
      { whole: undefined, lines: [undefined], says: undefined },
    ],
    ['ends nothing of a change', { action: 'change' }, { whole: undefined, lines: [], says: undefined }],
    ['leaves what never was', { neverCovered: true }, { whole: undefined, lines: [], says: undefined }],
    [
      'stands in for no date that is none',
      { problems: [{ field: 'eligibilityUntil', code: 'not_a_date', message: '' }] },
      { whole: undefined, lines: [], says: undefined },
    ],
    [
      'under COBRA ends with that',
      { dateOfDeath: undefined, cobra: true, cobraEndDate: day('2026-10-31') },
      { whole: '2026-11-01', lines: [], says: 'cobra' },
    ],
    [
      'under COBRA, after a death, ends with the death',
      { cobra: true, cobraEndDate: day('2026-10-31') },
      { whole: '2026-10-11', lines: [], says: 'death' },
    ],
    [
      'beside a COBRA that the file does not name is not there',
      { dateOfDeath: undefined, cobraEndDate: day('2026-10-31') },
      { whole: undefined, lines: [], says: undefined },
    ],
    ['is not there', { dateOfDeath: undefined }, { whole: undefined, lines: [], says: undefined }],
  ] satisfies [string, Partial<EnrollmentRecord>, unknown][])('%s', (_name, over, expected) => {
    expect(ended(over)).toEqual(expected);
  });
});

describe('a date of death, or the end of COBRA, that ends coverage', () => {
  it.each([
    ['is in the past', {}, []],
    ['is not in the future', { dateOfDeath: day('2026-11-24') }, ['death_future']],
    ['is not an end of COBRA to come', { endsWith: 'cobra', cobraEndDate: day('2028-04-30') }, ['end_missing']],
    ['is the end of a COBRA that is over', { endsWith: 'cobra', cobraEndDate: day('2026-10-31') }, []],
    ['lies behind the birth', { dateOfBirth: day('2026-10-11') }, ['death_before_birth']],
  ] satisfies [string, Partial<EnrollmentRecord>, string[]][])('%s', (_name, over, codes) => {
    const found = { problems: [] as { code: string }[], warnings: [] };
    judgeEndWithoutDay(record({ endsWith: 'death', ...over }), day('2026-11-23'), found as never);
    expect(found.problems.map(({ code }) => code)).toEqual(codes);
  });
});

it('tells a date of death to come that ends nothing', () => {
  const found = { problems: [], warnings: [] as { code: string }[] };
  for (const dateOfDeath of [DIED, day('2026-11-24')])
    judgeEndWithoutDay(record({ action: 'compare', dateOfDeath }), day('2026-11-23'), found as never);
  expect([found.problems, found.warnings.map(({ code }) => code)]).toEqual([[], ['death_to_come']]);
});
