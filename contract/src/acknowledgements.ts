import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id, instant } from './wire.ts';

/** A accepted, E accepted with errors noted, P partially accepted, R rejected (TA104, IK501, AK901). */
export const ackAnswer = z.enum(['A', 'E', 'P', 'R']);

/** An error in the file, how the sender corrects it, and the member it concerns. Never an SSN or a birth date. */
const ackFinding = z.object({
  person: z.string().nullable(),
  segment: z.string(),
  /** Counted from ST, which is 1; null for what belongs to no segment. */
  position: z.number().int().nullable(),
  text: z.string(),
  mend: z.string(),
});

const part = z.enum(['interchange', 'group', 'set']);

/** What the sender of a file is answered. */
const fileAcknowledgement = z.object({
  answer: ackAnswer,
  madeAt: instant,
  /** False where no functional group was understood: then only a TA1 is sent. */
  has999: z.boolean(),
  /** Envelopes, groups and sets in file order with their control numbers (ISA13, GS06, ST02); at most 200. */
  parts: z.array(
    z.object({
      kind: part,
      control: z.string(),
      answer: ackAnswer,
      sets: z.object({ received: z.number().int(), accepted: z.number().int() }).nullable(),
    }),
  ),
  partsTotal: z.number().int(),
  /** At most 500. */
  findings: z.array(ackFinding.extend({ kind: part, control: z.string() })),
  findingsTotal: z.number().int(),
});
export type FileAcknowledgement = z.infer<typeof fileAcknowledgement>;

/** A 999 or TA1 that came in: what it says of files that we have sent. */
const inboundAcknowledgement = z.object({
  answers: z.array(
    z.object({
      kind: z.enum(['TA1', '999']),
      /** The number it answers, as written in the file. */
      control: z.string(),
      answer: ackAnswer,
      /** The file of ours with this number; null where we have sent none. */
      sent: z.object({ id, carrier: z.string(), madeAt: instant, people: z.number().int() }).nullable(),
      /** The 999 of ours with this number, and the file that it answers: a TA1 may answer a 999. */
      reply: z.object({ jobId: id, madeAt: instant }).nullable(),
      /** The carrier remittance whose 820 has this number. */
      remittance: z.object({ id, number: z.string(), carrier: z.string() }).nullable(),
      findings: z.array(ackFinding),
    }),
  ),
});
export type InboundAcknowledgement = z.infer<typeof inboundAcknowledgement>;

export const acknowledgements = {
  /**
   * Returns the TA1 and 999 of a file as text; null for a file without an envelope. A read that names members is
   * audited.
   */
  acknowledgement: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/acknowledgement', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(fileAcknowledgement.nullable()),
  /** Returns the content of a received acknowledgement; null for other files. */
  answers: oc
    .route({ method: 'GET', path: '/files/jobs/{id}/answers', tags: ['Files'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(inboundAcknowledgement.nullable()),
};
