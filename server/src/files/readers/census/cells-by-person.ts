import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { isElected, isWaived } from '@openbenefits/domain/files/census/values/cell-values';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { type LevelColumn, markLevels } from './level-columns.ts';
import { twinsOf } from './headings.ts';
import { markPlans, type PlanColumn } from './plan-columns.ts';
import type { TableRow } from './table-row.ts';

/** In one of two columns of a line whose other one names the plan: nobody knows what is meant. */
const SAYS_NO = /^(?:no?|false|waived?|declined?)$/i;

/** The cells of a row by the person whom they are about, and by field. */
export class CellsByPerson {
  private readonly columns: readonly CensusColumn[];
  private readonly planColumns: readonly PlanColumn[];
  /** Columns for one coverage level each. */
  levels: readonly LevelColumn[] = [];
  private readonly planId: (planKey: string) => string | undefined;
  /** The numbers of the row's own person (0) and of those beside it, as the columns name them. */
  private readonly places: readonly number[];
  private readonly twins: ReadonlySet<number>;
  /** Fields of the last row for which two columns hold different values. */
  readonly conflicts = new Set<CensusField>();
  /** Columns headed by a plan or a level in which the last row has neither a mark nor a level. */
  readonly unread = new Set<string>();

  constructor(
    columns: readonly CensusColumn[],
    planColumns: readonly PlanColumn[],
    planId: (planKey: string) => string | undefined = () => undefined,
  ) {
    this.planId = planId;
    this.columns = columns;
    this.planColumns = planColumns;
    this.places = [...new Set([0, ...columns.map(({ dependent }) => dependent)])].toSorted((a, b) => a - b);
    this.twins = twinsOf(columns);
  }

  private isPlan(field: CensusField, cell: CellValue): boolean {
    return field.startsWith('plan.') && this.planId(String(cell)) !== undefined;
  }

  of(row: TableRow): Map<number, Map<CensusField, CellValue>> {
    const persons = new Map(this.places.map((place) => [place, new Map<CensusField, CellValue>()]));
    this.conflicts.clear();
    this.unread.clear();
    const first = persons.get(0);
    if (first && this.planColumns.length > 0) markPlans(this.planColumns, row, first, this.conflicts, this.unread);
    for (const { index, field, dependent } of this.columns) {
      const cell = row.cells[index];
      const cells = persons.get(dependent);
      if (cell === undefined || cell === '' || !cells) continue;
      const known = cells.get(field);
      // Short and long-term disability are one line here: one of them is taken.
      if (known === undefined || ((field === 'plan.disability' || field === 'enrolled.disability') && isWaived(known)))
        cells.set(field, cell);
      // A carrier's code beside the name that we know, or the other way round.
      else if (this.isPlan(field, cell) && !this.isPlan(field, known) && !isWaived(known) && !isElected(known))
        cells.set(field, cell);
      else if (
        (this.twins.has(index) && String(known) !== String(cell)) ||
        (field.startsWith('plan.') &&
          field !== 'plan.disability' &&
          SAYS_NO.test(String(cell)) !== SAYS_NO.test(String(known)))
      )
        this.conflicts.add(field);
    }
    if (first && this.levels.length > 0) markLevels(this.levels, row, first, this.conflicts, this.unread);
    return persons;
  }
}
