import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { maskQuoted } from '@openbenefits/domain/files/masked-text';
import { OF_OTHER_ROWS } from '@openbenefits/domain/files/of-other-rows';
import { personLabel } from './staged-record.ts';

/** The first problem is the reason shown; the others follow it in the same cell. */
const MOST_REASONS = 5;

export type Refused = {
  record: Pick<EnrollmentRecord, 'recordNo' | 'line' | 'source' | 'familyKey' | 'familyByPlace'>;
  label: string;
  field: string;
  code: string;
  reason: string;
  /** `ofOthers`: what only other rows of a list told. */
  causes: { field: string; reason: string; known?: readonly string[]; ofOthers?: true }[];
  raw: string;
};

export function refusedBy(record: EnrollmentRecord, problems: readonly RecordProblem[]): Refused {
  const [first] = problems;
  const causes = problems.slice(0, MOST_REASONS).map(({ field, code, message, known }) => ({
    field,
    reason: maskQuoted(message).replace(/(?<![.?!])$/, '.'),
    ...(known && { known }),
    ...(OF_OTHER_ROWS.has(code) && { ofOthers: true as const }),
  }));
  return {
    record,
    label: personLabel(record),
    field: first?.field ?? '',
    code: first?.code ?? 'refused',
    reason: causes.map(({ reason }) => reason).join(' '),
    causes,
    raw: record.raw,
  };
}
