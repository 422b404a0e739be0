import { sql } from 'kysely';
import { appendAudit } from '../audit.ts';
import { inTenant } from '../db/connect.ts';
import { removeOldOriginals, removeUnfinished, removeUnknown } from '../files/queue/retention.ts';
import { applyDueStatusChanges } from '../groups/group-status.operations.ts';
import { purgeKeys } from '../idempotency-keys.ts';
import { endGroupCoverage } from '../members/end-group-coverage.ts';
import { settleStatuses } from '../members/settle-statuses.ts';
import { purgeLookups } from '../members/protected-lookups.ts';
import { purgeOutbox } from '../outbox/outbox.ts';
import { settlePlans } from '../plans/plan-status.operations.ts';
import type { Services } from '../request-context.ts';

/** Settles once and returns the number of changed statuses. Of several servers, one does it. */
export async function settle(
  {
    db,
    clock,
    config,
    log,
    sessions,
    attempts,
    storage,
  }: Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'sessions' | 'attempts' | 'storage'>,
  tenantId: string,
): Promise<{ members: number; groups: number }> {
  await sessions.purge();
  await attempts.purge();
  await removeUnfinished({ clock, config });
  await removeUnknown({ db, clock, log, storage });
  return inTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${tenantId}, 26)) as mine`.execute(tx);
    if (!rows[0]?.mine) return { members: 0, groups: 0 };
    await purgeLookups(tx, clock.now());
    await purgeOutbox(tx, clock.now());
    await settlePlans(tx, clock.today(), clock.now());
    const people = await settleStatuses(tx, clock.today());
    const groups = await applyDueStatusChanges(tx, clock.today(), clock.now(), endGroupCoverage);
    // All changes come before the first audit entry, which locks the chain's head until the commit while its waiters
    // may hold a group lock.
    await removeOldOriginals(tx, { clock, log, storage });
    await purgeKeys(tx, clock.now());
    if (people > 0)
      await appendAudit(tx, {
        at: clock.now(),
        actorId: 'system',
        actorName: 'OpenBenefits',
        action: 'statuses.settle',
        outcome: 'done',
        fields: ['status'],
        itemCount: people,
      });
    if (groups > 0)
      await appendAudit(tx, {
        at: clock.now(),
        actorId: 'system',
        actorName: 'OpenBenefits',
        action: 'groups.settle',
        outcome: 'done',
        fields: ['status'],
        itemCount: groups,
      });
    return { members: people, groups };
  });
}
