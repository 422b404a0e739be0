import { addDays, addMonths } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import type { Relationship } from '@openbenefits/domain/relationship';
import { fromCents } from '@openbenefits/domain/money';
import type { Cents } from '@openbenefits/domain/money';
import type { Family, Person } from './families.ts';
import type { GroupStructure } from './group-structure.ts';
import { initialsOf } from './groups.ts';
import { CLASS_JOBS, jobsOf } from './industries.ts';
import type { Job } from './industries.ts';
import type { GroupMoments, Lifecycle } from './lifecycles.ts';
import type { Moment } from './moments.ts';
import { pickCircle, plainLetters } from './person-names.ts';
import { phoneIn, streetAddress } from './places.ts';
import type { Random } from './random.ts';

export type DemoMember = {
  readonly id: string;
  readonly groupId: string;
  readonly subscriberId: string | null;
  readonly relationship: Relationship;
  readonly memberNumber: string;
  readonly employeeId: string | null;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly suffix: string | null;
  readonly gender: 'F' | 'M' | 'X';
  readonly email: string | null;
  readonly phone: string | null;
  readonly jobTitle: string | null;
  readonly department: string | null;
  readonly classId: string | null;
  readonly classCode: string | null;
  readonly locationId: string | null;
  readonly locationCode: string | null;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly hireDate: CalendarDate | null;
  readonly terminationDate: CalendarDate | null;
  readonly effectiveDate: CalendarDate;
  readonly status: MemberStatus;
  readonly salaryAnnualCents: Cents | null;
  readonly emergencyContact: string | null;
  /** Nine digits without dashes, from areas that are never issued; null for a newborn whose number has not come yet. */
  readonly ssn: string | null;
  readonly dateOfBirth: CalendarDate;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** The rows of a family with what its coverage is made from; `joined[n]` is when `dependents[n]` was added. */
export type Household = {
  readonly family: Family;
  readonly life: Lifecycle;
  readonly subscriber: DemoMember;
  readonly dependents: readonly DemoMember[];
  readonly joined: readonly Moment[];
};

export const FIRST_MEMBER_NUMBER = 10_000_001;

/**
 * Numbers in areas 900 to 999 are never issued; groups below 50 keep them apart from taxpayer numbers, which share
 * those areas.
 */
function createSsns(random: Random): () => string {
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const ssn = `${random.int(900, 999)}${String(random.int(1, 49)).padStart(2, '0')}${String(random.int(1, 9999)).padStart(4, '0')}`;
      if (taken.has(ssn)) continue;
      taken.add(ssn);
      return ssn;
    }
  };
}

const CLASS_WEIGHTS: Readonly<Record<string, number>> = {
  FT001: 70,
  PT001: 11,
  EXE001: 4,
  ENG001: 14,
  SALES001: 10,
  HR001: 3,
};

function jobFor(family: Family, classCode: string, random: Random): { job: Job; yearly: Cents } {
  const fit = family.named?.job;
  const jobs = jobsOf(family.group.row.industry);
  const known = fit && jobs.find(([title]) => title === fit[0]);
  const job: Job = fit
    ? [fit[0], fit[1], known?.[2] ?? 52, known?.[3] ?? 78]
    : random.pick(CLASS_JOBS[classCode] ?? jobs);
  const full = random.int(job[2] * 4, job[3] * 4) * 250;
  return { job, yearly: fromCents((classCode === 'PT001' ? Math.round((full * 0.55) / 100) * 100 : full) * 100) };
}

function mailFor({ first, last }: Person, family: Family, taken: Set<string>): string {
  const { domain, row } = family.group;
  const given = plainLetters(first);
  const initial = row.companyName.length % 2 === 1;
  const local = `${initial ? given.charAt(0) : given}.${plainLetters(last.split('-')[0] ?? last)}`;
  let mail = `${local}@${domain}`;
  for (let number = 2; taken.has(mail); number++) mail = `${local}${number}@${domain}`;
  taken.add(mail);
  return mail;
}

/** Returns each subscriber's employee number: named subscribers keep theirs, the others count up in their group. */
function createEmployeeNumbers(families: readonly Family[]): (family: Family) => number {
  const last = new Map<string, number>();
  const reserved = new Set(families.flatMap(({ named, group }) => (named ? [`${group.row.id}/${named.number}`] : [])));
  return ({ group, named }) => {
    if (named) return named.number;
    let number = last.get(group.row.id) ?? 1000;
    do number += 1;
    while (reserved.has(`${group.row.id}/${number}`));
    last.set(group.row.id, number);
    return number;
  };
}

/** What the rows of all members take their numbers and values from. */
type Sources = {
  readonly nextId: (ms: number) => string;
  readonly nextSsn: () => string;
  readonly nextMemberNumber: () => string;
  readonly nextEmployeeNumber: (family: Family) => number;
  readonly moments: (family: Family) => GroupMoments;
  readonly mails: Set<string>;
  readonly random: Random;
};

function placeInGroup({ named }: Family, structure: GroupStructure, random: Random) {
  const groupClass = named
    ? structure.classes[0]
    : random.weighted(structure.classes.map((row) => [row, CLASS_WEIGHTS[row.classCode] ?? 1] as const));
  const location =
    structure.locations.find((row) => row.id === groupClass?.locationId && random.chance(0.7)) ??
    random.pick(structure.locations);
  return { groupClass, location };
}

/** Returns the partner, or another contact who may share the last name. */
function emergencyContactOf({ subscriber, dependents }: Family, random: Random): string {
  const partner = dependents.find(
    ({ relationship }) => relationship === 'spouse' || relationship === 'domestic_partner',
  );
  const circle = pickCircle(random);
  if (partner) return `${partner.first} ${partner.last}`;
  const first = random.pick(random.chance(0.6) ? circle.women : circle.men);
  return `${first} ${random.chance(0.5) ? subscriber.last : random.pick(circle.last)}`;
}

/** What all members of a family have in common. */
function householdOf({ group }: Family, life: Lifecycle, random: Random) {
  return {
    groupId: group.row.id,
    addressLine1: streetAddress(random),
    addressLine2: random.chance(0.18) ? `Apt ${random.int(1, 40)}${random.pick(['', '', 'A', 'B', 'C'])}` : null,
    city: group.place.city,
    state: group.place.state,
    zipCode: random.pick(group.place.zips),
    status: life.status,
    terminationDate: life.end?.lastDay ?? null,
  };
}

const lastUpdate = (life: Lifecycle): string => (life.end?.recorded ?? life.enrolled).at;

function subscriberRow(
  family: Family,
  life: Lifecycle,
  structure: GroupStructure,
  sources: Sources,
): { row: DemoMember; household: ReturnType<typeof householdOf> } {
  const { random } = sources;
  const { group, subscriber } = family;
  const { groupClass, location } = placeInGroup(family, structure, random);
  const { job, yearly } = jobFor(family, groupClass?.classCode ?? '', random);
  const contact = emergencyContactOf(family, random);
  const household = householdOf(family, life, random);
  const row: DemoMember = {
    ...household,
    id: sources.nextId(life.enrolled.ms),
    subscriberId: null,
    relationship: 'self',
    memberNumber: sources.nextMemberNumber(),
    employeeId: `${initialsOf(group.row.companyName)}-${sources.nextEmployeeNumber(family)}`,
    firstName: subscriber.first,
    middleName: subscriber.middle,
    lastName: subscriber.last,
    suffix: subscriber.suffix,
    gender: subscriber.gender,
    email: mailFor(subscriber, family, sources.mails),
    phone: phoneIn(group.place, random),
    jobTitle: job[0],
    department: job[1],
    classId: groupClass?.id ?? null,
    classCode: groupClass?.classCode ?? null,
    locationId: location.id,
    locationCode: location.locationCode,
    hireDate: life.hired,
    effectiveDate: life.start,
    salaryAnnualCents: yearly,
    emergencyContact: `${contact}, ${phoneIn(group.place, random)}`,
    ssn: sources.nextSsn(),
    dateOfBirth: subscriber.birth,
    createdAt: life.enrolled.at,
    updatedAt: lastUpdate(life),
  };
  return { row, household };
}

/** A dependent has no employment, contact or salary of their own. */
const NO_EMPLOYMENT = {
  employeeId: null,
  email: null,
  phone: null,
  jobTitle: null,
  department: null,
  classId: null,
  classCode: null,
  locationId: null,
  locationCode: null,
  hireDate: null,
  salaryAnnualCents: null,
  emergencyContact: null,
} as const;

function dependentRow(
  person: Family['dependents'][number],
  family: Family,
  life: Lifecycle,
  { row: subscriber, household }: ReturnType<typeof subscriberRow>,
  sources: Sources,
): { row: DemoMember; joinedAt: Moment } {
  const { random } = sources;
  let birth = person.birth;
  // A child of a former subscriber was born during the coverage.
  while (life.end && birth > addDays(life.end.until, -90)) birth = addMonths(birth, -12);
  const joinedAt =
    birth > life.enrolled.on ? sources.moments(family).batch(addDays(birth, random.int(10, 24))) : life.enrolled;
  const updatedAt = lastUpdate(life);
  const row: DemoMember = {
    ...household,
    ...NO_EMPLOYMENT,
    id: sources.nextId(joinedAt.ms),
    subscriberId: subscriber.id,
    relationship: person.relationship,
    memberNumber: sources.nextMemberNumber(),
    firstName: person.first,
    middleName: person.middle,
    lastName: person.last,
    suffix: null,
    gender: person.gender,
    // Dependents are not on leave: an employee's leave does not change the family's coverage.
    status: life.status === 'leave_of_absence' ? 'active' : life.status,
    effectiveDate: birth > life.start ? birth : life.start,
    ssn: joinedAt !== life.enrolled && random.chance(0.08) ? null : sources.nextSsn(),
    dateOfBirth: birth,
    createdAt: joinedAt.at,
    updatedAt: updatedAt > joinedAt.at ? updatedAt : joinedAt.at,
  };
  return { row, joinedAt };
}

/** Returns the rows of all members, in the order they were added. */
export function demoHouseholds(
  families: readonly Family[],
  lives: readonly Lifecycle[],
  structures: ReadonlyMap<string, GroupStructure>,
  moments: (family: Family) => GroupMoments,
  nextId: (ms: number) => string,
  random: Random,
): Household[] {
  let memberNumber = FIRST_MEMBER_NUMBER;
  const sources: Sources = {
    nextId,
    nextSsn: createSsns(random.fork('ssn')),
    nextMemberNumber: () => `M${memberNumber++}`,
    nextEmployeeNumber: createEmployeeNumbers(families),
    moments,
    mails: new Set(),
    random,
  };
  return families.map((family, index) => {
    const life = lives[index];
    const structure = structures.get(family.group.row.id);
    if (!life || !structure) throw new Error('A family without a lifecycle or a group without a structure');
    const subscriber = subscriberRow(family, life, structure, sources);
    const dependents = family.dependents.map((person) => dependentRow(person, family, life, subscriber, sources));
    return {
      family,
      life,
      subscriber: subscriber.row,
      dependents: dependents.map(({ row }) => row),
      joined: dependents.map(({ joinedAt }) => joinedAt),
    };
  });
}
