import { type BirthParts, birthPartsIn } from './birth-parts.ts';
import { besideCoverage } from '../coverage/beside-coverage.ts';
import { PLAN_NUMBERS, type CensusField } from './fields.ts';
import { headingKey, type MappedColumn } from '../mapping.ts';
import { wordsOf } from '../../../plain-words.ts';
import { isNumbered, planNumbersOf } from './numbered-plans.ts';
import { settleCobra } from './cobra-columns.ts';
import { eligibleFromIn, type EligibleFrom } from '../coverage/eligible-from.ts';
import { isOldBeside, ofCurrentHeading, ofNewHeading } from './new-and-old.ts';
import { type ChangeColumns, changeColumnsIn } from './changes-by-field.ts';
import { planYearIn } from './plan-year.ts';
import { settleTerm, STATUS_OF_COVERAGE, type TermColumn } from './term-column.ts';
import {
  CHILD_NUMBER,
  fieldOfHeading,
  LIKELY_FROM,
  OF_SHARED_LINE,
  OWN_OF_A_PERSON,
  plainHeading,
  SPOUSE_NUMBER,
} from './field-of-heading.ts';
import type { CensusColumn } from './census-column.ts';

/**
 * `ignored` headings nobody knows; `leftOut` are the ones that the sender's mapping leaves out, and those of what was
 * beside what is new (`old`). `term` is a heading such as Term Date that could mean two ends, and what it was taken
 * for.
 */
export type MatchedColumns = {
  columns: CensusColumn[];
  ignored: string[];
  leftOut: string[];
  old?: string[];
  term?: TermColumn | undefined;
  /** A heading such as Status Date: since when the status holds. */
  statusDate?: string | undefined;
  /** Such a column is matched as the termination date. */
  endsByStatus?: boolean;
  eligible?: EligibleFrom | undefined;
  /** The plan year that the columns for plans are of. */
  planYear?: number | undefined;
  /** The subscriber is named by the SSN, beside a column for everybody's own. */
  keyIsSsn?: true;
  /** The columns in which the parts of the birth date stand. */
  birth?: BirthParts | undefined;
  /** The columns of a list of changes by field; they are of no field themselves. */
  changes?: ChangeColumns | undefined;
};

/** The column of our own files of refused rows that says why; mended by hand and sent, it tells nothing more. */
export const REFUSAL_REASON = 'Refusal reason';

/**
 * Matches a row of headings; what is remembered of the sender wins. The columns come in the order of their rank, so
 * that the first filled one of a field counts. A Subscriber SSN beside a person's own SSN is the link of a dependent to
 * its subscriber; alone it is the person's own.
 */
export function matchColumns(headings: readonly string[], remembered: readonly MappedColumn[] = []): MatchedColumns {
  const told = new Map(remembered.map((column) => [headingKey(column.heading), column]));
  const ranked: { column: CensusColumn; rank: number }[] = [];
  const ignored: string[] = [];
  const leftOut: string[] = [];
  const old: string[] = [];
  const words = headings.map(wordsOf);
  const isTold = (heading: string): boolean => told.has(headingKey(plainHeading(heading)));
  const changes = changeColumnsIn(headings, isTold);
  const birth = birthPartsIn(headings, isTold);
  const ofBirth = birth ? [birth.month, birth.day, birth.year] : [];
  const ofChanges = new Set(changes && Object.values(changes));
  for (const [index, cell] of headings.entries()) {
    const heading = plainHeading(cell);
    if (heading === '' || ofChanges.has(index)) continue;
    if (ofBirth.includes(index)) {
      ranked.push({
        column: { index, heading, field: 'dateOfBirth', dependent: 0, how: 'likely' },
        rank: LIKELY_FROM + ofBirth.indexOf(index),
      });
      continue;
    }
    const own = told.get(headingKey(heading));
    const isOld = own === undefined && isOldBeside(heading, headings);
    const found =
      own || isOld
        ? undefined
        : (fieldOfHeading(cell) ??
          ofNewHeading(cell, headings) ??
          ofCurrentHeading(cell, headings) ??
          nameOfMember(heading, words));
    // Beside Vorname it is the last name.
    if (
      found?.field === 'fullName' &&
      wordsOf(heading) === 'name' &&
      headings.some((other) => wordsOf(other) === 'vorname')
    )
      found.field = 'lastName';
    if (own?.field)
      ranked.push({
        column: { index, heading, field: own.field, dependent: own.dependent, how: 'remembered' },
        rank: -1,
      });
    else if (own || isOld || heading === REFUSAL_REASON) leftOut.push(heading);
    else if (found)
      ranked.push({
        column: {
          index,
          heading,
          field: found.field,
          dependent: found.dependent,
          how: found.rank < LIKELY_FROM ? 'sure' : 'likely',
        },
        rank: found.rank,
      });
    else ignored.push(heading);
    if (isOld) old.push(heading);
  }
  const all = ranked.map(({ column }) => column);
  for (const column of all) ofDependentAlone(column, all);
  ofDependentsOnly(all);
  const own = (field: CensusField): boolean =>
    ranked.some(({ column }) => column.field === field && column.dependent === 0);
  for (const column of all) if (column.how !== 'remembered') ofElectedPlan(column, all, words);
  const isWide = ranked.some(({ column }) => column.dependent > 0 && !OF_SHARED_LINE.test(column.field));
  for (const { column } of ranked) {
    if (
      column.how !== 'remembered' &&
      column.field === 'subscriberKey' &&
      /ssn|social/i.test(column.heading) &&
      // Beside a column for everybody's own it says whose dependent somebody is.
      (isWide ? !(own('ssn') && own('relationship')) : !own('ssn') && !own('relationship'))
    )
      column.field = 'ssn';
  }
  for (const column of all) if (column.how !== 'remembered') ofDependentsOwn(column, all, headings);
  for (const column of all)
    if (
      isStatusOfCoverage(column) &&
      all.some((one) => one.field === 'status' && one.dependent === 0 && !isStatusOfCoverage(one))
    )
      column.field = 'enrolled';
  const ofOthers = ranked.filter(({ column }) => column.how !== 'remembered' && isOfSubscriber(column, all));
  // The start of the plan's year beside the start of each member.
  const starts = ranked.filter(({ column: { field, dependent } }) => field === 'from' && dependent === 0);
  if (starts.length > 1)
    for (const one of starts)
      if (one.column.how !== 'remembered' && OF_THE_PLAN.test(wordsOf(one.column.heading))) one.rank += LIKELY_FROM * 2;
  // Enrollment Start and End beside another start are the days on which people may choose.
  if (starts.length > 0 && headings.some((one) => OPENS.test(wordsOf(one))))
    ofOthers.push(
      ...ranked.filter(
        ({ column: { field, heading, how } }) =>
          field === 'until' && how !== 'remembered' && CLOSES.test(wordsOf(heading)),
      ),
    );
  // Spouse Medical in a list without spouses is the share of a premium, or whether a level covers one.
  const isNamed = (dependent: number): boolean =>
    ranked.some(
      ({ column: { field, dependent: place } }) =>
        place === dependent && (field === 'firstName' || field === 'fullName'),
    );
  ofOthers.push(
    ...ranked.filter(
      ({ column: { field, dependent, how } }) =>
        how !== 'remembered' &&
        dependent === SPOUSE_NUMBER &&
        OF_SHARED_LINE.test(field) &&
        !isNamed(SPOUSE_NUMBER) &&
        !headings.some((one) => NAMES_SPOUSE.test(wordsOf(one))),
    ),
  );
  // A level or a date that is counted belongs to a plan of that number.
  const numbers = planNumbersOf(ranked.map(({ column }) => column.field));
  ofOthers.push(
    ...ranked.filter(
      ({ column: { field, how } }) =>
        how !== 'remembered' && isNumbered(field) && !numbers.some((number) => field.endsWith(`.${number}`)),
    ),
  );
  for (const one of ofOthers) ignored.push(ranked.splice(ranked.indexOf(one), 1)[0]?.column.heading ?? '');
  ranked.push(
    ...settleCobra(
      headings,
      ranked.map(({ column }) => column),
      ignored,
    ).map((column) => ({ column, rank: LIKELY_FROM })),
  );
  const settled = settleTerm(ranked.map(({ column }) => column));
  countRepeated(ranked.map(({ column }) => column));
  const beside = besideCoverage(
    headings,
    ranked.map(({ column }) => column),
    ignored,
  );
  ranked.push(...beside.columns.map((column) => ({ column, rank: LIKELY_FROM })));
  const term = settled ?? beside.term;
  ranked.push(
    ...namesOfOthers(
      headings,
      ranked.map(({ column }) => column),
      ignored,
    ).map((column) => ({ column, rank: LIKELY_FROM })),
  );
  ranked.sort((a, b) => a.rank - b.rank || a.column.index - b.column.index);
  const columns = ranked.map(({ column }) => column);
  return {
    columns,
    ignored,
    leftOut,
    ...(old.length > 0 && { old }),
    ...(term && { term }),
    statusDate: ignored.find((heading) => OF_A_STATUS.test(wordsOf(heading))),
    ...(columns.some(({ field, heading }) => field === 'terminationDate' && OF_A_STATUS.test(wordsOf(heading))) && {
      endsByStatus: true,
    }),
    eligible: eligibleFromIn(columns),
    planYear: planYearIn(columns),
    ...(changes && { changes }),
    ...(birth && { birth }),
    ...(isKeySsn(columns) && { keyIsSsn: true }),
  };
}

/** EE SSN beside Dep SSN: of an employee the one that the row has. */
const isKeySsn = (columns: readonly CensusColumn[]): boolean =>
  columns.some(
    ({ field, dependent, heading }) => field === 'subscriberKey' && dependent === 0 && /ssn|social/i.test(heading),
  );

/**
 * Dependent SSN in a list that names each person once and says how it belongs to the employee: the row is about the
 * dependent.
 */
function ofDependentAlone(column: CensusColumn, all: readonly CensusColumn[]): void {
  if (column.dependent !== 1 || column.how === 'remembered' || !/^dep(?:endent)?s?\D/.test(wordsOf(column.heading)))
    return;
  const has = (dependent: number, field: CensusField): boolean =>
    all.some((one) => one.dependent === dependent && one.field === field);
  if (
    has(1, 'firstName') ||
    has(1, 'lastName') ||
    has(1, 'fullName') ||
    all.some(({ dependent }) => dependent > 1) ||
    !has(0, 'relationship') ||
    has(0, column.field)
  )
    return;
  column.dependent = 0;
}

/**
 * Employee ID, Dependent Name, Relationship, Dependent DOB: a list of dependents, in which nobody else is named. Where
 * a column is the employee's own, whose the row's other cells are is not known.
 */
function ofDependentsOnly(all: readonly CensusColumn[]): void {
  const isNamed = (place: number): boolean =>
    all.some(({ field, dependent }) => dependent === place && (field === 'firstName' || field === 'fullName'));
  const theirs = all.filter(({ dependent, how }) => dependent === 1 && how !== 'remembered');
  const isTold =
    all.some(({ field, dependent }) => field === 'relationship' && dependent <= 1) &&
    all.some(({ field, dependent }) => dependent === 0 && LINKS.has(field));
  if (
    isNamed(0) ||
    !isNamed(1) ||
    !isTold ||
    all.some(({ dependent, how }) => dependent > 1 || how === 'remembered') ||
    theirs.some(({ field }) => all.some((one) => one.dependent === 0 && one.field === field))
  )
    return;
  for (const column of theirs) column.dependent = 0;
}
const LINKS: ReadonlySet<CensusField> = new Set<CensusField>(['employeeId', 'subscriberKey', 'familyId']);

/** Dependent Relationship beside Dependent Name and the employee's own: a field of the dependent in the row. */
function ofDependentsOwn(column: CensusColumn, all: readonly CensusColumn[], headings: readonly string[]): void {
  if (
    column.field !== 'relationship' ||
    column.dependent !== 0 ||
    !/^dep(?:endent)?s?rel/.test(wordsOf(column.heading))
  )
    return;
  const isNamed = (dependent: number): boolean =>
    all.some((one) => one.dependent === dependent && (one.field === 'firstName' || one.field === 'fullName'));
  // Employee DOB and Dependent DOB, and no name of a dependent: the row is the employee's.
  const isBeside =
    !headings.some((one) => /^dep(?:endent)?$/.test(wordsOf(one))) &&
    all.some(
      ({ field, dependent }) =>
        dependent === 1 && OWN_OF_A_PERSON.has(field) && all.some((one) => one.field === field && one.dependent === 0),
    );
  if (isNamed(0) && (isNamed(1) || isBeside)) column.dependent = 1;
}

/**
 * Election Status beside Employment Status says who takes coverage: taken for another status of the job, its Waived
 * would be lost behind Active.
 */
const isStatusOfCoverage = ({ field, dependent, how, heading }: CensusColumn): boolean =>
  field === 'status' && dependent === 0 && how !== 'remembered' && STATUS_OF_COVERAGE.test(wordsOf(heading));

/** Benefit, Election, Coverage: of a line, what was chosen of it, where no other column is for plans. */
function ofElectedPlan(column: CensusColumn, all: readonly CensusColumn[], words: readonly string[]): void {
  const isOfLine = words.includes('benefit') || all.some(({ field }) => field === 'line');
  if (
    column.field === 'enrolled' &&
    wordsOf(column.heading) === 'election' &&
    isOfLine &&
    !all.some(({ field }) => field.startsWith('plan.'))
  )
    column.field = 'plan.medical';
}

const OPEN_PLAN = /^(?!.*(?:med|health))/;
const PARTS = ['tier', 'from', 'until'] as const;

/**
 * Plan, Tier, Start, Plan, Tier, Start: headings that are repeated for the row's second plan, as if they were counted.
 */
function countRepeated(columns: CensusColumn[]): void {
  const inOrder = columns
    .filter(({ dependent, how }) => dependent === 0 && how !== 'remembered')
    .toSorted((a, b) => a.index - b.index);
  const plans = inOrder.filter(({ field, heading }) => field === 'plan.medical' && OPEN_PLAN.test(wordsOf(heading)));
  const again = plans.filter((one) => wordsOf(one.heading) === wordsOf(plans[0]?.heading ?? ''));
  for (const [place, plan] of again.entries()) {
    const number = PLAN_NUMBERS[place - 1];
    if (number === undefined) continue;
    const behind = inOrder.filter(({ index }) => index > plan.index && index < (again[place + 1]?.index ?? Infinity));
    plan.field = `plan.${number}`;
    for (const part of PARTS) for (const one of behind) if (one.field === part) one.field = `${part}.${number}`;
  }
}

const OF_A_STATUS =
  /^(?:employ(?:ee|ment)|emp|ee|worker|job|position)?status(?:effective|eff|change|start)?(?:date|dt)$/;
const OF_THE_PLAN = /^plan/;
const OPENS = /^enrollment(?:start|begin|open)/;
const CLOSES = /^enrollment(?:end|close)/;
/** Spouse beside Spouse DOB is the spouse's name. */
const NAMES_SPOUSE = /^(?:spouse|partner|domesticpartner|spousepartner)$/;
const OF_SUBSCRIBER = /^(?:sub|employee|emp(?!loy)|ee|policyholder|primary)/;
/**
 * Enrollee beside Enrollee Relationship, Member beside Member SSN: whom the row is about, by the whole name. `all`: the
 * words of all headings.
 */
function nameOfMember(
  heading: string,
  all: readonly string[],
): { field: CensusField; rank: number; dependent: number } | undefined {
  const words = wordsOf(heading);
  // Dependent/Member beside Employee Name and Relationship.
  if (
    BOTH_OF_A_FAMILY.has(words) &&
    all.some((other) => OF_A_RELATIONSHIP.test(other)) &&
    all.some(
      (other) =>
        OF_SUBSCRIBER.test(other) &&
        (other.endsWith('name') || WHOLE_NAME.some(([pattern, first]) => first === 0 && pattern.test(other))),
    )
  )
    return { field: 'fullName', rank: LIKELY_FROM, dependent: 0 };
  return ALONE_A_NAME.has(words) &&
    all.some((other) => other.startsWith(words) && OF_A_MEMBER.test(other.slice(words.length)))
    ? { field: 'fullName', rank: LIKELY_FROM, dependent: 0 }
    : undefined;
}

const ALONE_A_NAME: ReadonlySet<string> = new Set([
  'enrollee',
  'member',
  'participant',
  'patient',
  'insured',
  'coveredmember',
  'coveredindividual',
]);
const BOTH_OF_A_FAMILY: ReadonlySet<string> = new Set([
  'dependentmember',
  'memberdependent',
  'dependentormember',
  'memberordependent',
  'coveredperson',
  'coveredmember',
  'coveredindividual',
  'familymember',
  'member',
  'person',
]);
const OF_A_RELATIONSHIP = /^rel(?:ation(?:ship)?)?/;
const OF_A_MEMBER = /^(?:rel(?:ation(?:ship)?)?|type)/;
export const OF_MEMBER =
  /^(?:covered|mbr|mem|dependent(?:or)?member|family|member|person|patient|participant|enrollee)/;

const OF_ANYBODY = /^(?:dob|birthdate|dateofbirth|gender|sex)$/;
const isName = (field: CensusField): boolean => field === 'fullName' || field === 'lastName' || field === 'firstName';

/** Subscriber First Name beside Member First Name: the row is about the member. */
function isOfSubscriber({ field, dependent, heading }: CensusColumn, all: readonly CensusColumn[]): boolean {
  if (dependent !== 0 || !OWN_OF_A_PERSON.has(field) || field === 'ssn') return false;
  // Name beside Covered Person and a relationship is the employee's in every row.
  if (wordsOf(heading) === 'name')
    return (
      all.some((one) => one.field === 'relationship' && one.dependent === 0) &&
      all.some((one) => one.field === field && one.dependent === 0 && wordsOf(one.heading).startsWith('covered'))
    );
  // DOB beside Member DOB, in a list that names the employee beside the member.
  if (OF_ANYBODY.test(wordsOf(heading)))
    return (
      all.some((one) => one.field === field && one.dependent === 0 && OF_MEMBER.test(wordsOf(one.heading))) &&
      all.some((one) => one.dependent === 0 && isName(one.field) && OF_SUBSCRIBER.test(wordsOf(one.heading)))
    );
  // Legal Name beside Participant Name is that of the employer, or of the employee.
  if (!OF_SUBSCRIBER.test(wordsOf(heading)) && wordsOf(heading) !== 'legalname') return false;
  return all.some((one) => one.field === field && one.dependent === 0 && OF_MEMBER.test(wordsOf(one.heading)));
}

const WHOLE_NAME = [
  [/^(?:employee|subscriber|member|participant|insured|enrollee|associate)()$/, 0],
  [/^(?:spouse|partner|domesticpartner|spousepartner)()$/, SPOUSE_NUMBER],
  [/^(?:child|kid|chd?|son|daughter)(\d{1,2})$/, CHILD_NUMBER],
  [/^(?:dependent|dep)(\d{1,2})$/, 0],
  [/^(?:dependent|dep)()$/, 1],
] as const;

const TELLS_WHO: ReadonlySet<CensusField> = new Set(['ssn', 'dateOfBirth', 'hireDate', 'rehireDate', 'employeeId']);

/**
 * Spouse beside Spouse DOB, Employee beside an SSN or a birth date where no column is for names: nothing else can stand
 * there than the name. Takes them from the ignored ones.
 */
function namesOfOthers(
  headings: readonly string[],
  columns: readonly CensusColumn[],
  ignored: string[],
): CensusColumn[] {
  if (columns.length === 0) return [];
  return headings.flatMap((cell, index): CensusColumn[] => {
    const heading = plainHeading(cell);
    if (!ignored.includes(heading)) return [];
    const words = wordsOf(heading);
    const dependent = WHOLE_NAME.flatMap(([pattern, first]) => {
      const match = pattern.exec(words);
      return match ? [first + Number(match[1])] : [];
    })[0];
    const own = columns.filter((one) => one.dependent === dependent);
    if (
      dependent === undefined ||
      own.length === 0 ||
      own.some(({ field }) => field === 'firstName' || field === 'lastName' || field === 'fullName')
    )
      return [];
    if (dependent === 0 && !own.some(({ field }) => TELLS_WHO.has(field))) return [];
    ignored.splice(ignored.indexOf(heading), 1);
    return [{ index, heading, field: 'fullName', dependent, how: 'likely' }];
  });
}

/** The headings that a census cannot do without and that are not there, in words; empty when all are. */
export function missingColumns(columns: readonly CensusColumn[]): string[] {
  const has = (field: CensusField): boolean =>
    columns.some((column) => column.field === field && column.dependent === 0);
  if (has('fullName')) return [];
  return [...(has('firstName') ? [] : ['First Name']), ...(has('lastName') ? [] : ['Last Name'])];
}
