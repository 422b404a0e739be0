import type { Wording } from '@openbenefits/domain/files/messages/file-message';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { maskQuoted, maskWording } from '@openbenefits/domain/files/masked-text';
import { OF_OTHER_ROWS } from '@openbenefits/domain/files/of-other-rows';
import { personLabel } from './staged-record.ts';

/** The first problem is the reason shown; the others follow it in the same cell. */
const MOST_REASONS = 5;

/** One thing that is wrong with a record. `wording`: the message by which it is shown in other languages. */
export type RefusedCause = {
  field: string;
  reason: string;
  wording?: Wording;
  known?: readonly string[];
  /** Only other rows of the census told it. */
  ofOthers?: true;
};

export type Refused = {
  record: Pick<EnrollmentRecord, 'recordNo' | 'line' | 'source' | 'familyKey' | 'familyByPlace'>;
  label: string;
  field: string;
  code: string;
  reason: string;
  causes: RefusedCause[];
  raw: string;
};

export function refusedBy(record: EnrollmentRecord, problems: readonly RecordProblem[]): Refused {
  const [first] = problems;
  const causes = problems.slice(0, MOST_REASONS).map(({ field, code, message, wording, known }) => ({
    field,
    reason: maskQuoted(message).replace(/(?<![.?!])$/, '.'),
    ...(wording && { wording: maskWording(wording) }),
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
