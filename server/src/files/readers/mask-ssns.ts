const SSN = /(?<!\d)\d{3}([- ]?)\d{2}\1(\d{4})(?!\d)/g;

/**
 * Hides SSNs but for their last four digits; of a cell that holds nothing else (`whole`) any digits before the last
 * four, also where some are lost.
 */
export function maskSsns(text: string, whole = false): string {
  if (!whole) return text.replace(SSN, '•••-••-$2');
  const digits = text.replace(/\D/g, '');
  return digits.length > 4 ? `•••-••-${digits.slice(-4)}` : text.replace(/\d/g, '•');
}

/**
 * Hides the SSNs of a cell whose column holds numbers of another kind: nine digits there are one where they are written
 * like one, or where its row calls them so (`named`).
 */
export const maskNamedSsns = (text: string, named: ReadonlySet<string>): string =>
  text.replace(SSN, (found: string, separator: string, last: string) =>
    separator !== '' || named.has(found) ? `•••-••-${last}` : found,
  );
