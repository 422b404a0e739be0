import { ownValue } from '../own-value.ts';

const LEAST_LENGTH = 12;
const LEAST_DIFFERENT = 6;

/** The rule for a password that strangers may try (NIST SP 800-63B, 3.1.1.2: length, and no commonly used value). */
export const PASSWORD_RULE = `at least ${LEAST_LENGTH} characters, ${LEAST_DIFFERENT} of them different, and more than common words and number sequences`;

/**
 * Common passwords, and the words of this product and its field. Longer words come first, since a word may hold
 * another.
 */
const COMMON =
  'administrator openbenefits passphrase healthcare changeme superman baseball football insurance iloveyou password passwort princess sunshine trustno benefits whatever benefit default letmein welcome access dragon health master monkey secret admin guest hello login demo root test user';
/** Keyboard rows, the alphabet and the digits. */
const SEQUENCES = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedc',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '09876543210',
];
const SEQUENCE_LENGTH = 4;
const COMMON_PARTS = [
  ...COMMON.split(' '),
  ...SEQUENCES.flatMap((one) =>
    Array.from({ length: one.length - SEQUENCE_LENGTH + 1 }, (_, start) => one.slice(start, start + SEQUENCE_LENGTH)),
  ),
];
/** Minimum number of letters and digits outside common parts. */
const LEAST_OTHER = 6;
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function lengthWithoutCommon(text: string): number {
  let left = text;
  for (const part of COMMON_PARTS) left = left.replaceAll(part, ' ');
  return left.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

/** Returns why a password is weak; undefined if it is not. */
export function passwordWeakness(password: string): string | undefined {
  if (password.length < LEAST_LENGTH) return `it has ${password.length} characters`;
  const lower = password.toLowerCase();
  if (new Set(lower).size < LEAST_DIFFERENT) return 'it repeats a few characters';
  const plain = lower.replaceAll(/[013457@$!]/g, (sign) => ownValue(LOOKALIKES, sign) ?? sign);
  const left = Math.min(lengthWithoutCommon(lower), lengthWithoutCommon(plain));
  return left < LEAST_OTHER ? 'it consists of common words or number sequences' : undefined;
}
