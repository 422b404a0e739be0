import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant } from './wire.ts';

const list = z.enum(['groups', 'members']);

const savedView = z.object({
  id,
  name: z.string(),
  /** Path and filters of the list, without a search term. */
  address: z.string(),
  createdAt: instant,
});

/** Saved views of a list; each user has their own. */
export const views = {
  list: oc
    .route({ method: 'GET', path: '/views', tags: ['Saved views'] })
    .errors(errors)
    .input(z.object({ list }))
    .output(z.array(savedView)),
  /** Saves a view under a new name, or replaces the one with that name. */
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
