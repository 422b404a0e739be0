import { addDays, addMonths, ageOn, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Relationship } from '@openbenefits/domain/relationship';
import { COUNTS } from './group-sizes.ts';
import type { WorldSize } from './group-sizes.ts';
import type { GroupPlot } from './groups.ts';
import { NAMED_SUBSCRIBERS } from './named-families.ts';
import type { NamedPerson, NamedSubscriber } from './named-families.ts';
import { pickCircle } from './person-names.ts';
import type { NameCircle } from './person-names.ts';
import type { Random } from './random.ts';

export type Person = {
  readonly relationship: Relationship;
  readonly first: string;
  readonly middle: string | null;
  readonly last: string;
  readonly suffix: string | null;
  readonly gender: 'F' | 'M' | 'X';
  readonly birth: CalendarDate;
};
export type Family = {
  readonly group: GroupPlot;
  readonly named: NamedSubscriber | undefined;
  readonly subscriber: Person;
  readonly dependents: readonly Person[];
};

type Partner = 'spouse' | 'domestic_partner' | null;
type Outline = {
  readonly group: GroupPlot;
  readonly named: NamedSubscriber | undefined;
  readonly age: number;
  readonly partner: Partner;
  children: number;
};

const CHILDREN = [
  [1, 10],
  [2, 12],
  [3, 5],
  [4, 1.4],
  [5, 0.4],
] as const;

/** Ages, partners and numbers of children as a working population has them. */
function outlineOf(group: GroupPlot, named: NamedSubscriber | undefined, today: CalendarDate, random: Random): Outline {
  if (named?.family)
    return {
      group,
      named,
      age: ageOn(dateBack(named.born ?? [40, '06-15'], today), today),
      partner: null,
      children: 0,
    };
  const [low, high] = random.weighted([
    [[19, 25], 10],
    [[26, 35], 27],
    [[36, 45], 26],
    [[46, 55], 22],
    [[56, 67], 15],
  ] as const);
  const age = named ? random.int(29, 48) : random.int(low, high);
  const partnered = age < 26 ? 0.12 : age < 36 ? 0.42 : 0.58;
  const parent = age < 24 ? 0.05 : age < 31 ? 0.25 : age < 51 ? 0.62 : age < 59 ? 0.33 : 0.07;
  const partner = random.chance(partnered) ? (random.chance(0.9) ? 'spouse' : 'domestic_partner') : null;
  const children = random.chance(parent) ? random.weighted(CHILDREN) : 0;
  return {
    group,
    named,
    age,
    partner: named ? (named.partner ?? null) : partner,
    children: named ? (named.children ?? 0) : children,
  };
}

const dependentsIn = ({ named, partner, children }: Outline): number =>
  named?.family?.length ?? (partner ? 1 : 0) + children;
const dateBack = ([yearsBack, monthDay]: readonly [number, string], today: CalendarDate): CalendarDate =>
  calendarDateFrom(`${Number(today.slice(0, 4)) - yearsBack}-${monthDay}`);

/** Adds or takes children here and there until the dependents come to the specified number. */
function settle(outlines: readonly Outline[], total: number, random: Random): void {
  const free = random.shuffled(
    outlines.filter(({ named, group, age }) => !named && group.row.status !== 'pending' && age >= 27 && age <= 52),
  );
  let missing = total - outlines.reduce((sum, outline) => sum + dependentsIn(outline), 0);
  for (let round = 0; missing !== 0; round++) {
    if (round > 20) throw new Error(`The dependents are off by ${missing}`);
    for (const outline of free) {
      if (missing > 0 && outline.children < 4 && (outline.children > 0 || round > 0)) {
        outline.children += 1;
        missing -= 1;
      } else if (missing < 0 && outline.children > (round > 0 ? 0 : 1)) {
        outline.children -= 1;
        missing += 1;
      }
      if (missing === 0) break;
    }
  }
}

const born = (age: number, today: CalendarDate, random: Random): CalendarDate =>
  addDays(addMonths(today, -12 * age), -random.int(60, 350));
const firstName = (circle: NameCircle, gender: 'F' | 'M' | 'X', random: Random): string =>
  random.pick(gender === 'F' || (gender === 'X' && random.chance(0.5)) ? circle.women : circle.men);

function namedPerson(
  named: NamedPerson,
  relationship: Relationship,
  age: number,
  today: CalendarDate,
  random: Random,
): Person {
  const birth = named.born ? dateBack(named.born, today) : born(age, today, random);
  return {
    relationship,
    first: named.first,
    middle: named.middle ?? null,
    last: named.last,
    suffix: null,
    gender: named.gender,
    birth,
  };
}

function childAges(parentAge: number, count: number, random: Random): number[] {
  const low = Math.max(0, parentAge - 42);
  const high = Math.max(low, Math.min(25, parentAge - 20));
  const ages = random.shuffled(Array.from({ length: high - low + 1 }, (_, index) => low + index)).slice(0, count);
  // More children than years to have them in: the rest are twins.
  while (ages.length < count) ages.push(ages[0] ?? low);
  return ages.sort((a, b) => b - a);
}

function peopleOf({ group, named, age, partner, children }: Outline, today: CalendarDate, random: Random): Family {
  if (named?.family) {
    const dependents = named.family.map((relative) => namedPerson(relative, relative.relationship, age, today, random));
    return { group, named, subscriber: namedPerson(named, 'self', age, today, random), dependents };
  }
  const circle = pickCircle(random);
  const gender = random.weighted([
    ['F', 49.5],
    ['M', 50],
    ['X', 0.5],
  ] as const);
  const maiden = random.pick(circle.last);
  const last = random.chance(0.04) ? `${maiden}-${random.pick(pickCircle(random).last).split(' ').at(-1)}` : maiden;
  const first = firstName(random.chance(0.12) ? pickCircle(random) : circle, gender, random);
  const middle = random.chance(0.4) ? firstName(circle, gender, random) : null;
  const subscriber: Person = named
    ? namedPerson(named, 'self', age, today, random)
    : {
        relationship: 'self',
        first,
        middle: middle === first ? null : middle,
        last,
        suffix: gender === 'M' && random.chance(0.015) ? random.pick(['Jr.', 'Sr.', 'III']) : null,
        gender,
        birth: born(age, today, random),
      };
  const dependents: Person[] = [];
  const ages = childAges(age, children, random);
  const partnerCircle = random.chance(0.7) ? circle : pickCircle(random);
  const partnerLast = random.chance(partner === 'domestic_partner' ? 0.05 : 0.76)
    ? subscriber.last
    : random.pick(partnerCircle.last);
  if (partner) {
    const same = random.chance(0.06);
    const partnerGender =
      subscriber.gender === 'X' ? random.pick(['F', 'M'] as const) : (subscriber.gender === 'F') === same ? 'F' : 'M';
    const partnerAge = Math.min(70, Math.max(20, (ages[0] ?? 0) + 19, age + random.int(-6, 6)));
    const partnerFirst = firstName(partnerCircle, partnerGender, random);
    dependents.push({
      relationship: partner,
      first: partnerFirst,
      middle: null,
      last: partnerLast,
      suffix: null,
      gender: partnerGender,
      birth: born(partnerAge, today, random),
    });
  }
  const used = new Set([subscriber.first, dependents[0]?.first]);
  for (const childAge of ages) {
    const relationship = random.weighted([
      ['child', 90],
      [partner ? 'step_child' : 'child', 6],
      ['adopted_child', 3],
      ['other', 1],
    ] as const);
    const childGender = random.chance(0.5) ? 'F' : 'M';
    let name = firstName(circle, childGender, random);
    while (used.has(name)) name = firstName(random.chance(0.5) ? circle : partnerCircle, childGender, random);
    used.add(name);
    const childLast =
      relationship === 'step_child' && random.chance(0.6)
        ? random.pick(partnerCircle.last)
        : random.chance(0.06)
          ? partnerLast
          : subscriber.last;
    dependents.push({
      relationship,
      first: name,
      middle: random.chance(0.25) ? firstName(circle, childGender, random) : null,
      last: childLast,
      suffix: null,
      gender: childGender,
      birth: born(childAge, today, random),
    });
  }
  return { group, named, subscriber, dependents };
}

/**
 * Every family of every group: as many subscribers as the groups hold and exactly the specified number of dependents.
 */
export function demoFamilies(
  groups: readonly GroupPlot[],
  size: WorldSize,
  today: CalendarDate,
  random: Random,
): Family[] {
  const outlines: Outline[] = [];
  // In a group pending review, all members are pending, and pending members are counted: leave room for single new
  // hires.
  let pendingRoom = Math.floor(COUNTS[size].pending * 0.8);
  for (const group of groups) {
    const named = NAMED_SUBSCRIBERS[group.row.companyName] ?? [];
    for (let index = 0; index < group.sketch.subscribers; index++) {
      const outline = outlineOf(group, named[index], today, random);
      const pending = group.row.status === 'pending';
      const alone = pending && dependentsIn(outline) + 1 > pendingRoom - 2 * (group.sketch.subscribers - index);
      if (pending) pendingRoom -= alone ? 1 : dependentsIn(outline) + 1;
      outlines.push(alone ? { ...outline, partner: null, children: 0 } : outline);
    }
  }
  settle(outlines, COUNTS[size].dependents, random);
  return outlines.map((outline) => peopleOf(outline, today, random));
}
