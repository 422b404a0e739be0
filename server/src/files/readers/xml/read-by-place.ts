import { mayNameLines } from '@openbenefits/domain/files/census/coverage/lines-enrolled';
import { isElectionTag, isPeriodTag, isReadInCoverage, lineOfTag } from './coverage.ts';
import { isOfCoveredPeople } from './covered-people.ts';
import { isIdOfPerson } from './elections.ts';
import { isNamingTag } from './naming.ts';
import { isDependentTag, isKindTag, isOfDependent, isPersonTag } from './person-elements.ts';
import { isPartOfReference } from './references.ts';

/**
 * Whether a name that is no field says something by where it stands: an id, the line or the days of a coverage, of what
 * kind somebody is, whom a plan covers.
 */
export const isReadByPlace = (tag: string, around: string): boolean =>
  isIdOfPerson(tag) ||
  isNamingTag(tag) ||
  (isDependentTag(tag) && isOfDependent(around)) ||
  isPartOfReference(tag, around) ||
  isOfCoveredPeople(tag, around) ||
  (isPersonTag(around) && isKindTag(tag)) ||
  ((isElectionTag(around) || lineOfTag(around) !== undefined || isPeriodTag(around)) && isReadInCoverage(tag));

/** What holds several lines: <Coverages><Coverage>Medical</Coverage>. */
const LISTS =
  /^(?:covered|enrolled|elected)?(?:lines?|lobs?|coverages|benefits|elections|enrollments|linesofcoverage)$/;
/**
 * Lines of coverage, in an element of a person or in a list of them; in that of a coverage such a name says which it is
 * of.
 */
export const mayNameLinesThere = (tag: string, around: string): boolean =>
  mayNameLines(tag) && (isPersonTag(around) || (LISTS.test(around) && !isElectionTag(around)));
