import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant } from './wire.ts';

const notification = z.object({
  id,
  severity: z.enum(['warning', 'success', 'error', 'info']),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  at: instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notifications = {
  /** The newest twenty and how many are unread (the badge of the bell). */
  list: oc
    .route({ method: 'GET', path: '/notifications', tags: ['Notifications'] })
    .errors(errors)
    .output(z.object({ items: z.array(notification), unread: z.number().int() })),
  /** Marks one, or without an id all, as read by the signed-in person. */
  markRead: oc
    .route({ method: 'POST', path: '/notifications/read', tags: ['Notifications'] })
    .errors(errors)
    .input(z.object({ id: id.optional(), idempotencyKey }))
    .output(z.object({ unread: z.number().int() })),
};
