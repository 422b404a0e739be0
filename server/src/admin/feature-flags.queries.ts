import { type FeatureFlag, switchedOffText } from '@openbenefits/domain/admin/feature-flags';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Tx } from '../db/connect.ts';

/** A flag that the tenant does not have counts as on: a feature is only off where somebody switched it off. */
export async function isEnabled(tx: Tx, flag: FeatureFlag): Promise<boolean> {
  const row = await tx.selectFrom('featureFlags').select('enabled').where('flagName', '=', flag).executeTakeFirst();
  return row?.enabled ?? true;
}

/** Refuses with the flag's words where it is switched off. */
export async function requireFlag(tx: Tx, flag: FeatureFlag): Promise<void> {
  if (!(await isEnabled(tx, flag))) throw new Refusal('forbidden', switchedOffText(flag));
}
