import { RESCISSION_BASIS_VALUES } from '@openbenefits/domain/coverage/rescission';
import { z } from 'zod';

/** Why coverage that the employee paid for may end in the past (45 CFR 147.128). Kept with the change. */
export const rescissionGround = z.object({
  basis: z.enum(RESCISSION_BASIS_VALUES),
  /** Of the written notice, for fraud; at least 30 days ago. */
  noticeOn: z.string().max(10).optional(),
  confirmed: z.boolean().optional(),
});
