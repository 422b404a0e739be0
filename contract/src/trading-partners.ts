import { RETRO_ENDS } from '@openbenefits/domain/files/coverage/retro-ends';
import { WORD_KINDS } from '@openbenefits/domain/files/census/mapping';
import { BEYOND_GUIDE } from '@openbenefits/domain/files/edi-834/edi-834';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullable()
    .transform((text) => (text === '' ? null : text));
const percent = z
  .number({ error: 'Enter a whole number.' })
  .int('Enter a whole number.')
  .min(0, 'At least 0.')
  .max(100, 'At most 100 percent.');

const codeKind = z.enum([...WORD_KINDS, 'plan']);

/** How a sender's files are validated. */
const partnerProfile = z.object({
  name: z.string().trim().min(1, 'Name the sender.').max(200),
  contactName: words(200),
  contactEmail: words(200).refine(
    (text) => text === null || z.email().safeParse(text).success,
    'Please enter a valid email address',
  ),
  contactPhone: words(50),
  /** 'file': what BGN08 says; otherwise whatever it says. */
  mode: z.enum(['file', 'full', 'change']),
  absenceProposesEnd: z.boolean(),
  autoProcess: z.boolean(),
  missingLimitPeople: z
    .number({ error: 'Enter a whole number.' })
    .int('Enter a whole number.')
    .min(0, 'At least 0.')
    .max(100_000, 'At most 100,000.'),
  missingLimitPercent: percent,
  dropLimitPercent: percent,
  /** How terminations before the group's retro window are handled: applied as sent, moved to the limit, or rejected. */
  retroEnds: z.enum(RETRO_ENDS),
  /** For lists: whether 04/12/1986 is December 4; null if not set. */
  dayFirst: z.boolean().nullable(),
  /** Of lists: numbers too short for an SSN or a ZIP code have lost their leading zeros. */
  padZeros: z.boolean(),
  /**
   * An end date (349 and 357 of an 834, the coverage end of a list) is the first day without coverage, not the last day
   * covered.
   */
  endDayNotCovered: z.boolean(),
  /** Of an 834: a dependent's family number (REF*0F) is its own; it belongs to the subscriber before it. */
  familyByPlace: z.boolean(),
  /** Of an 834: the sender writes the same reference (BGN02) into many files, so that it tells nothing. */
  referenceRepeats: z.boolean(),
  /**
   * Each full file covers only part of the group (a division, a location), so missing members may be in another file.
   */
  holdsPart: z.boolean(),
  /**
   * For an 834: the receiver ID (ISA08) of the sender's files, learned from the first file. A file for another receiver
   * is held. If empty, the next file sets it.
   */
  receiverIds: z.array(z.string().trim().min(1).max(1000)).max(20, 'At most 20 receivers.'),
  /** Of an 834: the codes of HD03 that the guide lacks which are taken as life insurance. */
  beyondGuide: z.array(z.enum(BEYOND_GUIDE)).max(BEYOND_GUIDE.length),
});
export type PartnerProfile = z.infer<typeof partnerProfile>;

const tradingPartner = partnerProfile.extend({
  id,
  version: z.number().int(),
  /** ISA06; null for lists, which name no sender: those of a group, and together those of none or several. */
  senderId: z.string().nullable(),
  group: z.object({ id, name: z.string() }).nullable(),
  files: z.number().int(),
  lastFileAt: instant.nullable(),
  /** The sender's words and what they mean: a plan, or ours for the kind of word. */
  codes: z.array(
    z.object({
      kind: codeKind,
      code: z.string(),
      shown: z.string(),
      plan: z.object({ id, name: z.string() }).nullable(),
      meaning: z.string().nullable(),
      mappedBy: z.string(),
      mappedAt: instant,
    }),
  ),
  /** Headings of its lists with a different meaning than ours, or none. */
  columns: z.array(
    z.object({
      heading: z.string(),
      shown: z.string(),
      field: z.string().nullable(),
      dependent: z.number().int(),
      mappedBy: z.string(),
      mappedAt: instant,
    }),
  ),
  updatedBy: z.string().nullable(),
});
export type TradingPartner = z.infer<typeof tradingPartner>;

/** Senders of enrollment files, learned from the first file of each. */
export const tradingPartners = {
  /** Those whose files came last, first. */
  list: oc
    .route({ method: 'GET', path: '/trading-partners', tags: ['Files'] })
    .errors(errors)
    .input(z.object(page))
    .output(pageOf(tradingPartner)),
  /** `version` is the one that was read. Applies to the next file, and to held files when they are previewed again. */
  save: oc
    .route({ method: 'PUT', path: '/trading-partners/{id}', tags: ['Files'] })
    .errors(errors)
    .input(partnerProfile.extend({ id, version: z.number().int(), idempotencyKey }))
    .output(z.object({ id })),
  forgetCode: oc
    .route({ method: 'DELETE', path: '/trading-partners/{id}/codes/{kind}/{code}', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, kind: codeKind, code: z.string().max(100), idempotencyKey }))
    .output(z.object({ id })),
  forgetColumn: oc
    .route({ method: 'DELETE', path: '/trading-partners/{id}/columns/{heading}', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id, heading: z.string().max(200), idempotencyKey }))
    .output(z.object({ id })),
};
