import type { Change } from '@openbenefits/contract/changes';
import { type Expression, type RawBuilder, sql } from 'kysely';

type ChangeId = RawBuilder<unknown> | Expression<unknown>;

/** The number of restored members and the total, while some are left. */
export type UndonePart = NonNullable<Change['undone']>['part'];

const peopleOf = (changeId: ChangeId): RawBuilder<unknown> =>
  sql`select i.entity_id from change_items i where i.change_id = ${changeId} and i.entity = 'member'`;

const restoredMembersOf = (changeId: ChangeId): RawBuilder<unknown> =>
  sql`select x.entity_id from changes v join change_items x on x.change_id = v.id where v.undoes = ${changeId}`;

/**
 * Members of a change that no undo has restored. Compares sets, because the planner expects few members and would
 * search all restored ones for each of 60,000.
 */
const notYetUndone = (changeId: ChangeId): RawBuilder<unknown> =>
  sql`${peopleOf(changeId)} except ${restoredMembersOf(changeId)}`;

/** Returns whether a change `c` changed anything. A file whose rows were all rejected leaves an empty change. */
export const hasChanged = sql<boolean>`(c.kind <> 'import' or exists (select from change_items i where i.change_id = c.id))`;

/** Returns how many members of a change were restored; null if none are left to restore. */
export const undonePart = (
  changeId: ChangeId,
): RawBuilder<UndonePart> => sql<UndonePart>`(case when exists (${notYetUndone(changeId)}) then
  jsonb_build_object('people', (select count(*) from (${peopleOf(changeId)} intersect ${restoredMembersOf(changeId)}) b),
    'of', (select count(distinct p.entity_id) from (${peopleOf(changeId)}) p)) end)`;

/** Returns whether one or several undos have restored all members of a change. */
export const isUndoneWhole = (changeId: ChangeId): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from changes v where v.undoes = ${changeId}) and not exists (${notYetUndone(changeId)}))`;
