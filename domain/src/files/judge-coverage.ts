import type { CalendarDate } from '../calendar-date.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../coverage/coverage-line.ts';
import { isPlusOne } from './census/values/plus-one.ts';
import { TIER_OF_CODE } from './edi-834/edi-834.ts';
import { type EnrollmentCoverage, type EnrollmentRecord, isSetting, type RecordProblem } from './enrollment-record.ts';
import { LONGEST_TEXT } from './judge-lengths.ts';
import { shown } from './shown-value.ts';
import { unknownWordReason } from './unknown-word.ts';
import { hasDateProblem, problem, type Verdict, warning } from './verdict.ts';

export const FAR_FUTURE_YEARS = 5;

/**
 * 349 and 357 are the last day of coverage; who ends people on the first day of a month may mean the first day without
 * it. Half-open, such an end is the second.
 */
const isAfterFirst = (until: CalendarDate): boolean => until.endsWith('-02');
const ENDS_ON_FIRST =
  'Coverage ends on the first day of a month, which is covered; if this sender means the first day without coverage, its profile can say so (An end date is the first day without coverage)';

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
  message: `${COVERAGE_LINE_LABEL[line]}: the first day of coverage (348) is missing`,
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
      `${name(coverage)}: the plan is longer than ${LONGEST_TEXT} characters`,
    );
  if (from === undefined) {
    if (record.source !== 'census') judgeWithoutStart(record, coverage, index, found);
    return;
  }
  if (until !== undefined && until <= from)
    problem(found, at(index, 'until'), 'end_before_start', `${name(coverage)}: coverage ends before it starts`);
  if (from > farStart)
    problem(
      found,
      at(index, 'from'),
      'start_far',
      `${name(coverage)}: coverage starts more than ${FAR_FUTURE_YEARS} years from now`,
    );
  if (record.source === 'census') return;
  if (record.dateOfBirth !== undefined && from < record.dateOfBirth) tellBeforeBirth(coverage, index, found);
  if (until !== undefined) return;
  if (action === 'end') tellNoEnd(record, coverage, index, found);
  else if (record.eligibilityUntil !== undefined && record.eligibilityUntil <= from && isSetting(action))
    warning(
      found,
      at(index, 'from'),
      'eligible_before',
      'Eligibility ends (357) before the coverage beside it begins; the coverage was taken without an end',
    );
}

function tellUnknownTier(
  { source }: EnrollmentRecord,
  coverage: EnrollmentCoverage,
  index: number,
  found: Verdict,
): void {
  const tierKey = coverage.tierKey as string;
  const message = `${name(coverage)}: ${unknownWordReason('tier', tierKey)}`;
  if (source !== 'census') problem(found, at(index, 'tierKey'), 'tier_unknown', message);
  // "Plus one" waits for the dependents, who tell what it means.
  else if (!isPlusOne(tierKey)) warning(found, at(index, 'tierKey'), 'tier_unknown', message);
}

function tellBeforeBirth(coverage: EnrollmentCoverage, index: number, found: Verdict): void {
  if (isSetting(coverage.action) && !found.problems.some(({ field }) => field === 'dateOfBirth'))
    problem(
      found,
      at(index, 'from'),
      'before_birth',
      `${name(coverage)}: coverage begins before the date of birth; one of the two days is wrong`,
    );
}

function tellNoEnd(record: EnrollmentRecord, coverage: EnrollmentCoverage, index: number, found: Verdict): void {
  if (!hasDateProblem(record))
    problem(
      found,
      at(index, 'until'),
      'end_missing',
      `${name(coverage)}: termination without the last day of coverage (349)`,
    );
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
    const { field, code, message } = startMissing(coverage.line, index);
    problem(found, field, code, message);
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
  if (overlaps || endsLate)
    warning(
      found,
      'coverages',
      'plans_overlap',
      'Two plans of one line overlap; the one that starts later counts from its first day on',
    );
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
      warning(
        found,
        at(index, 'planKey'),
        'line_twice',
        'Two disability plans from the same day: one is administered here, the later in the file is kept',
      );
    else
      problem(
        found,
        at(index, 'planKey'),
        'line_twice',
        `${name(coverage)}: two plans from the same day, "${shown(before.planKey ?? '')}" and "${shown(coverage.planKey ?? '')}"; send the one that is meant`,
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
