import { type Cents, fromCents, multiply, split } from '../money.ts';

/**
 * `cents × numerator ÷ denominator`, rounded half away from zero: `multiply` of money.ts without BigInt where the product
 * is exact as a number, since a bill run prices millions of lines. Below 2^53 the floor of a quotient of integers is exact.
 */
export function ratio(cents: number, numerator: number, denominator: number): Cents {
  const twice = cents * numerator * 2 + denominator;
  if (cents < 0 || !Number.isSafeInteger(twice)) return multiply(fromCents(cents), numerator, denominator);
  return Math.floor(twice / (denominator * 2)) as Cents;
}

/**
 * `split` of money.ts without BigInt where every product is exact as a number: by weights that are amounts, largest
 * remainder, ties to the earlier part, nothing for a weight of zero. The weights add up to more than zero.
 */
export function splitByPrice(amount: Cents, weights: readonly Cents[]): Cents[] {
  let total = 0;
  for (const weight of weights) total += weight;
  if (amount < 0 || !Number.isSafeInteger(amount * total)) return split(amount, weights);
  const parts: number[] = [];
  const remainders: number[] = [];
  let missing: number = amount;
  for (const weight of weights) {
    const product = amount * weight;
    const part = Math.floor(product / total);
    parts.push(part);
    remainders.push(product - part * total);
    missing -= part;
  }
  for (; missing > 0; missing -= 1) {
    let most = 0;
    for (let index = 1; index < remainders.length; index += 1)
      if ((remainders[index] as number) > (remainders[most] as number)) most = index;
    parts[most] = (parts[most] as number) + 1;
    remainders[most] = -1;
  }
  return parts as Cents[];
}
