import { mailAddress } from '@openbenefits/domain/mail-address';
import { LOOKUPS_BEFORE_ALERT, LOOKUPS_PER_HOUR } from '@openbenefits/domain/members/protected-lookups';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { inTenantAs, type Tx } from '../db/connect.ts';
import { sendMail } from '../mail/send-mail.ts';
import { peopleWith } from '../policy/people-with.ts';
import { notify } from '../notifications/notifications.operations.ts';

export type LookupKind = 'reveal' | 'ssn_search' | 'ssn_taken' | 'on_record' | 'file_answer';
type Means = { now: string; services: Pick<Work['services'], 'vault'> };
type Asker = Means & { actor: Pick<Work['actor'], 'id' | 'name' | 'tenantId'> };

/** Alerts users who read the audit log, by notification and mail. Neither names a member. */
async function alertCompliance(tx: Tx, asker: Asker): Promise<void> {
  const { actor, now } = asker;
  const readers = await peopleWith(tx, actor.tenantId, 'compliance.audit', { except: 'benefits_administrator' });
  for (const { id, name, email } of readers) {
    // A missing or invalid address must not block the alert or the lookup.
    const to = mailAddress(email, name) ?? mailAddress(email);
    if (to)
      await sendMail(
        { ...asker, tx },
        { to, template: 'protected_lookups', data: { person: actor.name, lookups: LOOKUPS_BEFORE_ALERT } },
      );
    await notify(tx, now, {
      severity: 'warning',
      title: 'Many lookups of protected values',
      body: `${actor.name} looked up ${LOOKUPS_BEFORE_ALERT} or more SSNs or birth dates within an hour. Review the audit log.`,
      userId: id,
    });
  }
}

/** Returns the user's count of this hour, locked until the commit. */
async function lockedCount(tx: Tx, { actor, now }: Pick<Asker, 'actor' | 'now'>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lookups ${actor.id}`}, 0))`.execute(tx);
  const { rows } = await sql<{ used: number }>`select coalesce(sum(amount), 0) as used from protected_lookups
    where actor_id = ${actor.id} and at > ${now}::timestamptz - interval '1 hour'`.execute(tx);
  return rows[0]?.used ?? 0;
}

/**
 * Adds to the user's count of this hour. Throws a Refusal 'limit' above the limit; at the threshold, alerts compliance
 * once.
 */
async function addLookups(tx: Tx, asker: Asker, kind: LookupKind, amount: number): Promise<void> {
  const { actor, now } = asker;
  const used = await lockedCount(tx, asker);
  if (used + amount > LOOKUPS_PER_HOUR)
    throw new Refusal(
      'limit',
      `You looked up ${LOOKUPS_PER_HOUR} protected values within an hour, which is the limit. Try again later.`,
    );
  await tx.insertInto('protectedLookups').values({ actorId: actor.id, at: now, kind, amount }).execute();
  if (used < LOOKUPS_BEFORE_ALERT && used + amount >= LOOKUPS_BEFORE_ALERT) await alertCompliance(tx, asker);
}

/** Counts lookups before values are read. Reveals, searches and rejections share one limit. */
export const countLookups = (work: Work, kind: LookupKind, amount = 1): Promise<void> =>
  addLookups(work.tx, work, kind, amount);

/**
 * Counts a lookup whose answer is a rejection, in its own transaction, because the rejection rolls back the caller's.
 */
export const countRefusedLookup = (work: Work, kind: LookupKind): Promise<void> =>
  inTenantAs(work.services.db, work.actor, (tx) => addLookups(tx, work, kind, 1));

/**
 * Returns how many rows of a file may reveal whose an SSN is, after `told` did: all, up to the sender's hourly limit. A
 * repeated preview counts once.
 */
export async function countFileAnswers(
  tx: Tx,
  { now, services }: Means,
  jobId: string,
  rows: { told: number; asked: number },
): Promise<number> {
  const { rows: senders } = await sql<{ id: string; name: string; tenantId: string; counted: number }>`
    select j.submitted_by as id, j.submitted_by_name as name, j.tenant_id,
      (select coalesce(sum(l.amount), 0) from protected_lookups l where l.file_job_id = j.id) as counted
    from file_jobs j where j.id = ${jobId}`.execute(tx);
  const [sender] = senders;
  if (!sender) return 0;
  const asker = { actor: sender, now, services };
  const used = await lockedCount(tx, asker);
  const allowed = Math.max(0, Math.min(rows.asked, sender.counted + LOOKUPS_PER_HOUR - used - rows.told));
  const more = rows.told + allowed - sender.counted;
  if (more <= 0) return allowed;
  await tx
    .insertInto('protectedLookups')
    .values({ actorId: sender.id, at: now, kind: 'file_answer', amount: more, fileJobId: jobId })
    .execute();
  if (used < LOOKUPS_BEFORE_ALERT && used + more >= LOOKUPS_BEFORE_ALERT) await alertCompliance(tx, asker);
  return allowed;
}

/** Removes counts that no longer matter. */
export async function purgeLookups(tx: Tx, now: string): Promise<void> {
  await sql`delete from protected_lookups where at < ${now}::timestamptz - interval '1 day'`.execute(tx);
}
