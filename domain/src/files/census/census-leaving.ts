import { addDays, type CalendarDate } from '../../calendar-date.ts';
import { COVERAGE_LINES } from '../../coverage/coverage-line.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { shown } from '../shown-value.ts';
import type { CensusField } from './census-fields.ts';
import { RowCells } from './census-row-cells.ts';
import { readStatus, type CensusStatus } from './census-status.ts';
import { wordsOf } from './census-values.ts';

const COBRA_FIELDS = ['cobra', 'cobraBegin', 'cobraEvent', 'cobraEventDate'] as const satisfies readonly CensusField[];

/** Whether a row says that somebody has left, on which day, and what ends with it. */
export class RowLeaving extends RowCells {
  status(): CensusStatus | undefined {
    const cell = this.cell('status');
    if (cell === undefined) return undefined;
    const known = readStatus(cell);
    // C is COBRA to some (as INS05 has it), cancelled or covered to others: one of the three ends coverage.
    if (known === undefined && wordsOf(String(cell)) === 'c') {
      if (COBRA_FIELDS.some((field) => this.cells.has(field))) return 'cobra';
      this.refuse('status', 'status_doubtful', 'Status "C" may mean COBRA, cancelled or covered; write which');
      return undefined;
    }
    if (known === undefined) this.warn('status', 'status_unknown', `Status "${shown(String(cell))}" is not known; it was not considered`);
    return known;
  }

  /**
   * The last day of employment. Somebody active with a day that is over was hired again: that day ended nothing that goes on. Somebody who has left
   * without a day is a question, because nobody knows when the coverage ends.
   */
  leftOn(status: CensusStatus | undefined, isAsked: boolean): { date: CalendarDate; ends: boolean } | undefined {
    const date = this.date('terminationDate', 'terminationDate', 'Termination date');
    if (isAsked && status === 'active' && date !== undefined && date <= this.place.dates.today) {
      this.warn('terminationDate', 'left_before', 'Active people with a termination date that is over were taken as hired again; the date was left out');
      return undefined;
    }
    const hasDates = COVERAGE_LINES.some((line) => this.cells.has(`until.${line}`)) || this.cells.has('until');
    if (isAsked && status === 'left' && date === undefined && !this.cells.has('terminationDate') && !hasDates)
      this.refuseUndatedEnd();
    // As COBRA, and of a retiree, the coverage goes on after the employment.
    return date && { date, ends: isAsked && status !== 'cobra' && status !== 'retired' };
  }

  /** An action ends the lines that the row names, or everything. An effective date beside it may be the last day or the one after: without another it is a question. */
  settleEnd(record: EnrollmentRecord): void {
    // Who leaves as a whole declines no line.
    const named = record.coverages.filter(({ action }) => action !== 'waive');
    const last = named.length === 0 && record.endsUntil === undefined ? this.date('until', 'endsUntil', 'Coverage end') : undefined;
    if (last !== undefined) record.endsUntil = addDays(last, 1);
    record.coverages = named.map((coverage) => ({ ...coverage, action: 'end', from: undefined, until: coverage.until ?? record.endsUntil }));
    const isDated = named.length === 0 ? record.endsUntil !== undefined : record.coverages.every(({ until }) => until !== undefined);
    if (!isDated && !this.problems.some(({ code }) => code === 'not_a_date'))
      this.refuse('endsUntil', 'end_undated', 'The action says that coverage ends, but no last day is named (in a column Term Date or Coverage End Date); an effective date may be that day or the one after');
  }

  /** What a column Term Date was taken for is said. Where it ends coverage and the row names no plan, everything ends. */
  settleTerm(record: EnrollmentRecord, leaves: boolean): void {
    const { term } = this.place;
    if (term === undefined || this.cell(term.of === 'coverage' ? 'until' : 'terminationDate') === undefined) return;
    if (term.of === 'employment') {
      if (leaves) this.warn('terminationDate', 'term_of_employment', `"${shown(term.heading)}" was read as the last day of employment, with which coverage ends`);
      return;
    }
    this.warn('coverages', 'term_of_coverage', `"${shown(term.heading)}" was read as the last day of coverage, not of employment: it stands beside the first day of coverage, and no column tells of the job`);
    if (record.action !== 'compare' || record.coverages.some(({ action }) => action !== 'waive')) return;
    const last = this.date('until', 'endsUntil', 'Coverage end');
    if (last !== undefined) endWith(last, record);
  }

  /** An end of one line says nothing of the others: they would go on, although somebody has left. */
  doubtOpenLines({ coverages }: EnrollmentRecord): void {
    if (this.problems.some(({ field }) => field === 'terminationDate')) return;
    if (coverages.some(({ action, until }) => action !== 'waive' && until === undefined)) this.refuseUndatedEnd();
  }

  private refuseUndatedEnd(): void {
    this.refuse('terminationDate', 'termination_date_missing', 'Status says that the employment, or the coverage, has ended, but no termination date tells when');
  }
}

/** Who has left, and of whom nothing more is said, ends as a whole; lines that are named end with the employment where they have no end of their own. */
export function endWith(lastDay: CalendarDate, record: EnrollmentRecord): void {
  for (const coverage of record.coverages) coverage.until ??= addDays(lastDay, 1);
  if (record.coverages.every(({ action }) => action === 'waive')) Object.assign(record, { action: 'end', endsUntil: addDays(lastDay, 1), coverages: [] });
}
