import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDateFrom as d } from '../calendar-date.ts';
import {
  type EnrollmentContext,
  lawfulDayWords,
  type NewMemberForm,
  plansFor,
  problemsOfNewMember,
  proposedStart,
  splitName,
} from './new-member.ts';

const context: EnrollmentContext = {
  today: d('2026-11-20'),
  classes: [{ code: 'FT001' }, { code: 'PT001' }],
  locations: [{ code: 'HQ-MAIN' }],
  plans: [
    { id: 'ppo', line: 'medical', name: 'Premium PPO Plus', networkType: 'PPO' },
    { id: 'ichra', line: 'medical', name: 'ICHRA Allowance', networkType: 'ICHRA' },
    { id: 'dental', line: 'dental', name: 'Basic Dental', networkType: null },
  ],
  offers: [
    { planId: 'ppo', classCode: 'FT001', locationCode: 'HQ-MAIN' },
    { planId: 'ichra', classCode: 'FT001', locationCode: 'HQ-MAIN' },
    { planId: 'dental', classCode: 'FT001', locationCode: 'HQ-MAIN' },
  ],
  terms: {
    waitingPeriodDays: 30,
    waitingPeriodStart: 'first_of_month_following',
    effectiveDate: d('2024-01-01'),
    retroTermDays: 60,
  },
};
const none = { selected: '', startDate: '', endDate: '' };
const theo = {
  name: 'Theo Haddad',
  dateOfBirth: '1990-02-28',
  relationship: 'spouse',
  plans: { medical: { selected: 'ppo', startDate: '2026-12-01', endDate: '' }, dental: none, vision: none },
};
const omar: NewMemberForm = {
  firstName: 'Omar',
  lastName: 'Haddad',
  email: 'omar@kestrel.test',
  phone: '(316) 555-0171',
  dateOfBirth: '',
  ssn: '123-45-6701',
  class: 'FT001',
  billingLocation: 'HQ-MAIN',
  hireDate: '2026-10-05',
  plans: {
    medical: { selected: 'ppo', enrollmentDate: '2026-12-01' },
    dental: { selected: '', enrollmentDate: '' },
    vision: { selected: '', enrollmentDate: '' },
  },
  dependentDetails: [theo],
  overrideReason: '',
};
const paths = (form: NewMemberForm): string[] => problemsOfNewMember(form, context).map(({ path }) => path);
const medical = (selected: string, enrollmentDate: string) => ({
  plans: { ...omar.plans, medical: { selected, enrollmentDate } },
});

describe('problemsOfNewMember', () => {
  it('finds nothing wrong with Omar and his spouse', () => expect(problemsOfNewMember(omar, context)).toEqual([]));

  it('asks for the date of birth where the rates of a chosen plan depend on age', () => {
    const ppo = (methodologies: ('composite' | 'age_rated')[], offered: 'composite' | 'age_rated' | null) => ({
      ...context,
      plans: context.plans.map((plan) => (plan.id === 'ppo' ? { ...plan, methodologies } : plan)),
      offers: (context.offers ?? []).map((offer) => ({ ...offer, methodology: offered })),
    });
    const asked = (of: EnrollmentContext, dateOfBirth = '') =>
      problemsOfNewMember({ ...omar, dateOfBirth }, of).map(({ path }) => path);
    expect(asked(ppo(['composite', 'age_rated'], 'age_rated'))).toEqual(['dateOfBirth']);
    expect(asked(ppo(['age_rated'], null))).toEqual(['dateOfBirth']);
    expect(asked({ ...ppo(['age_rated'], null), offers: null })).toEqual(['dateOfBirth']);
    expect(asked(ppo(['age_rated'], null), '1988-03-04')).toEqual([]);
    expect(asked(ppo(['composite', 'age_rated'], null))).toEqual([]);
    expect(asked(ppo(['composite'], 'composite'), '2030-01-01')).toEqual(['dateOfBirth']);
  });

  it.each<[string, Partial<NewMemberForm>, string[]]>([
    ['names are needed', { firstName: ' ', lastName: '' }, ['firstName', 'lastName']],
    ['names of any script pass', { firstName: 'محمد', lastName: "Ó Néill-D'Arcy" }, []],
    ['an address', { email: 'omar' }, ['email']],
    ['a phone', { phone: '555' }, ['phone']],
    ['no phone', { phone: '' }, []],
    ['an SSN that nobody has', { ssn: '000-12-3456' }, ['ssn']],
    ['an ITIN', { ssn: '900-70-1234' }, []],
    ['an unknown class', { class: 'XYZ' }, ['class', 'plans.medical.selected']],
    ['no such day', { hireDate: '2026-02-30' }, ['hireDate']],
    ['hired far ahead', { hireDate: '2028-01-01' }, ['hireDate', 'plans.medical.enrollmentDate']],
    [
      'a plan that was withdrawn',
      { ...medical('gone', '2026-12-01'), dependentDetails: [] },
      ['plans.medical.selected'],
    ],
    ['no medical plan', { ...medical('', ''), dependentDetails: [] }, ['plans.medical.selected']],
    ['a plan of another class', { class: 'PT001', dependentDetails: [] }, ['plans.medical.selected']],
    ['before the waiting period is over', medical('ppo', '2026-11-20'), ['plans.medical.enrollmentDate']],
    ['the same with a reason', { ...medical('ppo', '2026-11-20'), overrideReason: 'Agreed by the employer' }, []],
    ['a reason too short', { ...medical('ppo', '2026-11-20'), overrideReason: 'ok' }, ['plans.medical.enrollmentDate']],
    [
      'further back than the window',
      { ...medical('ppo', '2026-09-20'), hireDate: '2026-01-05' },
      ['plans.medical.enrollmentDate'],
    ],
    [
      'before the group, even with a reason',
      { ...medical('ppo', '2023-12-01'), hireDate: '2023-01-05', overrideReason: 'Agreed by the employer' },
      ['plans.medical.enrollmentDate'],
    ],
    [
      'a second partner',
      { dependentDetails: [theo, { ...theo, relationship: 'domestic_partner' }] },
      ['dependentDetails.1.relationship'],
    ],
    [
      'a relationship that is no choice',
      { dependentDetails: [{ ...theo, relationship: 'self' }] },
      ['dependentDetails.0.relationship'],
    ],
    [
      'born tomorrow',
      { dependentDetails: [{ ...theo, dateOfBirth: '2026-11-21' }] },
      ['dependentDetails.0.dateOfBirth'],
    ],
    [
      'eleven dependents',
      { dependentDetails: Array.from({ length: 11 }, () => ({ ...theo, relationship: 'child' })) },
      ['dependentDetails'],
    ],
    [
      'a line the subscriber has not',
      {
        dependentDetails: [
          { ...theo, plans: { ...theo.plans, dental: { selected: 'dental', startDate: '2026-12-01', endDate: '' } } },
        ],
      },
      ['dependentDetails.0.plans.dental.selected'],
    ],
    [
      'earlier than the subscriber',
      {
        dependentDetails: [
          { ...theo, plans: { ...theo.plans, medical: { selected: 'ppo', startDate: '2026-11-30', endDate: '' } } },
        ],
      },
      ['dependentDetails.0.plans.medical.startDate'],
    ],
    [
      'ends before it starts',
      {
        dependentDetails: [
          {
            ...theo,
            plans: { ...theo.plans, medical: { selected: 'ppo', startDate: '2026-12-01', endDate: '2026-12-01' } },
          },
        ],
      },
      ['dependentDetails.0.plans.medical.endDate'],
    ],
    [
      'a dependent of an allowance',
      {
        ...medical('ichra', '2026-12-01'),
        dependentDetails: [
          { ...theo, plans: { ...theo.plans, medical: { selected: 'ichra', startDate: '2026-12-01', endDate: '' } } },
        ],
      },
      ['dependentDetails.0.plans.medical.selected'],
    ],
  ])('%s', (_what, change, expected) => expect(paths({ ...omar, ...change })).toEqual(expected));

  it('never says an SSN or a birth date, whatever is entered', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{9}$/),
        fc.date({ min: new Date('1800-01-01'), max: new Date('2199-01-01'), noInvalidDate: true }),
        (ssn, born) => {
          const dateOfBirth = born.toISOString().slice(0, 10);
          const said = JSON.stringify(
            problemsOfNewMember({ ...omar, ssn, dependentDetails: [{ ...theo, dateOfBirth }] }, context),
          );
          expect(said).not.toContain(ssn);
          expect(said).not.toContain(dateOfBirth);
        },
      ),
    );
  });
});

it('explains which rule decided the first day', () => {
  expect(lawfulDayWords(d('2026-03-10'), context.terms)).toBe(
    'Hired 03/10/2026, 30 days waiting, 1st of Month Following Hire: coverage can start on 05/01/2026.',
  );
  expect(lawfulDayWords(d('2026-05-02'), { ...context.terms, waitingPeriodDays: 60 })).toContain(
    '07/31/2026, the 91st day, which is the federal limit',
  );
  expect(lawfulDayWords(d('2020-05-02'), context.terms)).toContain("the group's effective date");
});

it('always proposes a day that the rules accept', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4000, max: 360 }), fc.integer({ min: 0, max: 90 }), (days, waitingPeriodDays) => {
      const hireDate = addDays(context.today, days);
      const terms = { ...context.terms, waitingPeriodDays };
      const start = proposedStart(hireDate, terms, context.today);
      const found = problemsOfNewMember(
        { ...omar, hireDate, ...medical('ppo', start), dependentDetails: [] },
        { ...context, terms },
      );
      expect(found.filter(({ message }) => !message.includes('more than a year ahead'))).toEqual([]);
    }),
  );
});

it('splits a full name and gives a single word the family’s name', () => {
  expect(splitName(' Maria  de la Cruz ', 'Haddad')).toEqual({ firstName: 'Maria', lastName: 'de la Cruz' });
  expect(splitName('Noor', 'Haddad')).toEqual({ firstName: 'Noor', lastName: 'Haddad' });
});

it('offers every plan where the group has arranged nothing', () => {
  expect(plansFor({ ...context, offers: null }, 'medical', 'PT001', 'HQ-MAIN').map(({ id }) => id)).toEqual([
    'ppo',
    'ichra',
  ]);
  expect(plansFor(context, 'medical', 'PT001', 'HQ-MAIN')).toEqual([]);
});
