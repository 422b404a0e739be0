import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage/coverage-line';
import { wordsOf } from '@openbenefits/domain/files/census/values/cell-values';
import type { EnrollmentCoverage, EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { saysOtherwise, toldApartBy, type SaidOfOne } from '@openbenefits/domain/files/census/coverage/under-one-name';
import { shown } from '@openbenefits/domain/files/shown-value';
import { READER_LIMITS } from '../limits.ts';

type Told = Pick<EnrollmentCoverage, 'planKey' | 'from' | 'until'> & { row: number; line: CoverageLine; hasLeft: boolean };

/** Two rows end the same coverage on different days, or one of them does not: whoever stands beside in the row is in doubt, too. */
export const ENDS_TWICE = 'person_twice_ends';

/** Of which line a plan is, where its list does not say; undefined for a plan that nobody knows. */
export type LineOfPlan = (planKey: string) => CoverageLine | undefined;
/** The plans that are known, by their names and codes: a plan has several of them, and one id. */
export type PlanBook = ReadonlyMap<string, { line: CoverageLine; id: string }>;

export const planBookOf = (plans: Iterable<readonly [string, CoverageLine, string]>): PlanBook =>
  new Map(Array.from(plans, ([name, line, id]) => [name, { line, id }]));

/**
 * The people of a list with the plans that it has named for them so far, so that a second row with another plan of the same line is told instead of taking the
 * place of the first. It remembers the last of them only: who comes twice stands close together, or the list is small.
 */
export class SamePersonTwice {
  /** The latest, and those before them: forgetting half at a time costs nothing. */
  #told = new Map<string, Told[]>();
  #before = new Map<string, Told[]>();
  readonly #lineOfPlan: LineOfPlan;

  constructor(lineOfPlan: LineOfPlan) {
    this.#lineOfPlan = lineOfPlan;
  }

  /** What is wrong with a person who is in order otherwise; nothing for the first row about it. */
  find(record: EnrollmentRecord): RecordProblem[] {
    if (record.action === 'end' || record.coverages.length === 0) return NOTHING;
    const key = keyOf(record);
    if (key === undefined) return NOTHING;
    const before = this.#told.get(key) ?? this.#before.get(key);
    const now: Told[] = [];
    for (const [index, { planKey, from, until, line, lineByPlan, action }] of record.coverages.entries()) {
      const own = lineByPlan && planKey !== undefined ? this.#lineOfPlan(planKey) : line;
      // Short and long-term disability are one line here, and somebody may have both.
      if (planKey === undefined || own === undefined || own === 'disability' || action === 'waive') continue;
      const told = { planKey, from, until, line: own, row: record.line, hasLeft: record.terminationDate !== undefined };
      const ended = before?.find((one) => one.line === own && endsOtherwise(one, told));
      if (ended) return [endsTwice(ended, told, index)];
      const other = before?.find((one) => one.line === own && isOther(one, told));
      if (other) {
        const label = COVERAGE_LINE_LABEL[own].toLowerCase();
        return [
          {
            field: `coverages.${index}.planKey`,
            code: 'person_twice',
            message: `Line ${other.row} names another ${label} plan for the same person, "${shown(other.planKey ?? '')}"; send the one that is meant, or dates that follow each other`,
          },
        ];
      }
      now.push(told);
    }
    if (now.length === 0) return NOTHING;
    if (this.#told.size >= READER_LIMITS.peopleRemembered / 2) [this.#before, this.#told] = [this.#told, new Map()];
    this.#told.set(key, before ? [...before, ...now].slice(-READER_LIMITS.plansOfPerson) : now);
    return NOTHING;
  }
}

const NOTHING: RecordProblem[] = [];

type Seen = { row: number; born: string | undefined; said: SaidOfOne };

/** What a file is told of somebody of whom a later row says otherwise. */
export const TWICE_OTHERWISE =
  'People stand in the list again with other details (such as an address, an email address or a salary) than in a row before; the later row counts';

/**
 * The people of a list by SSN and name, and by name and birth date, so that another row about one of them is not taken for a correction where its birth date is
 * another, and two of one name and birth date do not become one. Remembers only the last of a long list, because more is kept of each: who comes twice stands
 * close together.
 */
export class ToldOtherwise {
  #seen = new Map<string, Seen>();
  #before = new Map<string, Seen>();

  /** What is wrong with a person who is in order otherwise, and whether the row says something else of the person than the one before. */
  find(record: EnrollmentRecord): { problem?: RecordProblem; isOther: boolean } {
    const { ssn, dateOfBirth: born, line: row } = record;
    const keys = keysOf(record);
    const before = keys.map((key) => this.#seen.get(key) ?? this.#before.get(key)).find((one) => one !== undefined);
    if (before && ssn !== undefined && before.said.ssn === ssn && before.born !== undefined && born !== undefined && before.born !== born)
      return {
        problem: {
          field: 'dateOfBirth',
          code: 'person_twice',
          message: `Line ${before.row} names this person, by name and SSN, with another date of birth; send the one that is right`,
        },
        isOther: false,
      };
    const by = before && toldApartBy(before.said, record);
    if (by)
      return {
        problem: {
          field: 'ssn',
          code: 'person_twice',
          message: `Line ${before.row} names somebody with this name and date of birth, with another ${by}; nobody knows whether they are one person. Correct the row that is wrong for one person; add the second of two people by hand`,
        },
        isOther: false,
      };
    // Two SSNs are two people, whom the match tells apart.
    const isSame = before !== undefined && (before.said.ssn === undefined || ssn === undefined || before.said.ssn === ssn);
    const said = saidBy(record);
    if (this.#seen.size >= READER_LIMITS.peopleTold) [this.#before, this.#seen] = [this.#seen, new Map()];
    const seen = { row, born: born ?? (isSame ? before.born : undefined), said: isSame ? { ...before.said, ...said } : said };
    for (const key of keys) this.#seen.set(key, seen);
    return isSame && saysOtherwise(before.said, record) ? IS_OTHER : ASKS_NOTHING;
  }
}
const ASKS_NOTHING = { isOther: false } as const;
const IS_OTHER = { isOther: true } as const;

/** The record holds its bytes, too, and is not kept. */
function saidBy({
  ssn,
  middleName,
  suffix,
  gender,
  email,
  phone,
  addressLine1,
  zip,
  salary,
  hireDate,
  terminationDate,
  action,
  coverages,
}: EnrollmentRecord): SaidOfOne {
  return {
    action,
    coverages,
    ...(ssn && { ssn }),
    ...(middleName && { middleName }),
    ...(suffix && { suffix }),
    ...(gender && { gender }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(addressLine1 && { addressLine1 }),
    ...(zip && { zip }),
    ...(salary !== undefined && { salary }),
    ...(hireDate && { hireDate }),
    ...(terminationDate && { terminationDate }),
  };
}

/** A child may stand with each of its parents. */
function keysOf({ ssn, firstName, lastName, dateOfBirth, isSubscriber, familyKey, groupKey }: EnrollmentRecord): string[] {
  const name = `${(firstName ?? '').toLowerCase()}|${(lastName ?? '').toLowerCase()}`;
  return [
    ...(ssn === undefined ? [] : [`${groupKey ?? ''}|${ssn}|${name}`]),
    ...(dateOfBirth === undefined ? [] : [`${groupKey ?? ''}|${isSubscriber ? '' : (familyKey ?? '')}|${dateOfBirth}|${name}`]),
  ];
}

/** Another plan, and not after it or before it. */
function isOther(first: Told, second: Told): boolean {
  if (wordsOf(first.planKey ?? '') === wordsOf(second.planKey ?? '')) return false;
  const isAfter = first.from !== undefined && second.from !== undefined && second.from > first.from;
  const isBefore = first.from !== undefined && second.until !== undefined && second.until <= first.from;
  const hasEnded = first.until !== undefined && second.from !== undefined && second.from >= first.until;
  return !isAfter && !isBefore && !hasEnded;
}

/** The same plan from the same day, with another last day. Jobs that follow each other are told by their own dates. */
function endsOtherwise(first: Told, second: Told): boolean {
  if (first.until === second.until || first.hasLeft || second.hasLeft || wordsOf(first.planKey ?? '') !== wordsOf(second.planKey ?? '')) return false;
  return first.from === second.from;
}

function endsTwice(first: Told, { line, until }: Told, index: number): RecordProblem {
  const label = COVERAGE_LINE_LABEL[line].toLowerCase();
  const day = first.until === undefined ? 'without a last day' : until === undefined ? 'with a last day' : 'with another last day';
  return {
    field: `coverages.${index}.until`,
    code: ENDS_TWICE,
    message: `Line ${first.row} names the same ${label} plan for the same person ${day}. Where the end is a dependent’s, give the dependent a row; else send the row that is right`,
  };
}

/** Two parents may both have a child in the list, and somebody may work for two employers. */
function keyOf({ ssn, firstName, lastName, dateOfBirth, isSubscriber, familyKey, groupKey }: EnrollmentRecord): string | undefined {
  const around = `${groupKey ?? ''}|${isSubscriber ? '' : (familyKey ?? '')}|`;
  if (ssn !== undefined) return around + ssn;
  if (dateOfBirth === undefined) return undefined;
  return `${around}${dateOfBirth}|${(firstName ?? '').toLowerCase()}|${(lastName ?? '').toLowerCase()}`;
}
