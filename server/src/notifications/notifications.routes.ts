import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { markRead } from './notifications.operations.ts';
import { listNotifications } from './notifications.queries.ts';

export const notificationRoutes = {
  list: api.notifications.list.handler(query(({ tx, actor }) => listNotifications(tx, actor.id))),
  markRead: api.notifications.markRead.handler(command(markRead)),
};
