import type { HeldGroup } from '@openbenefits/domain/files/safety-stops';
import { filesHeldText } from '@openbenefits/domain/groups/status-changes';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

/**
 * Groups that what is selected of a rehearsed file would change, and that take no files now: one that named its group
 * itself was not asked at its upload, and of any the status may have changed since. Nearly all take files, so that the
 * rows of a large file need not be gone through.
 */
export async function heldGroupsOf(tx: Tx, jobId: string): Promise<HeldGroup[]> {
  const { rows } = await sql<HeldGroup & { id: string }>`select id, company_name as name, status from groups
    where id in (select group_id from import_packs where job_id = ${jobId}) order by company_name`.execute(tx);
  const held = rows.filter(({ name, status }) => filesHeldText(name, status) !== undefined);
  if (held.length === 0) return [];
  const changed = new Set(await changedGroups(tx, jobId));
  return held.filter(({ id }) => changed.has(id)).map(({ name, status }) => ({ name, status }));
}

async function changedGroups(tx: Tx, jobId: string): Promise<string[]> {
  const { rows } = await sql<{
    groupId: string;
  }>`select distinct group_id from file_changes where job_id = ${jobId} and not excluded and action <> 'unchanged'`.execute(
    tx,
  );
  return rows.map(({ groupId }) => groupId);
}

/** Throws a Refusal while one of them does. */
export async function requireGroupsTakeIt(tx: Tx, jobId: string): Promise<void> {
  const [held] = await heldGroupsOf(tx, jobId);
  if (held) throw new Refusal('state', filesHeldText(held.name, held.status) ?? '');
}

/**
 * A group takes no files any more, in the midst of one that is being written: the file stops there until somebody lets
 * it go on.
 */
export class GroupClosed extends Refusal {}

/**
 * Throws where a group whose lock the transaction has takes no files: its status may have changed while the file was
 * written, and what follows would cover people in it.
 */
export async function requireOpen(tx: Tx, groupIds: readonly string[]): Promise<void> {
  const { rows } =
    await sql<HeldGroup>`select company_name as name, status from groups where id = any (${[...groupIds]}::uuid[])`.execute(
      tx,
    );
  for (const { name, status } of rows) {
    const held = filesHeldText(name, status);
    if (held) throw new GroupClosed('state', held);
  }
}

/**
 * Throws a Refusal where none of the groups that a file changes takes files: it would stop again at its next record.
 * One of several may be open, and the rest be of that one.
 */
export async function requireOneOpen(tx: Tx, jobId: string): Promise<void> {
  const held = await heldGroupsOf(tx, jobId);
  if (!held[0]) return;
  if (held.length === (await changedGroups(tx, jobId)).length)
    throw new Refusal('state', filesHeldText(held[0].name, held[0].status) ?? '');
}
