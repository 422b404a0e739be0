import { addDays, type CalendarDate, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { endFamily, type Touched } from '@openbenefits/domain/coverage/family-coverage';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { loadFamilies, lockGroup, saveFamilies } from '../members/families.ts';

/**
 * Covered people of the file's groups whom a full file does not name. Left out are those whose coverage ends with the month of the file anyway, whose coverage
 * begins later, who were added by hand after the file was made, COBRA members whom this sender has never named, and whoever was refused under the same name (domain rules 4.1, termination by absence). The proposed last day is the end
 * of the file's month. Returns how many.
 */
export async function findMissing(tx: Tx, jobId: string, fileDate: CalendarDate): Promise<number> {
  await tx.deleteFrom('fileMissing').where('jobId', '=', jobId).execute();
  const lastDay = lastOfMonth(fileDate);
  const { numAffectedRows } = await sql`
    insert into file_missing (job_id, member_id, group_id, subscriber_id, person_label, proposed_last_day)
    select ${jobId}, m.id, m.group_id, coalesce(m.subscriber_id, m.id), ltrim(m.first_name || ' ' || m.last_name), ${lastDay}
    from members m where m.group_id in (select group_id from file_changes where job_id = ${jobId}) and m.status not in ('terminated', 'inactive') 
      and (m.created_at < ${addDays(fileDate, 1)}::date or exists (select from file_changes c where c.member_id = m.id and c.job_id <> ${jobId}))
      and exists (select from coverage_spans s where s.member_id = m.id and upper_inf(s.recorded) and s.covered @> ${fileDate}::date and (upper_inf(s.covered) or upper(s.covered) > ${addDays(lastDay, 1)}::date))
      and not exists (select from file_changes c where c.job_id = ${jobId} and c.member_id = m.id)
      and (m.benefit_status is distinct from 'C' or exists (select from file_changes c join file_jobs j on j.id = c.job_id where c.member_id = m.id and j.id <> ${jobId}
        and j.sender_id is not distinct from (select own.sender_id from file_jobs own where own.id = ${jobId})))
      and not exists (select from file_refusals r where r.job_id = ${jobId} and lower(r.person_label) = lower(ltrim(m.first_name || ' ' || m.last_name)))`.execute(tx);
  // What ending a missing subscriber would save a month; dependents alone change a tier, which is not told here.
  await sql`update file_missing f set monthly_cents = x.monthly from (
      select p.subscriber_id, sum(p.monthly_cents)::bigint as monthly from premiums((select array_agg(distinct group_id) from file_missing where job_id = ${jobId}), ${fileDate}) p group by p.subscriber_id
    ) x where f.job_id = ${jobId} and f.member_id = x.subscriber_id`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Ends those of whom somebody has said that they left, one change a group. To be called once the file itself is applied. Returns how many people were touched. */
export async function endDecided(work: Work, jobId: string): Promise<number> {
  const { tx, today } = work;
  const rows = await tx
    .selectFrom('fileMissing as f')
    .innerJoin('members as m', 'm.id', 'f.memberId')
    .select(['f.memberId', 'f.groupId', 'f.subscriberId', 'f.proposedLastDay as lastDay', 'm.status'])
    .where('f.jobId', '=', jobId)
    .where('f.decision', '=', 'end')
    .where('m.status', 'not in', ['terminated', 'pending_termination', 'inactive'])
    .orderBy('f.memberId')
    .execute();
  let people = 0;
  for (const [groupId, missing] of Map.groupBy(rows, (row) => row.groupId)) {
    await lockGroup(tx, groupId);
    const families = await loadFamilies(tx, missing.map(({ memberId }) => memberId), groupId);
    const touched: Touched[] = [];
    const done = new Set<string>();
    // Subscribers first: their dependents end with them.
    for (const { memberId, subscriberId, lastDay } of missing.toSorted((a, b) => Number(a.memberId !== a.subscriberId) - Number(b.memberId !== b.subscriberId))) {
      const family = families.byMember.get(memberId);
      if (!family || done.has(memberId)) continue;
      const person = memberId === subscriberId ? family.subscriber : family.dependents.find(({ id }) => id === memberId);
      if (!person) continue;
      const ended = endFamily(person, memberId === subscriberId ? family.dependents : [], addDays(lastDay as CalendarDate, 1), today);
      for (const one of ended) done.add(one.person.id);
      touched.push(...ended);
    }
    if (touched.length === 0) continue;
    people += touched.length;
    const count = touched.length === 1 ? 'one person who is' : `${touched.length.toLocaleString('en-US')} people who are`;
    await saveFamilies(work, families.stored, { kind: 'termination', summary: `Ended ${count} missing from a full file`, groupId, reason: 'Missing from a full file; confirmed as left', touched, fileJobId: jobId });
  }
  return people;
}
