/**
 * A refusal: the rules say no, in words a benefits administrator understands. It is a value of the business, not a
 * crash. `code` is stable for programs, `message` is for people and never holds protected health information (an SSN, a
 * birth date), `path` names the field in dots, as the form names it (`billingLocations.0.zipCode`), empty for the
 * whole form.
 */
export type RefusalCode =
  | 'invalid'
  | 'not_found'
  | 'forbidden'
  | 'conflict'
  | 'stale'
  | 'state'
  | 'limit'
  | 'unavailable';

export type Problem = { readonly path: string; readonly message: string };

/**
 * Two people changed the same field. Values are words for people; `by` and `at` are null where the history does not
 * say.
 */
export type EditConflict = {
  field: string;
  label: string;
  before: string | null;
  theirs: string | null;
  yours: string | null;
  by: string | null;
  at: string | null;
};

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: readonly Problem[];
  readonly conflicts: readonly EditConflict[] | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    problems: readonly Problem[] = [],
    conflicts?: readonly EditConflict[],
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.problems = problems;
    this.conflicts = conflicts;
  }
}

/** Refuses when the list of problems is not empty; the first problem's words become the message. */
export function refuseIfAny(problems: readonly Problem[]): void {
  const first = problems[0];
  if (first) throw new Refusal('invalid', first.message, problems);
}
