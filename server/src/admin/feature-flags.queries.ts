import { type FeatureFlag, switchedOffText } from '@openbenefits/domain/admin/feature-flags';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Tx } from '../db/connect.ts';

/** A flag that the tenant does not have is on. */
export async function isEnabled(tx: Tx, flag: FeatureFlag): Promise<boolean> {
  const row = await tx.selectFrom('featureFlags').select('enabled').where('flagName', '=', flag).executeTakeFirst();
  return row?.enabled ?? true;
}

/** Rejects with the flag's message if it is off. */
export async function requireFlag(tx: Tx, flag: FeatureFlag): Promise<void> {
  if (!(await isEnabled(tx, flag))) throw new Refusal('forbidden', switchedOffText(flag));
}
