import { isIP, isIPv4 } from 'node:net';

export type ListeningAt = { host: string; publicUrl?: string | undefined };

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/** Parses a Host header and removes the scheme's default port; undefined if it is not a host. */
function parsedHost(scheme: string, host: string): URL | undefined {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`${scheme}//${host}`)) return undefined;
  return new URL(`${scheme}//${host}`);
}

/**
 * Returns whether the server accepts this Host header. A name that an attacker's DNS points here is rejected (DNS
 * rebinding). IP addresses cannot be rebound, so they are accepted if the server listens beyond this machine.
 */
export function acceptsHost(host: string, { host: listening, publicUrl }: ListeningAt): boolean {
  const ours = publicUrl ? new URL(publicUrl) : undefined;
  const asked = parsedHost(ours?.protocol ?? 'http:', host);
  if (!asked) return false;
  if (isLoopback(asked.hostname) || asked.host === ours?.host) return true;
  const own =
    parsedHost('http:', listening.includes(':') && !listening.startsWith('[') ? `[${listening}]` : listening)
      ?.hostname ?? '';
  if (!ours && isLoopback(own)) return false;
  return isAddress(asked.hostname) || (!ours && asked.hostname === own);
}

/**
 * Returns whether an Origin header names our own pages: the same scheme, host and port. Only PUBLIC_URL makes the
 * scheme https.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  const own = publicUrl ?? `http://${host ?? ''}`;
  if (!origin || !URL.canParse(origin) || !URL.canParse(own)) return false;
  const given = new URL(origin);
  return given.origin !== 'null' && given.origin === new URL(own).origin;
}
