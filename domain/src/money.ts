/**
 * Money is a branded integer number of cents, never a float (decisions/0002-cents.md). Every division names its
 * rounding; a split adds up to the whole.
 */
declare const cents: unique symbol;
export type Cents = number & { readonly [cents]: 'USD' };

const LIMIT = Number.MAX_SAFE_INTEGER;

/** Brands an integer number of cents. Throws RangeError on a fraction, NaN or an amount beyond 90 trillion dollars. */
export function fromCents(value: number): Cents {
  if (!Number.isInteger(value) || Math.abs(value) > LIMIT) throw new RangeError('Not an integer number of cents');
  return (value === 0 ? 0 : value) as Cents;
}

export const ZERO = fromCents(0);

/**
 * Parses an amount: `645`, `$1,234.50`, `(12.00)`, `-3.5`. Returns undefined if invalid, including a third decimal,
 * which is never rounded silently.
 */
export function parseMoney(text: string): Cents | undefined {
  const match = /^(-|−)?\s*(\()?\s*(-|−)?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?\s*(\))?$/.exec(
    text.trim(),
  );
  if (!match || Boolean(match[2]) !== Boolean(match[6])) return undefined;
  const negatives = [match[1], match[2], match[3]].filter(Boolean).length;
  if (negatives > 1) return undefined;
  const whole = Number((match[4] ?? '').replaceAll(',', ''));
  const amount = whole * 100 + Number((match[5] ?? '').padEnd(2, '0'));
  return fromCents(negatives === 1 ? -amount : amount);
}

/** Writes `$1,234.50`; a negative amount carries a true minus sign (mockups, Figures). */
export function formatMoney(amount: Cents): string {
  const { sign, dollars, cents: rest } = moneyParts(amount);
  return `${sign}${dollars}.${rest}`;
}

/**
 * Returns the parts a screen sets apart: `sign` (empty or a true minus), `dollars` with `$` and thousands commas,
 * `cents` of two digits.
 */
export function moneyParts(amount: Cents): { sign: string; dollars: string; cents: string } {
  const absolute = Math.abs(amount);
  const whole = Math.trunc(absolute / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return { sign: amount < 0 ? '−' : '', dollars: `$${grouped}`, cents: String(absolute % 100).padStart(2, '0') };
}

export function add(...amounts: readonly Cents[]): Cents {
  return fromCents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function subtract(from: Cents, amount: Cents): Cents {
  return fromCents(from - amount);
}

/**
 * `amount × numerator ÷ denominator`, exact in integers, rounded half away from zero to the cent (domain rules 4.8:
 * round half-up per line). Throws RangeError when the denominator is not a positive integer or the numerator is no
 * integer.
 */
export function multiply(amount: Cents, numerator: number, denominator = 1): Cents {
  if (!Number.isInteger(numerator) || !Number.isInteger(denominator) || denominator <= 0)
    throw new RangeError('A ratio of integers is needed');
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const twice = (product < 0n ? -product : product) * 2n + divisor;
  const rounded = twice / (divisor * 2n);
  return fromCents(Number(product < 0n ? -rounded : rounded));
}

/**
 * Splits an amount by integer weights; the parts add up to the whole (largest remainder, earlier parts first on a tie).
 * Throws RangeError without weights, on a negative weight, or when all weights are zero.
 */
export function split(amount: Cents, weights: readonly number[]): Cents[] {
  if (weights.some((weight) => !Number.isInteger(weight) || weight < 0))
    throw new RangeError('Weights are integers of zero or more');
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) throw new RangeError('At least one weight above zero is needed');
  const sign = amount < 0 ? -1 : 1;
  const whole = BigInt(Math.abs(amount));
  const divisor = BigInt(total);
  const parts = weights.map((weight, index) => ({
    index,
    part: (whole * BigInt(weight)) / divisor,
    remainder: (whole * BigInt(weight)) % divisor,
  }));
  let missing = whole - parts.reduce((sum, { part }) => sum + part, 0n);
  for (const share of [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  )) {
    if (missing === 0n) break;
    share.part += 1n;
    missing -= 1n;
  }
  return parts.map(({ part }) => fromCents(sign * Number(part)));
}
