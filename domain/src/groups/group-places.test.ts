import { describe, expect, test } from 'vitest';
import {
  problemsOfClass,
  problemsOfLocation,
  problemsOfOfferings,
  removalRefusal,
  withdrawalRefusal,
} from './group-places.ts';
import { nextClassCode, nextLocationCode } from './setup-codes.ts';

const place = {
  name: 'Dock 4',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
};

describe('locations and classes after set-up', () => {
  test('names are unique whatever their case, addresses complete', () => {
    expect(problemsOfLocation(place, ['Main'])).toEqual([]);
    expect(problemsOfLocation(place, ['DOCK 4 '])).toEqual([
      { path: 'name', message: 'Another location has this name.' },
    ]);
    expect(
      problemsOfLocation({ ...place, name: '', zipCode: '1', addressLine1: '' }, []).map(({ path }) => path),
    ).toEqual(['name', 'addressLine1', 'zipCode']);
    expect(problemsOfClass({ name: 'Night', locationId: 'a' }, ['Day'], ['a'])).toEqual([]);
    expect(problemsOfClass({ name: 'day', locationId: 'gone' }, ['Day'], ['a']).map(({ path }) => path)).toEqual([
      'name',
      'locationId',
    ]);
  });

  test('a code is free, also of those no longer in use', () => {
    expect(nextLocationCode('HQ Main', ['HQ-MAIN', 'HQ-MAIN-2'])).toBe('HQ-MAIN-3');
    expect(nextClassCode('Full-Time Employee', [])).toBe('FT001');
    expect(nextClassCode('Full-Time Employee', ['FT001'])).toBe('FT001-2');
  });

  test('what is in use stays, with the number of its users', () => {
    expect(removalRefusal('class', { isLast: false, members: 12 })).toBe(
      '12 members belong to this class. Move them first.',
    );
    expect(removalRefusal('location', { isLast: false, members: 1 })).toBe(
      '1 member belongs to this location. Move them first.',
    );
    expect(removalRefusal('location', { isLast: false, members: 0, classes: 2 })).toBe(
      '2 classes belong to this location. Move them first.',
    );
    expect(removalRefusal('class', { isLast: true, members: 0 })).toBe('A group needs at least one class.');
    expect(removalRefusal('class', { isLast: false, members: 0 })).toBeUndefined();
    expect(withdrawalRefusal('Standard HMO', 3)).toBe(
      '3 members of this class and location are covered by Standard HMO. Move them to another plan first.',
    );
  });
});

describe('offerings', () => {
  const lines = new Map([
    ['m', 'medical'],
    ['v', 'vision'],
  ] as const);
  const offering = { planId: 'm', deductible: 150_000, coinsurancePercent: 20, ratingMethodology: 'composite' };
  test.each([
    [[offering], []],
    [[{ ...offering, planId: 'gone' }], ['plans.0']],
    [
      [{ ...offering, deductible: -1, coinsurancePercent: 101, ratingMethodology: 'guess' }],
      ['plans.0.deductible', 'plans.0.coinsurancePercent', 'plans.0.ratingMethodology'],
    ],
    [[{ ...offering, planId: 'v', coinsurancePercent: 500 }], []],
  ])('%j', (plans, paths) =>
    expect(problemsOfOfferings(plans, '2026-12-01', lines).map(({ path }) => path)).toEqual(paths),
  );
  test('take effect on a date', () =>
    expect(problemsOfOfferings([], '', lines)).toEqual([
      { path: 'effectiveDate', message: 'Enter the effective date.' },
    ]));
});
