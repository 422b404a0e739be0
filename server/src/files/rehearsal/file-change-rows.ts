import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine, EVERY_LINE, lineBits } from '@openbenefits/domain/coverage/coverage-line';
import type { PersonEffect } from '@openbenefits/domain/coverage/family-coverage';
import type { EnrollmentAction } from '@openbenefits/domain/files/enrollment-record';
import { EMAIL_LEFT_OUT, PHONE_LEFT_OUT } from '@openbenefits/domain/files/judge';
import { STATE_LEFT_OUT, ZIP_LEFT_OUT } from '@openbenefits/domain/files/judge-address';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { arrayOf } from '../../db/pg-arrays.ts';
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
 * The day the coverage of a person changes: of lines that end (`ended`) the earliest last day, whatever else changes; otherwise the first day of what is new,
 * else the last day of what ends.
 */
export function effectiveOf(before: PersonDraft['spans'], after: PersonDraft['spans'], ended: readonly CoverageLine[]): CalendarDate | null {
  const ends = ended.flatMap((line) => after[line]?.at(-1)?.until ?? []).toSorted();
  if (ends[0]) return addDays(ends[0], -1);
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
    if (gone) return gone.followed ? addDays(gone.from, -1) : gone.from;
  }
  return null;
}

/** What a record says of lines, as bits: those it names; of whoever leaves all. Null where it says nothing of coverage (001 or 025 without HD). */
export function linesOf(action: EnrollmentAction, lines: readonly CoverageLine[]): number | null {
  if (lines.length > 0) return action === 'end' ? EVERY_LINE : lineBits(lines);
  return action === 'end' ? EVERY_LINE : action === 'change' || action === 'reinstate' ? null : 0;
}

const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  [EMAIL_LEFT_OUT, 'Email address left out'],
  [PHONE_LEFT_OUT, 'Phone number left out'],
  [STATE_LEFT_OUT, 'State left out of the address'],
  [ZIP_LEFT_OUT, 'ZIP code left out of the address'],
]);

/** What a record does, and what of it was left out though the rest was taken. */
export const whatOf = ({ warnings }: Staged['record'], done: string, ...said: (string | undefined)[]): string =>
  [done, ...said, ...new Set(warnings.map(({ code }) => LEFT_OUT.get(code)))].filter(Boolean).join('; ');

export async function writeRows(tx: Tx, { lease: { jobId } }: Pick<RehearsalContext, 'lease'>, rows: readonly FileChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into file_changes (job_id, record_no, line, group_id, member_id, person_label, is_subscriber, action, what, effective_date, premium_change, differences, others, followers, lines, ends, may_go_on, says_end)
    select ${jobId}, x.record_no, x.line, x.group_id, x.member_id, x.label, x.is_subscriber, x.action, x.what, x.effective, x.premium, x.differences, x.others, x.followers, x.lines, x.ends, x.may_go_on, x.says_end from unnest(
      ${arrayOf(
        'int',
        rows.map((row) => row.recordNo),
      )}, ${arrayOf(
        'int',
        rows.map((row) => row.line),
      )}, ${arrayOf(
        'uuid',
        rows.map((row) => row.groupId),
      )}, ${arrayOf(
        'uuid',
        rows.map((row) => row.memberId),
      )},
      ${arrayOf(
        'text',
        rows.map((row) => row.label),
      )}, ${rows.map((row) => row.isSubscriber)}::boolean[], ${arrayOf(
        'text',
        rows.map((row) => row.action),
      )}, ${arrayOf(
        'text',
        rows.map((row) => row.what),
      )},
      ${arrayOf(
        'date',
        rows.map((row) => row.effective),
      )}, ${arrayOf(
        'bigint',
        rows.map((row) => row.premium),
      )}, ${arrayOf(
        'jsonb',
        rows.map((row) => row.differences),
      )}, ${arrayOf(
        'int',
        rows.map((row) => row.others),
      )}, ${arrayOf(
        'jsonb',
        rows.map((row) => row.followers),
      )},
      ${arrayOf(
        'int',
        rows.map((row) => row.lines),
      )}, ${arrayOf(
        'int',
        rows.map((row) => row.ends),
      )}, ${rows.map((row) => row.mayGoOn)}::boolean[], ${rows.map((row) => row.saysEnd)}::boolean[])
      as x(record_no, line, group_id, member_id, label, is_subscriber, action, what, effective, premium, differences, others, followers, lines, ends, may_go_on, says_end)`.execute(
    tx,
  );
}
