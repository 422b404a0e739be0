import { expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import {
  changesDatedFields,
  type EditContext,
  EDITED_FIELDS,
  type MemberEdit,
  problemsOfDatedFields,
  problemsOfMemberEdit,
} from './member-edit.ts';

const context: EditContext = {
  today: d('2026-11-20'),
  isSubscriber: true,
  status: 'active',
  classes: [{ code: 'FT001' }],
  locations: [{ code: 'HQ-MAIN' }],
  current: { class: 'OLD', billingLocation: 'HQ-MAIN', firstName: 'Inés', phone: '' },
  hasPartner: true,
};
const empty = Object.fromEntries(EDITED_FIELDS.map((field) => [field, ''])) as MemberEdit;
const ines: MemberEdit = {
  ...empty,
  firstName: 'Inés',
  lastName: 'Calderwood',
  class: 'OLD',
  billingLocation: 'HQ-MAIN',
  status: 'active',
  hireDate: '2016-03-14',
  salary: '$52,000',
  state: 'ks',
  zipCode: '67210',
};
const paths = (change: Partial<MemberEdit>, about: Partial<EditContext> = {}) =>
  problemsOfMemberEdit({ ...ines, ...change }, { ...context, ...about }).map(({ path }) => path);

it.each<[string, Partial<MemberEdit>, string[]]>([
  ['nothing', {}, []],
  ['a name', { firstName: '  ' }, ['firstName']],
  ['a long text', { jobTitle: 'x'.repeat(201) }, ['jobTitle']],
  ['an address', { email: 'ines', zipCode: '6721', state: 'XX' }, ['email', 'state', 'zipCode']],
  ['an address abroad', { city: 'Toronto', state: 'ON', zipCode: 'M5V 2T6', country: 'Canada' }, []],
  ['a country that nobody knows', { country: 'Atlantis' }, ['country']],
  ['a state of no state at home', { state: 'ON', country: 'USA' }, ['state']],
  ['a class nobody offers', { class: 'XYZ' }, ['class']],
  ['no money', { salary: 'a lot' }, ['salary']],
  ['leave', { status: 'leave_of_absence' }, []],
  ['an end by hand', { status: 'terminated' }, ['status']],
])('subscriber: %s', (_what, change, expected) => expect(paths(change)).toEqual(expected));

it('a dependent has a relationship, one partner in a family, and no employment', () => {
  expect(paths({ relationship: 'child', salary: 'a lot' }, { isSubscriber: false })).toEqual([]);
  expect(paths({ relationship: 'spouse' }, { isSubscriber: false })).toEqual(['relationship']);
  expect(paths({ relationship: 'spouse' }, { isSubscriber: false, hasPartner: false })).toEqual([]);
  expect(paths({ relationship: 'self' }, { isSubscriber: false })).toEqual(['relationship']);
});

it('who has one name only keeps it', () =>
  expect(paths({ firstName: '' }, { current: { ...context.current, firstName: '' } })).toEqual([]));

it('whose coverage has ended is not put on leave', () =>
  expect(paths({ status: 'leave_of_absence' }, { status: 'terminated' })).toEqual(['status']));

it('an old phone number that nobody touches holds up no other field', () => {
  const current = { ...context.current, phone: '555-0123, evenings' };
  expect(paths({ phone: current.phone, jobTitle: 'Foreman' }, { current })).toEqual([]);
  expect(paths({ phone: '555-0124' }, { current })).toEqual(['phone']);
});

it('class, location and salary apply from a day that is not later than today', () => {
  const current = { class: 'OLD', billingLocation: 'HQ-MAIN', salary: '52,000.00' };
  expect(changesDatedFields({ ...ines, ...current, salary: ' 52,000.00 ' }, current)).toBe(false);
  expect(changesDatedFields({ ...ines, ...current, salary: '54,000' }, current)).toBe(true);
  const wrong = (day: string) => problemsOfDatedFields(day, context.today).length;
  expect(['', '2026-11-20', '2026-01-01'].map(wrong)).toEqual([0, 0, 0]);
  expect(['2026-11-21', '11/20', '0026-01-01'].map(wrong)).toEqual([1, 1, 1]);
});
