import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Sets whether an account sees all groups or only those assigned to it. Returns whether that is a change. */
export async function setAccountScope(
  tx: Tx,
  { userId, tenantId }: { userId: string; tenantId: string },
  scope: 'all' | 'assigned',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth."user" set "groupScope" = ${scope}, "updatedAt" = now()
    where id = ${userId} and "tenantId" = ${tenantId} and "groupScope" <> ${scope}`.execute(tx);
  return numAffectedRows === 1n;
}
