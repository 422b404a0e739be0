import type { CrossMarks } from '@openbenefits/domain/files/census/values/cell-marks';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { GenderWords } from '@openbenefits/domain/files/census/values/genders';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { areOfNumbers } from '@openbenefits/domain/files/census/headings/numbers-alone';
import type { WordBook } from '@openbenefits/domain/files/census/mapping';
import type { CensusPlace } from '@openbenefits/domain/files/census/row-cells';
import type { DateContext } from '@openbenefits/domain/files/census/values/read-date';
import type { CellsByPerson } from './cells-by-person.ts';
import type { DependentsColumn } from './dependents-in-cell.ts';
import type { CutRows } from './cut-rows.ts';
import type { NamedEmployees } from './named-employees.ts';
import type { RowSigns } from './row-signs.ts';
import type { RowsOfPeople } from './rows-of-people.ts';
import type { Headings, ListLines } from './headings.ts';
import { reasonsIn } from './still-open.ts';

export type UnreadColumn = { readonly index: number; readonly heading: string };

/** How the rows of a list are to be read: by its headings, and by what its first rows have told together. */
export type ListMeaning = {
  columns: readonly CensusColumn[];
  /** So many columns have a heading. */
  width: number;
  /** The row is about the dependent whom it names beside the employee. */
  isOfDependents: boolean;
  hasRelationships: boolean;
  /** Who is called nothing in the column of relationships is an employee. */
  blankIsSelf: boolean;
  /**
   * Employees stand in rows of their own, and those that name a dependent beside them are about the dependent's
   * coverage.
   */
  areRowsForEach: boolean;
  rows: RowsOfPeople | undefined;
  /** Where each row names its employee. */
  employees: NamedEmployees | undefined;
  cells: CellsByPerson | undefined;
  /** Whose cells name the dependents of their employee. */
  dependents: DependentsColumn | undefined;
  kinds: KindWords | undefined;
  genders: GenderWords | undefined;
  signs: RowSigns | undefined;
  cutRows: CutRows | undefined;
  /** What crosses stand for. */
  crosses: CrossMarks | undefined;
  lines: ListLines;
  words: WordBook;
  dates: DateContext;
  datesOf: CensusPlace['datesOf'];
  term: MatchedColumns['term'];
  statusDate?: MatchedColumns['statusDate'];
  endsByStatus?: MatchedColumns['endsByStatus'] | undefined;
  eligible: MatchedColumns['eligible'];
  planYear?: MatchedColumns['planYear'];
  changes?: MatchedColumns['changes'];
  birth?: MatchedColumns['birth'];
  /** The columns that say why the rows were refused before, in a list of our own making. */
  reasons?: readonly number[] | undefined;
  keyIsSsn?: MatchedColumns['keyIsSsn'] | undefined;
  zerosLost?: CensusPlace['zerosLost'];
  /** Columns that are not read and belong to coverage by their headings. */
  unreadCoverage: readonly UnreadColumn[];
  /** Dependents have employee IDs of their own, which say nobody's family. */
  areOfEverybody?: boolean;
  /** Each row tells its person by a number alone. */
  areOfNumbers?: boolean;
};

/** Before headings are found. */
export const unreadMeaning = (dates: DateContext, words: WordBook): ListMeaning => ({
  columns: [],
  width: 0,
  isOfDependents: false,
  hasRelationships: false,
  blankIsSelf: false,
  areRowsForEach: false,
  rows: undefined,
  employees: undefined,
  cells: undefined,
  dependents: undefined,
  kinds: undefined,
  genders: undefined,
  signs: undefined,
  cutRows: undefined,
  crosses: undefined,
  lines: { named: new Set(), open: false, elections: false, added: [] },
  words,
  dates,
  datesOf: undefined,
  term: undefined,
  eligible: undefined,
  unreadCoverage: [],
});

/** What headings say by themselves; what a table above has told by its rows does not hold below them. */
export const meaningOfHeadings = ({ texts, matched }: Headings) => ({
  columns: matched.columns,
  width: texts.findLastIndex((text) => text !== '') + 1,
  kinds: undefined,
  dependents: undefined,
  term: matched.term,
  statusDate: matched.statusDate,
  endsByStatus: matched.endsByStatus,
  eligible: matched.eligible,
  planYear: matched.planYear,
  changes: matched.changes,
  birth: matched.birth,
  reasons: reasonsIn(texts),
  keyIsSsn: matched.keyIsSsn,
  areOfNumbers: areOfNumbers(matched),
  unreadCoverage: [],
});
