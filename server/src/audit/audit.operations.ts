import type { AuditAnchors, AuditVerification } from '@openbenefits/contract/audit';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { anchorsOf } from './anchor-file.ts';
import { readHead, verifyChain } from './chain.ts';
import { tamperingText } from './verify-audit.ts';

const SHOWN = 50;

/** Lists the newest anchors of the tenant and how far they reach. */
export async function listAnchors({ tx, actor, services }: Work): Promise<AuditAnchors> {
  const { byTenant, fault } = await anchorsOf(services);
  const anchors = byTenant.get(actor.tenantId) ?? [];
  return {
    entries: (await readHead(tx))?.seq ?? 0,
    anchoredTo: anchors.at(-1)?.seq ?? 0,
    count: anchors.length,
    latest: anchors
      .slice(-SHOWN)
      .toReversed()
      .map(({ from, seq, at }) => ({ seq, entries: seq - from + 1, at })),
    fault: fault ?? null,
  };
}

/** Verifies the tenant's audit log and its anchors, one verification at a time. */
export async function verifyLog({ tx, actor, services, note }: Work): Promise<AuditVerification> {
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('audit verification', 36)) as mine`.execute(tx);
  if (!rows[0]?.mine)
    throw new Refusal('conflict', 'Another user is verifying the audit log. Wait until it finishes, then try again.');
  const began = performance.now();
  const { byTenant, fault } = await anchorsOf(services);
  const anchors = byTenant.get(actor.tenantId) ?? [];
  const { entries, tampering } = await verifyChain(tx, anchors);
  note({
    targetKind: 'audit_log',
    itemCount: entries,
    reason: tampering ? tamperingText(tampering) : 'No tampering found',
  });
  return {
    entries,
    anchors: anchors.length,
    milliseconds: Math.round(performance.now() - began),
    tampering: tampering ?? null,
    fault: fault ?? null,
  };
}
