import { plainName } from './match-person.ts';

const STAND_IN =
  /^(?:(?:newborn|newbaby|baby|bebe|infant|unnamed|bb|nb)(?:boy|girl|male|female|son|daughter|[abc123])?|(?:boy|girl)[abc123]?)$/;

/**
 * Whether a first name only stands in for one that is not known yet: births are sent before names are, and the name
 * with the SSN later.
 */
export const isNewbornName = (firstName: string | number | null | undefined): boolean =>
  STAND_IN.test(plainName(firstName));
