import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { FoundSubscriber } from '@openbenefits/contract/refused-rows';
import { isFamilyOfLine } from '@openbenefits/domain/files/family-place';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../command.ts';
import { likePattern } from '../../cursor.ts';
import { openPack, packsOf } from '../staging/staged-packs.ts';

/**
 * Whom a refused dependent belongs to: a member of the file's group, or the record of a held file that adds its
 * subscriber.
 */
export type ChosenSubscriber = { memberId: string } | { recordNo: number };

/**
 * The records (`c`) of a held file that would add a subscriber to its group (`j.group_id`), unless they are left out.
 */
const addsSubscriber: RawBuilder<boolean> = sql`c.job_id = j.id and c.group_id = j.group_id and c.is_subscriber and c.action = 'added' and not c.excluded and j.status = 'held'`;

/** Subscribers of the file's group, and those whom the file would add to it, in one list by name. */
export async function findSubscribers(
  { tx, note }: Work,
  { id, search = '', limit }: { id: string; search?: string | undefined; limit: number },
) {
  const term = search.trim() === '' ? null : likePattern(search.trim());
  const { rows } = await sql<FoundSubscriber & { total: number }>`
    with found as (
      select m.id as member_id, null::int as record_no, null::int as line, ltrim(m.first_name || ' ' || m.last_name) as name, m.employee_id, m.department, m.last_name as by_name
      from file_jobs j join members m on m.group_id = j.group_id and m.subscriber_id is null and m.removed_by is null
      where j.id = ${id} and (${term}::text is null or m.search_text like fold(${term}))
      union all
      select null, c.record_no, c.line, c.person_label, null, null, regexp_replace(c.person_label, '^.* ', '')
      from file_jobs j join file_changes c on ${addsSubscriber} where j.id = ${id} and (${term}::text is null or fold(c.person_label) like fold(${term}))
    ), page as (select *, count(*) over () as total from found order by fold(by_name), fold(name), record_no nulls last, member_id limit ${limit})
    select p.member_id, p.record_no, p.line, p.name, p.employee_id, p.department, p.total,
      (select count(*) from members d where d.subscriber_id = p.member_id and d.status not in ('terminated', 'inactive')) as dependents from page p
    order by fold(p.by_name), fold(p.name), p.record_no nulls last, p.member_id`.execute(tx);
  note({ targetKind: 'file_job', targetId: id, fields: ['name', 'employeeId'], itemCount: rows.length });
  return { rows: rows.map(({ total: _, ...row }): FoundSubscriber => row), total: rows[0]?.total ?? 0 };
}

const noSubscriber = (message: string, path: string): Refusal => new Refusal('invalid', message, [{ path, message }]);

/**
 * The number by which a file calls a subscriber. Throws a Refusal for somebody whom the dependents of this file cannot
 * have.
 */
export const numberOf = (work: Work, id: string, groupId: string | null, chosen: ChosenSubscriber): Promise<string> =>
  'memberId' in chosen ? numberInGroup(work, groupId, chosen.memberId) : numberInFile(work, id, chosen.recordNo);

/** It is no SSN. */
async function numberInGroup({ tx }: Work, groupId: string | null, memberId: string): Promise<string> {
  const found = await tx
    .selectFrom('members')
    .select('memberNumber')
    .where('id', '=', memberId)
    .where('subscriberId', 'is', null)
    .where('removedBy', 'is', null)
    .$if(groupId !== null, (query) => query.where('groupId', '=', groupId))
    .executeTakeFirst();
  if (!found) throw noSubscriber(fileText('not_a_subscriber'), 'subscriber');
  return found.memberNumber;
}

/** Nobody has a number of ours yet; the sender's own leads to whoever comes by this file. */
async function numberInFile({ tx, services, actor }: Work, id: string, recordNo: number): Promise<string> {
  const {
    rows: [added],
  } =
    await sql`select from file_jobs j join file_changes c on ${addsSubscriber} where j.id = ${id} and c.record_no = ${recordNo}`.execute(
      tx,
    );
  if (!added) throw noSubscriber(fileText('subscriber_no_longer_added'), 'subscriber');
  const lease = { tenantId: actor.tenantId, jobId: id, attempt: 0 };
  for (const pack of await packsOf(tx, lease, [recordNo])) {
    const { records } = await openPack(services.vault, lease, pack);
    const key = records.find((record) => record.recordNo === recordNo)?.familyKey;
    if (key !== undefined && !isFamilyOfLine(key)) return key;
  }
  throw noSubscriber(fileText('subscriber_without_number'), 'subscriber');
}
