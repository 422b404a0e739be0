import { type Cents, formatMoney, fromCents, subtract } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { ask } from '../approvals/approvals.operations.ts';
import type { ApprovalFact, ApprovalSubject, Described } from '../approvals/subject.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { billRecord } from './bill-detail.queries.ts';
import { isUntouched, voidNow } from './end-bill.ts';
import { monthName } from './month-name.ts';
import { CHANGED, previewOf, rerunNow } from './rerun.operations.ts';

type Request = {
  kind: 'void' | 'rerun';
  reason: string;
  /** The digest of the differences that the requester saw; null where the bill is voided. */
  sight: string | null;
  askedBy: string;
  askedByName: string;
};

async function lockedRequest(tx: Tx, billId: string): Promise<Request> {
  const { rows } = await sql<Request>`
    select kind, reason, sight, asked_by, asked_by_name from bill_void_requests where bill_id = ${billId} for update`.execute(
    tx,
  );
  const [request] = rows;
  if (!request) throw new Refusal('not_found', 'Nobody asked to void this bill, or you may not see it.');
  return request;
}

/** Whether a person started the run of a bill, changed it, asked for its posting, or posted it. */
async function tookPart(tx: Tx, billId: string, person: string): Promise<boolean> {
  const { rows } = await sql<{ did: boolean }>`
    select ${person} = any (r.authors) or ${person} in (r.started_by, coalesce(r.posted_by, ''), coalesce(b.posted_by, ''))
      or exists (select from bill_void_requests q where q.bill_id = b.supersedes and q.asked_by = ${person})
      or exists (select from approvals a where a.subject_kind = 'bill_run' and a.subject_id = r.id::text and a.requested_by = ${person}) as did
    from bills b join bill_runs r on r.id = b.run_id where b.id = ${billId}`.execute(tx);
  return rows[0]?.did ?? true;
}

type NewVersion = NonNullable<Awaited<ReturnType<typeof previewOf>>['version']>;

function factsOfVersion(version: NewVersion, before: Cents): ApprovalFact[] {
  return [
    { label: 'Total of the new bill', value: formatMoney(version.total) },
    { label: 'Difference', value: formatMoney(subtract(version.total, before)) },
    { label: 'Premium of the new bill', value: formatMoney(version.premium) },
    { label: 'Adjustments of the new bill', value: formatMoney(version.retro) },
    { label: 'Lines of the new bill', value: String(version.count) },
    { label: 'Months of the new bill', value: version.months.map(monthName).join(', ') },
  ];
}

async function describe(work: Work, id: string): Promise<Described> {
  const { kind, reason, sight, askedBy } = await lockedRequest(work.tx, id);
  const { number, groupId, groupName, period, total } = await billRecord(work.tx, id);
  const preview = kind === 'rerun' ? await previewOf(work, id) : null;
  const facts: ApprovalFact[] = [
    { label: 'Group', value: groupName },
    { label: 'Month', value: monthName(period) },
    { label: 'Total of the bill', value: formatMoney(total) },
    ...(preview
      ? [
          { label: 'Lines of this month that differ', value: String(preview.lines.length) },
          ...(preview.version ? factsOfVersion(preview.version, total) : []),
        ]
      : []),
    ...(reason === '' ? [] : [{ label: 'Reason', value: reason }]),
  ];
  return {
    groupId,
    title: kind === 'void' ? `Void bill ${number}` : `New version of bill ${number}`,
    link: `/billing?group=${groupId}&bill=${id}`,
    cents: preview?.version ? preview.version.moved : fromCents(Math.abs(total)),
    authors: [askedBy],
    content: {
      id,
      number,
      groupId,
      period,
      total,
      kind,
      reason,
      sight,
      differences: preview?.sight ?? null,
      version: preview?.version ?? null,
    },
    facts,
    always: (await tookPart(work.tx, id, askedBy))
      ? 'You made or posted this bill, so another person approves that it is voided.'
      : null,
  };
}

type Outcome = { id: string; number: string | null };

/** Ends the bill as was asked for. Returns the new version, or the bill that is void. */
async function carryOut(work: Work, id: string): Promise<Outcome> {
  const request = await lockedRequest(work.tx, id);
  if (request.kind === 'rerun') return rerunNow(work, { id, sight: request.sight ?? '' });
  await voidNow(work, { id, reason: request.reason, voidedByName: request.askedByName });
  return { id, number: null };
}

/** A bill ends, void or replaced by a new version, with the approval of that. */
export const BILL_VOID: ApprovalSubject = {
  kind: 'bill_void',
  describe,
  carryOut: async (work, id) => void (await carryOut(work, id)),
  // The bill stays as it is; the request is kept with its approval.
  giveUp: async () => {},
};

type Asked = Pick<Request, 'kind' | 'reason' | 'sight'> & { id: string; groupId: string };

async function keepRequest({ tx, actor, now }: Work, { id, groupId, kind, reason, sight }: Asked): Promise<void> {
  await sql`insert into bill_void_requests (bill_id, group_id, kind, reason, sight, asked_by, asked_by_name, asked_at)
    values (${id}, ${groupId}, ${kind}, ${reason}, ${sight}, ${actor.id}, ${actor.name}, ${now})
    on conflict (tenant_id, bill_id) do update set kind = excluded.kind, reason = excluded.reason, sight = excluded.sight,
      asked_by = excluded.asked_by, asked_by_name = excluded.asked_by_name, asked_at = excluded.asked_at`.execute(tx);
}

/**
 * Asks to void a bill that was neither sent nor paid. It is void at once where one person decides; otherwise with the
 * approval of a second.
 */
export async function voidBill(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string; waitsBecause: string | null }> {
  const bill = await billRecord(work.tx, id);
  if (bill.state !== 'posted') throw new Refusal('state', 'Only a posted bill can be voided.');
  if (!isUntouched(bill))
    throw new Refusal('state', 'The bill was sent or has a payment. It stays, and the next bill adjusts it.');
  await keepRequest(work, { id, groupId: bill.groupId, kind: 'void', reason, sight: null });
  const { waitsBecause } = await ask(work, BILL_VOID, id, reason);
  if (waitsBecause === null) await carryOut(work, id);
  work.note({ targetKind: 'bill', targetId: id, reason });
  return { id, waitsBecause };
}

/**
 * Asks to replace a bill that was neither sent nor paid by a new version. What was sent or paid is adjusted by the next
 * bill. Rejects another difference than the one that was shown, and an empty one. Returns the new version, or why it
 * waits for a second person.
 */
export async function rerunBill(
  work: Work,
  { id, sight }: { id: string; sight: string },
): Promise<Outcome & { waitsBecause: string | null }> {
  const preview = await previewOf(work, id);
  if (preview.sight !== sight) throw new Refusal('conflict', CHANGED);
  if (preview.lines.length === 0)
    throw new Refusal('state', 'Nothing has changed since this bill. There is nothing to do.');
  if (preview.mode === 'adjust') throw new Refusal('state', preview.why);
  const { groupId } = await billRecord(work.tx, id);
  await keepRequest(work, { id, groupId, kind: 'rerun', reason: '', sight });
  const { waitsBecause } = await ask(work, BILL_VOID, id);
  work.note({ targetKind: 'bill', targetId: id, fields: ['premium'], itemCount: preview.lines.length });
  return { ...(waitsBecause === null ? await carryOut(work, id) : { id, number: null }), waitsBecause };
}
