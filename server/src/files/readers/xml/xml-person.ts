import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';

/**
 * Somebody whom an election covers, with the line as soon as it is known: by the id of an element of the same file, by
 * a number or by the name, or described there. `isNo`: it says of that one that it does not.
 */
export type CoveredPerson = {
  readonly line?: CoverageLine;
  readonly id: string;
  readonly described?: XmlPerson;
  readonly isNo?: boolean;
};

/**
 * The fields of one person as they were found, and the persons nested in its element. `kind` is a word that may tell a
 * relationship where none is told; `problems` and `warnings` are what its elements contradict each other in, and what
 * they name that is not administered here.
 */
export type XmlPerson = {
  cells: Map<CensusField, CellValue>;
  tag: string;
  line: number;
  raw: string;
  nested: XmlPerson[];
  kind?: string | undefined;
  problems: readonly RecordProblem[];
  warnings: readonly RecordProblem[];
  /** The ids by which only the file knows the person, and what is kept to put coverage from elsewhere to it. */
  ids?: readonly string[];
  known?: KnownPerson | undefined;
  /** Whom the elections of an employee cover, by reference, by name or described there. */
  covered?: readonly CoveredPerson[];
  /** Of which lines elements inside say nothing but that they are of them. */
  lines?: ReadonlySet<CoverageLine> | undefined;
  /** Only an election describes the person. */
  isDescribed?: true;
  /** A dependent: the id of the employee, of those that only the file knows. */
  employeeRef?: string | undefined;
  /** What may be that id. */
  mayBeOf?: readonly string[];
  /** What is said of the person outside of its element. */
  said?: Map<CensusField, CellValue>;
  /** Coverage that names nobody of the file, by a number of somebody in the group. */
  byNumberAlone?: true;
  /** Stands behind a list of several employees, so that the place tells nobody's family. */
  isApart?: true;
};

/** What is kept of somebody who was handed over: enough for one more record about the same person. */
export type KnownPerson = {
  person: XmlPerson | undefined;
  identity: ReadonlyMap<CensusField, CellValue>;
  tag: string;
  isDependent: boolean;
  /** Nested, or called a dependent: its employee's number names the employee. */
  isOfOther: boolean;
  family: string | undefined;
};
