import { parseMoney, type Cents } from '@openbenefits/domain/money';

/**
 * Numeric fields parse integers; what is none becomes the field's fallback: 0, hours 30, grace 31, retro 60
 * (specification 1, section 5).
 */
export function parseWhole(text: string, fallback = 0): number {
  // '1,250' is twelve hundred and fifty, not the 1 that parseInt would stop at.
  const number = Number.parseInt(text.replaceAll(',', '').trim(), 10);
  return Number.isNaN(number) ? fallback : number;
}

/** Dollars as typed, to cents; empty is the plan's own amount, what is no amount becomes 0 (as above). */
export function parseDollars(text: string): Cents | null {
  if (text.trim() === '') return null;
  return parseMoney(text) ?? parseMoney('0') ?? null;
}

/** '1,000', or '1,000.50' where there are cents: the field itself shows the dollar sign. */
export function dollarsText(amount: Cents | null): string {
  if (amount === null) return '';
  const whole = Math.trunc(Math.abs(amount) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = Math.abs(amount) % 100;
  return `${amount < 0 ? '-' : ''}${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
