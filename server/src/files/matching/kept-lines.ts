import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';

/** Why nothing can stay as it is of an employee who is new; a dependent shares what the employee has. */
export function doubtOfKept({ kept = [], isSubscriber }: EnrollmentRecord, isNew: boolean): RecordProblem | undefined {
  const [first] = isSubscriber && isNew ? kept : [];
  if (!first) return undefined;
  const label = COVERAGE_LINE_LABEL[first.line];
  return {
    field: `plan.${first.line}`,
    code: 'kept_of_new',
    ...worded(fileMessage('kept_of_new_member', { line: label })),
  };
}

/**
 * The lines that a record names by saying that they stay as they are: nothing is done about them, and they are not left
 * out.
 */
export const linesKept = (
  { kept = [] }: EnrollmentRecord,
  coverages: readonly ResolvedCoverage[],
): ResolvedCoverage[] =>
  kept
    .filter(({ line }) => !coverages.some((one) => one.line === line))
    .map(({ line }) => ({ line, action: 'compare' }));
