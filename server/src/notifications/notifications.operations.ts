import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { countUnread } from './notifications.queries.ts';

/** Marks one notification, or all, as read by the user; repeating it has no effect. */
export async function markRead(
  { tx, actor, now }: Work,
  input: { id?: string | undefined },
): Promise<{ unread: number }> {
  await sql`insert into notification_reads (notification_id, user_id, read_at)
    select id, ${actor.id}, ${now} from notifications where (user_id is null or user_id = ${actor.id}) and (${input.id ?? null}::uuid is null or id = ${input.id ?? null})
    on conflict do nothing`.execute(tx);
  return { unread: await countUnread(tx, actor.id) };
}

export type NewNotification = {
  severity: 'warning' | 'success' | 'error' | 'info';
  title: string;
  body: string;
  link?: string;
  userId?: string;
};

/** Adds a notification for one user or, without `userId`, for every administrator. Title and body name no member. */
export async function notify(
  tx: Tx,
  at: string,
  { severity, title, body, link, userId }: NewNotification,
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ id: uuidv7(), severity, title, body, link: link ?? null, userId: userId ?? null, createdAt: at })
    .execute();
}
