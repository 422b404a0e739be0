import type { Identity } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

/**
 * What of a stored person's protected identity the record corrects, by the names that the history has for it; the
 * values are put there when they are sealed.
 */
export function correctedIdentity(
  { ssnKey, birthKey, carrierKey, carrierMemberId }: Identity,
  person: PersonDraft,
): string[] {
  const isOther = (is: string | null, was: string | null): boolean => is !== null && is !== was;
  return [
    ...(isOther(ssnKey, person.ssnKey) ? ['ssnEncrypted'] : []),
    ...(isOther(birthKey, person.birthKey) ? ['birthEncrypted'] : []),
    // Our own number, as our own files carry it, is no other's.
    ...(isOther(carrierKey, person.carrierKey) && person.memberNumber !== carrierMemberId
      ? ['carrierIdEncrypted']
      : []),
  ];
}

/** An SSN or a birth date that is on record, and another in the file. */
export function identityReplaced({ ssnKey, birthKey }: Identity, person: PersonDraft): string {
  const isOther = (is: string | null, was: string | null): boolean => is !== null && was !== null && is !== was;
  return [
    ...(isOther(ssnKey, person.ssnKey) ? ['SSN'] : []),
    ...(isOther(birthKey, person.birthKey) ? ['Date of birth'] : []),
  ].join(' and ');
}
