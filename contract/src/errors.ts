import { z } from 'zod';

/**
 * The one vocabulary of errors. `data.problems` names fields in dots as the form names them; `reference` is the id that
 * the log shares, so that a user and an operator speak of the same event. Messages hold no protected health
 * information.
 */
const problems = z.array(z.object({ path: z.string(), message: z.string() })).default([]);
/**
 * A conflict: two users changed the same field. Has the old value, the other user's value, who and when, as display
 * text.
 */
const conflict = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  theirs: z.string().nullable(),
  yours: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string().nullable(),
});
const data = z.object({ problems, reference: z.string().optional(), conflicts: z.array(conflict).optional() });

export const errors = {
  INVALID: { status: 422, message: 'Some entries need your attention.', data },
  SIGNED_OUT: { status: 401, message: 'Your session has ended. Enter the access password to continue.', data },
  FORBIDDEN: { status: 403, message: 'Your role does not allow this.', data },
  NOT_FOUND: { status: 404, message: 'This record does not exist, or you may not see it.', data },
  CONFLICT: { status: 409, message: 'This was changed in the meantime.', data },
  TOO_MANY: { status: 429, message: 'Too many attempts. Wait a moment, then try again.', data },
  UNAVAILABLE: {
    status: 503,
    message: 'The database does not respond. Nothing was lost. Try again in a moment.',
    data,
  },
} as const;

export type ErrorCode = keyof typeof errors;
