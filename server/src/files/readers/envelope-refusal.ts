import { Refusal } from '@openbenefits/domain/refusal';

/** What of an interchange header could be read although it is damaged: ISA01 to as far as it goes. */
export type HeardHeader = { elements: readonly string[]; elementSeparator: number };

/**
 * A file that cannot be read on because of its envelope: with the note that a TA1 gives for it, and what was understood
 * of the header.
 */
export class EnvelopeRefusal extends Refusal {
  readonly note: string;
  readonly heard: HeardHeader | undefined;

  constructor(message: string, note: string, heard?: HeardHeader) {
    super('invalid', message);
    this.note = note;
    this.heard = heard;
  }
}
