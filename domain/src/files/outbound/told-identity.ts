import { asciiText } from '../../x12/ascii-text.ts';
import type { OutboundPerson } from './outbound-person.ts';
import type { ToldIdentity, Correction } from './outbound-person.ts';

/** What the file calls the person: the number that the carrier or the employer gave, else ours. */
export const numberOf = ({ carrierMemberId, memberNumber }: OutboundPerson): string => carrierMemberId ?? memberNumber;

export const identityOf = (person: OutboundPerson): ToldIdentity => ({
  ssn: person.ssn,
  firstName: person.firstName,
  middleName: person.middleName,
  lastName: person.lastName,
  dateOfBirth: person.dateOfBirth,
  gender: person.gender,
  number: numberOf(person),
  familyId: person.familyId,
});

/** Accents and capitals may not be written, so they are no correction. */
const isOther = (now: string, was: string): boolean => asciiText(now).toUpperCase() !== asciiText(was).toUpperCase();
/** What was empty was not wrong. */
const isCorrected = (now: string | undefined, was: string | undefined): boolean =>
  now !== undefined && was !== undefined && now !== was;

/**
 * How the person is somebody else than the carrier was told: INS04 25 names the elements, first and last name, SSN and
 * birth date; the old ones go into 2100B (005010X220A1, NM1*74 and NM1*70). Undefined where there is nothing to say.
 */
export function correctionOf(person: OutboundPerson, was: ToldIdentity | undefined): Correction | undefined {
  if (!was) return undefined;
  const [isOtherSsn, isOtherBirth] = [
    isCorrected(person.ssn, was.ssn),
    isCorrected(person.dateOfBirth, was.dateOfBirth),
  ];
  const { ssn, firstName, middleName, lastName, dateOfBirth, gender, number, familyId } = was;
  const formerNumber = number !== numberOf(person) ? number : familyId !== person.familyId ? familyId : undefined;
  const isFormer =
    isOtherSsn || isOtherBirth || isOther(person.firstName, firstName) || isOther(person.lastName, lastName);
  if (!isFormer && formerNumber === undefined) return undefined;
  return {
    ...(formerNumber !== undefined && { formerNumber }),
    ...(isFormer && {
      formerly: {
        firstName,
        middleName,
        lastName,
        ...(isOtherSsn && { ssn }),
        ...(isOtherBirth && { dateOfBirth, gender }),
      },
    }),
  };
}
