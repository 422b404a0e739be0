import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { TERMINATION_REASON_VALUES } from '@openbenefits/domain/members/termination';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { rescissionGround } from './rescission.ts';
import { calendarDate, cents, id, idempotencyKey } from './wire.ts';

/** Members of one group: subscribers, including their dependents, or dependents alone. */
const who = { groupId: id, memberIds: z.array(id).min(1).max(500) };
const end = {
  ...who,
  /** The last day of coverage. */
  lastDay: calendarDate,
  reason: z.enum(TERMINATION_REASON_VALUES),
  note: z.string().trim().max(500).default(''),
  /** Needed to go further back than the group's retro window. */
  overrideReason: z.string().trim().max(500).default(''),
  rescission: rescissionGround.optional(),
};
const reinstate = {
  ...who,
  /** The first day of the new coverage; without it there is no gap. */
  from: calendarDate.optional(),
  reason: z.string().trim().max(500).default(''),
};

const lineEffect = z.object({
  line: z.enum(COVERAGE_LINES),
  planName: z.string(),
  /** The last day of coverage afterwards; null where it has none. */
  until: calendarDate.nullable(),
  /** 'never': future coverage, or coverage canceled from its first day. */
  effect: z.enum(['ends', 'never', 'goes_on']),
  from: calendarDate,
});
const affected = z.object({
  id,
  name: z.string(),
  isDependent: z.boolean(),
  lines: z.array(lineEffect),
  cobraMonths: z.number().int(),
});
const refused = z.object({ id, name: z.string(), problem: z.string() });

/** Returns what would happen, by performing the action and rolling it back. */
const preview = z.object({
  affected: z.array(affected),
  refused: z.array(refused),
  monthlyBefore: cents,
  monthlyAfter: cents,
  /** The day the two premiums are of. */
  premiumDay: calendarDate,
  /** Further back than the group's retro window: an override with its reason is needed. */
  beyondRetro: z.boolean(),
  /** The last month that the retro window keeps charged: the next bill does not credit it. */
  keptThrough: calendarDate.nullable(),
  mayOverride: z.boolean(),
  /** Past months that lose coverage although the employee paid for them: `rescission` is needed. */
  paidMonths: z.array(calendarDate),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type TerminationPreview = z.infer<typeof preview>;

const done = z.object({ changeId: id, people: z.number().int(), refused: z.array(refused) });

export const terminations = {
  /** Who loses which coverage when, what it does to the monthly premium, and who cannot be ended and why. */
  preview: oc
    .route({ method: 'POST', path: '/terminations/preview', tags: ['Terminations'] })
    .errors(errors)
    .input(z.object(end))
    .output(preview),
  /**
   * Terminates coverage as one change that can be undone. A single member who cannot be terminated rejects the call; of
   * several, the others are terminated.
   */
  end: oc
    .route({ method: 'POST', path: '/terminations', tags: ['Terminations'] })
    .errors(errors)
    .input(z.object({ ...end, idempotencyKey }))
    .output(done),
  reinstatePreview: oc
    .route({ method: 'POST', path: '/reinstatements/preview', tags: ['Terminations'] })
    .errors(errors)
    .input(z.object(reinstate))
    .output(preview),
  /** Reopens coverage that has ended, without a gap or from a later day on. */
  reinstate: oc
    .route({ method: 'POST', path: '/reinstatements', tags: ['Terminations'] })
    .errors(errors)
    .input(z.object({ ...reinstate, idempotencyKey }))
    .output(done),
};
