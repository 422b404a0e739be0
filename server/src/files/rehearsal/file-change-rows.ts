import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine, EVERY_LINE, lineBits } from '@openbenefits/domain/coverage-line';
import type { FileCoverageByLine } from '@openbenefits/domain/files/coverage/file-span';
import type { PersonEffect } from '@openbenefits/domain/members/member-change';
import type { EnrollmentAction } from '@openbenefits/domain/files/enrollment-record';
import { EMAIL_LEFT_OUT, PHONE_LEFT_OUT } from '@openbenefits/domain/files/judge';
import { STATE_LEFT_OUT, ZIP_LEFT_OUT } from '@openbenefits/domain/files/judge-address';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { type ArrayType, columnOf, rowsOf } from '../../db/pg-arrays.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import type { RehearsalContext } from './rehearsal-context.ts';

/** What a record would do, as it is written down. */
export type FileChangeRow = {
  recordNo: number;
  line: number;
  groupId: string;
  memberId: string | null;
  label: string;
  isSubscriber: boolean;
  action: PersonEffect;
  what: string;
  remarks: readonly FileMessage[];
  effective: CalendarDate | null;
  premium: number;
  differences: string | null;
  others: number;
  followers: string | null;
  lines: number | null;
  ends: number;
  mayGoOn: boolean;
  saysEnd: boolean;
};

/**
 * The day the coverage of a person changes: of lines that end (`ended`) the earliest last day, whatever else changes;
 * otherwise the first day of what is new, else the last day of what ends.
 */
export function effectiveOf(
  before: FileCoverageByLine,
  after: PersonDraft['spans'],
  ended: readonly CoverageLine[],
): CalendarDate | null {
  const [last] = ended.length === 0 ? [] : ended.flatMap((line) => after[line]?.at(-1)?.until ?? []).toSorted();
  if (last) return addDays(last, -1);
  for (const line of COVERAGE_LINES) {
    const was = before[line] ?? [];
    const is = after[line] ?? [];
    if (was === is) continue;
    const fresh = is.findLast((span) => !was.some((old) => old.from === span.from && old.planId === span.planId));
    if (fresh) return fresh.from;
    const ended = is.find((span) => was.some((old) => old.from === span.from && old.until !== span.until));
    if (ended?.until) return addDays(ended.until, -1);
    // What had ended goes on from there.
    const goesOn = ended && was.find((old) => old.from === ended.from)?.until;
    if (goesOn) return goesOn;
    const gone = was.find((old) => !is.some((span) => span.from === old.from));
    if (gone) return gone.followsSubscriber ? addDays(gone.from, -1) : gone.from;
  }
  return null;
}

/**
 * What a record says of lines, as bits: those it names; of whoever leaves all. Null where it says nothing of coverage
 * (001 or 025 without HD).
 */
export function linesOf(action: EnrollmentAction, lines: readonly CoverageLine[]): number | null {
  if (lines.length > 0) return action === 'end' ? EVERY_LINE : lineBits(lines);
  return action === 'end' ? EVERY_LINE : action === 'change' || action === 'reinstate' ? null : 0;
}

const LEFT_OUT: ReadonlyMap<string, FileMessage> = new Map([
  [EMAIL_LEFT_OUT, fileMessage('row_email_left_out')],
  [PHONE_LEFT_OUT, fileMessage('row_phone_left_out')],
  [STATE_LEFT_OUT, fileMessage('row_state_left_out')],
  [ZIP_LEFT_OUT, fileMessage('row_zip_left_out')],
]);

/** Returns what of a record was left out though the rest was taken. */
export const leftOutOf = ({ warnings }: Staged['record']): FileMessage[] =>
  warnings.length === 0 ? [] : [...new Set(warnings.flatMap(({ code }) => LEFT_OUT.get(code) ?? []))];

const COLUMNS: readonly (readonly [
  name: string,
  type: ArrayType,
  of: (row: FileChangeRow) => string | number | boolean | null,
])[] = [
  ['record_no', 'int', (row) => row.recordNo],
  ['line', 'int', (row) => row.line],
  ['group_id', 'uuid', (row) => row.groupId],
  ['member_id', 'uuid', (row) => row.memberId],
  ['person_label', 'text', (row) => row.label],
  ['is_subscriber', 'boolean', (row) => row.isSubscriber],
  ['action', 'text', (row) => row.action],
  ['what', 'text', (row) => row.what],
  ['remarks', 'jsonb', (row) => (row.remarks.length > 0 ? JSON.stringify(row.remarks) : null)],
  ['effective_date', 'date', (row) => row.effective],
  ['premium_change', 'bigint', (row) => row.premium],
  ['differences', 'jsonb', (row) => row.differences],
  ['others', 'int', (row) => row.others],
  ['followers', 'jsonb', (row) => row.followers],
  ['lines', 'int', (row) => row.lines],
  ['ends', 'int', (row) => row.ends],
  ['may_go_on', 'boolean', (row) => row.mayGoOn],
  ['says_end', 'boolean', (row) => row.saysEnd],
];

export async function writeRows(
  tx: Tx,
  { lease: { jobId } }: Pick<RehearsalContext, 'lease'>,
  rows: readonly FileChangeRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { names, from } = rowsOf(COLUMNS.map(([name, type, of]) => columnOf(name, type, rows.map(of))));
  await sql`insert into file_changes (job_id, ${names}) select ${jobId}, ${names} from ${from}`.execute(tx);
}
