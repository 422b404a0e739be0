import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { describe, expect, it } from 'vitest';
import { MOST_DEPENDENTS, SharedFamilies } from './shared-families.ts';

const record = (isSubscriber: boolean, ssn: number, familyKey = '7'): EnrollmentRecord =>
  ({
    isSubscriber,
    ssn: String(ssn),
    firstName: `Name${ssn}`,
    lastName: 'Oak',
    familyKey,
    action: 'compare',
  }) as unknown as EnrollmentRecord;
const dependents = (families: SharedFamilies, count: number, familyKey?: string) =>
  Array.from({ length: count }, (_, index) => families.find(record(false, 1000 + index, familyKey))?.code);

describe('dependents under one family number', () => {
  it.each([
    ['behind their subscriber', true],
    ['without a subscriber in the file', false],
  ])('are no family where they are more than any has: %s', (_, withSubscriber) => {
    const families = new SharedFamilies();
    if (withSubscriber) families.find(record(true, 1));
    const said = dependents(families, MOST_DEPENDENTS + 3);
    expect(said.slice(0, MOST_DEPENDENTS).every((code) => code === undefined)).toBe(true);
    expect(said.slice(MOST_DEPENDENTS)).toEqual(['family_too_large', 'family_too_large', 'family_too_large']);
    expect(dependents(families, 2, '8')).toEqual([undefined, undefined]);
  });

  it('are counted for each subscriber who has the number, and on where the same comes again', () => {
    const families = new SharedFamilies();
    families.find(record(true, 1));
    dependents(families, MOST_DEPENDENTS);
    families.find(record(true, 1));
    expect(dependents(families, 1)).toEqual(['family_too_large']);
    families.find(record(true, 2));
    expect(dependents(families, 1)).toEqual([undefined]);
  });
});
