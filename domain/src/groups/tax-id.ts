/**
 * EIN prefixes that have not been issued (domain rules 4.15, general knowledge: no stored page confirms it, and more
 * may be issued). Such a number is accepted with a warning.
 */
const NOT_ISSUED: ReadonlySet<string> = new Set([
  '00',
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '69',
  '70',
  '78',
  '79',
  '89',
  '96',
  '97',
]);

/**
 * Returns the prefix of a complete tax ID if it has not been issued, so the number may be mistyped; undefined for other
 * text.
 */
export function unissuedPrefix(taxId: string): string | undefined {
  const [prefix] = /^(\d{2})-?\d{7}$/.exec(taxId.trim())?.slice(1) ?? [];
  return prefix && NOT_ISSUED.has(prefix) ? prefix : undefined;
}

/** Minimum length of a reason for sharing a tax ID. */
const LEAST_REASON = 4;

/**
 * Returns why a tax ID of other groups needs a reason: one employer is usually one group. Undefined if none is needed.
 */
export function sharedTaxIdRefusal(
  others: readonly { readonly name: string | null; readonly cim: string | null }[],
  reason: string | undefined,
): string | undefined {
  const [first] = others;
  if (!first || (reason ?? '').trim().length >= LEAST_REASON) return undefined;
  const one = first.name === null ? 'Another group' : `${first.name} (${first.cim})`;
  const who = others.length === 1 ? `${one} has` : `${others.length} other groups have`;
  return `${who} this tax ID. Correct the number, or enter a reason for using it twice.`;
}
