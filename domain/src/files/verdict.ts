import { type FileMessage, worded } from './messages/file-message.ts';
import type { EnrollmentRecord, RecordProblem } from './enrollment-record.ts';

/**
 * What the judge found: `problems` refuse the record, `warnings` go with it. A record is itself such a pair of lists.
 */
export type Verdict = { problems: RecordProblem[]; warnings: RecordProblem[] };

export function problem(found: Verdict, field: string, code: string, message: FileMessage): void {
  found.problems.push({ field, code, ...worded(message) });
}
export function warning(found: Verdict, field: string, code: string, message: FileMessage): void {
  found.warnings.push({ field, code, ...worded(message) });
}

/** A date that could not be read is told once; that it is then missing as well would say it twice. */
export function hasDateProblem(record: EnrollmentRecord): boolean {
  return (
    record.problems.length > 0 &&
    record.problems.some((problem) => problem.code === 'not_a_date' || problem.code === 'date_unclear')
  );
}
