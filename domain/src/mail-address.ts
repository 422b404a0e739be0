declare const validated: unique symbol;
/** A validated recipient or sender, safe for a mail's headers. */
export type MailAddress = { readonly name: string; readonly address: string; readonly [validated]: true };

const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 100;
/** RFC 5321, section 4.1.2 without quoted local parts, which no provider uses; RFC 1035 names. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;
/** Control characters such as line breaks could start another header. */
const CONTROL = /\p{Cc}/u;

/** Validates an address and its display name. Returns undefined if invalid, such as text with additional headers. */
export function mailAddress(address: string, name = ''): MailAddress | undefined {
  if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address)) return undefined;
  if (name.length > LONGEST_NAME || CONTROL.test(name)) return undefined;
  return { name, address } as MailAddress;
}

/** Reads `address` or `Name <address>`, as in a setting. */
export function parseMailbox(text: string): MailAddress | undefined {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text);
  return named ? mailAddress(named[2] ?? '', named[1]?.trim().replace(/^"(.*)"$/, '$1')) : mailAddress(text);
}
