import { type Cents, fromCents, subtract, ZERO } from '../money.ts';
import type { Part } from './contribution.ts';
import { ratio } from './exact-cents.ts';
import type { Held, Household, PersonInMonth, RatedPerson } from './household.ts';
import type { TraceStep } from './price-trace.ts';
import type { PricedMonth, Share } from './proration.ts';
import {
  ADULT_CHILD_AGE,
  type BandedRow,
  type DependentRates,
  inBand,
  LEGAL_TOBACCO_AGE,
  type RateTable,
} from './rate-table.ts';
import { type PlanTier, tierIn } from './tier-set.ts';
import { premiumOfVolume, volumeAfterSteps } from './volume.ts';

type Table<Method extends RateTable['method']> = Extract<RateTable, { method: Method }>;

/**
 * What each person is charged for the month; `monthly` is what a whole month of each person costs where the price is per
 * person, in the order of the people, and empty otherwise.
 */
export type Charges = {
  readonly parts: readonly Part[];
  readonly monthly: readonly Cents[];
  readonly tier: PlanTier | null;
  /** What of each part is a tobacco surcharge, where a price has one. */
  readonly surcharges?: readonly Cents[];
};

/** Charges the people of a household for a month by the method of the rate table. */
export function monthlyCharges(
  household: Household,
  people: readonly PersonInMonth[],
  table: RateTable,
  month: PricedMonth,
  trace: TraceStep[] | undefined,
): Charges | Held {
  switch (table.method) {
    case 'composite':
      return byTier(people, month, trace, (tier) => compositeRate(table, tier), table.tiers);
    case 'banded':
      return byBand(people, table, month, trace);
    case 'age_rates':
      return byPerson(people, table.chargedChildren, month, trace, (one, age) => ageRate(one, age, table, trace));
    case 'age_curve':
      return byCurve(household, people, table, month, trace);
    case 'volume':
      return byVolume(household, people, table, month, trace);
  }
}

type Priced = { readonly rate: Cents; readonly employeeRate: Cents } | Held;

function compositeRate({ rates }: Table<'composite'>, tier: PlanTier): Priced {
  const rate = rates[tier];
  if (rate === undefined) return { held: { code: 'no_rate_for_tier', tier } };
  return { rate, employeeRate: rates.EMP ?? rate };
}

/** A stretch of the month in which the same people are charged. */
type Segment = { readonly units: number; readonly present: readonly PersonInMonth[] };

const isFull = (shares: readonly Share[], whole: number): boolean =>
  shares.length === 1 && shares[0]?.from === 0 && shares[0].to === whole;

function segmentsOf(people: readonly PersonInMonth[], { whole, full }: PricedMonth): Segment[] {
  if (people.every(({ shares }) => shares === full || isFull(shares, whole)))
    return [{ units: whole, present: people }];
  const bounds = [...new Set(people.flatMap(({ shares }) => shares.flatMap(({ from, to }) => [from, to])))].toSorted(
    (a, b) => a - b,
  );
  return bounds.slice(1).flatMap((to, index) => {
    const from = bounds[index] as number;
    const present = people.filter(({ shares }) => shares.some((share) => share.from <= from && share.to >= to));
    return present.length > 0 ? [{ units: to - from, present }] : [];
  });
}

/** A price by tier: the amounts of a month's stretches are added exactly and rounded once, per person. */
function byTier(
  people: readonly PersonInMonth[],
  month: PricedMonth,
  trace: TraceStep[] | undefined,
  rateOf: (tier: PlanTier) => Priced,
  set: Table<'composite'>['tiers'],
): Charges | Held {
  const { whole } = month;
  const employee = people.find(({ role }) => role === 'employee');
  let total = 0;
  let ofEmployee = 0;
  let tier: PlanTier | null = null;
  for (const { units, present } of segmentsOf(people, month)) {
    // A dependent's coverage lies inside the subscriber's; without one there is nothing to charge.
    if (!present.some(({ role }) => role === 'employee')) continue;
    const spouses = present.filter(({ role }) => role === 'spouse').length;
    const children = present.filter(({ role }) => role === 'child').length;
    tier = tierIn(set, spouses, children);
    const found = rateOf(tier);
    if ('held' in found) return found;
    trace?.push({ kind: 'tier', tier, spouses, children, rate: found.rate, units, whole });
    total += found.rate * units;
    ofEmployee += found.employeeRate * units;
  }
  if (!employee) return { parts: [], monthly: [], tier };
  const charged = ratio(total, 1, whole);
  const own = ratio(ofEmployee, 1, whole);
  return { parts: partsOfTier(people, employee, charged, own), monthly: [], tier };
}

/** What a tier costs beyond the employee alone is the dependents'; it is one amount, on the first of them. */
function partsOfTier(people: readonly PersonInMonth[], employee: PersonInMonth, charged: Cents, own: Cents): Part[] {
  const first = people.find((one) => one !== employee);
  const ofEmployee = first ? fromCents(Math.min(own, charged)) : charged;
  const parts: Part[] = [{ memberId: employee.person.id, isEmployee: true, cents: ofEmployee }];
  if (first) parts.push({ memberId: first.person.id, isEmployee: false, cents: fromCents(charged - ofEmployee) });
  return parts;
}

function byBand(
  people: readonly PersonInMonth[],
  { rows, dependents = 'added' }: Table<'banded'>,
  month: PricedMonth,
  trace: TraceStep[] | undefined,
): Charges | Held {
  const { whole } = month;
  const employee = people.find(({ role }) => role === 'employee')?.person;
  if (!employee) return { parts: [], monthly: [], tier: null };
  if (employee.age === null) return { held: { code: 'no_age', memberId: employee.id } };
  const age = employee.age;
  const row = rows.find((one) => inBand(one, age));
  if (!row) return { held: { code: 'no_rate_for_age', memberId: employee.id, age } };
  const tiers: TraceStep[] = [];
  const charges = byTier(people, month, trace && tiers, (tier) => bandedRate(row, tier, dependents), 'four');
  for (const step of tiers)
    if (step.kind === 'tier')
      trace?.push({
        kind: 'band',
        from: row.from,
        to: row.to,
        age,
        tier: step.tier,
        spouses: step.spouses,
        children: step.children,
        rate: step.rate,
        units: step.units,
        whole,
      });
  return charges;
}

function bandedRate(
  { employee, spouse, child, family }: BandedRow,
  tier: PlanTier,
  dependents: DependentRates,
): Priced {
  const own = dependents === 'added' ? employee : 0;
  const rate = tier === 'EMP' ? employee : tier === 'ESP' ? own + spouse : tier === 'ECH' ? own + child : family;
  return { rate: fromCents(rate), employeeRate: employee };
}

/** What a whole month of a person costs, and what of it is a tobacco surcharge. */
type PersonPrice = { readonly price: Cents; readonly surcharge: Cents } | Held;

function byCurve(
  household: Household,
  people: readonly PersonInMonth[],
  table: Table<'age_curve'>,
  month: PricedMonth,
  trace: TraceStep[] | undefined,
): Charges | Held {
  const area = household.area ?? null;
  const areaFactor = areaFactorOf(table, area);
  if (areaFactor === undefined) return { held: { code: 'no_rating_area', area } };
  const per = table.per ?? 1000;
  trace?.push({ kind: 'base', base: table.base, per, area: table.areas && area, areaFactor });
  const priceOf = (person: RatedPerson, age: number): PersonPrice => {
    const factor = table.ages[Math.min(age, table.ages.length - 1)];
    if (factor === undefined) return { held: { code: 'no_rate_for_age', memberId: person.id, age } };
    const tobacco = isTobaccoRated(person, age) ? tobaccoFactorOf(table, age) : 1000;
    // Base, area, age and tobacco in that order, exactly; rounded once per person (45 CFR 147.102(c)(1)).
    const price = ratio(table.base, areaFactor * factor * tobacco, 1_000_000 * per);
    trace?.push({ kind: 'age', memberId: person.id, age, factor, tobacco, monthly: price });
    if (tobacco === 1000) return { price, surcharge: ZERO };
    return { price, surcharge: subtract(price, ratio(table.base, areaFactor * factor, 1000 * per)) };
  };
  return byPerson(people, table.chargedChildren, month, trace, priceOf);
}

const tobaccoFactorOf = ({ tobacco, tobaccoByAge }: Table<'age_curve'>, age: number): number =>
  tobaccoByAge?.[Math.min(age, tobaccoByAge.length - 1)] ?? tobacco;

const isTobaccoRated = ({ usesTobacco }: RatedPerson, age: number): boolean =>
  usesTobacco === true && age >= LEGAL_TOBACCO_AGE;

/** The amount of a person's age, or that of a tobacco user. */
function ageRate(
  person: RatedPerson,
  age: number,
  { rows }: Table<'age_rates'>,
  trace: TraceStep[] | undefined,
): PersonPrice {
  const row = rows.find((one) => inBand(one, age));
  if (!row) return { held: { code: 'no_rate_for_age', memberId: person.id, age } };
  const isTobacco = isTobaccoRated(person, age) && row.tobacco !== null && row.tobacco !== row.rate;
  const price = isTobacco ? (row.tobacco ?? row.rate) : row.rate;
  trace?.push({ kind: 'age_rate', memberId: person.id, age, from: row.from, to: row.to, isTobacco, monthly: price });
  return { price, surcharge: subtract(price, row.rate) };
}

/** A price per person: each is rounded alone; of the children under 21 the oldest only are charged. */
function byPerson(
  people: readonly PersonInMonth[],
  chargedChildren: number | null,
  month: PricedMonth,
  trace: TraceStep[] | undefined,
  priceOf: (person: RatedPerson, age: number) => PersonPrice,
): Charges | Held {
  const { whole } = month;
  const monthly: Cents[] = [];
  const surcharges: Cents[] = [];
  for (const { person } of people) {
    if (person.age === null) return { held: { code: 'no_age', memberId: person.id } };
    const found = priceOf(person, person.age);
    if ('held' in found) return found;
    monthly.push(found.price);
    surcharges.push(found.surcharge);
  }
  const units = chargedUnits(people, chargedChildren, month, trace);
  const parts = people.map(({ person, role }, index): Part => {
    const own = units[index] as number;
    const price = monthly[index] as Cents;
    const cents = own === whole ? price : ratio(price, own, whole);
    if (own !== whole && own > 0)
      trace?.push({ kind: 'prorated', memberId: person.id, units: own, whole, monthly: price, charged: cents });
    if (own === 0) monthly[index] = fromCents(0);
    if (own !== whole) surcharges[index] = ratio(surcharges[index] as Cents, own, whole);
    return { memberId: person.id, isEmployee: role === 'employee', cents };
  });
  const hasSurcharge = surcharges.some((cents) => cents !== 0);
  return { parts, monthly, tier: null, ...(hasSurcharge && { surcharges }) };
}

/** A table without areas rates everybody alike. */
function areaFactorOf({ areas }: Table<'age_curve'>, area: string | null): number | undefined {
  if (areas === null) return 1000;
  return area === null ? undefined : areas.get(area);
}

/**
 * For how much of the month each person is charged: of the children under 21 who are covered at a time, the oldest only
 * (domain rules 4.4). Older children are always charged and use up no place.
 */
function chargedUnits(
  people: readonly PersonInMonth[],
  most: number | null,
  month: PricedMonth,
  trace: TraceStep[] | undefined,
): number[] {
  const units = people.map(() => 0);
  for (const segment of segmentsOf(people, month)) {
    const free = most === null ? [] : childrenBeyond(segment.present, most);
    for (const one of segment.present) {
      const index = people.indexOf(one);
      if (!free.includes(one)) units[index] = (units[index] as number) + segment.units;
    }
  }
  if (trace && most !== null) traceChildren(people, units, most, trace);
  return units;
}

const NOBODY: readonly PersonInMonth[] = [];

/** The children under 21 who are covered at a time beyond the oldest `most`. */
function childrenBeyond(present: readonly PersonInMonth[], most: number): readonly PersonInMonth[] {
  if (present.length <= most + 1) return NOBODY;
  const children = present.filter(({ role, person }) => role === 'child' && (person.age ?? 0) < ADULT_CHILD_AGE);
  if (children.length <= most) return NOBODY;
  return children.toSorted(byAgeAndId).slice(most);
}

const byAgeAndId = ({ person: a }: PersonInMonth, { person: b }: PersonInMonth): number =>
  (b.age ?? 0) - (a.age ?? 0) || (a.id < b.id ? -1 : 1);

function traceChildren(
  people: readonly PersonInMonth[],
  units: readonly number[],
  most: number,
  trace: TraceStep[],
): void {
  const children = people.filter(({ role, person }) => role === 'child' && person.age !== null);
  const slots = children.filter((one) => (one.person.age ?? 0) < ADULT_CHILD_AGE && units[people.indexOf(one)] !== 0);
  const order = slots.toSorted(byAgeAndId);
  for (const one of children) {
    const { id: memberId } = one.person;
    const age = one.person.age ?? 0;
    if (age >= ADULT_CHILD_AGE) trace.push({ kind: 'always_charged', memberId, age });
    else if (units[people.indexOf(one)] === 0) trace.push({ kind: 'not_charged', memberId, age, most });
    else trace.push({ kind: 'charged_child', memberId, age, place: order.indexOf(one) + 1, most });
  }
}

/** Life and disability: a volume from the subscriber's salary; dependents have none. */
function byVolume(
  { salary }: Household,
  people: readonly PersonInMonth[],
  table: Table<'volume'>,
  month: PricedMonth,
  trace: TraceStep[] | undefined,
): Charges | Held {
  const { whole } = month;
  const employee = people.find(({ role }) => role === 'employee');
  if (!employee) return { parts: [], monthly: [], tier: null };
  const { id, age } = employee.person;
  if (salary === undefined || salary === null) return { held: { code: 'no_salary', memberId: id } };
  if (age === null) return { held: { code: 'no_age', memberId: id } };
  const band = table.rates.find((one) => inBand(one, age));
  if (!band) return { held: { code: 'no_rate_for_age', memberId: id, age } };
  const volumes = volumeAfterSteps(salary, age, table.steps);
  const price = premiumOfVolume(volumes.at(-1) ?? salary, table.unit, band.perUnit);
  const units = segmentsOf([employee], month).reduce((sum, segment) => sum + segment.units, 0);
  const cents = units === whole ? price : ratio(price, units, whole);
  if (trace) {
    trace.push({ kind: 'salary', salary, age });
    table.steps.forEach((step, index) => trace.push({ kind: 'volume', step, volume: volumes[index] as Cents }));
    trace.push({ kind: 'volume_rate', perUnit: band.perUnit, unit: table.unit, monthly: price });
    if (units !== whole) trace.push({ kind: 'prorated', memberId: id, units, whole, monthly: price, charged: cents });
  }
  return { parts: [{ memberId: id, isEmployee: true, cents }], monthly: [], tier: null };
}
