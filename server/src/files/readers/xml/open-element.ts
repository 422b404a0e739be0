import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { CoveredPerson, XmlPerson } from './xml-person.ts';

export type Cells = Map<CensusField, CellValue>;

/** An element of the document that has begun and not ended. */
export type Frame = {
  name: string;
  tag: string;
  cells: Cells;
  /** Persons who stand beside the element's own: <SpouseFirstName>. By the numbers of census columns. */
  beside: Map<number, Cells>;
  attributes: Readonly<Record<string, string>>;
  leaves: Map<string, string>;
  /** <ID type="Employee_ID"> directly inside. */
  ids: (readonly [type: string, id: string])[];
  nested: XmlPerson[];
  /** Whom elections inside cover, by reference. */
  covered: CoveredPerson[];
  /** Lines of which a coverage inside says nothing but that it is of them, or no plan. */
  lines: Set<CoverageLine>;
  /** Dependents who stand here before anybody whose they could be. */
  waiting: XmlPerson[];
  /** Somebody inside was handed over; and how many of those are no dependents. */
  hasPeople: boolean;
  employees: number;
  /** The last of those. */
  employee: XmlPerson | undefined;
  /**
   * Values of coverage that stand in it, where it may be around people: as they are written, with the line of the
   * first.
   */
  bare: { line: number; raw: string } | undefined;
  /** What it said of its people when they came. */
  toldPeople: ReadonlySet<CensusField>;
  problems: RecordProblem[];
  warnings: RecordProblem[];
  /** A reference to whoever it is of stands in it, and is empty. */
  pointsNowhere: boolean;
  text: string;
  hasChildren: boolean;
  start: number;
  line: number;
};
