import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { EnrollmentCoverage, EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { shown } from '@openbenefits/domain/files/shown-value';
import { READER_LIMITS } from '../limits.ts';
import { type Digest, digestOf, LatestTexts } from './latest-texts.ts';

type Told = Pick<EnrollmentCoverage, 'planKey' | 'from' | 'until'> & {
  row: number;
  line: CoverageLine;
  hasLeft: boolean;
};

type ToldInShort = [
  planKey: string | undefined,
  from: string | null,
  until: string | null,
  row: number,
  line: CoverageLine,
  hasLeft: boolean,
];
const inShort = ({ planKey, from, until, row, line, hasLeft }: Told): unknown[] => [
  planKey,
  from,
  until,
  row,
  line,
  hasLeft,
];
const inFull = ([planKey, from, until, row, line, hasLeft]: ToldInShort): Told =>
  ({ planKey, from: from ?? undefined, until: until ?? undefined, row, line, hasLeft }) as Told;

/**
 * Two rows end the same coverage on different days, or one of them does not: whoever stands beside in the row is in
 * doubt, too.
 */
export const ENDS_TWICE = 'person_twice_ends';

/** Of which line a plan is, where its list does not say; undefined for a plan that nobody knows. */
export type LineOfPlan = (planKey: string) => CoverageLine | undefined;
/** The plans that are known, by their names and codes: a plan has several of them, and one id. */
export type PlanBook = ReadonlyMap<string, { line: CoverageLine; id: string }>;

export const planBookOf = (plans: Iterable<readonly [string, CoverageLine, string]>): PlanBook =>
  new Map(Array.from(plans, ([name, line, id]) => [name, { line, id }]));

/**
 * The people of a list with the plans that it has named for them so far, so that a second row with another plan of the
 * same line is told instead of taking the place of the first. It remembers the last of them only: who comes twice
 * stands close together, or the list is small.
 */
export class SamePersonTwice {
  /** What was told of each, as JSON. */
  readonly #told = new LatestTexts(READER_LIMITS.peopleRemembered);
  readonly #lineOfPlan: LineOfPlan;

  constructor(lineOfPlan: LineOfPlan) {
    this.#lineOfPlan = lineOfPlan;
  }

  /** What is wrong with a person who is in order otherwise; nothing for the first row about it. */
  find(record: EnrollmentRecord): RecordProblem[] {
    if (record.action === 'end' || record.coverages.length === 0) return NOTHING;
    const key = keyOf(record);
    if (key === undefined) return NOTHING;
    const text = this.#told.get(key);
    const before = text === undefined ? undefined : (JSON.parse(text) as ToldInShort[]).map(inFull);
    const now: Told[] = [];
    let index = -1;
    for (const { planKey, from, until, line, lineByPlan, action } of record.coverages) {
      index++;
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
            ...worded(
              fileMessage('two_plans_in_rows', { line: other.row, coverage: label, plan: shown(other.planKey ?? '') }),
            ),
          },
        ];
      }
      now.push(told);
    }
    if (now.length === 0) return NOTHING;
    const told = before ? [...before, ...now].slice(-READER_LIMITS.plansOfPerson) : now;
    this.#told.set([key], JSON.stringify(told.map(inShort)));
    return NOTHING;
  }
}

const NOTHING: RecordProblem[] = [];

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
  if (
    first.until === second.until ||
    first.hasLeft ||
    second.hasLeft ||
    wordsOf(first.planKey ?? '') !== wordsOf(second.planKey ?? '')
  )
    return false;
  return first.from === second.from;
}

function endsTwice(first: Told, { line, until }: Told, index: number): RecordProblem {
  const label = COVERAGE_LINE_LABEL[line];
  const day =
    first.until === undefined
      ? 'without a last day'
      : until === undefined
        ? 'with a last day'
        : 'with another last day';
  return {
    field: `coverages.${index}.until`,
    code: ENDS_TWICE,
    ...worded(fileMessage('plan_end_differs', { line: first.row, coverage: label, ends: day })),
  };
}

/** Two parents may both have a child in the list, and somebody may work for two employers. */
function keyOf({
  ssn,
  firstName,
  lastName,
  dateOfBirth,
  isSubscriber,
  familyKey,
  groupKey,
}: EnrollmentRecord): Digest | undefined {
  const family = isSubscriber ? undefined : familyKey;
  if (ssn !== undefined) return digestOf(groupKey, family, ssn);
  if (dateOfBirth === undefined) return undefined;
  return digestOf(groupKey, family, dateOfBirth, firstName?.toLowerCase(), lastName?.toLowerCase());
}
