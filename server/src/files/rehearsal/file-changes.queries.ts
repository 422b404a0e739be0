import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { shownMessages } from '../shown-message.ts';
import type { FileChange, MissingPerson } from '@openbenefits/contract/files';
import type { Cents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';
import { chosenOf } from './premiums/chosen-premium.ts';
import { dependentsPresent } from './missing/missing-heads.ts';
import { namedSince } from './named-since.ts';
import { shownDifferences, type StoredDifference } from './shown-differences.ts';

type Row = Omit<FileChange, 'differences' | 'remarks'> & {
  remarks: FileMessage[] | null;
  differences: StoredDifference[] | null;
};

export type ChangesFilter = { id: string; actions?: readonly string[] | undefined; search?: string | undefined };

/**
 * Whether a record (`c`) is one of those that a filter shows: of these kinds of change, and of people of whose names
 * this is a part.
 */
export function isShown({ id, actions, search }: ChangesFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`c.job_id = ${id}`];
  if (actions) parts.push(sql<boolean>`c.action = any (${[...actions]}::text[])`);
  const term = search?.trim();
  if (term) parts.push(sql<boolean>`fold(c.person_label) like fold(${likePattern(term)})`);
  return sql.join(parts, sql` and `);
}

/** What the file would do or did, record by record, a page at a time; with what is selected of all of it. */
export async function listFileChanges(
  work: Work,
  input: ChangesFilter & { cursor?: string | undefined; limit: number },
) {
  const { tx, note } = work;
  const after = input.cursor ? Number(decodeCursor(input.cursor, ['number'])[0]) : 0;
  const where = isShown(input);
  const { rows } =
    await sql<Row>`select c.record_no, c.line, case when c.action <> 'added' or j.status = 'completed' then c.member_id end as member_id, c.group_id, g.company_name as group_name, c.person_label as person, c.is_subscriber, c.action, c.what, c.remarks, c.effective_date as effective, c.premium_change, c.differences, c.others, c.excluded
    from file_changes c join file_jobs j on j.id = c.job_id left join groups g on g.id = c.group_id where ${where} and c.record_no > ${after} order by c.record_no limit ${input.limit + 1}`.execute(
      tx,
    );
  const counts = await sql<{ total: number }>`select count(*) as total from file_changes c where ${where}`.execute(tx);
  const page = rows.slice(0, input.limit);
  note({ targetKind: 'file_job', targetId: input.id, fields: ['name', 'coverage', 'premium'], itemCount: page.length });
  const last = page.at(-1);
  return {
    rows: page.map((row): FileChange => ({
      ...row,
      remarks: shownMessages(row.remarks),
      differences: shownDifferences(row.differences),
    })),
    next: rows.length > input.limit && last ? encodeCursor([last.recordNo]) : null,
    total: counts.rows[0]?.total ?? 0,
    ...(await chosenOf(work, input.id)),
  };
}

/**
 * People whom a full file does not name, or names without a line they have, with the last file that named them, or the
 * line.
 */
export async function listMissing(
  { tx, note }: Work,
  input: { id: string; cursor?: string | undefined; limit: number },
) {
  const [afterName, afterId, afterLine] = input.cursor
    ? decodeCursor(input.cursor, ['text', 'id', 'text'])
    : ['', '00000000-0000-0000-0000-000000000000', ''];
  const { rows } = await sql<MissingPerson>`
    select f.member_id, f.group_id, (select g.company_name from groups g where g.id = f.group_id) as group_name, f.person_label as name, f.member_id = f.subscriber_id as is_subscriber,
      f.is_named, exists (select from file_changes c where c.job_id = f.job_id and c.member_id = f.subscriber_id) as subscriber_present, ${dependentsPresent} as dependents_present, f.line, f.proposed_last_day, f.monthly_cents as monthly,
      (select max(j.finished_at) from file_changes c join file_jobs j on j.id = c.job_id where c.member_id = f.member_id and j.status = 'completed' and j.id <> f.job_id and (f.line is null or c.lines & line_bit(f.line) > 0)) as last_seen, f.decision is null and ${namedSince} as named_since,
      f.decision, f.decided_by_name as decided_by, f.change_id is not null as is_ended
    from file_missing f where f.job_id = ${input.id} and (f.person_label, f.member_id, coalesce(f.line, '')) > (${afterName}, ${afterId}::uuid, ${afterLine})
    order by f.person_label, f.member_id, coalesce(f.line, '') limit ${input.limit + 1}`.execute(tx);
  const counts = await sql<{
    total: number;
    undecided: number;
    undecidedMonthly: Cents;
    toEnd: number;
    toEndMonthly: Cents;
  }>`select count(*) as total, count(distinct member_id) filter (where is_open) as undecided,
      coalesce(sum(monthly_cents) filter (where is_open), 0)::bigint as undecided_monthly, count(distinct member_id) filter (where decision = 'end' and change_id is null) as to_end,
      coalesce(sum(monthly_cents) filter (where decision = 'end' and change_id is null), 0)::bigint as to_end_monthly from (select f.*, f.decision is null and not ${namedSince} as is_open from file_missing f where f.job_id = ${input.id}) f`.execute(
    tx,
  );
  const page = rows.slice(0, input.limit);
  note({ targetKind: 'file_job', targetId: input.id, fields: ['name', 'coverage', 'premium'], itemCount: page.length });
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > input.limit && last ? encodeCursor([last.name, last.memberId, last.line ?? '']) : null,
    ...(counts.rows[0] ?? { total: 0, undecided: 0, undecidedMonthly: 0 as Cents, toEnd: 0, toEndMonthly: 0 as Cents }),
  };
}
