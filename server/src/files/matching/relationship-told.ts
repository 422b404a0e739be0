import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { ENDING } from '@openbenefits/domain/files/ends-and-cobra';
import {
  isPartner,
  type Relationship,
  RELATIONSHIP_LABEL,
  correctedRelationship,
} from '@openbenefits/domain/relationship';
import type { Staged } from './staged-for-matching.ts';

/** INS02 25, which is read as another dependent: nobody becomes it without having been the spouse. */
const EX_SPOUSE = /^INS.N.25(?!\d)/;

const isExSpouse = ({ record: { source, relationship }, rawOf, index }: Staged): boolean =>
  source === 'edi834' && relationship === 'other' && EX_SPOUSE.test(rawOf(index));

/**
 * What the person is called from now on. Whoever only leaves is left as known: an end of the ex-spouse ends the spouse.
 */
export function relationshipOf(staged: Staged, { relationship: known }: PersonDraft): Relationship | 'contradicts' {
  const { isSubscriber, relationship: said, action, coverages, source } = staged.record;
  if (
    isSubscriber ||
    said === known ||
    action === 'end' ||
    (coverages.length > 0 &&
      coverages.every((one) => ENDING.has(one.action) || (source === 'census' && one.until !== undefined)))
  )
    return known;
  return isExSpouse(staged) && known !== 'other'
    ? 'contradicts'
    : correctedRelationship(known, said, source === 'census');
}

export function relationshipConflict(staged: Staged, { relationship: known }: PersonDraft): FileMessage {
  const said = isExSpouse(staged) ? 'an ex-spouse (25)' : `"${RELATIONSHIP_LABEL[staged.record.relationship]}"`;
  const code = isPartner(known) ? 'relationship_differs_partner' : 'relationship_differs';
  return fileMessage(code, { sent: said, known: `"${RELATIONSHIP_LABEL[known]}"` });
}
