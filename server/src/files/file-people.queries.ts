import type { ShownMessage } from '@openbenefits/contract/file-message';
import type { FileOutcome } from '@openbenefits/contract/files';
import type { FileRefusal } from '@openbenefits/contract/refused-rows';
import type { FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import { shownDifferences, type StoredDifference } from './rehearsal/shown-differences.ts';
import { shownMessage, shownMessages } from './shown-message.ts';
import type { RefusedCause } from './staging/refused-record.ts';

/** Members by their ids, as far as they are there and the reader may see them. */
async function membersCalled(
  { tx }: Pick<Work, 'tx'>,
  ids: readonly string[],
): Promise<Map<string, FileRefusal['known'][number]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'groupId', 'firstName', 'lastName'])
    .where('id', 'in', [...new Set(ids)])
    .where('removedBy', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, groupId, firstName, lastName }) => [id, { id, groupId, name: `${firstName} ${lastName}`.trim() }]),
  );
}

const messagesOf = (reason: string, causes: readonly RefusedCause[] | null): ShownMessage[] =>
  causes && causes.length > 0
    ? causes.map((cause) => shownMessage({ ...cause.wording, text: cause.reason }))
    : [shownMessage({ text: reason })];

/** Refused records of a job in file order, with place and reason, and who the reason is about. */
export async function listRefusals(
  { tx, note }: Work,
  input: { id: string; cursor?: string | undefined; limit: number },
) {
  const after = input.cursor ? Number(decodeCursor(input.cursor, ['number'])[0]) : 0;
  const rows = await tx
    .selectFrom('fileRefusals')
    .select(['recordNo', 'line', 'personLabel as person', 'field', 'reason', 'causes'])
    .where('jobId', '=', input.id)
    .where('recordNo', '>', after)
    .orderBy('recordNo')
    .limit(input.limit + 1)
    .execute();
  const { total } = await tx
    .selectFrom('fileRefusals')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('jobId', '=', input.id)
    .executeTakeFirstOrThrow();
  note({ targetKind: 'file_job', targetId: input.id, fields: ['name'], itemCount: Math.min(rows.length, input.limit) });
  const page = rows.slice(0, input.limit).map(({ causes, ...row }) => ({
    ...row,
    messages: messagesOf(row.reason, causes as RefusedCause[] | null),
    ids: (causes as RefusedCause[] | null)?.flatMap(({ known = [] }) => known) ?? [],
  }));
  const known = await membersCalled(
    { tx },
    page.flatMap(({ ids }) => ids),
  );
  return {
    rows: page.map(({ ids, ...row }) => ({ ...row, known: ids.flatMap((id) => known.get(id) ?? []) })),
    next: rows.length > input.limit ? encodeCursor([page.at(-1)?.recordNo ?? 0]) : null,
    total,
  };
}

type OutcomeRow = Omit<FileOutcome, 'differences' | 'remarks'> & {
  itemNo: number;
  differences: StoredDifference[] | null;
  remarks: FileMessage[] | null;
};

/**
 * What the job did to each person, in the order it was applied; with the old and new values that its preview found,
 * and what that said beside the change.
 */
export async function listOutcomes(
  { tx, note, actor }: Work,
  input: {
    id: string;
    actions?: readonly string[] | undefined;
    search?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
) {
  const after = input.cursor ? Number(decodeCursor(input.cursor, ['number'])[0]) : 0;
  const parts = [sql<boolean>`j.id = ${input.id}`];
  if (input.actions) parts.push(sql<boolean>`i.action = any (${[...input.actions]}::text[])`);
  const term = input.search?.trim();
  if (term) parts.push(sql<boolean>`fold(ltrim(m.first_name || ' ' || m.last_name)) like fold(${likePattern(term)})`);
  const where = sql.join(parts, sql` and `);
  const { rows } = await sql<OutcomeRow>`
    with page as materialized (
      select i.item_no, m.id as member_id, m.group_id, ltrim(m.first_name || ' ' || m.last_name) as name, i.action, coalesce(i.after ->> 'summary', '') as summary, i.source_line as line, j.id as job_id
      from file_jobs j join change_items i on i.change_id = j.change_id join members m on m.id = i.entity_id
      where ${where} and i.item_no > ${after} order by i.item_no limit ${input.limit + 1})
    select p.item_no, p.member_id, p.group_id, (select g.company_name from groups g where g.id = p.group_id) as group_name, p.name, p.action, p.line, c.differences, case when starts_with(c.what, p.summary || '; ') then c.what else p.summary end as what,
      case when starts_with(c.what, p.summary || '; ') then c.remarks end as remarks
    from page p left join lateral (select c.what, c.remarks, c.differences from file_changes c where c.member_id = p.member_id and c.job_id = p.job_id and c.line = p.line limit 1) c on true order by p.item_no`.execute(
    tx,
  );
  // Who was taken out again, or is of a group that somebody may not see, is not listed and so not counted; else a large
  // file is counted without its people.
  const {
    rows: [undone],
  } =
    await sql`select from changes c join file_jobs j on c.undoes = j.change_id where j.id = ${input.id} limit 1`.execute(
      tx,
    );
  const members = term || undone || actor.assignedGroupsOnly ? sql`join members m on m.id = i.entity_id` : sql``;
  const counted = await sql<{
    total: number;
  }>`select count(*) as total from file_jobs j join change_items i on i.change_id = j.change_id ${members} where ${where}`.execute(
    tx,
  );
  note({
    targetKind: 'file_job',
    targetId: input.id,
    fields: ['name', 'coverage'],
    itemCount: Math.min(rows.length, input.limit),
  });
  const page = rows.slice(0, input.limit);
  return {
    rows: page.map(({ itemNo: _, ...row }): FileOutcome => ({
      ...row,
      remarks: shownMessages(row.remarks),
      differences: shownDifferences(row.differences),
    })),
    next: rows.length > input.limit ? encodeCursor([page.at(-1)?.itemNo ?? 0]) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}
