import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { GUIDE_834, OTHER_GUIDES, TRANSACTION_SETS } from '@openbenefits/domain/files/edi-834/edi-834';
import { shown } from '@openbenefits/domain/files/shown-value';
import { Refusal } from '@openbenefits/domain/refusal';

/** What a guide is that is recognised and not read here. */
function otherGuide(guide: string): string | undefined {
  for (const [prefix, words] of OTHER_GUIDES) if (guide.startsWith(prefix)) return words;
  return undefined;
}

/**
 * Why a part of a file is not read: what its refusal says where nothing else is in the file, and what is said of it
 * beside others.
 */
export type ForeignPart = {
  readonly refusal: Refusal;
  readonly words: string;
  /** IK502 of a set. */ readonly reason: '1' | 'I6';
};

const foreign = (reason: ForeignPart['reason'], message: string, words: string): ForeignPart => ({
  refusal: new Refusal('invalid', message),
  words,
  reason,
});

/**
 * A group of answers: alone in a file they are taken (inbound-acknowledgements.ts), but for those in small letters, in
 * UTF-16 or behind other text.
 */
export const ACKNOWLEDGEMENTS = foreign(
  '1',
  fileText('answer_unreadable'),
  'it has acknowledgements (999), which must be sent in a separate file',
);

export function foreignGuide(guide: string): ForeignPart | undefined {
  const other = otherGuide(guide);
  return other === undefined
    ? undefined
    : foreign('I6', fileText('file_of_other_kind', { kind: other }), `it is ${other}`);
}

/** A transaction set that is no 834 of ours, by its ST01 and the guide that it, or its group, names. */
export function foreignSet(kind: string, guide: string): ForeignPart | undefined {
  if (kind !== '834') {
    const holds = TRANSACTION_SETS.get(kind) ?? `transaction sets of type "${shown(kind)}"`;
    return foreign('1', fileText('file_not_enrollments', { kind: holds }), `it has ${holds}, not enrollments (834)`);
  }
  if (guide.startsWith('005010X220')) return undefined;
  return (
    foreignGuide(guide) ??
    foreign(
      'I6',
      fileText('file_of_other_guide', { guide: shown(guide), ours: GUIDE_834 }),
      `it follows the guide "${shown(guide)}" and not ${GUIDE_834}`,
    )
  );
}

/**
 * What of a file is another guide or kind and passed over to its end: it alone is refused, in the acknowledgement, too,
 * and the others are read. Where nothing is left that can be read, the first such part is why the file is refused.
 */
export class ForeignParts {
  /** What is passed over now. */
  passesOver: 'group' | 'set' | undefined;
  private first: Refusal | undefined;
  private hasOthers = false;

  passOver(what: 'group' | 'set', part: ForeignPart): void {
    this.passesOver = what;
    this.first ??= part.refusal;
  }

  /** A set that can be read. */
  others(): void {
    this.hasOthers = true;
  }

  /** Why the file is refused, where it holds nothing else. */
  get refusal(): Refusal | undefined {
    return this.hasOthers ? undefined : this.first;
  }
}
