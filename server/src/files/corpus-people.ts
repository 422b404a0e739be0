import { addDays } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { PERSON_FIELDS, type PersonDraft } from '@openbenefits/domain/members/person-draft';
import { v7 as uuidv7 } from 'uuid';
import { saidOf } from './matching/person-secrets.ts';
import type { Staged } from './matching/staged-for-matching.ts';
import { codeOfPlan, GROUP, TODAY } from './corpus-group.ts';
import type { FamilyLinks } from './matching/family-links.ts';
import type { Applied } from './matching/staged-for-matching.ts';
import type { RecordContext } from './rehearsal/rehearse-record.ts';
import type { Refused } from './staging/refused-record.ts';
import type { PersonEffect } from '@openbenefits/domain/members/member-change';

type Secrets = { ssn?: string | undefined; birth?: string | undefined; carrier?: string | undefined };
/** What the files before have left in the group. */
export type Stored = {
  people: Map<string, PersonDraft>;
  secrets: Map<string, Secrets>;
  numbers: Map<string, string>;
  formerSsns: Map<string, string>;
  lastNumber: number;
};
export const nothingStored = (): Stored => ({
  people: new Map(),
  secrets: new Map(),
  numbers: new Map(),
  formerSsns: new Map(),
  lastNumber: 0,
});

/** Keeps what a file has done, as the next file reads it from the database. */
export function store(
  preview: Preview,
  staged: readonly Staged[],
  stored: Stored,
  ssnsBefore: ReadonlyMap<string, string | null>,
): void {
  const byNumber = new Map(staged.map((one) => [one.record.recordNo, one]));
  const touched = new Set(
    preview.applied.flatMap(({ touched: all, person }) => [person, ...all.map((one) => one.person)]),
  );
  for (const person of touched) {
    const secrets = { ...stored.secrets.get(person.id) };
    for (const recordNo of person.secretsFrom) {
      const one = byNumber.get(recordNo);
      if (!one) continue;
      const { ssn, dateOfBirth, carrierId } = saidOf(one, person);
      if (ssn) secrets.ssn = ssn;
      if (dateOfBirth) secrets.birth = dateOfBirth;
      if (carrierId) secrets.carrier = carrierId;
    }
    stored.secrets.set(person.id, secrets);
    const before = ssnsBefore.get(person.id);
    if (before && before !== person.ssnKey) stored.formerSsns.set(GROUP + before, person.id);
    stored.people.set(person.id, person);
  }
  for (const [id, person] of stored.people) {
    const spans: PersonDraft['spans'] = {};
    for (const line of COVERAGE_LINES)
      if (person.spans[line]?.length)
        spans[line] = person.spans[line].map(({ id: spanId, planId, from, until }) => ({
          id: spanId ?? uuidv7(),
          planId,
          from,
          until,
        }));
    const { birthSequence: _, ...kept } = person;
    stored.people.set(id, {
      ...kept,
      isNew: false,
      memberNumber: person.memberNumber ?? `M${++stored.lastNumber}`,
      values: Object.fromEntries(PERSON_FIELDS.map((field) => [field, person.values[field] ?? null])),
      spans,
      before: {},
      after: {},
      revision: 0,
      secretsFrom: [],
    });
  }
}

const LABELS = [
  ['gender', ''],
  ['phone', ''],
  ['email', ''],
  ['addressLine1', ''],
  ['addressLine2', ''],
  ['city', ''],
  ['state', ''],
  ['zipCode', ''],
  ['country', ''],
  ['department', ''],
  ['hireDate', 'hired '],
  ['terminationDate', 'left '],
  ['salaryAnnualCents', '$'],
  ['benefitStatus', 'status '],
  ['medicarePlan', 'Medicare '],
  ['cobraEvent', 'COBRA event '],
  ['cobraEventDate', 'on '],
  ['cobraBeginDate', 'COBRA from '],
  ['cobraEndDate', 'COBRA to '],
  ['handicap', 'disabled '],
  ['confidentiality', 'address '],
] as const;

/** A person in the words of `peopleOf`. */
function personInWords(person: PersonDraft, { people, secrets }: Stored): string {
  const { firstName, middleName, lastName, suffix } = person.values;
  const { ssn, birth, carrier } = secrets.get(person.id) ?? {};
  const details = LABELS.flatMap(([field, label]) => {
    const value = person.values[field];
    if (value === null || value === undefined) return [];
    return [label + String(field === 'salaryAnnualCents' ? Math.trunc(Number(value) / 100) : value)];
  });
  const former = people.get(person.splitFrom ?? '');
  const head = people.get(former?.subscriberId ?? '');
  if (former && head) details.push(`was ${former.relationship} of ${String(head.values.firstName)}`);
  const coverage = COVERAGE_LINES.toSorted().flatMap((line) =>
    (person.spans[line] ?? [])
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .map(
        ({ planId, from, until }) =>
          `${line} ${codeOfPlan.get(planId)} ${from}${until ? ` to ${addDays(until, -1)}` : ''}`,
      ),
  );
  const name = [firstName || null, middleName, lastName, suffix]
    .filter((part) => part !== null && part !== undefined)
    .join(' ');
  return `${name}, ${person.relationship}, ${person.status}${ssn ? `, ${ssn}` : ''}${birth ? `, born ${birth}` : ''}${carrier ? `, number ${carrier}` : ''}${
    details.length > 0 ? ` [${details.join(', ')}]` : ''
  }${coverage.length > 0 ? `: ${coverage.join('; ')}` : ''}`;
}

export const inWords = (stored: Stored): string[] =>
  Array.from(stored.people.values(), (person) => personInWords(person, stored)).toSorted();

/** People with coverage that has not ended. */
export const activeIn = ({ people }: Stored): number =>
  [...people.values()].filter(({ spans }) =>
    COVERAGE_LINES.some((line) => spans[line]?.some(({ until }) => until === null || until > TODAY)),
  ).length;

export type Preview = {
  context: RecordContext;
  families: FamilyLinks;
  applied: Applied[];
  effects: PersonEffect[];
  refused: Refused[];
};
