import { QUEUE_DEFAULTS, type QueueSettings } from '@openbenefits/domain/files/file-queue';
import type { Tx } from '../../db/connect.ts';

export type PausedQueue = { by: string; at: string };

/** The queue's settings, the specified ones until somebody has changed them; and who paused it. */
export async function queueSettings(tx: Tx): Promise<QueueSettings & { paused: PausedQueue | null }> {
  const row = await tx
    .selectFrom('queueSettings')
    .select([
      'autoProcess',
      'maxConcurrent',
      'retries',
      'retentionDays',
      'secondApprovalFrom',
      'pausedAt',
      'pausedByName',
    ])
    .executeTakeFirst();
  if (!row) return { ...QUEUE_DEFAULTS, paused: null };
  const { pausedAt, pausedByName, ...settings } = row;
  return { ...settings, paused: pausedAt === null ? null : { by: pausedByName ?? '', at: pausedAt } };
}

/** Changes some of it. */
export async function changeQueueSettings(
  tx: Tx,
  change: Partial<QueueSettings> & { paused?: PausedQueue | null },
): Promise<void> {
  const { paused, ...settings } = change;
  const columns = {
    ...settings,
    ...(paused === undefined ? {} : { pausedAt: paused?.at ?? null, pausedByName: paused?.by ?? null }),
  };
  if (Object.keys(columns).length === 0) return;
  await tx
    .insertInto('queueSettings')
    .values({ ...QUEUE_DEFAULTS, ...columns })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(columns))
    .execute();
}
