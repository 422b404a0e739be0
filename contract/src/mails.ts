import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, instant, page } from './wire.ts';

const mailRow = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  /** `kept`: there is no mail server, so it was not sent. */
  state: z.enum(['waiting', 'sent', 'kept', 'failed']),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
  createdAt: instant,
  /** When it was sent or kept, or given up. */
  settledAt: instant.nullable(),
});
export type MailRow = z.infer<typeof mailRow>;

const mailText = mailRow.extend({ text: z.string() });
export type MailText = z.infer<typeof mailText>;

export const mails = {
  /** Mails of the last 90 days, the newest first. */
  list: oc
    .route({ method: 'GET', path: '/mails', tags: ['Administration'] })
    .errors(errors)
    .input(z.object({ ...page }))
    .output(z.object({ rows: z.array(mailRow), next: z.string().nullable() })),
  get: oc
    .route({ method: 'GET', path: '/mails/{id}', tags: ['Administration'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(mailText),
};
