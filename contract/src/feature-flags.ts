import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant } from './wire.ts';

const featureFlag = z.object({
  id,
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** Who changed it last, and when; null if no one has. */
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
});
export type FeatureFlagRow = z.infer<typeof featureFlag>;

/** What an administrator can switch off (specification 1, section 2.7, Compliance tab). */
export const featureFlags = {
  list: oc
    .route({ method: 'GET', path: '/feature-flags', tags: ['Administration'] })
    .errors(errors)
    .output(z.array(featureFlag)),
  toggle: oc
    .route({ method: 'POST', path: '/feature-flags/{id}', tags: ['Administration'] })
    .errors(errors)
    .input(z.object({ id, enabled: z.boolean(), idempotencyKey }))
    .output(featureFlag),
};
