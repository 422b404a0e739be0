import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';

/** A lease outlives two missed heartbeats of 20 seconds. */
const SECONDS = 60;

export type Lease = { name: string; since: string; until: string; mine: boolean; you: boolean };
type Asked = { id: string; holder: string };
type Asker = Pick<Work, 'tx' | 'actor' | 'now'>;

const plain = (holder: string): string => holder.replaceAll('-', '').toLowerCase();

/** Returns who edits the group now; null without a recent heartbeat. */
export async function leaseStatus({ tx, actor, now }: Asker, { id, holder }: Asked): Promise<Lease | null> {
  const row = await tx
    .selectFrom('groupEditLeases')
    .select(['holder', 'userId', 'userName as name', 'since', 'until'])
    .where('groupId', '=', id)
    .where('until', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { holder: own, userId, ...lease } = row;
  return { ...lease, mine: plain(own) === plain(holder), you: userId === actor.id };
}

async function hold({ tx, actor, now }: Asker, { id, holder }: Asked, takeOver: boolean): Promise<void> {
  // One statement decides between two who want it at the same moment.
  await sql`insert into group_edit_leases as l (group_id, holder, user_id, user_name, since, until)
    values (${id}, ${holder}::uuid, ${actor.id}, ${actor.name}, ${now}, ${now}::timestamptz + make_interval(secs => ${SECONDS}))
    on conflict (tenant_id, group_id) do update set holder = excluded.holder, user_id = excluded.user_id, user_name = excluded.user_name, until = excluded.until,
      since = case when l.holder = excluded.holder and l.until > ${now} then l.since else excluded.since end
    where ${takeOver} or l.holder = excluded.holder or l.until <= ${now}`.execute(tx);
}

async function answer(asker: Asker, asked: Asked): Promise<Lease> {
  const lease = await leaseStatus(asker, asked);
  if (!lease) throw new Refusal('unavailable', 'The group could not be locked for editing. Try again.');
  return lease;
}

async function requireGroup(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('groups').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
}

/** Takes the lease of the group. Returns who has it, which may be another user if it is not taken over. */
export async function takeLease(work: Work, input: Asked & { takeOver: boolean }): Promise<Lease> {
  await requireGroup(work.tx, input.id);
  await hold(work, input, input.takeOver);
  work.note({ targetKind: 'group', targetId: input.id });
  return answer(work, input);
}

/**
 * The heartbeat. It is served as a read: it decides nothing, and an audit entry every 20 seconds would bury the log
 * (decisions/0014-editing-groups.md). Taking and giving back are audited.
 */
export async function renewLease(work: Work, input: Asked): Promise<Lease> {
  await requireGroup(work.tx, input.id);
  await hold(work, input, false);
  return answer(work, input);
}

export async function releaseLease({ tx, note }: Work, { id, holder }: Asked): Promise<{ released: boolean }> {
  const { numDeletedRows } = await tx
    .deleteFrom('groupEditLeases')
    .where('groupId', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  note({ targetKind: 'group', targetId: id });
  return { released: numDeletedRows > 0n };
}
