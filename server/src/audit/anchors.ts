import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Bytes of each entry's hash that an anchor keeps, so that a rewritten chain names its first rewritten entry. */
export const DIGEST_BYTES = 8;

const line = z.object({
  tenant: z.string(),
  /** The entries that this anchor adds, first and last. */
  from: z.number().int(),
  seq: z.number().int(),
  /** The hash of the last entry, as hex digits. */
  hash: z.string(),
  at: z.string(),
  /** The first bytes of the hash of each entry, in base64url. */
  entries: z.string(),
  /** The signature of the tenant's anchor before this one; empty for the first. */
  previous: z.string(),
  signature: z.string(),
});
export type Anchor = z.infer<typeof line>;

function signatureOf(
  { tenant, from, seq, hash, at, entries, previous }: Omit<Anchor, 'signature'>,
  key: string,
): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([tenant, from, seq, hash, at, entries, previous]))
    .digest('base64url');
}

export const signAnchor = (unsigned: Omit<Anchor, 'signature'>, key: string): Anchor => ({
  ...unsigned,
  signature: signatureOf(unsigned, key),
});

function isSigned(anchor: Anchor, key: string): boolean {
  const [given, own] = [Buffer.from(anchor.signature), Buffer.from(signatureOf(anchor, key))];
  return given.length === own.length && timingSafeEqual(given, own);
}

function parseLine(text: string): Anchor | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

type AnchorFault = { line: number; reason: 'not_signed' | 'gap' };
export type Anchors = { byTenant: Map<string, Anchor[]>; fault: AnchorFault | undefined };

/**
 * Reads an anchor file. Invalid lines are skipped, because a crash may truncate the last one; a missing anchor shows in
 * the next one, which has the previous signature.
 */
export function readAnchors(text: string, key: string): Anchors {
  const byTenant = new Map<string, Anchor[]>();
  for (const [index, one] of text.split('\n').entries()) {
    const anchor = parseLine(one);
    if (!anchor) continue;
    const earlier = byTenant.get(anchor.tenant) ?? [];
    if (!isSigned(anchor, key)) return { byTenant, fault: { line: index + 1, reason: 'not_signed' } };
    const last = earlier.at(-1);
    if (anchor.previous !== (last?.signature ?? '') || anchor.from !== (last?.seq ?? 0) + 1)
      return { byTenant, fault: { line: index + 1, reason: 'gap' } };
    earlier.push(anchor);
    byTenant.set(anchor.tenant, earlier);
  }
  return { byTenant, fault: undefined };
}
