import { type CalendarDate } from '@openbenefits/domain/calendar-date';
import { groupFormOf } from '@openbenefits/domain/groups/group-edit';
import {
  GROUP_COLUMNS,
  type GroupColumn,
  type GroupForm,
  type StoredGroup,
} from '@openbenefits/domain/groups/group-fields';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { Refusal } from '@openbenefits/domain/refusal';
import { timeWords } from '../clock.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';

const COLUMNS = ['id', 'version', 'status', 'taxIdEncrypted', ...GROUP_COLUMNS] as const;

/**
 * The group's row, locked to the end of the transaction: two who save at the same moment come one after the other.
 * Refuses 'not_found'.
 */
export async function lockedGroup(tx: Tx, id: string) {
  const row = await tx.selectFrom('groups').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return { ...row, status: row.status as GroupStatus, effectiveDate: row.effectiveDate as CalendarDate };
}
export type GroupRecord = Awaited<ReturnType<typeof lockedGroup>>;

/** As the edit form holds it: nothing is empty text or 0, phone numbers as people write them, the tax ID masked. */
export function formOf(row: GroupRecord, taxId: string | null): GroupForm {
  return groupFormOf(row as Pick<GroupRecord, GroupColumn> as StoredGroup, taxId?.slice(-4) ?? null);
}

/** Who changed the group last. */
export async function lastChange(tx: Tx, groupId: string): Promise<{ by: string; at: string } | null> {
  const row = await tx
    .selectFrom('changes as c')
    .innerJoin('changeItems as i', 'i.changeId', 'c.id')
    .select(['c.actorName as by', 'c.madeAt as at'])
    .where('i.entity', '=', 'group')
    .where('i.entityId', '=', groupId)
    .orderBy('c.madeAt', 'desc')
    .orderBy('c.id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** For what is decided by looking at the group as a whole: refuses where it has changed since it was looked at. */
export async function requireVersion(
  { tx, services }: Work,
  group: Pick<GroupRecord, 'id' | 'version'>,
  seen: number,
): Promise<void> {
  if (group.version === seen) return;
  const last = await lastChange(tx, group.id);
  const who = last
    ? `${last.by} changed this group on ${timeWords(last.at, services.clock)}.`
    : 'This group was changed in the meantime.';
  throw new Refusal('stale', `${who} Review the current values, then save again.`);
}

/** The group's version after a change; everybody who looks at the one before is told. */
export async function touchGroup(
  tx: Tx,
  group: Pick<GroupRecord, 'id' | 'version'>,
  now: string,
  also: object = {},
): Promise<number> {
  await tx
    .updateTable('groups')
    .set({ ...also, version: group.version + 1, updatedAt: now })
    .where('id', '=', group.id)
    .execute();
  return group.version + 1;
}
