import { type Cents, moneyParts, parseMoney } from './money.ts';

/** Parses numbers that a user enters. Empty text is null. */
export type Entered<Value> = { readonly value: Value | null } | { readonly problem: string };

const isEmpty = (text: string): boolean => text.trim() === '';

/** Parses dollars into cents: "1,234.50", "$1,234.50". A third decimal is rejected, never rounded. */
export function enteredMoney(text: string): Entered<Cents> {
  if (isEmpty(text)) return { value: null };
  const value = parseMoney(text);
  if (value !== undefined) return { value };
  return /^[\s$()−-]*[\d,]*\.\d{3,}\s*\)?$/.test(text)
    ? { problem: 'Enter an amount with at most two decimals, such as 1,234.50.' }
    : { problem: 'Enter an amount in dollars, such as 1,234.50.' };
}

/** Reads a whole percentage: "60", "60%", "60 %". Percentages of this product are integers of 0 and more. */
export function enteredPercent(text: string): Entered<number> {
  if (isEmpty(text)) return { value: null };
  const [, digits] = /^\s*(\d{1,6})\s*%?\s*$/.exec(text) ?? [];
  if (digits !== undefined) return { value: Number(digits) };
  return /^\s*\d*\.\d+\s*%?\s*$/.test(text)
    ? { problem: 'Enter a whole percentage, without decimals.' }
    : { problem: 'Enter a percentage, such as 60.' };
}

/** Parses a percentage with up to three decimals. */
export function enteredFractionalPercent(text: string): Entered<number> {
  if (isEmpty(text)) return { value: null };
  const [, digits] = /^\s*(\d{1,3}(?:\.\d{1,3})?)\s*%?\s*$/.exec(text) ?? [];
  return digits === undefined
    ? { problem: 'Enter a percentage with at most three decimals, such as 62.5.' }
    : { value: Number(digits) };
}

/**
 * Parses whole numbers; invalid text becomes the field's fallback: 0, hours 30, grace 31, retro 60 (specification 1,
 * section 5).
 */
export function enteredWhole(text: string, fallback = 0): number {
  // '1,250' is twelve hundred and fifty, not the 1 that parseInt would stop at.
  const number = Number.parseInt(text.replaceAll(',', '').trim(), 10);
  return Number.isNaN(number) ? fallback : number;
}

/** Formats cents as '1,000', or '1,000.50' with cents; the field itself shows the dollar sign. */
export function dollarsText(amount: Cents | null): string {
  if (amount === null) return '';
  const { sign, dollars, cents } = moneyParts(amount);
  return `${sign}${dollars.slice(1)}${cents === '00' ? '' : `.${cents}`}`;
}
