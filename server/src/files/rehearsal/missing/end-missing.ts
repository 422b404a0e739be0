import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { endFamily, endLines } from '@openbenefits/domain/members/family-coverage';
import { stronger, type Touched } from '@openbenefits/domain/members/member-change';
import { sql } from 'kysely';
import type { Work } from '../../../command.ts';
import { namedSince } from '../named-since.ts';
import { type Families, loadFamilies, saveFamilies } from '../../../members/families.ts';
import { lockGroup } from '../../../group-lock.ts';

/** From so many people on tables are joined whole: what was just written the planner takes for a handful of rows. */
const MANY = 1000;

type Decided = { memberId: string; groupId: string; subscriberId: string; lastDay: string; line: string | null };

/** Somebody whose dental ends with the subscriber's, and whose vision ends too, is one entry of the history. */
function gather(touched: Map<string, Touched>, more: readonly Touched[]): void {
  for (const one of more) {
    const before = touched.get(one.person.id);
    touched.set(
      one.person.id,
      before
        ? {
            person: one.person,
            effect: stronger(before.effect, one.effect),
            summary: `${before.summary}, ${one.summary}`,
          }
        : one,
    );
  }
}

/** Ends what was decided of a group's people in memory. Subscribers first: their dependents end with them. */
function endAll(rows: readonly Decided[], families: Families, today: CalendarDate): Touched[] {
  const touched = new Map<string, Touched>();
  for (const { memberId, subscriberId, lastDay, line } of rows.toSorted(
    (a, b) => Number(a.memberId !== a.subscriberId) - Number(b.memberId !== b.subscriberId),
  )) {
    const family = families.byMember.get(memberId);
    const person =
      memberId === subscriberId ? family?.subscriber : family?.dependents.find(({ id }) => id === memberId);
    if (!family || !person || (line === null && touched.has(memberId))) continue;
    const until = addDays(lastDay as CalendarDate, 1);
    const dependents = memberId === subscriberId ? family.dependents : [];
    gather(
      touched,
      line === null
        ? endFamily(person, dependents, until, today)
        : endLines(person, dependents, [line as CoverageLine], until, today),
    );
  }
  return [...touched.values()];
}

/** Writes down what a change has ended. Dependents of whoever has left are decided with them. */
async function noteEnded(
  { tx, actor }: Work,
  jobId: string,
  changeId: string,
  people: readonly string[],
): Promise<void> {
  if (people.length > MANY) await sql`set local enable_nestloop = off`.execute(tx);
  await sql`update file_missing set change_id = ${changeId} where job_id = ${jobId} and change_id is null and decision = 'end' and member_id = any (${[...people]}::uuid[])`.execute(
    tx,
  );
  await sql`update file_missing f set change_id = ${changeId}, decision = 'end', decided_by_name = ${actor.name} from file_missing h
    where f.job_id = ${jobId} and h.job_id = ${jobId} and h.member_id = f.subscriber_id and h.change_id = ${changeId} and f.change_id is null and f.member_id <> f.subscriber_id and (h.line is null or h.line is not distinct from f.line)`.execute(
    tx,
  );
  if (people.length > MANY) await sql`set local enable_nestloop = on`.execute(tx);
}

/**
 * Ends the coverage of which somebody has said that it is over, one change a group. To be called once the file itself
 * is applied; what was ended already is not ended again. Returns how many people were touched.
 */
export async function endDecided(work: Work, jobId: string): Promise<number> {
  const { tx, today } = work;
  const rows = await tx
    .selectFrom('fileMissing as f')
    .innerJoin('members as m', 'm.id', 'f.memberId')
    .select(['f.memberId', 'f.groupId', 'f.subscriberId', 'f.proposedLastDay as lastDay', 'f.line'])
    .where('f.jobId', '=', jobId)
    .where('f.decision', '=', 'end')
    .where('f.changeId', 'is', null)
    .where(sql<boolean>`not ${namedSince}`)
    .where((eb) =>
      eb('m.status', 'not in', ['terminated', 'inactive']).and(
        eb.or([eb('f.line', 'is not', null), eb('m.status', '<>', 'pending_termination')]),
      ),
    )
    .orderBy('f.memberId')
    .orderBy('f.line')
    .execute();
  let people = 0;
  for (const [groupId, missing] of Map.groupBy(rows, (row) => row.groupId)) {
    await lockGroup(tx, groupId);
    const families = await loadFamilies(tx, [...new Set(missing.map(({ memberId }) => memberId))], groupId);
    const touched = endAll(missing, families, today);
    if (touched.length === 0) continue;
    people += touched.length;
    const count = counted(touched.length, 'person', 'people');
    const summary = missing.every(({ line }) => line === null)
      ? fileText('log_missing_ended', { people: count })
      : fileText('log_missing_coverage_ended', { people: count });
    const changeId = await saveFamilies(work, families.stored, {
      kind: 'termination',
      summary,
      groupId,
      reason: fileText('missing_confirmed'),
      touched,
      // The preview held the file for it, and it was approved with the reason.
      rescission: 'decided',
      fileJobId: jobId,
    });
    await noteEnded(
      work,
      jobId,
      changeId,
      touched.map(({ person }) => person.id),
    );
  }
  return people;
}
