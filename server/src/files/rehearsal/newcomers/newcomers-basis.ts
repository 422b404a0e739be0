import { createHash } from 'node:crypto';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { MatchingContext } from '../../matching/people-of-slice.ts';
import type { GroupNames, PlanNames } from '../../matching/resolve-names.ts';
import { NEWCOMERS_FORM } from './staged-newcomers.ts';

/**
 * A digest of everything but people that decides what a file's records mean in a group: the day, and what names of
 * plans, classes and places stand for.
 */
function digestOfNames(today: CalendarDate, plans: PlanNames, group: GroupNames): string {
  const { offered, offers, classes, locations, ...terms } = group;
  // Neither the order of rows in the database nor that of a map says anything.
  const inOrder = (entries: Iterable<unknown>): string[] =>
    Array.from(entries, (entry) => JSON.stringify(entry)).toSorted();
  const said = JSON.stringify([
    today,
    terms,
    inOrder(plans),
    inOrder(Array.from(offered, ([line, own]) => [line, inOrder(own)])),
    offers && inOrder(offers),
    inOrder(classes),
    inOrder(locations),
  ]);
  return createHash('sha256').update(said).digest('base64url');
}

/**
 * What newcomers of a group are worked out from, as a text that is another one when any of it changes. Whoever alters
 * people leaves a change, and changes are never deleted: their number tells how often the group was altered by others
 * than this file. Null while another file is being applied, whose change is there before its people are. Asked under
 * the group's lock it is true until that is released.
 */
export async function basisOf(
  tx: Tx,
  context: Pick<MatchingContext, 'lease' | 'today' | 'plans' | 'groups'>,
  groupId: string,
): Promise<string | null> {
  const {
    lease: { jobId },
    today,
    plans,
    groups,
  } = context;
  const group = groups.get(groupId);
  if (!group) throw new Error('The names of a group are loaded before its basis is asked for');
  const { rows } = await sql<{ changes: number; isBusy: boolean }>`select
      (select count(*) from changes where group_id = ${groupId} and file_job_id is distinct from ${jobId}) + (select count(*) from changes where group_id is null and file_job_id is distinct from ${jobId}) as changes,
      exists (select from file_jobs where change_id is not null and status <> 'completed' and id <> ${jobId} and (group_id = ${groupId} or group_id is null)) as is_busy`.execute(
    tx,
  );
  const [found] = rows;
  return found && !found.isBusy ? `${NEWCOMERS_FORM} ${digestOfNames(today, plans, group)} ${found.changes}` : null;
}
