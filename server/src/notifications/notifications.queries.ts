import { sql } from 'kysely';
import type { Notification } from '@openbenefits/contract/notifications';
import type { Tx } from '../db/connect.ts';

const NEWEST = 20;

/** Returns how many notifications the person has not read: the badge of the bell. */
export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const { unread } = await tx
    .selectFrom('notifications as n')
    .leftJoin('notificationReads as r', (join) =>
      join.onRef('r.notificationId', '=', 'n.id').on('r.userId', '=', userId),
    )
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where((eb) => eb.or([eb('n.userId', 'is', null), eb('n.userId', '=', userId)]))
    .where('r.readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Returns the newest notifications for the user and for all users, with the unread count, in one statement. */
export async function listNotifications(tx: Tx, userId: string): Promise<{ items: Notification[]; unread: number }> {
  const { rows } = await sql<Notification & { unread: number }>`
    with own as (
      select n.id, n.severity, n.title, n.body, n.link, n.created_at, r.read_at is not null as read from notifications n
      left join notification_reads r on r.notification_id = n.id and r.user_id = ${userId}
      where n.user_id is null or n.user_id = ${userId}
    )
    select id, severity, title, body, link, created_at as at, read, (select count(*) from own where not read) as unread
    from own order by created_at desc limit ${sql.lit(NEWEST)}`.execute(tx);
  return { items: rows.map(({ unread: _, ...item }) => item), unread: rows[0]?.unread ?? 0 };
}
