import type { Approval } from '@openbenefits/contract/approvals';
import { DAYS_OF_NEW_ACCOUNTS, refusalOfApprover } from '@openbenefits/domain/approvals/approver';
import { APPROVAL_SUBJECTS, SUBJECT_KINDS, type SubjectKind } from '@openbenefits/domain/approvals/subjects';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { type ApprovalFact, digestOf } from './subject-with.ts';

/** At most so many rows: more wait only where nobody looks at them. */
const MOST = 200;

type Row = Omit<Approval, 'kindLabel' | 'refusal'> & { authors: string[]; madeBy: string[] };

const columns = ({ actor, now }: Pick<Work, 'actor' | 'now'>) => sql`
  a.id, a.subject_kind as kind, a.subject_id, a.title, a.link, g.company_name as group_name, a.cents, a.digest, a.facts, a.status,
  a.requested_by_name as requested_by, a.requested_at, a.reason, a.waits_because, a.authors, a.requested_by = ${actor.id} as is_own,
  a.decided_by_name as decided_by, a.decided_at, a.decision_reason,
  array(select c."madeBy" from auth.account_changes c where c."tenantId" = a.tenant_id and c."userId" = ${actor.id}
    and c."madeAt" > ${now}::timestamptz - make_interval(days => ${DAYS_OF_NEW_ACCOUNTS})) as made_by`;

function shown({ actor }: Pick<Work, 'actor'>, { authors, madeBy, ...row }: Row): Approval {
  const { label, approves } = APPROVAL_SUBJECTS[row.kind];
  return {
    ...row,
    kindLabel: label,
    refusal: actor.may(approves)
      ? refusalOfApprover({ id: actor.id, madeBy }, { authors, what: row.title })
      : 'Your role does not approve this.',
  };
}

/** The kinds that the actor approves: others are shown only where the actor asked for them. */
const kindsOf = ({ actor }: Pick<Work, 'actor'>): SubjectKind[] =>
  SUBJECT_KINDS.filter((kind) => actor.may(APPROVAL_SUBJECTS[kind].approves));

/** What waits for approval, the oldest first; or what was decided, the newest first. */
export async function listApprovals(work: Work, { decided }: { decided: boolean }): Promise<{ rows: Approval[] }> {
  const { tx, actor } = work;
  const { rows } = await sql<Row>`
    select ${columns(work)} from approvals a left join groups g on g.id = a.group_id
    where (a.subject_kind = any (${kindsOf(work)}::text[]) or a.requested_by = ${actor.id})
      and ${decided ? sql`a.status <> 'waiting'` : sql`a.status = 'waiting'`}
    order by ${decided ? sql`coalesce(a.decided_at, a.requested_at) desc` : sql`a.requested_at`}, a.id limit ${MOST}`.execute(
    tx,
  );
  return { rows: rows.map((row) => shown(work, row)) };
}

/** How many wait that the actor may approve. */
export async function countApprovals(work: Work): Promise<{ waiting: number }> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from approvals where status = 'waiting' and subject_kind = any (${kindsOf(work)}::text[])
      and ${work.actor.id} <> all (authors)`.execute(work.tx);
  return { waiting: rows[0]?.waiting ?? 0 };
}

/** Returns an approval that the actor may see, with its subject. Rejects 'not_found'. */
export async function approvalById(work: Work, id: string): Promise<Approval> {
  const { rows } = await sql<Row>`
    select ${columns(work)} from approvals a left join groups g on g.id = a.group_id where a.id = ${id}`.execute(
    work.tx,
  );
  const [row] = rows;
  if (!row || !(row.isOwn || kindsOf(work).includes(row.kind)))
    throw new Refusal('not_found', 'This approval does not exist, or you may not see it.');
  return { ...shown(work, row), subjectId: row.subjectId };
}

function differences(before: readonly ApprovalFact[], after: readonly ApprovalFact[]) {
  const [was, is] = [before, after].map((facts) => new Map(facts.map(({ label, value }) => [label, value])));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .map((label) => ({ label, before: was?.get(label) ?? '', after: is?.get(label) ?? '' }))
    .filter((one) => one.before !== one.after);
}

/** One approval, with what of it has changed since it was asked for. */
export async function getApproval(work: Work, { id }: { id: string }) {
  const approval = await approvalById(work, id);
  if (approval.status !== 'waiting') return { ...approval, changed: [] };
  const described = await work.services.approvals.subjectOf(approval.kind).describe(work, approval.subjectId);
  const changed = differences(approval.facts, described.facts);
  const isOther = digestOf(described.content) !== approval.digest;
  return {
    ...approval,
    changed:
      isOther && changed.length === 0
        ? [{ label: 'Content', before: 'As requested', after: 'Changed since' }]
        : changed,
  };
}

/** Who asked about a subject, and when, while that waits; null where nothing of it waits. */
export async function waitingRequest(
  tx: Tx,
  kind: SubjectKind,
  subjectId: string,
): Promise<{ byId: string; by: string; at: string } | null> {
  const { rows } = await sql<{ byId: string; by: string; at: string }>`
    select requested_by as by_id, requested_by_name as by, requested_at as at from approvals
    where subject_kind = ${kind} and subject_id = ${subjectId} and status = 'waiting'`.execute(tx);
  return rows[0] ?? null;
}

/** The waiting approval of a row of a feature's list, as `{ id, digest }`; null where none waits. */
export const waitingApprovalOf = (kind: SubjectKind, subjectId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('id', w.id, 'digest', w.digest) from approvals w where w.subject_kind = ${kind} and w.subject_id = ${subjectId}::text and w.status = 'waiting')`;
