import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { idempotencyKey, instant } from './wire.ts';

/** What can be done to the audit log, each found by the verification (trust P37). */
const tamperingKind = z.enum(['edited', 'deleted', 'reordered', 'inserted', 'truncated', 'rewritten']);
export type TamperingKind = z.infer<typeof tamperingKind>;

/**
 * Why the anchor file is not as it was written: a signature that does not fit the key file, or an anchor that is
 * missing.
 */
const anchorFault = z.object({ line: z.number().int(), reason: z.enum(['not_signed', 'gap']) });

const anchors = z.object({
  /** Entries in the log, and the last one that an anchor holds. */
  entries: z.number().int(),
  anchoredTo: z.number().int(),
  count: z.number().int(),
  /** The newest first. */
  latest: z.array(z.object({ seq: z.number().int(), entries: z.number().int(), at: instant })),
  fault: anchorFault.nullable(),
});
export type AuditAnchors = z.infer<typeof anchors>;

const verification = z.object({
  entries: z.number().int(),
  anchors: z.number().int(),
  milliseconds: z.number().int(),
  /** What was found, with the first bad entry; null when nothing was. */
  tampering: z.object({ kind: tamperingKind, seq: z.number().int() }).nullable(),
  fault: anchorFault.nullable(),
});
export type AuditVerification = z.infer<typeof verification>;

export const audit = {
  /** The signed heads of the audit log that are kept outside the database. */
  anchors: oc
    .route({ method: 'GET', path: '/audit/anchors', tags: ['Administration'] })
    .errors(errors)
    .output(anchors),
  /** Verifies every entry and every anchor, as `npm start -- --verify-audit` does. */
  verify: oc
    .route({ method: 'POST', path: '/audit/verify', tags: ['Administration'] })
    .errors(errors)
    .input(z.object({ idempotencyKey }))
    .output(verification),
};
