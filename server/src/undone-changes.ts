import type { Change } from '@openbenefits/contract/changes';
import { type Expression, type RawBuilder, sql } from 'kysely';

type ChangeId = RawBuilder<unknown> | Expression<unknown>;

/** How many people of a change were put back, of how many, while some are left. */
export type UndonePart = NonNullable<Change['undone']>['part'];

const peopleOf = (changeId: ChangeId): RawBuilder<unknown> =>
  sql`select i.entity_id from change_items i where i.change_id = ${changeId} and i.entity = 'member'`;

const restoredMembersOf = (changeId: ChangeId): RawBuilder<unknown> =>
  sql`select x.entity_id from changes v join change_items x on x.change_id = v.id where v.undoes = ${changeId}`;

/**
 * People of a change whom no undo has put back yet. Sets are compared, never person by person: the database expects few
 * people of a change, and would look through all who were put back for each of 60,000.
 */
const notYetUndone = (changeId: ChangeId): RawBuilder<unknown> =>
  sql`${peopleOf(changeId)} except ${restoredMembersOf(changeId)}`;

/** Of a change `c`: whether it changed anything. A file whose rows were all rejected leaves an empty change. */
export const hasChanged = sql<boolean>`(c.kind <> 'import' or exists (select from change_items i where i.change_id = c.id))`;

/** How many people of a change were put back; null where nobody is left whom an undo could put back. */
export const undonePart = (
  changeId: ChangeId,
): RawBuilder<UndonePart> => sql<UndonePart>`(case when exists (${notYetUndone(changeId)}) then
  jsonb_build_object('people', (select count(*) from (${peopleOf(changeId)} intersect ${restoredMembersOf(changeId)}) b),
    'of', (select count(distinct p.entity_id) from (${peopleOf(changeId)}) p)) end)`;

/** Whether one undo, or several, have put back everybody of a change. */
export const isUndoneWhole = (changeId: ChangeId): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from changes v where v.undoes = ${changeId}) and not exists (${notYetUndone(changeId)}))`;
