import type { TamperingKind } from '@openbenefits/contract/audit';
import { inTenant } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { anchorFile, anchorsOf, tenantIds } from './anchor-file.ts';
import { type Tampering, verifyChain } from './chain.ts';

const WHAT: Readonly<Record<TamperingKind, string>> = {
  edited: 'an entry was edited',
  deleted: 'entries were deleted',
  reordered: 'entries were reordered',
  inserted: 'an entry was inserted',
  truncated: 'the last entries were removed',
  rewritten: 'entries were rewritten with new hashes',
};

export const tamperingText = ({ kind, seq }: Tampering): string => `TAMPERED: ${WHAT[kind]}; first bad entry ${seq}`;

/** Verifies every tenant's chain and the anchor file. Returns a line for each, and whether all is well. */
export async function verifyAudit(
  means: Pick<Services, 'db' | 'config' | 'vault'>,
): Promise<{ lines: string[]; isWhole: boolean }> {
  const { byTenant, fault } = await anchorsOf(means);
  const lines: string[] = [];
  let isWhole = fault === undefined;
  for (const tenant of await tenantIds(means)) {
    const anchors = byTenant.get(tenant) ?? [];
    const began = performance.now();
    const { entries, tampering } = await inTenant(means.db, tenant, (tx) => verifyChain(tx, anchors));
    const rate = Math.round(entries / Math.max(0.001, (performance.now() - began) / 1000));
    lines.push(
      `Tenant ${tenant}: ${entries} entries verified, ${anchors.length} anchors, ${rate} entries/s. ${tampering ? tamperingText(tampering) : 'No tampering found.'}`,
    );
    isWhole &&= tampering === undefined;
  }
  if (fault) {
    const reason =
      fault.reason === 'gap' ? 'an anchor before it is missing' : 'its signature does not match the key file';
    lines.push(`Anchor file ${anchorFile(means.config)}: TAMPERED at line ${fault.line}: ${reason}.`);
  }
  return { lines, isWhole };
}
