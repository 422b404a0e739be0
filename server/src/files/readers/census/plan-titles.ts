import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { isWaivedTier } from '@openbenefits/domain/files/census/values/cell-values';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { aloneIn } from './list-sections.ts';
import { READER_LIMITS } from '../limits.ts';
import type { LineOfPlan } from './same-person-twice.ts';
import type { RowWriter, TableRow } from './table-row.ts';

/** Plan: MED-PPO, Benefit Plan - MED-PPO. */
const CALLED = /^(?:benefit |medical |dental |vision )?plan(?: name| code)?\s*[:#-]\s*/i;

/** What a file is told of it, once. */
export const PLAN_TITLES_READ = fileMessage('plan_titles_read');

/**
 * Lists that are grouped by plan, as pivot tables are: the plan stands alone in a row, and who has it below. Read where
 * the list begins so; in any other such a row is one more plan of the person above. Without a column for plans the
 * people are asked about: given back alone, nothing would tell it.
 */
export class PlanTitles {
  readonly #lineOfPlan: LineOfPlan | undefined;
  readonly #rowOf: RowWriter | undefined;
  #plan: { readonly text: string; readonly line: number; readonly column: number | undefined } | undefined;
  #hasPeople = false;

  constructor(lineOfPlan: LineOfPlan | undefined, rowOf: RowWriter | undefined) {
    this.#lineOfPlan = lineOfPlan;
    this.#rowOf = rowOf;
  }

  /** Whether the row heads those who have a plan. */
  take(row: TableRow, columns: readonly CensusColumn[]): boolean {
    if (this.#hasPeople && !this.#plan) return false;
    const text = aloneIn(row.cells)?.replace(CALLED, '');
    const line = text === undefined ? undefined : this.#lineOfPlan?.(text);
    if (text === undefined || line === undefined) return false;
    const plans = columns.filter(({ field, dependent }) => dependent === 0 && field.startsWith('plan.'));
    const own =
      plans.find(({ index }) =>
        String(row.cells[index] ?? '')
          .trim()
          .endsWith(text),
      ) ??
      plans.find(({ field }) => field === `plan.${line}`) ??
      plans[0];
    this.#plan = { text, line: row.line, column: own?.index };
    return true;
  }

  /** Whether the list has a column for the plan. */
  get isRead(): boolean {
    return this.#plan?.column !== undefined;
  }

  /** A person's row with the plan that it stands below, where it has none of its own. */
  in(row: TableRow, columns: readonly CensusColumn[]): TableRow {
    this.#hasPeople = true;
    const column = this.#plan?.column;
    if (!this.#plan || column === undefined || row.cells.length > READER_LIMITS.columns) return row;
    const own = columns.filter(({ dependent }) => dependent === 0);
    const isTold = own.some(({ field, index }) => {
      const cell = row.cells[index] ?? '';
      return (field.startsWith('plan.') && cell !== '') || (field.startsWith('tier') && isWaivedTier(cell));
    });
    if (isTold) return row;
    const cells = Array.from({ length: Math.max(row.cells.length, column + 1) }, (_, index) => row.cells[index]);
    cells[column] = this.#plan.text;
    return { ...row, cells, raw: this.#rowOf?.(cells) ?? row.raw };
  }

  /** Of an employee below a plan, in a list that has no column for it. */
  problemsOf({ isSubscriber, action }: EnrollmentRecord): RecordProblem[] {
    if (!this.#plan || this.#plan.column !== undefined || !isSubscriber || action === 'end') return [];
    return [
      {
        field: 'coverages',
        code: 'plan_title',
        ...worded(fileMessage('plan_title_of_row', { plan: this.#plan.text, line: this.#plan.line })),
      },
    ];
  }
}
