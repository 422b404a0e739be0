import type { FeatureFlagRow } from '@openbenefits/contract/feature-flags';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';

const COLUMNS = [
  'id',
  'flagName as name',
  'description',
  'enabled',
  'changedByName as changedBy',
  'changedAt',
] as const;

export const listFlags = (tx: Tx): Promise<FeatureFlagRow[]> =>
  tx.selectFrom('featureFlags').select(COLUMNS).orderBy('flagName').execute();

/** Turns a feature on or off for all groups. Users limited to assigned groups may not. */
export async function toggleFlag(
  { tx, actor, now, note }: Work,
  input: { id: string; enabled: boolean },
): Promise<FeatureFlagRow> {
  const row = await tx
    .updateTable('featureFlags')
    .set({ enabled: input.enabled, changedAt: now, changedByName: actor.name })
    .where('id', '=', input.id)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', 'This feature flag no longer exists.');
  note({
    targetKind: 'feature_flag',
    targetId: input.id,
    fields: [row.name],
    reason: input.enabled ? 'Enabled' : 'Disabled',
  });
  return row;
}
