import { counted } from '../counted.ts';
import type { Problem } from '../refusal.ts';
import { Findings } from './findings.ts';
import { checkAddress, isCustomizable } from './group-setup.ts';
import type { CoverageLine } from '../coverage-line.ts';
import { RATING_METHODOLOGIES } from './group-terms.ts';

/** Changes of billing locations, classes and their offerings after setup. */
export type PlaceForm = {
  name: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zipCode: string;
};

const isTaken = (name: string, others: readonly string[]): boolean =>
  others.some((other) => other.trim().toLowerCase() === name.trim().toLowerCase());

export function problemsOfLocation(place: PlaceForm, otherNames: readonly string[]): Problem[] {
  const found = new Findings();
  if (found.text('name', place.name, 'the location name', true) && isTaken(place.name, otherNames))
    found.add('name', 'Another location has this name.');
  checkAddress(found, '', place);
  return found.list;
}

export function problemsOfClass(
  form: { name: string; locationId: string },
  otherNames: readonly string[],
  locationIds: readonly string[],
): Problem[] {
  const found = new Findings();
  if (found.text('name', form.name, 'the class name', true) && isTaken(form.name, otherNames))
    found.add('name', 'Another class has this name.');
  if (form.locationId === '') found.add('locationId', 'Choose a billing location.');
  else if (!locationIds.includes(form.locationId))
    found.add('locationId', 'This location no longer exists. Choose another.');
  return found.list;
}

export type Offering = {
  planId: string;
  deductible: number | null;
  coinsurancePercent: number | null;
  ratingMethodology: string | null;
};

/** Validates what a class is offered at a location; paths are those of the list, `plans.0.deductible`. */
export function problemsOfOfferings(
  offerings: readonly Offering[],
  effectiveDate: string,
  lineOf: ReadonlyMap<string, CoverageLine>,
): Problem[] {
  const found = new Findings();
  if (effectiveDate === '') found.add('effectiveDate', 'Enter the effective date.');
  found.date('effectiveDate', effectiveDate);
  offerings.forEach(({ planId, deductible, coinsurancePercent, ratingMethodology }, index) => {
    const line = lineOf.get(planId);
    if (!line) found.add(`plans.${index}`, 'A chosen plan is no longer offered. Remove it and choose another.');
    else if (isCustomizable(line)) {
      if (deductible !== null)
        found.whole(`plans.${index}.deductible`, deductible, 0, 10_000_000, 'Enter an amount of $0 to $100,000.');
      if (coinsurancePercent !== null)
        found.whole(`plans.${index}.coinsurancePercent`, coinsurancePercent, 0, 100, 'Enter 0 to 100 percent.');
      if (ratingMethodology !== null && !(RATING_METHODOLOGIES as readonly string[]).includes(ratingMethodology))
        found.add(`plans.${index}.ratingMethodology`, 'Choose composite or age_rated.');
    }
  });
  return found.list;
}

const members = (count: number): string => counted(count, 'member');

/** Returns why a location or class cannot be removed now; undefined if it can. Page and server use the same message. */
export function removalRefusal(
  what: 'location' | 'class',
  use: { isLast: boolean; members: number; classes?: number },
): string | undefined {
  if (use.isLast)
    return what === 'location' ? 'A group needs at least one billing location.' : 'A group needs at least one class.';
  if (use.members > 0)
    return `${members(use.members)} ${use.members === 1 ? 'belongs' : 'belong'} to this ${what}. Move them first.`;
  if (use.classes)
    return `${counted(use.classes, 'class', 'classes')} ${use.classes === 1 ? 'belongs' : 'belong'} to this location. Move ${use.classes === 1 ? 'it' : 'them'} first.`;
  return undefined;
}

export const withdrawalRefusal = (plan: string, count: number): string =>
  `${members(count)} of this class and location ${count === 1 ? 'is' : 'are'} covered by ${plan}. Move ${count === 1 ? 'that member' : 'them'} to another plan first.`;
