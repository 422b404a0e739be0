/**
 * A rejection by our rules, not a crash. `code` is stable for programs. `message` is for users and never has protected
 * health information (SSN, birth date). `path` names the form field in dots (`billingLocations.0.zipCode`), empty for
 * the whole form.
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

/** Two users changed the same field. Values are display text; `by` and `at` are null if the history has none. */
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

/** Throws if the list of problems is not empty, with the first problem's message. */
export function refuseIfAny(problems: readonly Problem[]): void {
  const first = problems[0];
  if (first) throw new Refusal('invalid', first.message, problems);
}
