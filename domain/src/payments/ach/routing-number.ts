/** The check digit of the first eight digits of a routing number: weights 3, 7, 1 (domain rules 4.14). */
export function checkDigit(eight: string): number {
  const sum = eight.split('').reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** Nine digits whose last one is their check digit. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && checkDigit(text.slice(0, 8)) === Number(text[8]);

/**
 * The entry hash: the sum of the first eight digits of the banks, its ten last digits. Sums of hashes are cut the same
 * way (case M18).
 */
export const entryHash = (numbers: readonly (string | number)[]): string => {
  const sum = numbers.reduce<number>((total, one) => total + Number(one), 0);
  return String(sum % 10_000_000_000).padStart(10, '0');
};
