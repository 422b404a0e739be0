import { isAllowed, ROLES } from '@openbenefits/domain/admin/access';
import { LOOKUPS_BEFORE_ALERT, LOOKUPS_PER_HOUR } from '@openbenefits/domain/members/protected-lookups';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { inTenantAs, type Tx } from '../db/connect.ts';
import { notify } from '../notifications/notifications.operations.ts';

export type LookupKind = 'reveal' | 'ssn_search' | 'ssn_taken' | 'on_record';
type Asker = Pick<Work, 'actor' | 'now'>;

/** Everybody who reads the audit log is told that somebody looks up many protected values; the notification names no member. */
async function alertCompliance(tx: Tx, { actor, now }: Asker): Promise<void> {
  const roles = ROLES.filter((role) => isAllowed(role, 'compliance.audit') && role !== 'benefits_administrator');
  const { rows } = await sql<{ id: string }>`
    select id from auth."user" where "tenantId" = ${actor.tenantId} and not disabled and role in (${sql.join(roles)})`.execute(tx);
  for (const { id } of rows)
    await notify(tx, now, {
      severity: 'warning',
      title: 'Many lookups of protected values',
      body: `${actor.name} looked up ${LOOKUPS_BEFORE_ALERT} or more SSNs or birth dates within an hour. Review the audit log.`,
      userId: id,
    });
}

/** Adds to the person's count of this hour. Throws a Refusal 'limit' where it would exceed the limit; at the threshold compliance is alerted once. */
async function addLookups(tx: Tx, asker: Asker, kind: LookupKind, amount: number): Promise<void> {
  const { actor, now } = asker;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lookups ${actor.id}`}, 0))`.execute(tx);
  const { rows } = await sql<{ used: number }>`select coalesce(sum(amount), 0) as used from protected_lookups
    where actor_id = ${actor.id} and at > ${now}::timestamptz - interval '1 hour'`.execute(tx);
  const used = rows[0]?.used ?? 0;
  if (used + amount > LOOKUPS_PER_HOUR)
    throw new Refusal('limit', `You looked up ${LOOKUPS_PER_HOUR} protected values within an hour, which is the limit. Try again later.`);
  await tx.insertInto('protectedLookups').values({ actorId: actor.id, at: now, kind, amount }).execute();
  if (used < LOOKUPS_BEFORE_ALERT && used + amount >= LOOKUPS_BEFORE_ALERT) await alertCompliance(tx, asker);
}

/** Counts what the person is about to be told, before it is read. Reveals, searches and refusals share one limit. */
export const countLookups = (work: Work, kind: LookupKind, amount = 1): Promise<void> => addLookups(work.tx, work, kind, amount);

/** The same for an answer that is a refusal: in a transaction of its own, since the refusal rolls back the caller's. */
export const countRefusedLookup = (work: Work, kind: LookupKind): Promise<void> =>
  inTenantAs(work.services.db, work.actor, (tx) => addLookups(tx, work, kind, 1));

/** Removes counts that no longer matter. */
export async function purgeLookups(tx: Tx, now: string): Promise<void> {
  await sql`delete from protected_lookups where at < ${now}::timestamptz - interval '1 day'`.execute(tx);
}
