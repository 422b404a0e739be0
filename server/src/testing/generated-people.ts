import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import * as fc from 'fast-check';
import type { WrittenCoverage, WrittenFamily, WrittenPerson } from './written-people.ts';

const FIRST = ['Ada', 'Zoë', 'José', 'Anne-Marie', "D'Arcy", 'Łukasz', 'Mary Ann', 'Ngọc'];
const LAST = ['Abbott', 'Núñez', "O'Brien", 'de la Cruz', 'Müller-Ohm', 'Isaacs', 'Ng'];
const PLANS = { medical: ['MED-PPO', 'MED-HMO'], dental: ['DEN-BASIC'] } as const;

const day = (from: string, days: number) =>
  fc
    .integer({ min: 0, max: days })
    .map((offset) =>
      calendarDateFrom(new Date(Date.parse(`${from}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)),
    );
const period = fc.record({
  from: day('2025-01-01', 500),
  until: fc.option(day('2026-12-02', 300), { nil: undefined }),
});
const coverages = fc
  .record({
    medical: fc.option(fc.tuple(fc.constantFrom(...PLANS.medical), period), { nil: undefined }),
    dental: fc.option(fc.tuple(fc.constantFrom(...PLANS.dental), period), { nil: undefined }),
  })
  .map(
    ({ medical, dental }) =>
      [
        ...(medical ? [{ line: 'medical', plan: medical[0], ...medical[1] }] : []),
        ...(dental ? [{ line: 'dental', plan: dental[0], ...dental[1] }] : []),
      ] as WrittenCoverage[],
  );

const dependent = fc.record({
  first: fc.constantFrom(...FIRST),
  isSpouse: fc.boolean(),
  hasSsn: fc.boolean(),
  gender: fc.constantFrom('F', 'M'),
  birth: day('2009-01-01', 5000),
  takes: fc.constantFrom('all', 'medical', 'dental'),
});
const family = fc.record({
  first: fc.constantFrom(...FIRST),
  last: fc.constantFrom(...LAST),
  hasSsn: fc.boolean(),
  gender: fc.constantFrom('F', 'M'),
  city: fc.option(fc.constantFrom('Dubuque', 'Cañon City', 'St. Paul'), { nil: undefined }),
  birth: day('1955-01-01', 16_000),
  coverages,
  dependents: fc.array(dependent, { maxLength: 3 }),
});

/**
 * Families of people who are all told apart: by SSN where they have one, else by name and birth date. A dependent
 * shares lines of the subscriber as they are.
 */
export const families: fc.Arbitrary<WrittenFamily[]> = fc.array(family, { minLength: 1, maxLength: 6 }).map((list) =>
  list.map((one, index): WrittenFamily => {
    const ssn = (place: number): string => `2198${10_000 + index * 10 + place}`;
    const last = `${one.last} ${'ABCDEF'[index]}`;
    const subscriber: WrittenPerson = {
      first: one.first,
      last,
      ssn: one.hasSsn ? ssn(1) : undefined,
      birth: one.birth,
      gender: one.gender,
      relationship: 'self',
      ...(one.city ? { city: one.city } : {}),
      coverages: one.coverages,
    };
    const spouse = one.dependents.findIndex(({ isSpouse }) => isSpouse);
    const dependents = one.dependents.flatMap(({ first, takes, hasSsn, gender, birth }, place): WrittenPerson[] => {
      const shared = one.coverages.filter(({ line }) => takes === 'all' || takes === line);
      // A census dependent without a line takes the subscriber's, which an 834 does not say.
      if (shared.length === 0) return [];
      return [
        {
          first: `${first} ${'XYZ'[place]}`,
          last,
          ssn: hasSsn ? ssn(place + 2) : undefined,
          birth,
          gender,
          relationship: place === spouse ? 'spouse' : 'child',
          coverages: shared,
        },
      ];
    });
    return { key: `FAM-${index + 1}`, subscriber, dependents };
  }),
);

/** What a file asks for a person, whatever its format. */
export type Told = {
  name: string;
  ssn: string | undefined;
  birth: string | undefined;
  gender: string | undefined;
  relationship: string;
  family: string | undefined;
  city: string | undefined;
  coverages: string[];
};

const coverageText = (one: {
  line: string;
  planKey?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}): string => `${one.line} ${one.planKey} ${one.from} ${one.until ?? ''}`;

export const tellOf = (record: EnrollmentRecord): Told => ({
  name: `${record.firstName} ${record.lastName}`,
  ssn: record.ssn,
  birth: record.dateOfBirth,
  gender: record.gender,
  relationship: record.relationship,
  family: record.familyKey,
  city: record.city,
  coverages: record.coverages.map(coverageText).toSorted(),
});

export const told = (list: readonly WrittenFamily[]): Told[] =>
  list
    .flatMap(({ key, subscriber, dependents }) =>
      [subscriber, ...dependents].map((person): Told => ({
        name: `${person.first} ${person.last}`,
        ssn: person.ssn,
        birth: person.birth,
        gender: person.gender === 'F' ? 'female' : 'male',
        relationship: person.relationship,
        family: key,
        city: person.city,
        coverages: person.coverages.map(({ plan, ...one }) => coverageText({ ...one, planKey: plan })).toSorted(),
      })),
    )
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
