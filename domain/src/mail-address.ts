declare const validated: unique symbol;
/** A recipient or sender that was validated: it can be put into a mail's headers. */
export type MailAddress = { readonly name: string; readonly address: string; readonly [validated]: true };

const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 100;
/** RFC 5321, section 4.1.2 without quoted local parts, which no provider gives out; RFC 1035 names. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;
/** Line breaks and other control characters would end a header and begin another one. */
const CONTROL = /\p{Cc}/u;

/**
 * Validates an address and the name that is shown with it. Returns undefined for anything else, such as text with more
 * headers in it.
 */
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
