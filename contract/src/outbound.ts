import { TIERS } from '@openbenefits/domain/coverage/tier';
import { fileNameProblem } from '@openbenefits/domain/files/outbound/carrier-file-name';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ackAnswer } from './acknowledgements.ts';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const code = z
  .string()
  .trim()
  .regex(/^[ -~]+$/, 'Use letters, digits and plain punctuation only.');

/** How a carrier wants its 834. */
const carrierProfileInput = z.object({
  name: z.string().trim().min(1, 'Name the profile.').max(100),
  /** Whose plans; null for all plans. */
  carrierName: z.string().max(200).nullable(),
  senderQualifier: code.length(2, 'Two characters, such as ZZ.'),
  senderId: code.min(2, 'At least two characters.').max(15, 'At most 15 characters (ISA06).'),
  receiverQualifier: code.length(2, 'Two characters, such as ZZ.'),
  receiverId: code.min(2, 'At least two characters.').max(15, 'At most 15 characters (ISA08).'),
  mode: z.enum(['full', 'change']),
  /** The content of REF*0F. */
  familyId: z.enum(['ssn', 'member_number']),
  /**
   * HD03 by coverage line, HD04 by plan id and HD05 by tier, where the carrier's codes are not those of the guide and
   * ours.
   */
  lineCodes: z.partialRecord(z.enum(['medical', 'dental', 'vision', 'life', 'disability']), code.max(3)).optional(),
  planCodes: z.record(id, code.max(50)).optional(),
  tierCodes: z.partialRecord(z.enum(TIERS), code.max(3)).optional(),
  /** Coverage that never was: deleted (HD 002, the default), or ended on its first day (HD 024). */
  voids: z.enum(['delete', 'same_day']).optional(),
  /** In how many full files a termination is reported; by default in none, because a missing member is terminated. */
  endsInFull: z
    .number({ error: 'Enter a whole number.' })
    .int('Enter a whole number.')
    .min(0, 'At least 0.')
    .max(12, 'At most 12.')
    .optional(),
  /** A pattern (carrier-file-name.ts of the domain). */
  fileName: z
    .string()
    .trim()
    .min(1, 'Name the files.')
    .max(100, 'At most 100 characters.')
    .superRefine((pattern, check) => {
      const message = fileNameProblem(pattern);
      if (message !== undefined) check.addIssue({ code: 'custom', message });
    })
    .optional(),
  /** Element, component, repetition and segment, four different characters. */
  separators: z
    .string()
    .length(4, 'Four characters: element, component, repetition, segment.')
    .regex(/^[!-/:-@[-`{-~]+$/, 'Use punctuation only.')
    .refine((text) => new Set(text).size === 4, 'Use four different characters.')
    .refine((text) => !/[.,-]/.test(text), 'Point, comma and dash stand in data.'),
  uppercase: z.boolean(),
  usage: z.enum(['T', 'P']),
});
export type CarrierProfileInput = z.infer<typeof carrierProfileInput>;
const carrierProfile = carrierProfileInput.extend({
  id,
  version: z.number().int(),
  voids: z.enum(['delete', 'same_day']),
  endsInFull: z.number().int(),
  fileName: z.string(),
  lineCodes: z.record(z.string(), z.string()),
  planCodes: z.record(z.string(), z.string()),
  tierCodes: z.record(z.string(), z.string()),
});
export type CarrierProfile = z.infer<typeof carrierProfile>;

const outboundFile = z.object({
  id,
  profile: z.object({ id, name: z.string() }),
  /** ISA13. */
  controlNumber: z.string(),
  fileName: z.string(),
  mode: z.enum(['full', 'change']),
  usage: z.enum(['T', 'P']),
  people: z.number().int(),
  segments: z.number().int(),
  madeBy: z.string(),
  madeAt: instant,
  /** Of the carrier's 999 or TA1; null while none came. */
  answer: ackAnswer.nullable(),
  answeredAt: instant.nullable(),
});
export type OutboundFile = z.infer<typeof outboundFile>;

/** 834 files that go out to carriers. Their bytes are at GET /downloads/outbound/{id}, audited. */
export const outbound = {
  profiles: oc
    .route({ method: 'GET', path: '/files/outbound/profiles', tags: ['Files'] })
    .errors(errors)
    .input(z.object({}))
    .output(z.object({ profiles: z.array(carrierProfile), carriers: z.array(z.string()) })),
  /** Makes a profile, or changes the one named; `version` is the one that was seen. */
  saveProfile: oc
    .route({ method: 'POST', path: '/files/outbound/profiles', tags: ['Files'] })
    .errors(errors)
    .input(carrierProfileInput.extend({ id: id.optional(), version: z.number().int().optional(), idempotencyKey }))
    .output(z.object({ id })),
  files: oc
    .route({ method: 'GET', path: '/files/outbound', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ profileId: id.optional(), ...page }))
    .output(pageOf(outboundFile)),
  /** Creates a file for a carrier: all covered members, or the changes since the last file. */
  create: oc
    .route({ method: 'POST', path: '/files/outbound', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ profileId: id, mode: z.enum(['full', 'change']).optional(), idempotencyKey }))
    .output(outboundFile),
};
