import {
  isOfAddress,
  isPrivateField,
  isSilentField,
  memberFieldLabel,
  memberFieldText,
} from '@openbenefits/domain/members/field-label';
import { sql } from 'kysely';
import type { ChangeEntity, ChangeFeature, ChangeUndo, ShownRecord } from '../../change-registry.ts';
import type { Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { requireFree, requireUndoable, undoChange, undoPreview } from './undo-change.ts';
import { undoOfPlanTermination } from './undo-plan-termination.ts';
import { hasEntries } from './undo-scope.ts';

/** Undos with this many items or more run in the queue. */
const QUEUED_FROM = 1000;

async function namesOfMembers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ShownRecord>> {
  const { rows } = await sql<{ id: string; name: string; isRestricted: boolean }>`
    select id, ltrim(first_name || ' ' || last_name) as name, confidentiality is not distinct from 'R' as is_restricted
    from members where id = any (${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, ...record }) => [id, record]));
}

const member: ChangeEntity = {
  isPerson: true,
  names: namesOfMembers,
  difference(field, { before, after }, record) {
    if (isSilentField(field)) return undefined;
    const label = memberFieldLabel(field);
    if (isPrivateField(field) || (record?.isRestricted && isOfAddress(field)))
      return { field, label, before: before ? 'Private' : null, after: 'Private' };
    return { field, label, before: memberFieldText(field, before), after: memberFieldText(field, after) };
  },
};

/** Restores members: coverage, details and existence. */
export const undoOfPeople: ChangeUndo<Services> = {
  entity: 'member',
  require: requireUndoable,
  preview: undoPreview,
  requireFree,
  undo: undoChange,
  isLarge: (tx, id) => hasEntries(tx, id, QUEUED_FROM),
};

/** What members and their coverage write to the history. */
export const CHANGES_OF_MEMBERS: ChangeFeature<Services> = {
  entities: { member },
  kinds: {
    manual: undoOfPeople,
    enrollment: undoOfPeople,
    termination: undoOfPeople,
    reinstatement: undoOfPeople,
    identity: undoOfPeople,
    merge: undoOfPeople,
    plan_terminated: undoOfPlanTermination,
    tobacco_use: { never: 'Record the earlier answer again, from the same day.' },
  },
};
