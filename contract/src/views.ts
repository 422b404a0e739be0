import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant } from './wire.ts';

const list = z.enum(['groups', 'members']);

export const savedView = z.object({
  id,
  name: z.string(),
  /** Path and filters of the list, without a search term. */
  address: z.string(),
  createdAt: instant,
});
export type SavedView = z.infer<typeof savedView>;

/** Views of a list that somebody has saved under a name; each person has their own. */
export const views = {
  list: oc
    .route({ method: 'GET', path: '/views', tags: ['Saved views'] })
    .errors(errors)
    .input(z.object({ list }))
    .output(z.array(savedView)),
  /** Saves under a new name, or anew under a name that is there. */
  save: oc
    .route({ method: 'POST', path: '/views', tags: ['Saved views'] })
    .errors(errors)
    .input(z.object({ list, name: z.string().trim().max(200), address: z.string().max(1000), idempotencyKey }))
    .output(z.object({ id })),
  remove: oc
    .route({ method: 'POST', path: '/views/{id}/delete', tags: ['Saved views'] })
    .errors(errors)
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ removed: z.literal(true) })),
};
