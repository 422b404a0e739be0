import { type AloneLimits, type AloneSums, DAYS_OF_LIMITS, FIRST_LIMITS } from '@openbenefits/domain/approvals/limits';
import { APPROVAL_SUBJECTS, SUBJECT_KINDS, type SubjectKind } from '@openbenefits/domain/approvals/subjects';
import { type Cents, fromCents, ZERO } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';

/** The limits in force. */
export async function approvalLimits(tx: Tx): Promise<AloneLimits> {
  const row = await tx
    .selectFrom('approvalLimits')
    .select(['moneyCents', 'organizationCents', 'runsCents', 'newPayeeDays', 'checkDays', 'mostMonths'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        money: fromCents(row.moneyCents),
        organization: fromCents(row.organizationCents),
        runs: fromCents(row.runsCents),
        newPayeeDays: row.newPayeeDays,
        checkDays: row.checkDays,
        mostMonths: row.mostMonths,
      }
    : FIRST_LIMITS;
}

/** Puts new limits in force; the earlier ones are kept. */
export async function putLimitsInForce(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  limits: AloneLimits,
  setByName: string,
): Promise<void> {
  await sql`insert into approval_limits (version, money_cents, organization_cents, runs_cents, new_payee_days, check_days, most_months, set_by_name, set_at)
    select coalesce(max(version), 0) + 1, ${limits.money}::bigint, ${limits.organization}::bigint, ${limits.runs}::bigint,
      ${limits.newPayeeDays}::integer, ${limits.checkDays}::integer, ${limits.mostMonths}::integer, ${setByName}, ${now} from approval_limits`.execute(
    tx,
  );
}

/** The limits that hold for a kind: for a person and a group, and for the organization. */
export function limitsOf(kind: SubjectKind, limits: AloneLimits): { each: Cents; organization: Cents } {
  return APPROVAL_SUBJECTS[kind].limit === 'runs'
    ? { each: limits.runs, organization: limits.runs }
    : { each: limits.money, organization: limits.organization };
}

/** What was decided alone in the last 30 days under the limit of a kind, by the actor, for a group, and by everybody. */
export async function aloneSums(
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  kind: SubjectKind,
  groupId: string | null,
): Promise<AloneSums> {
  const alike = SUBJECT_KINDS.filter((one) => APPROVAL_SUBJECTS[one].limit === APPROVAL_SUBJECTS[kind].limit);
  // Two who decide at once come one after the other, so that the second counts what the first did.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`decided alone ${actor.tenantId}`}, 168))`.execute(tx);
  const { rows } = await sql<{ personCents: number; groupCents: number; organizationCents: number }>`
    select person_cents, group_cents, organization_cents
    from alone_sums(${alike}::text[], ${actor.id}, ${groupId}::uuid, ${now}::timestamptz - make_interval(days => ${DAYS_OF_LIMITS}))`.execute(
    tx,
  );
  const [sums] = rows;
  return {
    person: fromCents(sums?.personCents ?? 0),
    group: groupId === null ? ZERO : fromCents(sums?.groupCents ?? 0),
    organization: fromCents(sums?.organizationCents ?? 0),
  };
}
