import { fileMessage, worded } from './messages/file-message.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../coverage-line.ts';
import { isPlusOne } from './census/values/plus-one.ts';
import { TIER_OF_CODE } from './edi-834/edi-834.ts';
import { type EnrollmentCoverage, type EnrollmentRecord, isSetting, type RecordProblem } from './enrollment-record.ts';
import { LONGEST_TEXT } from './judge-lengths.ts';
import { shown } from './shown-value.ts';
import { hasDateProblem, problem, type Verdict, warning } from './verdict.ts';

export const FAR_FUTURE_YEARS = 5;

/**
 * 349 and 357 are the last day of coverage; who ends people on the first day of a month may mean the first day without
 * it. Half-open, such an end is the second.
 */
const isAfterFirst = (until: CalendarDate): boolean => until.endsWith('-02');
const ENDS_ON_FIRST = fileMessage('end_on_first_of_month');

/** Asks whether the last days that an 834 names are meant so. */
export function judgeLastDay({ action, coverages, endsUntil }: EnrollmentRecord, found: Verdict): void {
  if (action === 'end' && coverages.length === 0 && endsUntil !== undefined && isAfterFirst(endsUntil))
    warning(found, 'endsUntil', 'ends_on_first', ENDS_ON_FIRST);
  for (let index = 0; index < coverages.length; index++) {
    const coverage = coverages[index];
    if (coverage?.action === 'end' && coverage.until !== undefined && isAfterFirst(coverage.until))
      warning(found, at(index, 'until'), 'ends_on_first', ENDS_ON_FIRST);
  }
}

/**
 * Whether coverage without a first day (348) may be what the person has by now, and stands: an audit or a change that
 * names the plan. Only whoever knows the person can tell.
 */
export const mayStand = ({ action, planKey }: EnrollmentCoverage): boolean =>
  action === 'compare' || (action === 'change' && planKey !== undefined);

/** The refusal of coverage of which nobody knows when it begins; `index` is its place in the record. */
export const startMissing = (line: CoverageLine, index: number): RecordProblem => ({
  field: at(index, 'from'),
  code: 'start_missing',
  ...worded(fileMessage('start_is_missing', { line: COVERAGE_LINE_LABEL[line] })),
});

function judgeCoverage(
  record: EnrollmentRecord,
  coverage: EnrollmentCoverage,
  index: number,
  farStart: string,
  found: Verdict,
): void {
  const { from, until, action } = coverage;
  if (coverage.tierKey !== undefined && coverage.tier === undefined && !TIER_OF_CODE.has(coverage.tierKey))
    tellUnknownTier(record, coverage, index, found);
  if (coverage.planKey !== undefined && coverage.planKey.length > LONGEST_TEXT)
    problem(
      found,
      at(index, 'planKey'),
      'too_long',
      fileMessage('plan_too_long', { line: name(coverage), most: LONGEST_TEXT }),
    );
  if (from === undefined) {
    if (record.source !== 'census') judgeWithoutStart(record, coverage, index, found);
    return;
  }
  if (until !== undefined && until <= from)
    problem(
      found,
      at(index, 'until'),
      'end_before_start',
      fileMessage('coverage_end_before_start', { line: name(coverage) }),
    );
  if (from > farStart)
    problem(
      found,
      at(index, 'from'),
      'start_far',
      fileMessage('coverage_start_too_far', { line: name(coverage), years: FAR_FUTURE_YEARS }),
    );
  if (record.source === 'census') return;
  if (record.dateOfBirth !== undefined && from < record.dateOfBirth) tellBeforeBirth(coverage, index, found);
  if (until !== undefined) return;
  if (action === 'end') tellNoEnd(record, coverage, index, found);
  else if (record.eligibilityUntil !== undefined && record.eligibilityUntil <= from && isSetting(action))
    warning(found, at(index, 'from'), 'eligible_before', fileMessage('eligibility_ends_first'));
}

function tellUnknownTier(
  { source }: EnrollmentRecord,
  coverage: EnrollmentCoverage,
  index: number,
  found: Verdict,
): void {
  const tierKey = coverage.tierKey as string;
  const message = fileMessage('tier_not_known', { line: name(coverage), word: shown(tierKey) });
  if (source !== 'census') problem(found, at(index, 'tierKey'), 'tier_unknown', message);
  // "Plus one" waits for the dependents, who tell what it means.
  else if (!isPlusOne(tierKey)) warning(found, at(index, 'tierKey'), 'tier_unknown', message);
}

function tellBeforeBirth(coverage: EnrollmentCoverage, index: number, found: Verdict): void {
  if (isSetting(coverage.action) && !found.problems.some(({ field }) => field === 'dateOfBirth'))
    problem(found, at(index, 'from'), 'before_birth', fileMessage('coverage_before_birth', { line: name(coverage) }));
}

function tellNoEnd(record: EnrollmentRecord, coverage: EnrollmentCoverage, index: number, found: Verdict): void {
  if (!hasDateProblem(record))
    problem(found, at(index, 'until'), 'end_missing', fileMessage('line_end_missing', { line: name(coverage) }));
}

function judgeWithoutStart(
  record: EnrollmentRecord,
  coverage: EnrollmentCoverage,
  index: number,
  found: Verdict,
): void {
  const { action, until } = coverage;
  if (action === 'end') {
    if (until === undefined) tellNoEnd(record, coverage, index, found);
  } else if (
    action !== 'void' &&
    action !== 'reinstate' &&
    action !== 'waive' &&
    !mayStand(coverage) &&
    !hasDateProblem(record)
  ) {
    found.problems.push(startMissing(coverage.line, index));
  }
}

/**
 * Two plans of one line of which the first is said to end after the second begins, in the words of a period or of an
 * end: the later start is taken, as it is where no end is named.
 */
function judgeOverlaps(record: EnrollmentRecord, found: Verdict): void {
  const spans = record.coverages.filter(
    ({ action, from, planKey }) => isSetting(action) && from !== undefined && planKey !== undefined,
  );
  const overlaps = spans.some((one) =>
    spans.some(
      (other) =>
        one.line === other.line &&
        one.planKey !== other.planKey &&
        (one.from ?? '') < (other.from ?? '') &&
        one.until !== undefined &&
        one.until !== record.eligibilityUntil &&
        one.until > (other.from ?? ''),
    ),
  );
  const ends = record.coverages.filter(
    ({ action, until, planKey }) => action === 'end' && until !== undefined && planKey !== undefined,
  );
  const endsLate = ends.some((one) =>
    spans.some(
      (other) =>
        one.line === other.line &&
        one.planKey !== other.planKey &&
        (one.until ?? '') > (other.from ?? '') &&
        (one.from === undefined || one.from < (other.from ?? '')),
    ),
  );
  if (overlaps || endsLate) warning(found, 'coverages', 'plans_overlap', fileMessage('plans_of_line_overlap'));
}

/** Asked for every record: few name a line twice, and only these are looked at closely. */
function namesLineTwice(coverages: readonly EnrollmentCoverage[]): boolean {
  for (let index = 1; index < coverages.length; index++)
    for (let before = 0; before < index; before++) if (coverages[index]?.line === coverages[before]?.line) return true;
  return false;
}

/**
 * Two plans of one line from the same day: nobody knows which is meant. Short and long-term disability are one line
 * here, so one of the two is told.
 */
function judgeLines(record: EnrollmentRecord, found: Verdict): void {
  for (const [index, coverage] of record.coverages.entries()) {
    const before = record.coverages
      .slice(0, index)
      .find(
        (other) =>
          other.line === coverage.line &&
          !other.lineByPlan &&
          !coverage.lineByPlan &&
          isSetting(other.action) &&
          other.from === coverage.from &&
          (other.planKey ?? '') !== (coverage.planKey ?? ''),
      );
    if (!before || !isSetting(coverage.action)) continue;
    if (coverage.line === 'disability')
      warning(found, at(index, 'planKey'), 'line_twice', fileMessage('two_disability_plans'));
    else
      problem(
        found,
        at(index, 'planKey'),
        'line_twice',
        fileMessage('two_plans_same_day', {
          line: name(coverage),
          first: shown(before.planKey ?? ''),
          second: shown(coverage.planKey ?? ''),
        }),
      );
  }
}

const at = (index: number, field: string): string => `coverages.${index}.${field}`;
const name = (coverage: EnrollmentCoverage): string => COVERAGE_LINE_LABEL[coverage.line];

/** The rules on what a person is covered by; `farStart` is the day beyond which no start can be meant. */
export function judgeCoverages(record: EnrollmentRecord, farStart: string, found: Verdict): void {
  for (let index = 0; index < record.coverages.length; index++) {
    const coverage = record.coverages[index];
    if (coverage) judgeCoverage(record, coverage, index, farStart, found);
  }
  if (namesLineTwice(record.coverages)) {
    judgeLines(record, found);
    judgeOverlaps(record, found);
  }
}
