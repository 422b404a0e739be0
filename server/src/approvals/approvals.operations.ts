import { DAYS_OF_NEW_ACCOUNTS, refusalOfApprover } from '@openbenefits/domain/approvals/approver';
import { secondPersonReason } from '@openbenefits/domain/approvals/limits';
import { APPROVAL_SUBJECTS, type ApprovalStatus, type SubjectKind } from '@openbenefits/domain/approvals/subjects';
import { ZERO } from '@openbenefits/domain/money';
import type { Permission } from '@openbenefits/domain/permissions';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import { notify } from '../notifications/notifications.operations.ts';
import { peopleWith } from '../policy/people-with.ts';
import { aloneSums, approvalLimits, limitsOf } from './approval-limits.ts';
import { markConsulted } from './consulted.ts';
import type { ApprovalSubject, Described } from './subject.ts';
import { digestOf } from './subject-with.ts';

type Stored = {
  id: string;
  kind: SubjectKind;
  subjectId: string;
  title: string;
  digest: string;
  status: ApprovalStatus;
  authors: string[];
  requestedBy: string;
  decidedBy: string | null;
};

const COLUMNS = sql`id, subject_kind as kind, subject_id, title, digest, status, authors, requested_by, decided_by`;

async function latest(tx: Tx, kind: SubjectKind, subjectId: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select ${COLUMNS} from approvals where subject_kind = ${kind} and subject_id = ${subjectId}
    order by requested_at desc, id desc limit 1 for update`.execute(tx);
  return rows[0];
}

async function setStatus(tx: Tx, id: string, status: ApprovalStatus, reason: string): Promise<void> {
  await tx.updateTable('approvals').set({ status, decisionReason: reason }).where('id', '=', id).execute();
}

/** Why the actor does not decide this alone; null where they do. */
async function whyWaits(work: Work, kind: SubjectKind, { always, cents, groupId }: Described): Promise<string | null> {
  const { label, limit } = APPROVAL_SUBJECTS[kind];
  if (always) return always;
  if (limit === null) return `${label}: another person always approves it.`;
  const limits = limitsOf(kind, await approvalLimits(work.tx));
  return secondPersonReason(cents ?? ZERO, await aloneSums(work, kind, groupId), limits);
}

/** Tells those who may approve that something waits for them. */
async function tellApprovers(work: Work, kind: SubjectKind, described: Described): Promise<void> {
  const { tx, actor, now } = work;
  const holders = await peopleWith(tx, actor.tenantId, APPROVAL_SUBJECTS[kind].approves, {
    groupId: described.groupId,
  });
  for (const { id } of holders.filter((one) => one.id !== actor.id && !described.authors.includes(one.id)))
    await notify(tx, now, {
      severity: 'info',
      title: 'Waiting for Approval',
      body: `${actor.name} asks for approval: ${described.title}.`,
      link: '/approvals',
      userId: id,
    });
}

/**
 * Asks whether something takes effect. Below the limits the actor decides alone, and it counts against them for 30 days
 * whatever becomes of it; otherwise it waits for a second person. An earlier request for the same subject is void.
 */
export async function ask(
  work: Work,
  subject: ApprovalSubject,
  subjectId: string,
  reason = '',
): Promise<{ approvalId: string; digest: string; waitsBecause: string | null }> {
  const { tx, actor, now } = work;
  markConsulted(tx, subject.kind);
  const described = await subject.describe(work, subjectId);
  const earlier = await latest(tx, subject.kind, subjectId);
  if (earlier?.status === 'waiting') await setStatus(tx, earlier.id, 'void', 'It was asked for again.');
  const waitsBecause = await whyWaits(work, subject.kind, described);
  const [id, digest] = [uuidv7(), digestOf(described.content)];
  await tx
    .insertInto('approvals')
    .values({
      id,
      subjectKind: subject.kind,
      subjectId,
      groupId: described.groupId,
      title: described.title,
      link: described.link,
      cents: described.cents,
      digest,
      facts: JSON.stringify(described.facts),
      status: waitsBecause === null ? 'alone' : 'waiting',
      authors: [...new Set([...described.authors, actor.id])],
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
      reason,
      waitsBecause,
      limits: JSON.stringify(await approvalLimits(tx)),
    })
    .execute();
  if (waitsBecause !== null) await tellApprovers(work, subject.kind, described);
  return { approvalId: id, digest, waitsBecause };
}

/** Who invited, reset or promoted an account within the days that count. */
async function makersOf({ tx, now }: Work, userId: string): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`
    select distinct "madeBy" as by from auth.account_changes where "tenantId" = current_tenant() and "userId" = ${userId}
      and "madeAt" > ${now}::timestamptz - make_interval(days => ${DAYS_OF_NEW_ACCOUNTS})`.execute(tx);
  return rows.map(({ by }) => by);
}

/** Why a person may not do what an approval takes any more: disabled, another role, or other groups; null where they may. */
async function whyNoLonger(
  tx: Tx,
  id: string,
  permission: Permission | null,
  groupId: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ name: string; isDisabled: boolean; may: boolean; sees: boolean }>`
    select u.name, u.disabled as is_disabled,
      ${permission}::text is null or exists (select from auth.role_permissions p where p."tenantId" = u."tenantId" and p."roleId" = u.role and p.permission = ${permission}) as may,
      u."groupScope" = 'all' or exists (select from group_admins a where a.user_id = u.id and a.group_id = ${groupId}::uuid) as sees
    from auth."user" u where u.id = ${id} and u."tenantId" = current_tenant()`.execute(tx);
  const [person] = rows;
  if (!person) return 'Somebody who asked for it or approved it has no account any more.';
  if (person.isDisabled) return `The account of ${person.name} was disabled.`;
  if (!person.may) return `${person.name} has no longer the permission that it takes.`;
  return person.sees ? null : `${person.name} does not see ${groupId === null ? 'all groups' : 'this group'} any more.`;
}

/** Why the requester or the approver may not take part any more; null where both may. */
async function whyEnded(
  tx: Tx,
  { kind, requestedBy, decidedBy }: Stored,
  { asks: asked, groupId }: Described,
): Promise<string | null> {
  const { asks, approves } = APPROVAL_SUBJECTS[kind];
  const needed: [string, Permission | null][] = [
    [requestedBy, asked ?? (asks === 'signed_in' ? null : asks)],
    ...(decidedBy === null ? [] : [[decidedBy, approves] as [string, Permission]]),
  ];
  for (const [id, permission] of needed) {
    const why = id === 'system' ? null : await whyNoLonger(tx, id, permission, groupId);
    if (why !== null) return why;
  }
  return null;
}

/** Throws a refusal, and makes the approval void although everything else of the transaction rolls back. */
function refuseAsVoid({ services, actor, onRollback }: Work, { id }: Stored, why: string): never {
  onRollback(() =>
    inTenant(services.db, actor.tenantId, async (tx) => {
      await sql`update approvals set status = 'void', decision_reason = ${why} where id = ${id} and status in ('waiting', 'approved')`.execute(
        tx,
      );
    }),
  );
  throw new Refusal('state', `${why} The approval is void. Ask for it again.`);
}

const CHANGED = 'It has changed since approval was asked for.';

/**
 * Approves what waits, exactly as the approver saw it, and carries it out in the same transaction. Refused for authors,
 * for accounts that an author made, and where the subject has changed, which makes the request void.
 */
export async function approve(
  work: Work,
  subject: ApprovalSubject,
  { subjectId, digest, reason = '' }: { subjectId: string; digest: string; reason?: string | undefined },
): Promise<{ approvalId: string }> {
  const { tx, actor, now } = work;
  markConsulted(tx, subject.kind);
  const described = await subject.describe(work, subjectId);
  const stored = await latest(tx, subject.kind, subjectId);
  if (stored?.status !== 'waiting') throw new Refusal('state', 'Nothing of it waits for approval any more.');
  const authors = [...new Set([...stored.authors, ...described.authors])];
  const refusal = refusalOfApprover(
    { id: actor.id, madeBy: await makersOf(work, actor.id) },
    { authors, what: stored.title },
  );
  if (refusal) throw new Refusal('forbidden', refusal);
  if (digest !== stored.digest)
    throw new Refusal('stale', 'What you saw is not what waits for approval now. Look at it again.');
  if (digestOf(described.content) !== stored.digest) refuseAsVoid(work, stored, CHANGED);
  const ended = await whyEnded(tx, stored, described);
  if (ended) refuseAsVoid(work, stored, ended);
  await tx
    .updateTable('approvals')
    .set({
      status: 'approved',
      seenDigest: digest,
      decidedBy: actor.id,
      decidedByName: actor.name,
      decidedAt: now,
      decisionReason: reason,
    })
    .where('id', '=', stored.id)
    .execute();
  await subject.carryOut(work, subjectId, reason);
  return { approvalId: stored.id };
}

/**
 * Approves what nobody has asked for, in the name of `maker` who made it, and carries it out. What waits is approved
 * instead; the caller has made sure that the actor saw the subject as it is. The same people may not approve.
 */
export async function approveUnasked(
  work: Work,
  subject: ApprovalSubject,
  subjectId: string,
  { maker, reason }: { maker: { id: string; name: string }; reason: string },
): Promise<{ approvalId: string }> {
  const { tx, actor, now } = work;
  markConsulted(tx, subject.kind);
  const described = await subject.describe(work, subjectId);
  const digest = digestOf(described.content);
  const earlier = await latest(tx, subject.kind, subjectId);
  if (earlier?.status === 'waiting' && earlier.digest === digest)
    return approve(work, subject, { subjectId, digest, reason });
  if (earlier?.status === 'waiting') await setStatus(tx, earlier.id, 'void', CHANGED);
  const authors = [...new Set([...described.authors, maker.id])];
  const refusal = refusalOfApprover(
    { id: actor.id, madeBy: await makersOf(work, actor.id) },
    { authors, what: described.title },
  );
  if (refusal) throw new Refusal('forbidden', refusal);
  const id = uuidv7();
  await tx
    .insertInto('approvals')
    .values({
      id,
      subjectKind: subject.kind,
      subjectId,
      groupId: described.groupId,
      title: described.title,
      link: described.link,
      cents: described.cents,
      digest,
      facts: JSON.stringify(described.facts),
      status: 'approved',
      authors,
      requestedBy: maker.id,
      requestedByName: maker.name,
      requestedAt: now,
      reason: '',
      waitsBecause: (await whyWaits(work, subject.kind, described)) ?? 'It was approved without being asked for.',
      limits: JSON.stringify(await approvalLimits(tx)),
      seenDigest: digest,
      decidedBy: actor.id,
      decidedByName: actor.name,
      decidedAt: now,
      decisionReason: reason,
    })
    .execute();
  await subject.carryOut(work, subjectId, reason);
  return { approvalId: id };
}

/** Rejects what waits. An author withdraws it instead. */
export async function reject(
  work: Work,
  subject: ApprovalSubject,
  { subjectId, reason }: { subjectId: string; reason: string },
): Promise<{ approvalId: string }> {
  const { tx, actor, now } = work;
  markConsulted(tx, subject.kind);
  await subject.describe(work, subjectId);
  const stored = await latest(tx, subject.kind, subjectId);
  if (stored?.status !== 'waiting') throw new Refusal('state', 'Nothing of it waits for approval any more.');
  if (stored.authors.includes(actor.id))
    throw new Refusal('forbidden', `You made or changed ${stored.title}. Withdraw it instead.`);
  await tx
    .updateTable('approvals')
    .set({ status: 'rejected', decidedBy: actor.id, decidedByName: actor.name, decidedAt: now, decisionReason: reason })
    .where('id', '=', stored.id)
    .execute();
  await subject.giveUp(work, subjectId, reason);
  return { approvalId: stored.id };
}

/** Ends a request or an approval because its subject was given up. What was decided alone stays in the sums. */
export async function withdraw(
  { tx }: Pick<Work, 'tx'>,
  kind: SubjectKind,
  subjectId: string,
  reason = '',
): Promise<void> {
  const stored = await latest(tx, kind, subjectId);
  if (stored?.status === 'waiting') await setStatus(tx, stored.id, 'withdrawn', reason);
  else if (stored?.status === 'approved') await setStatus(tx, stored.id, 'void', reason);
}

/** Ends a request that waits, because its subject was changed. What was decided before stays as it is. */
export async function withdrawRequest(
  { tx }: Pick<Work, 'tx'>,
  kind: SubjectKind,
  subjectId: string,
  reason: string,
): Promise<void> {
  const stored = await latest(tx, kind, subjectId);
  if (stored?.status === 'waiting') await setStatus(tx, stored.id, 'void', reason);
}

/**
 * Refuses an execution unless exactly this was decided: alone below the limits, or by a second person who is no author,
 * and nobody of them was disabled meanwhile. Otherwise the approval is void.
 */
export async function requireApproval(work: Work, subject: ApprovalSubject, subjectId: string): Promise<void> {
  const { tx } = work;
  markConsulted(tx, subject.kind);
  const described = await subject.describe(work, subjectId);
  const stored = await latest(tx, subject.kind, subjectId);
  if (stored?.status !== 'alone' && stored?.status !== 'approved')
    throw new Refusal('state', `${described.title} has to be approved first.`);
  if (digestOf(described.content) !== stored.digest)
    refuseAsVoid(work, stored, 'It is not what was approved any more.');
  const ended = await whyEnded(tx, stored, described);
  if (ended) refuseAsVoid(work, stored, ended);
}
