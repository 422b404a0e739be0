import type { CensusField } from './fields.ts';

/**
 * `dependent` is 0 for the row's own person, 1, 2 … for the dependents of a wide row (Dep1 SSN, Dep2 First Name), 20
 * for its spouse and 21, 22 … for its children.
 */
export type CensusColumn = { index: number; heading: string; field: CensusField; dependent: number; how: ColumnMatch };

/**
 * How a column was understood: by what is remembered of its sender, by a heading that means the field, or by one that
 * probably does.
 */
export type ColumnMatch = 'remembered' | 'sure' | 'likely';
