import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/**
 * Sets whether an account sees all groups or only those assigned to it. Returns whether that is a change. Who widens it
 * has promoted the account: for some days it approves nothing that they made.
 */
export async function setAccountScope(
  tx: Tx,
  { userId, tenantId, madeBy, now }: { userId: string; tenantId: string; madeBy: string; now: string },
  scope: 'all' | 'assigned',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth."user" set "groupScope" = ${scope}, "updatedAt" = now()
    where id = ${userId} and "tenantId" = ${tenantId} and "groupScope" <> ${scope}`.execute(tx);
  if (numAffectedRows === 1n && scope === 'all')
    await sql`insert into auth.account_changes ("tenantId", "userId", kind, "madeBy", "madeAt") values (${tenantId}, ${userId}, 'promoted', ${madeBy}, ${now})`.execute(
      tx,
    );
  return numAffectedRows === 1n;
}
