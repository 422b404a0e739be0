import { z } from 'zod';
import { calendarDate, cents, id } from './wire.ts';

/** What a correction changes in months that are billed: the next bills adjust them by these amounts. */
export const retroactiveAmounts = z.object({
  total: cents,
  /** Subscribers by group, with the difference of each billed month. */
  members: z.array(
    z.object({
      groupId: id,
      groupName: z.string(),
      subscriberId: id,
      name: z.string(),
      total: cents,
      months: z.array(z.object({ month: calendarDate, cents })),
    }),
  ),
  /** Billed months that the correction could not price. */
  held: z.number().int(),
});
export type RetroactiveAmounts = z.infer<typeof retroactiveAmounts>;
