import type { CoverageEffect } from '../coverage/coverage-change.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { PersonDraft } from './person-draft.ts';

/** What happened to a person as a whole. */
export type PersonEffect = 'added' | CoverageEffect;
/** A changed member, the kind of change, and a summary without names or protected values. */
export type Touched = {
  person: PersonDraft;
  effect: Exclude<PersonEffect, 'unchanged'>;
  summary: string;
  /** The ended lines of a member who continues under another record. */
  lines?: readonly CoverageLine[];
};

const STRENGTH: readonly PersonEffect[] = ['unchanged', 'changed', 'voided', 'reinstated', 'ended', 'added'];
/** Returns the effect that describes both together. */
export const stronger = <E extends PersonEffect>(a: E, b: E): E => (STRENGTH.indexOf(a) >= STRENGTH.indexOf(b) ? a : b);
