import type { CensusColumn } from '../headings/census-column.ts';
import type { CensusField } from '../headings/fields.ts';
import { wordsOf } from '../../../plain-words.ts';
import { plainHeading } from '../headings/field-of-heading.ts';
import { STATUS_OF_COVERAGE, type TermColumn } from '../headings/term-column.ts';
import { ownValue } from '../../../own-value.ts';

/**
 * Headings that mean coverage beside others that do: End Date beside a plan, Start beside Stop, Benefit beside its
 * name.
 */
const BESIDE: Readonly<Record<string, 'from' | 'until' | 'line' | undefined>> = {
  start: 'from',
  begin: 'from',
  begins: 'from',
  startdate: 'from',
  from: 'from',
  end: 'until',
  ends: 'until',
  stop: 'until',
  to: 'until',
  thru: 'until',
  through: 'until',
  enddate: 'until',
  stopdate: 'until',
  enddt: 'until',
  throughdate: 'until',
  thrudate: 'until',
  beginn: 'from',
  startdatum: 'from',
  inicio: 'from',
  debut: 'from',
  début: 'from',
  fin: 'until',
  ab: 'from',
  von: 'from',
  desde: 'from',
  ende: 'until',
  enddatum: 'until',
  bis: 'until',
  hasta: 'until',
  fechadeinicio: 'from',
  fechainicio: 'from',
  fechafin: 'until',
  exp: 'until',
  expdate: 'until',
  expdt: 'until',
  expire: 'until',
  expires: 'until',
  benefit: 'line',
  product: 'line',
};

const OF_THE_JOB = [
  'hireDate',
  'rehireDate',
  'status',
  'jobTitle',
  'salary',
  'department',
  'terminationDate',
] as const satisfies readonly CensusField[];
const JOB: ReadonlySet<CensusField> = new Set<CensusField>([
  ...OF_THE_JOB,
  'salaryPer',
  'classKey',
  'locationKey',
  'billingLocation',
]);
const JOB_WORDS = /employ|job|position|work|hire|contract|service/;
/** Level, Grade may be those of a job. */
const OF_COVERAGE = /^c(?:ov|vg)/;
const COVERAGE = /^(?:(?:plan|tier|from|until|enrolled|waived)\b|line$)/;
const PLAN = /^(?:plan|enrolled|tier)\./;
const PARTS = ['tier', 'from', 'until'] as const;

const isDay = (heading: string): boolean => ['from', 'until'].includes(ownValue(BESIDE, wordsOf(heading)) ?? '');
const isOfPlan = (field: CensusField): boolean => COVERAGE.test(field);

/** What a column stands beside: what tells of coverage, or of the job. Undefined for what tells of neither. */
function kindOf(heading: string, column: CensusColumn | undefined): 'coverage' | 'job' | undefined {
  if (column === undefined) return JOB_WORDS.test(wordsOf(heading)) ? 'job' : undefined;
  if (isOfPlan(column.field)) return 'coverage';
  if (column.field === 'status' && STATUS_OF_COVERAGE.test(wordsOf(column.heading))) return 'coverage';
  return JOB.has(column.field) ? 'job' : undefined;
}

/**
 * The kind of the nearest column that is known, in one direction: carriers and premiums may stand between a plan and
 * its days.
 */
function neighbour(
  headings: readonly string[],
  columns: readonly CensusColumn[],
  index: number,
  step: 1 | -1,
): 'coverage' | 'job' | undefined {
  for (let at = index + step; at >= 0 && at < headings.length; at += step) {
    const heading = headings[at] ?? '';
    const column = columns.find((one) => one.index === at);
    if (wordsOf(heading) === '' || (column === undefined && isDay(heading))) continue;
    const kind = column !== undefined && column.dependent > 0 ? undefined : kindOf(heading, column);
    if (column !== undefined || kind !== undefined) return kind;
  }
  return undefined;
}

/** The plan that a column stands behind, with nothing but coverage between the two. */
function planBefore(columns: readonly CensusColumn[], index: number): string | undefined {
  const before = columns
    .filter((one) => one.index < index && one.dependent === 0)
    .toSorted((a, b) => b.index - a.index);
  const nearest = before.find(({ field }) => PLAN.test(field) || !isOfPlan(field));
  return nearest && PLAN.test(nearest.field) ? nearest.field.slice(nearest.field.indexOf('.') + 1) : undefined;
}

/**
 * Medical Plan, Effective Date, Dental Plan, Effective Date: a level or a day that is repeated behind each plan is that
 * of its plan.
 */
function settleRepeated(columns: readonly CensusColumn[]): void {
  for (const part of PARTS) {
    const repeated = columns.filter(
      ({ field, dependent, how }) => field === part && dependent === 0 && how !== 'remembered',
    );
    const plans = repeated.map(({ index }) => planBefore(columns, index));
    if (repeated.length < 2 || plans.includes(undefined) || new Set(plans).size < plans.length) continue;
    for (const [place, column] of repeated.entries()) column.field = `${part}.${plans[place]}` as CensusField;
  }
}

/**
 * What Begin and End, From and To mean: the days of coverage directly behind a plan, those of the job behind what tells
 * of it. Before both, or elsewhere, a last day ends coverage, and a first day is its start only beside a last one,
 * where no column tells of the job. Takes them from the ignored ones.
 */
export function besideCoverage(
  headings: readonly string[],
  columns: readonly CensusColumn[],
  ignored: string[],
): { columns: CensusColumn[]; term?: TermColumn | undefined } {
  const has = (field: CensusField): boolean => columns.some((one) => one.field === field && one.dependent === 0);
  let isCovering = columns.some(
    ({ field, dependent, heading }) =>
      dependent === 0 &&
      (field.startsWith('plan.') ||
        field === 'line' ||
        field === 'from' ||
        (field === 'tier' && OF_COVERAGE.test(wordsOf(heading)))),
  );
  const hasLastDay = has('until') || headings.some((other) => ownValue(BESIDE, wordsOf(other)) === 'until');
  const lines = columns.flatMap(({ field, dependent }) =>
    dependent === 0 && field.startsWith('plan.') ? [field.slice('plan.'.length)] : [],
  );
  const haveOwnStart = lines.length > 0 && lines.every((line) => has(`from.${line}` as CensusField));
  const found: CensusColumn[] = [];
  let term: TermColumn | undefined;
  let begins: string | undefined;
  const take = (index: number, heading: string, field: CensusField): void => {
    ignored.splice(ignored.indexOf(heading), 1);
    found.push({ index, heading, field, dependent: 0, how: 'likely' });
  };
  for (const [index, cell] of headings.entries()) {
    const heading = plainHeading(cell);
    const meant = ownValue(BESIDE, wordsOf(heading));
    if (meant === undefined || !ignored.includes(heading)) continue;
    if (meant === 'line') {
      const isPlan = wordsOf(heading) === 'product' && !has('plan.medical');
      if (isPlan || (wordsOf(heading) === 'benefit' && (has('plan.medical') || has('action')) && !has('line'))) {
        take(index, heading, isPlan ? 'plan.medical' : 'line');
        isCovering = true;
      }
      continue;
    }
    const left = neighbour(headings, columns, index, -1);
    const of = left ?? (neighbour(headings, columns, index, 1) === 'job' ? 'job' : undefined);
    if (of === 'job') {
      const field = meant === 'from' ? 'hireDate' : 'terminationDate';
      if (
        !isCovering ||
        has(field) ||
        (field === 'hireDate' && has('rehireDate')) ||
        found.some((one) => one.field === field)
      )
        continue;
      take(index, heading, field);
      if (meant === 'until') term ??= { heading, of: 'employment' };
      continue;
    }
    // Where each plan has its own start, one beside the person is none of coverage.
    if (meant === 'from' && of === undefined && haveOwnStart && !OF_THE_JOB.some(has)) {
      take(index, heading, 'hireDate');
      continue;
    }
    const isOfCoverage = of === 'coverage' || meant === 'until' || (hasLastDay && !OF_THE_JOB.some(has));
    if (!isOfCoverage || has(meant) || !isCovering) continue;
    take(index, heading, meant);
    if (meant === 'until') term ??= { heading, of: 'coverage', isBeside: true };
    else if (of === undefined) begins = heading;
  }
  settleRepeated([...columns, ...found]);
  return { columns: found, term: term && begins !== undefined ? { ...term, begins } : term };
}
