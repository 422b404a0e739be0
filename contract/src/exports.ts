import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey } from './wire.ts';

export const EXPORT_LISTS = ['groups', 'members', 'plans', 'payments', 'bills', 'aging', 'reconciliation'] as const;
const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;

export const listExports = {
  /**
   * Requests a file with the rows of a list. It is then downloaded once from /downloads/exports/{id} within five
   * minutes. `filter` is the list's filter without its page. Above a number of members a reason is required (INVALID at
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
