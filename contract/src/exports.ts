import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey } from './wire.ts';

export const EXPORT_LISTS = ['groups', 'members'] as const;
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;

export const listExports = {
  /**
   * Asks for a file of exactly what a list shows; it is then fetched once from /downloads/exports/{id} within five
   * minutes. `filter` is the list's own, without its page. Above a number of people a reason is asked for (INVALID at
   * 'reason').
   */
  request: oc
    .route({ method: 'POST', path: '/exports', tags: ['Exports'] })
    .errors(errors)
    .input(
      z.object({
        list: z.enum(EXPORT_LISTS),
        format: z.enum(EXPORT_FORMATS),
        filter: z.record(z.string(), z.unknown()).default({}),
        reason: z.string().trim().max(500).optional(),
        idempotencyKey,
      }),
    )
    .output(z.object({ id, url: z.string() })),
};
