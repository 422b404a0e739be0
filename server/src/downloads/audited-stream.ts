import type { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Actor } from '../policy/actor.ts';
import { appendAudit, type AuditEntry } from '../audit.ts';
import { inTenantAs, type Tx } from '../db/connect.ts';
import type { RequestContext } from '../request-context.ts';

type Entry = Pick<AuditEntry, 'action' | 'targetKind' | 'targetId' | 'reason' | 'fields'>;

/**
 * Streams rows from one transaction that ends with an audit entry of their number. An interrupted download is audited
 * as rejected, with the number sent.
 */
export async function streamAudited(
  context: RequestContext,
  actor: Actor,
  told: Entry,
  out: PassThrough,
  bytes: (tx: Tx, onRows: (count: number) => void) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const { db, clock, log } = context.services;
  let sent = 0;
  const entry = () => ({
    ...told,
    at: clock.now(),
    actorId: actor.id,
    actorName: actor.name,
    itemCount: sent,
    requestId: context.requestId,
  });
  try {
    await inTenantAs(db, actor, async (tx) => {
      // The file ends for its reader only when the entry is committed.
      await pipeline(
        bytes(tx, (count) => (sent += count)),
        out,
        { end: false },
      );
      await appendAudit(tx, { ...entry(), outcome: 'read' });
    });
    out.end();
  } catch (error) {
    out.destroy();
    await inTenantAs(db, actor, (tx) => appendAudit(tx, { ...entry(), outcome: 'refused' })).catch((failure: unknown) =>
      log.error({ err: failure }, 'An interrupted download could not be written to the audit log'),
    );
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ err: error }, 'A download was interrupted');
  }
}
