/**
 * Prefixes that no employer's number (EIN) has been given so far (domain rules 4.15, general knowledge: no stored page
 * confirms it, and more may be issued). A number with one of them is warned about and taken.
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
 * The prefix of a whole tax ID that has not been issued, so that the number may be mistyped; nothing for every other
 * text.
 */
export function unissuedPrefix(taxId: string): string | undefined {
  const [prefix] = /^(\d{2})-?\d{7}$/.exec(taxId.trim())?.slice(1) ?? [];
  return prefix && NOT_ISSUED.has(prefix) ? prefix : undefined;
}

/** The least that a reason for one tax ID in two groups says. */
const LEAST_REASON = 4;

/**
 * Returns why a tax ID that other groups have cannot be used without a reason: one employer is usually one group.
 * Undefined where it can.
 */
export function sharedTaxIdRefusal(
  others: readonly { readonly name: string; readonly cim: string }[],
  reason: string | undefined,
): string | undefined {
  const [first] = others;
  if (!first || (reason ?? '').trim().length >= LEAST_REASON) return undefined;
  const who = others.length === 1 ? `${first.name} (${first.cim}) has` : `${others.length} other groups have`;
  return `${who} this tax ID. Correct the number, or enter a reason for using it twice.`;
}
