/** Returns the kind of a nine-digit number, or why it is invalid. Source: SSA POMS RM 10201.035; domain rules 4.15. */
export type SsnVerdict =
  | { kind: 'ssn' }
  | { kind: 'itin' }
  | { kind: 'atin' }
  | { kind: 'refused'; code: SsnFault; message: string };

type SsnFault = 'ssn_digits' | 'ssn_area' | 'ssn_group' | 'ssn_serial' | 'ssn_placeholder' | 'ssn_advertised';

const SSN: SsnVerdict = { kind: 'ssn' };
const ITIN: SsnVerdict = { kind: 'itin' };
const ATIN: SsnVerdict = { kind: 'atin' };
const refused = (code: SsnFault, message: string): SsnVerdict => ({ kind: 'refused', code, message });

const NOT_NINE = refused('ssn_digits', 'SSN must have nine digits');
const AREA_000 = refused('ssn_area', 'SSN starts with 000, which is never issued');
const AREA_666 = refused('ssn_area', 'SSN starts with 666, which is never issued');
const AREA_9 = refused('ssn_area', 'SSN starts with 9, which is never issued');
const GROUP_00 = refused('ssn_group', 'SSN has 00 in the middle, which is never issued');
const SERIAL_0000 = refused('ssn_serial', 'SSN ends with 0000, which is never issued');
const PLACEHOLDER = refused(
  'ssn_placeholder',
  'SSN repeats one digit, so it is a stand-in and not a number of a person',
);
const ADVERTISED = refused('ssn_advertised', 'SSN is a number that was printed in advertising and belongs to nobody');

/**
 * Validates the digits of an SSN, without dashes. Numbers that start with 9 and have 50 to 65, 70 to 88, 90 to 92 or 94
 * to 99 in the middle are ITINs, with 93 ATINs, which children have during a pending adoption (IRS form W-7A): neither
 * is an error. Messages contain no digits.
 */
export function validateSsn(digits: string): SsnVerdict {
  if (!isNineDigits(digits)) return NOT_NINE;
  // One number instead of patterns, because this runs for every member of a file.
  let number = 0;
  for (let index = 0; index < 9; index++) number = number * 10 + digits.charCodeAt(index) - 48;
  const area = Math.trunc(number / 1_000_000);
  const group = Math.trunc(number / 10_000) % 100;
  if (number === 0 || number === 999_999_999) return PLACEHOLDER;
  if (area === 0) return AREA_000;
  if (area === 666) return AREA_666;
  if (number >= 987_654_320 && number <= 987_654_329) return ADVERTISED;
  if (area >= 900) return isItinGroup(group) ? ITIN : group === 93 ? ATIN : AREA_9;
  if (group === 0) return GROUP_00;
  if (number % 10_000 === 0) return SERIAL_0000;
  if (number === 78_051_120) return ADVERTISED;
  return SSN;
}

/** Compares digit by digit instead of with a pattern, because it runs for every member of a file. */
export function isNineDigits(text: string): boolean {
  if (text.length !== 9) return false;
  for (let index = 0; index < 9; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function isItinGroup(group: number): boolean {
  return (
    group >= 50 &&
    group <= 99 &&
    group !== 66 &&
    group !== 67 &&
    group !== 68 &&
    group !== 69 &&
    group !== 89 &&
    group !== 93
  );
}

/** Returns whether only the last digits of an SSN are present, without dashes: XXXXX1234, *****1234. */
export const isMaskedSsn = (text: string): boolean => /^[x*•#?]{3,5}\d{4}$/i.test(text);
