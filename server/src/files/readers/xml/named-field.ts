import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';

/**
 * What an element or an attribute stands for; `field` is null for one that is not known or left out, `index` its place
 * among the names of the file.
 */
export type NamedField = {
  index: number;
  field: CensusField | null;
  dependent: number;
  /** May name lines of coverage (coveredLines="Dental Vision"); whether it does shows its value. */
  mayNameLines: boolean;
  /** The first values of a name that is not known, and that says nothing by where it stands. */
  samples?: string[];
  /** Its values show what it is. */
  isTaken?: boolean;
};
