import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { fromCents } from '../money.ts';
import type { EnrollmentRecord } from './enrollment-record.ts';
import { judge, judgeInPlace } from './judge.ts';
import { isAddressCut } from './judge-address.ts';
import { shown } from './shown-value.ts';

const today = calendarDateFrom('2026-03-01');
const date = calendarDateFrom;

const OLA: EnrollmentRecord = {
  recordNo: 1,
  source: 'edi834',
  line: 8,
  familyKey: '123456761',
  isSubscriber: true,
  relationship: 'self',
  action: 'add',
  ssn: '123456761',
  firstName: 'Ola',
  lastName: 'Oak',
  dateOfBirth: date('1990-01-01'),
  email: 'ola.oak@example.com',
  state: 'IL',
  zip: '62701',
  coverages: [
    { line: 'medical', action: 'add', planKey: 'MED-PPO', tierKey: 'EMP', tier: 'EMP', from: date('2026-01-01') },
  ],
  problems: [],
  warnings: [],
  raw: '',
};
const codes = (change: Partial<EnrollmentRecord>): string[] =>
  judge({ ...OLA, ...change }, today).problems.map(({ code }) => code);
const medical = OLA.coverages[0] ?? { line: 'medical', action: 'add' };

describe('judge', () => {
  it('has nothing to say about a good record', () => expect(judge(OLA, today)).toEqual({ problems: [], warnings: [] }));

  it.each<[string, Partial<EnrollmentRecord>, string[]]>([
    ['a missing SSN is allowed', { ssn: undefined }, []],
    ['an SSN of area 000', { ssn: '000456761' }, ['ssn_area']],
    ['a birth in the future', { dateOfBirth: date('2030-01-01') }, ['date_of_birth_future']],
    ['a birth today is allowed', { dateOfBirth: today, coverages: [{ ...medical, from: today }] }, []],
    ['coverage before the birth', { dateOfBirth: today }, ['before_birth']],
    ['a birth 131 years ago', { dateOfBirth: date('1895-01-01') }, ['date_of_birth_old']],
    ['no names', { firstName: undefined, lastName: undefined }, ['last_name_missing', 'first_name_missing']],
    ['an SSN in the place of a name', { source: 'census', firstName: '219-70-1381' }, ['name_is_number']],
    ['a date in the place of a name', { lastName: '03/14/1985' }, ['name_is_number']],
    ['a name with a number in it', { firstName: 'X 12345', lastName: '3' }, []],
    ['an e-mail without a dot', { source: 'census', email: 'erin.evans@example' }, ['email_shape']],
    ['an e-mail with two @', { source: 'census', email: 'a@b@c.com' }, ['email_shape']],
    ['NONE for the e-mail of an 834', { email: 'NONE' }, []],
    ['a ZIP that lost a zero', { source: 'census', zip: '6270' }, ['zip_shape']],
    ['a ZIP+4', { zip: '62701-0001' }, []],
    ['a ZIP with leading zeros', { zip: '00501' }, []],
    ['an unknown state', { source: 'census', state: 'ZZ' }, ['state_unknown']],
    ['a territory', { state: 'PR' }, []],
    ['a Canadian address', { state: 'ON', zip: 'K1A 0B1' }, []],
    [
      'a termination before the hire, of who is covered',
      { hireDate: date('2025-01-01'), terminationDate: date('2024-12-31') },
      [],
    ],
    [
      'one in a list',
      { source: 'census', hireDate: date('2025-01-01'), terminationDate: date('2024-12-31') },
      ['term_before_hire'],
    ],
    [
      'one of who has left',
      { hasLeft: true, hireDate: date('2025-01-01'), terminationDate: date('2024-12-31') },
      ['term_before_hire'],
    ],
    ['a hire before the birth', { hireDate: date('1989-01-01') }, ['hired_before_birth']],
    ['a negative salary', { salary: fromCents(-1) }, ['salary_negative']],
    [
      'a dependent without a family',
      { isSubscriber: false, relationship: 'child', familyKey: undefined },
      ['family_key_missing'],
    ],
    ['a dependent that is self', { isSubscriber: false }, ['relationship_contradicts']],
    ['a coverage without a start', { coverages: [{ ...medical, from: undefined }] }, ['start_missing']],
    [
      'a change without a start that names no plan',
      { coverages: [{ ...medical, action: 'change', planKey: undefined, from: undefined }] },
      ['start_missing'],
    ],
    [
      'a coverage that ends before it starts',
      { coverages: [{ ...medical, until: date('2025-12-01') }] },
      ['end_before_start'],
    ],
    ['an end without a last day', { action: 'end', coverages: [{ ...medical, action: 'end' }] }, ['end_missing']],
    ['an end of everything without a date', { action: 'end', coverages: [] }, ['end_missing']],
    ['an end of everything with a date', { action: 'end', coverages: [], endsUntil: today }, []],
    ['an unknown tier', { coverages: [{ ...medical, tierKey: 'XYZ', tier: undefined }] }, ['tier_unknown']],
    ['a legal tier that is none of ours', { coverages: [{ ...medical, tierKey: 'E5D', tier: undefined }] }, []],
    ['a start far away', { coverages: [{ ...medical, from: date('2099-01-01') }] }, ['start_far']],
    ['a name without end', { lastName: 'x'.repeat(201), raw: 'x'.repeat(300) }, ['too_long']],
    ['a plan without end', { coverages: [{ ...medical, planKey: 'x'.repeat(201) }] }, ['too_long']],
    ['a census row needs no start', { source: 'census', coverages: [{ ...medical, from: undefined }] }, []],
    [
      'a census tier word is only a warning',
      { source: 'census', coverages: [{ ...medical, tierKey: 'XYZ', tier: undefined }] },
      [],
    ],
  ])('%s', (_, change, expected) => expect(codes(change)).toEqual(expected));

  it.each<[string, string, Partial<EnrollmentRecord>, string | undefined, number]>([
    // Born on 29 February, the birthday is 1 March in other years (domain rules 4.11): not yet 26 on 28 February 2026.
    ['a leap day’s child the day before', '2026-02-28', { dateOfBirth: date('2000-02-29') }, undefined, 0],
    ['a leap day’s child on 1 March', '2026-03-01', { dateOfBirth: date('2000-02-29') }, undefined, 1],
    ['a leap day’s child who ends with March', '2026-03-01', { dateOfBirth: date('2000-02-29') }, '2026-04-01', 0],
    ['a child of 1 March on a leap day', '2028-02-29', { dateOfBirth: date('2002-03-01') }, undefined, 0],
    ['a child of 28 February on a leap day', '2028-02-29', { dateOfBirth: date('2002-02-28') }, undefined, 1],
    ['25 years and 364 days', '2026-11-19', { dateOfBirth: date('2000-11-20') }, undefined, 0],
    ['on the birthday', '2026-11-20', { dateOfBirth: date('2000-11-20') }, undefined, 1],
    ['who ends with the birthday’s month', '2026-11-20', { dateOfBirth: date('2000-11-05') }, '2026-12-01', 0],
    ['who ends a day after it', '2026-11-20', { dateOfBirth: date('2000-11-05') }, '2026-12-02', 1],
    ['whose coverage is over', '2026-11-20', { dateOfBirth: date('1995-01-01') }, '2026-11-20', 0],
    ['disabled (INS10)', '2026-11-20', { dateOfBirth: date('1990-01-01'), handicapped: true }, undefined, 0],
    ['a spouse', '2026-11-20', { dateOfBirth: date('1990-01-01'), relationship: 'spouse' }, undefined, 0],
  ])('warns of a covered child of 26: %s', (_, on, change, until, warned) => {
    const child: EnrollmentRecord = {
      ...OLA,
      isSubscriber: false,
      relationship: 'child',
      coverages: [{ ...medical, ...(until ? { until: date(until) } : {}) }],
      ...change,
    };
    expect(judge(child, date(on)).warnings.filter(({ code }) => code === 'child_over_age')).toHaveLength(warned);
  });

  it('does not call a grandchild or a parent a child', () => {
    const { warnings } = judge(
      { ...OLA, isSubscriber: false, relationship: 'other', dateOfBirth: date('1960-01-01') },
      today,
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^A dependent who is neither spouse nor child is 26 or older/),
    ]);
  });

  it.each(
    ['N/A', 'erin.evans@example', 'a@b@c.com'].flatMap((email) =>
      (['edi834', 'census'] as const).map((source) => [email, source] as const),
    ),
  )('takes somebody without %s for an email address, and says so (%s)', (email, source) => {
    const ola: EnrollmentRecord = { ...OLA, source, email, problems: [], warnings: [] };
    judgeInPlace(ola, today);
    expect(ola).toMatchObject({ problems: [], warnings: [{ code: 'email_left_out' }] });
    expect(ola.email).toBeUndefined();
  });

  it.each<[string, Partial<EnrollmentRecord>, Partial<EnrollmentRecord>]>([
    ['a wrong ZIP code', { zip: '6270' }, { state: 'IL', zip: undefined }],
    ['a wrong state', { state: 'Illinoy' }, { state: undefined, zip: '62701' }],
  ])('takes somebody without %s', (_, change, left) => {
    for (const source of ['edi834', 'census'] as const) {
      const ola: EnrollmentRecord = { ...OLA, source, problems: [], warnings: [], ...change };
      judgeInPlace(ola, today);
      expect(ola).toMatchObject({ problems: [], ...left });
      expect(isAddressCut(ola)).toBe(true);
    }
  });

  it('asks where a state stands for the ZIP code: the row is shifted', () => {
    const ola: EnrollmentRecord = { ...OLA, source: 'census', state: 'Chicago', zip: 'IL', problems: [], warnings: [] };
    judgeInPlace(ola, today);
    expect(ola.problems.map(({ field }) => field)).toEqual(['state', 'zip']);
  });

  it('names a wrong email address and telephone number beside what a row of a list is refused for', () => {
    const ola: EnrollmentRecord = {
      ...OLA,
      source: 'census',
      ssn: '12',
      email: 'ola@',
      phone: '12',
      zip: '6270',
      problems: [],
      warnings: [],
    };
    judgeInPlace(ola, today);
    expect([ola.problems.map(({ field }) => field), ola.warnings]).toEqual([['ssn', 'email', 'zip', 'phone'], []]);
  });

  it('leaves the last day of the job before out of an 834 that names the hire behind it, and says so', () => {
    const ola: EnrollmentRecord = {
      ...OLA,
      hireDate: date('2025-01-01'),
      terminationDate: date('2024-12-31'),
      problems: [],
      warnings: [],
    };
    judgeInPlace(ola, today);
    expect([ola.terminationDate, ola.hireDate, ola.warnings.map(({ code }) => code)]).toEqual([
      undefined,
      '2025-01-01',
      ['left_before_hired'],
    ]);
  });

  it('keeps the number of a child whose adoption is pending (ATIN), and says what it is', () => {
    expect(judge({ ...OLA, ssn: '912931234' }, today)).toMatchObject({ problems: [], warnings: [{ code: 'atin' }] });
  });

  it('warns of a missing birth date and of an ITIN', () => {
    const { warnings } = judge({ ...OLA, dateOfBirth: undefined, ssn: '912701234' }, today);
    expect(warnings.map(({ code }) => code)).toEqual(['itin', 'date_of_birth_missing']);
  });

  it('calls two plans overlapping where a later one begins before the end of an earlier, and not the plan that ends', () => {
    const plans = (...texts: string[]): EnrollmentRecord['coverages'] =>
      texts.map((text) => {
        const [action, planKey = '', from = '', until] = text.split(' ');
        return {
          line: 'medical',
          action: action as 'end',
          planKey,
          from: date(from),
          ...(until && { until: date(until) }),
        };
      });
    const warnings = (...texts: string[]): string[] =>
      judge({ ...OLA, coverages: plans(...texts) }, today).warnings.map(({ code }) => code);
    expect(warnings('add A 2026-01-01 2026-04-01', 'add B 2026-03-01')).toEqual(['plans_overlap']);
    expect(warnings('end A 2026-01-01 2026-04-01', 'add B 2026-03-01')).toEqual(['plans_overlap']);
    expect(warnings('add A 2026-01-01', 'change B 2026-03-01', 'end B 2026-03-01 2026-04-01')).toEqual([]);
  });

  it('says of a line that is not administered here nothing of its last day', () => {
    const problems = [{ field: 'coverages.0.line', code: 'line_unknown', message: 'x' }];
    expect(
      judge({ ...OLA, action: 'end', coverages: [], problems, warnings: [] }, today).problems.map(({ code }) => code),
    ).not.toContain('end_missing');
  });

  it('says once what the reader already said', () => {
    const problems = [{ field: 'coverages.0.from', code: 'not_a_date', message: 'x' }];
    expect(judge({ ...OLA, problems, coverages: [{ ...medical, from: undefined }] }, today).problems).toEqual([]);
  });

  it('never repeats an SSN or a birth date', () => {
    const day = fc.integer({ min: 1000, max: 9999 }).map((year) => date(`${year}-05-17`));
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6,10}$/), day, fc.string(), (ssn, dateOfBirth, text) => {
        const { problems, warnings } = judge({ ...OLA, ssn, dateOfBirth, state: ssn, zip: text, email: text }, today);
        const words = [...problems, ...warnings].map(({ message }) => message).join('\n');
        expect(words).not.toContain(ssn);
        expect(words).not.toContain(dateOfBirth);
      }),
    );
  });

  it('shows no value that could be a number of a person', () => {
    expect(shown('123-45-6789')).toBe('###-##-####');
    expect(shown('MED-01')).toBe('MED-01');
    expect(shown('x'.repeat(60))).toHaveLength(41);
  });
});
