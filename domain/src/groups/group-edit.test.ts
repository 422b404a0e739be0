import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFields, maskedTaxId, mergeEdit, problemsOfGroupEdit } from './group-edit.ts';
import { blankGroupForm, type GroupForm } from './group-fields.ts';

const FORM: GroupForm = {
  ...blankGroupForm(),
  companyName: 'Juniper Ridge Logistics',
  legalName: '',
  taxId: maskedTaxId('4321'),
  groupType: 'traditional',
  industry: 'Logistics',
  sicCode: '4213',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Duluth',
  stateProvince: 'MN',
  zipPostalCode: '55802',
  contactName: 'Rosalind Baptiste',
  contactPhone: '(218) 555-0142',
  contactEmail: 'r@juniper.test',
  faxPhone: '',
  website: '',
  employeeCount: 19,
  eligibleEmployeeCount: 0,
  effectiveDate: '2025-01-01',
  renewalDate: '2027-01-01',
  nextRateIncrease: '',
  waitingPeriodDays: 30,
  waitingPeriodStart: 'date_of_hire',
  hoursRequirement: 30,
  billingMethod: 'list_bill',
  paymentMethod: 'paper_bill',
  gracePeriodDays: 31,
  retroTermDays: 60,
  openEnrollmentStart: '',
  openEnrollmentEnd: '',
  cobraEnabled: false,
  employerContributionPercent: 60,
  enrollmentPeriod: 'closed',
  notificationLevel: 'all',
};
const FIELDS = Object.keys(FORM) as (keyof GroupForm)[];

describe('problems of an edited group', () => {
  test('none of a group as it is, with the tax ID masked', () => expect(problemsOfGroupEdit(FORM, FORM)).toEqual([]));

  test.each<[keyof GroupForm, unknown, string]>([
    ['companyName', '  ', 'Enter the company name.'],
    ['taxId', '12', 'Enter nine digits, such as 12-3456789.'],
    ['stateProvince', 'ZZ', 'Enter a two-letter state, such as IL.'],
    ['contactPhone', '5', 'Enter a US phone number with its area code, such as (316) 555-0142.'],
    ['contactEmail', 'nobody', 'Enter an email address, such as name@company.com.'],
    ['nextRateIncrease', '2026-02-30', 'Enter a valid date as MM/DD/YYYY.'],
    ['renewalDate', '2024-01-01', 'Enter a renewal date after the effective date.'],
    ['employerContributionPercent', 101, 'Enter 0 to 100 percent.'],
    ['gracePeriodDays', 0, 'Enter 1 to 365 days.'],
    ['waitingPeriodDays', 91, 'Enter 0 to 90 days; 90 is the federal limit.'],
    ['notificationLevel', 'loud', 'Choose one of the options for Notifications.'],
  ])('%s as %j', (field, value, message) => {
    expect(problemsOfGroupEdit({ ...FORM, [field]: value }, FORM)).toEqual([{ path: field, message }]);
  });

  test('a phone and a tax ID that were never recorded do not stand in the way', () =>
    expect(problemsOfGroupEdit({ ...FORM, contactPhone: '', taxId: '' }, FORM)).toEqual([]));

  test('a number from before that is none holds up no other field, and is judged once somebody writes another', () => {
    const old: GroupForm = { ...FORM, contactPhone: '555-0123, evenings', faxPhone: 'none' };
    expect(problemsOfGroupEdit({ ...old, companyName: 'Another Name' }, old)).toEqual([]);
    expect(problemsOfGroupEdit({ ...old, contactPhone: '555-0124' }, old).map(({ path }) => path)).toEqual([
      'contactPhone',
    ]);
    expect(problemsOfGroupEdit({ ...old, faxPhone: '555-0124' }, old).map(({ path }) => path)).toEqual(['faxPhone']);
  });
});

describe('two editors', () => {
  test('of different fields are both kept', () => {
    const current = { ...FORM, faxPhone: '(218) 555-0100' };
    expect(mergeEdit(current, { city: 'Duluth' }, { city: 'Hibbing' })).toEqual({ changes: ['city'], conflicts: [] });
  });

  test('of the same field: the second is told, unless both want the same', () => {
    const current = { ...FORM, city: 'Ely' };
    expect(mergeEdit(current, { city: 'Duluth' }, { city: 'Hibbing' })).toEqual({ changes: [], conflicts: ['city'] });
    expect(mergeEdit(current, { city: 'Duluth' }, { city: 'Ely ' })).toEqual({ changes: [], conflicts: [] });
    expect(mergeEdit(current, { city: 'Ely' }, { city: 'Hibbing' })).toEqual({ changes: ['city'], conflicts: [] });
  });

  test('whatever they do, a field is changed, in conflict or as wanted', () => {
    const text = fc.record({
      city: fc.constantFrom('A', 'B', 'C'),
      legalName: fc.constantFrom('', 'X', 'Y'),
      employeeCount: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(text, text, text, (seen, current, wanted) => {
        const { changes, conflicts } = mergeEdit({ ...FORM, ...current }, seen, wanted);
        for (const field of ['city', 'legalName', 'employeeCount'] as const) {
          const kinds = [changes.includes(field), conflicts.includes(field), current[field] === wanted[field]].filter(
            Boolean,
          );
          expect(kinds).toHaveLength(1);
          if (conflicts.includes(field)) expect(seen[field]).not.toBe(current[field]);
        }
      }),
    );
  });

  test('nothing is changed by a form that was only opened', () => {
    expect(changedFields(FORM, { ...FORM, stateProvince: 'mn ' })).toEqual([]);
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), (field) => changedFields(FORM, { [field]: FORM[field] }).length === 0),
    );
  });
});
