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
 * Returns the group's row, locked to the end of the transaction, so that concurrent saves run in order. Rejects
 * 'not_found'.
 */
export async function lockedGroup(tx: Tx, id: string) {
  const row = await tx.selectFrom('groups').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return { ...row, status: row.status as GroupStatus, effectiveDate: row.effectiveDate as CalendarDate };
}
export type GroupRecord = Awaited<ReturnType<typeof lockedGroup>>;

/** Returns the group as the edit form has it: empty text or 0 for no value, formatted phone numbers, masked tax ID. */
export function formOf(row: GroupRecord, taxId: string | null): GroupForm {
  return groupFormOf(row as Pick<GroupRecord, GroupColumn> as StoredGroup, taxId?.slice(-4) ?? null);
}

/** Returns who changed the group last. */
export async function lastChange(tx: Tx, groupId: string): Promise<{ by: string; at: string } | null> {
  const row = await tx
    .selectFrom('changes as c')
    .innerJoin('changeItems as i', 'i.changeId', 'c.id')
    .select(['c.actorName as by', 'c.madeAt as at'])
    .where('i.entity', 'in', ['group', 'contribution'])
    .where('i.entityId', '=', groupId)
    .orderBy('c.madeAt', 'desc')
    .orderBy('c.id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Rejects a decision about the whole group if it has changed since it was read. */
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

/** Raises the group's version after a change; readers of the old version are told. */
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
