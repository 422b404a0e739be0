import { fileMessage } from '../../messages/file-message.ts';
import { addDays, type CalendarDate, daysBetween } from '../../../calendar-date.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '../../../coverage-line.ts';
import type { EnrollmentAction, EnrollmentRecord } from '../../enrollment-record.ts';
import { LEFT_BEFORE, LEFT_BEFORE_HIRED } from '../../judge.ts';
import { shown } from '../../shown-value.ts';
import type { CensusField } from '../headings/fields.ts';
import { RowCells } from '../row-cells.ts';
import { readLine } from './line.ts';
import { isUndecided, readStatus, soundsLikeEnd, type CensusStatus } from './status.ts';
import { readYesNo } from '../values/cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';

const COBRA_FIELDS = ['cobra', 'cobraBegin', 'cobraEvent', 'cobraEventDate'] as const satisfies readonly CensusField[];

/** A column for the line that speaks of everything. */
const ALL_LINES: ReadonlySet<string> = new Set(
  'all allbenefits allcoverage allcoverages alllines everything'.split(' '),
);

/** Beside which the day since when a status holds may be the last one of the job. */
const ENDS_BY_STATUS: ReadonlySet<CensusStatus | undefined> = new Set<CensusStatus>(['left', 'cobra', 'retired']);

/** Days between two jobs after which coverage does not go on as if nothing had been. */
const SHORT_BREAK = 30;

/** Term of employment, Resigned; not the spouse's. */
const HAS_LEFT =
  /^(?:(?:in)?voluntary|term|employment (?:term|end)|end of employment|resign|left|laid|lay-?off|deceased|death of employee|quit)/i;
const OF_OTHERS = /spouse|partner|parent|other|cobra/i;

const LINE_ENDS = COVERAGE_LINES.map((line) => ({
  line,
  column: `until.${line}` as const,
  field: `coverages.${line}`,
  label: `${COVERAGE_LINE_LABEL[line]} coverage end`,
}));
const ENDS = [
  'terminationDate',
  'until',
  ...COVERAGE_LINES.map((line) => `until.${line}` as const),
] as const satisfies readonly CensusField[];

/** Whether a row says that somebody has left, on which day, and what ends with it. */
export class RowLeaving extends RowCells {
  private hiredOn: { day: CalendarDate | undefined } | undefined;
  /** The end of an employment before the one that goes on. */
  private leftBefore: CalendarDate | undefined;
  private undecided: CellValue | undefined;

  status(): CensusStatus | undefined {
    const cell = this.cell('status');
    if (cell === undefined) return undefined;
    const known = readStatus(cell);
    if (isUndecided(cell)) this.undecided = cell;
    // C is COBRA to some (as INS05 has it), cancelled or covered to others: one of the three ends coverage.
    if (known === undefined && wordsOf(String(cell)) === 'c') {
      if (COBRA_FIELDS.some((field) => this.cells.has(field))) return 'cobra';
      this.refuse('status', 'status_doubtful', fileMessage('status_c_unclear'));
      return undefined;
    }
    // N beside Active (Y/N) has left; beside a status it may as well be new.
    if (known === undefined && readYesNo(cell) === false) {
      this.refuse('status', 'status_doubtful', fileMessage('status_n_unclear', { value: shown(String(cell)) }));
      return undefined;
    }
    // Taken for nothing, somebody who has left would stay covered.
    if (known === undefined && soundsLikeEnd(cell) && !ENDS.some((field) => this.cells.has(field))) {
      this.refuse('status', 'status_doubtful', fileMessage('status_maybe_terminated', { value: shown(String(cell)) }));
      return undefined;
    }
    if (known === undefined && this.undecided === undefined)
      this.warn('status', 'status_unknown', fileMessage('status_not_recognized', { value: shown(String(cell)) }));
    return known;
  }

  /**
   * Coverage beside a status that says that it is not decided: taken for coverage that holds, premiums would be paid
   * for it.
   */
  doubtUndecided({ coverages }: EnrollmentRecord): void {
    const { undecided } = this;
    if (undecided === undefined || this.problems.some(({ field }) => field === 'status')) return;
    if (coverages.some(({ action }) => action !== 'waive'))
      this.refuse(
        'status',
        'status_undecided',
        fileMessage('status_not_approved', { value: shown(String(undecided)) }),
      );
    else
      this.warn('status', 'status_unknown', fileMessage('status_not_recognized', { value: shown(String(undecided)) }));
  }

  /** A reason that somebody has left for, beside coverage that goes on. */
  doubtReason({ coverages, isSubscriber }: EnrollmentRecord): void {
    const reason = String(this.cell('reason') ?? '').trim();
    if (
      !isSubscriber ||
      // It is that of the job before.
      this.leftBefore !== undefined ||
      !HAS_LEFT.test(reason) ||
      OF_OTHERS.test(reason) ||
      !coverages.some(({ action, until }) => action === 'compare' && until === undefined)
    )
      return;
    this.refuse(
      'maintenanceReason',
      'reason_contradicts',
      fileMessage('reason_without_end', { reason: shown(reason) }),
    );
  }

  /**
   * The day from which the employment holds, from which a waiting period counts (domain rules 4.5): that of the rehire
   * where it is the later one.
   */
  get hired(): CalendarDate | undefined {
    this.hiredOn ??= { day: this.latestHire() };
    return this.hiredOn.day;
  }

  private latestHire(): CalendarDate | undefined {
    const first = this.date('hireDate', 'hireDate', 'Hire date');
    const again = this.date('rehireDate', 'rehireDate', 'Rehire date');
    if (again === undefined || (first !== undefined && first >= again)) return first;
    if (first !== undefined) this.warn('hireDate', 'rehired', fileMessage('hire_before_rehire'));
    return again;
  }

  /**
   * The last day of employment. Somebody active with a day that is over was hired again, as was who has a hire date
   * behind it: that day ended nothing that goes on. Somebody who has left without a day is a question, because nobody
   * knows when the coverage ends.
   */
  leftOn(
    status: CensusStatus | undefined,
    action: EnrollmentAction | undefined,
  ): { date: CalendarDate; ends: boolean } | undefined {
    const isAsked = this.cell('action') === undefined;
    const date = this.date('terminationDate', 'terminationDate', 'Termination date');
    if (date !== undefined && isAsked && this.place.endsByStatus && !ENDS_BY_STATUS.has(status))
      return this.doubtStatus();
    if (date !== undefined && this.hired !== undefined && this.hired > date)
      return this.rehiredAfter(date, status, action);
    if (isAsked && status === 'active' && date !== undefined && date <= this.place.dates.today) {
      this.warn('terminationDate', 'left_before', fileMessage('active_with_past_termination'));
      return undefined;
    }
    if (isAsked && status === 'left' && date === undefined && !this.cells.has('terminationDate') && !this.hasLastDays())
      this.refuseUndatedEnd();
    // As COBRA, and of a retiree, the coverage goes on after the employment.
    return date && { date, ends: isAsked && status !== 'cobra' && status !== 'retired' };
  }

  /** Since when somebody is active or on leave is no last day. */
  private doubtStatus(): undefined {
    const cell = this.cell('status');
    if (cell !== undefined && readStatus(cell) === undefined && !this.problems.some(({ field }) => field === 'status'))
      this.refuse('status', 'status_doubtful', fileMessage('status_date_unclear', { value: shown(String(cell)) }));
  }

  private rehiredAfter(
    date: CalendarDate,
    status: CensusStatus | undefined,
    action: EnrollmentAction | undefined,
  ): undefined {
    if (status === 'left' || action === 'end')
      this.refuse('terminationDate', LEFT_BEFORE_HIRED, fileMessage('terminated_then_rehired'));
    else if (status !== 'active' && this.cell('rehireDate') === undefined)
      this.refuse('terminationDate', LEFT_BEFORE_HIRED, fileMessage('termination_before_hire_date'));
    else this.warn('terminationDate', LEFT_BEFORE_HIRED, LEFT_BEFORE);
    this.leftBefore = date;
  }

  /**
   * Coverage from before a rehire would cover the days between the jobs; only after a short break does it go on
   * (Enroll: 30 days, domain rules 4.5).
   */
  doubtStart(record: EnrollmentRecord): void {
    const { coverages } = record;
    const { leftBefore, hired } = this;
    if (leftBefore === undefined || hired === undefined || daysBetween(leftBefore, hired) <= SHORT_BREAK) return;
    record.leftBefore = leftBefore;
    const early = coverages.findIndex(({ action, from }) => action !== 'waive' && from !== undefined && from < hired);
    if (early >= 0) this.refuse(`coverages.${early}.from`, 'start_before_rehire', fileMessage('start_before_rehire'));
  }

  /**
   * An action ends the lines that the row names, or everything. An effective date beside it may be the last day or the
   * one after: without another it is a question.
   */
  settleEnd(record: EnrollmentRecord, left: CalendarDate | undefined): void {
    if (this.endsUnknownLine(record)) return;
    // Who leaves as a whole declines no line.
    const named = record.coverages.filter(({ action }) => action !== 'waive');
    const last = this.lastDayOf(record) ?? left;
    if (last !== undefined) record.endsUntil = addDays(last, 1);
    record.coverages = named.map((coverage) => ({
      ...coverage,
      action: 'end',
      from: undefined,
      until: coverage.until ?? record.endsUntil,
    }));
    if (named.length > 0) record.othersUntil = null;
    const isDated =
      named.length === 0 ? record.endsUntil !== undefined : record.coverages.every(({ until }) => until !== undefined);
    if (!isDated && !this.problems.some(({ code }) => code === 'not_a_date'))
      this.refuse('endsUntil', 'end_undated', fileMessage('action_end_without_date'));
  }

  /**
   * Benefit: Dental, Action: Drop ends that line and no other, also where no plan is named; of what is not administered
   * here nothing ends.
   */
  private endsUnknownLine(record: EnrollmentRecord): boolean {
    const told = this.cell('line');
    if (
      told === undefined ||
      ALL_LINES.has(wordsOf(String(told))) ||
      record.coverages.some(({ action }) => action !== 'waive')
    )
      return false;
    const line = readLine(told);
    if (line === undefined) {
      if (!this.warnings.some(({ code }) => code === 'line_unknown'))
        this.warn('line', 'line_unknown', fileMessage('line_end_not_administered', { value: shown(String(told)) }));
      record.action = 'compare';
      record.othersUntil = null;
      return true;
    }
    const last = this.date('until', 'endsUntil', 'Coverage end');
    record.coverages = [{ line, action: 'end', ...(last && { until: addDays(last, 1) }) }];
    return false;
  }

  /**
   * The last day of coverage that stands beside the last day of the job, where the row names no line that it could be
   * of.
   */
  lastDayOf({ coverages }: EnrollmentRecord): CalendarDate | undefined {
    return coverages.every(({ action }) => action === 'waive')
      ? this.date('until', 'endsUntil', 'Coverage end')
      : undefined;
  }

  /**
   * A last day of coverage in a row that names no plan ends what the person has of the lines of the list; of a
   * dependent who is new what is shared of the employee's.
   */
  settleAlone(record: EnrollmentRecord): void {
    const { lines } = this.place;
    if (
      record.action !== 'compare' ||
      record.othersUntil !== undefined ||
      record.coverages.length > 0 ||
      this.cell('until') === undefined
    )
      return;
    // Coverage of an employee may stand elsewhere in an XML.
    if (!lines && record.isSubscriber) return;
    const last = this.date('until', 'endsUntil', 'Coverage end');
    const told = this.cell('line');
    const line = told === undefined || ALL_LINES.has(wordsOf(String(told))) ? undefined : (readLine(told) ?? null);
    // The end of what is not administered here ends nothing.
    if (last === undefined || line === null) return;
    record.othersUntil = addDays(last, 1);
    record.othersOf = line
      ? [line]
      : !lines || lines.open || lines.named.size === 0
        ? [...COVERAGE_LINES]
        : [...lines.named];
  }

  /** Whether the list has a column for a last day of coverage. */
  private hasLastDays(): boolean {
    return this.cells.has('until') || LINE_ENDS.some(({ column }) => this.cells.has(column));
  }

  /** Medical Term Date beside an empty place for the medical plan ends what the person has of that line. */
  settleLineEnds(record: EnrollmentRecord): void {
    if (record.action !== 'compare' || record.othersUntil !== undefined) return;
    const ended: { line: CoverageLine; last: CalendarDate }[] = [];
    for (const { line, column, field, label } of LINE_ENDS) {
      if (!this.cells.has(column) || record.coverages.some((one) => one.line === line)) continue;
      const last = this.date(column, field, label);
      if (last !== undefined) ended.push({ line, last });
    }
    const [first] = ended;
    if (first === undefined) return;
    if (ended.some(({ last }) => last !== first.last))
      return this.refuse(`until.${ended.at(-1)?.line ?? first.line}`, 'ends_differ', fileMessage('ends_without_plans'));
    record.othersUntil = addDays(first.last, 1);
    record.othersOf = ended.map(({ line }) => line);
  }

  /**
   * What a column Term Date was taken for is said. Where it ends coverage and the row names no plan, everything ends.
   */
  settleTerm(record: EnrollmentRecord, leaves: boolean): void {
    const { term } = this.place;
    if (term?.begins !== undefined && this.cells.has('from'))
      this.warn(
        'coverages',
        'begin_of_coverage',
        fileMessage('heading_as_coverage_start', { heading: shown(term.begins) }),
      );
    if (term === undefined || this.cell(term.of === 'coverage' ? 'until' : 'terminationDate') === undefined) return;
    if (term.of === 'employment') {
      if (leaves)
        this.warn(
          'terminationDate',
          'term_of_employment',
          fileMessage('heading_as_termination', { heading: shown(term.heading) }),
        );
      return;
    }
    if (term.isBeside)
      return this.warn(
        'coverages',
        'term_of_coverage',
        fileMessage('heading_as_coverage_end', { heading: shown(term.heading) }),
      );
    this.warn(
      'coverages',
      'term_of_coverage',
      fileMessage('heading_as_coverage_end_alone', { heading: shown(term.heading) }),
    );
    if (record.action !== 'compare' || record.coverages.some(({ action }) => action !== 'waive')) return;
    const last = this.date('until', 'endsUntil', 'Coverage end');
    if (last !== undefined) endWith(last, record, this.isOfOneLine);
  }

  /** An end of one line says nothing of the others: they would go on, although somebody has left. */
  doubtOpenLines(record: EnrollmentRecord): void {
    const { coverages } = record;
    if (this.problems.some(({ field }) => field === 'terminationDate')) return;
    if (coverages.length > 0) record.othersUntil = null;
    if (coverages.some(({ action, until }) => action !== 'waive' && until === undefined)) this.refuseUndatedEnd();
  }

  /** Whether other lines of the person may have rows of their own. */
  get isOfOneLine(): boolean {
    return this.cells.has('line') || this.place.lines?.open === true;
  }

  private refuseUndatedEnd(): void {
    this.refuse(
      'terminationDate',
      'termination_date_missing',
      this.place.statusDate === undefined
        ? fileMessage('termination_date_is_missing')
        : fileMessage('termination_date_in_column', { heading: shown(this.place.statusDate) }),
    );
  }
}

/**
 * Who has left, and of whom nothing more is said, ends as a whole. Lines that are named end with the employment where
 * they have no end of their own, and those that the list has no column for end with the last of them: benefits end on
 * the last day of the job or of its month, by plan, but they end (domain rules 4.2). In a list with a row for each line
 * the others have rows of their own, and the day may be that of the line.
 */
export function endWith(lastDay: CalendarDate, record: EnrollmentRecord, isOfOneLine: boolean): void {
  const named = record.coverages.filter(({ action }) => action !== 'waive');
  for (const coverage of record.coverages) coverage.until ??= addDays(lastDay, 1);
  if (named.length === 0) Object.assign(record, { action: 'end', endsUntil: addDays(lastDay, 1), coverages: [] });
  else
    record.othersUntil = isOfOneLine
      ? null
      : named.map(({ until }) => until as CalendarDate).reduce((latest, until) => (until > latest ? until : latest));
}
