/**
 * Two-letter codes that the Postal Service delivers to: states, DC, territories, freely associated states, military
 * (USPS Publication 28, appendix B).
 */
export const POSTAL_STATES: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY ' +
    'DC PR GU VI AS MP FM MH PW AA AE AP'
  ).split(' '),
);

const NAMES: ReadonlyMap<string, string> = new Map(
  (
    'alabama AL|alaska AK|arizona AZ|arkansas AR|california CA|colorado CO|connecticut CT|delaware DE|florida FL|georgia GA|hawaii HI|idaho ID|' +
    'illinois IL|indiana IN|iowa IA|kansas KS|kentucky KY|louisiana LA|maine ME|maryland MD|massachusetts MA|michigan MI|minnesota MN|mississippi MS|' +
    'missouri MO|montana MT|nebraska NE|nevada NV|new hampshire NH|new jersey NJ|new mexico NM|new york NY|north carolina NC|north dakota ND|ohio OH|' +
    'oklahoma OK|oregon OR|pennsylvania PA|rhode island RI|south carolina SC|south dakota SD|tennessee TN|texas TX|utah UT|vermont VT|virginia VA|' +
    'washington WA|west virginia WV|wisconsin WI|wyoming WY|district of columbia DC|puerto rico PR|guam GU|virgin islands VI'
  )
    .split('|')
    .map((entry): [string, string] => [entry.slice(0, -3), entry.slice(-2)]),
);

/** Newspaper abbreviations of more than two letters. */
const SHORTENED: ReadonlyMap<string, string> = new Map(
  'ala AL|ariz AZ|ark AR|calif CA|cali CA|colo CO|conn CT|del DE|fla FL|ill IL|ind IN|kan KS|mass MA|mich MI|minn MN|miss MS|mont MT|neb NE|nebr NE|nev NV|okla OK|ore OR|penn PA|penna PA|tenn TN|tex TX|wash WA|wis WI|wisc WI|wyo WY|wva WV'
    .split('|')
    .map((entry): [string, string] => [entry.slice(0, -3), entry.slice(-2)]),
);

/**
 * Returns the two-letter code of a state code, name or abbreviation in any case, with or without dots; otherwise the
 * text itself, so that the validation can quote it.
 */
export function postalState(text: string): string {
  if (POSTAL_STATES.has(text)) return text;
  const upper = text.toUpperCase();
  if (POSTAL_STATES.has(upper)) return upper;
  const lower = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const plain = lower.replace(/[. ]/g, '');
  return (
    NAMES.get(lower) ??
    SHORTENED.get(plain) ??
    (lower.includes('.') && POSTAL_STATES.has(plain.toUpperCase()) ? plain.toUpperCase() : text)
  );
}

export function isUsState(text: string): boolean {
  return POSTAL_STATES.has(text.trim().toUpperCase());
}

/**
 * States whose ZIP codes start with one zero or two (USPS Publication 65: 006-009 Caribbean, 010-089 New England and
 * New Jersey, 09 military in Europe).
 */
const ONE_ZERO: ReadonlySet<string> = new Set('CT MA ME NH NJ RI VT AE'.split(' '));
const TWO_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI']);

/** Returns whether a shorter ZIP code of that state has lost its leading zeros. */
export function hasLostZipZeros(zip: string, state: string | undefined): boolean {
  if (state === undefined) return false;
  return (ONE_ZERO.has(state) && /^(\d{4}|\d{8})$/.test(zip)) || (TWO_ZEROS.has(state) && /^(\d{3}|\d{7})$/.test(zip));
}
