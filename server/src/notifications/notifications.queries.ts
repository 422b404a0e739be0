import { sql } from 'kysely';
import type { Notification } from '@openbenefits/contract/notifications';
import type { Tx } from '../db/connect.ts';

const NEWEST = 20;

/** How many notifications the person has not read: the badge of the bell. */
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

/** The newest notifications of the person and of everybody, with what is unread. */
export async function listNotifications(tx: Tx, userId: string): Promise<{ items: Notification[]; unread: number }> {
  const items = await tx
    .selectFrom('notifications as n')
    .leftJoin('notificationReads as r', (join) =>
      join.onRef('r.notificationId', '=', 'n.id').on('r.userId', '=', userId),
    )
    .select([
      'n.id',
      'n.severity',
      'n.title',
      'n.body',
      'n.link',
      'n.createdAt as at',
      sql<boolean>`r.read_at is not null`.as('read'),
    ])
    .where((eb) => eb.or([eb('n.userId', 'is', null), eb('n.userId', '=', userId)]))
    .orderBy('n.createdAt', 'desc')
    .limit(NEWEST)
    .execute();
  return {
    items: items.map((item) => ({ ...item, severity: item.severity as Notification['severity'] })),
    unread: await countUnread(tx, userId),
  };
}
