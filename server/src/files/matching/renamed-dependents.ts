import { type Identity, plainName } from '@openbenefits/domain/files/match-person';
import { isNewbornName } from '@openbenefits/domain/files/newborn-name';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

/**
 * A dependent of the family with the same birth date and first name under another last name, as after a marriage, an
 * adoption or when a family changes its name (domain rules 4.1, match order: subscriber, birth date and first name).
 * Not where two SSNs tell them apart, or where more than one may be meant. `isOfFile`: people whom this file itself has
 * named are somebody else.
 */
export function renamedOf(
  { ssnKey, birthKey, firstName }: Identity,
  family: readonly PersonDraft[],
  isOfFile: (person: PersonDraft) => boolean,
): PersonDraft | undefined {
  const first = plainName(firstName);
  if (birthKey === null || first === '' || isNewbornName(firstName)) return undefined;
  const [only, ...others] = family.filter(
    (one) =>
      one.birthKey === birthKey &&
      (ssnKey === null || one.ssnKey === null) &&
      plainName(one.values.firstName) === first,
  );
  return only && others.length === 0 && !isOfFile(only) ? only : undefined;
}
