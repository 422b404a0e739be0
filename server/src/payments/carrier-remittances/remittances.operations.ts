import type { RemittancePreview } from '@openbenefits/contract/carrier-remittances';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import {
  correctionsOf,
  type DueLine,
  entityOf,
  type RemittanceMethod,
} from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ask, requireApproval, withdrawRequest } from '../../approvals/approvals.operations.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { type NewPosting, postEntry } from '../../ledger/ledger.ts';
import { requireCollection } from './carriers.operations.ts';
import { dueMoney, subscribersOf, sumOf } from './due-money.ts';
import { CARRIER_REMITTANCE } from './remittance-approval.ts';
import { lockedRemittance, requireStatus } from './remittance-records.ts';

type Asked = { carrierName: string; through: CalendarDate };

async function groupNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, company_name as name from groups where id = any (${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a remittance of today would have, per group, and what is left out with the reason; nothing is saved. */
export async function previewRemittance(work: Work, { carrierName, through }: Asked): Promise<RemittancePreview> {
  const { tx } = work;
  const { since } = await requireCollection(tx, carrierName);
  const { lines, leftOut } = await dueMoney(tx, { carrier: carrierName, since, through });
  const subscribers = await subscribersOf(tx, carrierName, lines);
  const names = await groupNames(
    tx,
    [...lines, ...leftOut].map(({ groupId }) => groupId),
  );
  const groups = [...Map.groupBy(lines, ({ groupId }) => groupId)].map(([groupId, ofGroup]) => ({
    groupId,
    groupName: names.get(groupId) ?? '',
    subscribers: subscribers.get(groupId) ?? 0,
    cents: sumOf(ofGroup),
    corrections: correctionsOf([entityOf({ taxId: null, number: '' }, ofGroup)]),
  }));
  const byName = (a: { groupName: string }, b: { groupName: string }) => a.groupName.localeCompare(b.groupName, 'en');
  return {
    cents: sumOf(lines),
    subscribers: groups.reduce((total, one) => total + one.subscribers, 0),
    corrections: add(...groups.map(({ corrections }) => corrections)),
    groups: groups.toSorted(byName),
    leftOut: leftOut.map((one) => ({ ...one, groupName: names.get(one.groupId) ?? '' })).toSorted(byName),
  };
}

async function insertLines(tx: Tx, remittanceId: string, lines: readonly DueLine[]): Promise<void> {
  await sql`insert into carrier_remittance_lines (remittance_id, bill_id, group_id, plan_id, line, covered_month, kind, place, before_cents, charged_cents, cents, subscribers)
    select ${remittanceId}, x."billId", x."groupId", x."planId", x.line, x."coveredMonth", x.kind,
      1 + (select count(*) from carrier_remittance_lines r where r.is_live and r.bill_id = x."billId" and r.plan_id = x."planId" and r.line = x.line and r.covered_month = x."coveredMonth" and r.kind = x.kind),
      x.before, x.charged, x.cents, x.subscribers
    from jsonb_to_recordset(${JSON.stringify(lines)}) as x("billId" uuid, "groupId" uuid, "planId" uuid, line text, "coveredMonth" date, kind text, before bigint, charged bigint, cents bigint, subscribers integer)`.execute(
    tx,
  );
}

/**
 * Prepares a remittance with all that was collected and not remitted, and asks for its approval. The money is reserved: it is in no other one, by
 * a unique index. Rejects another sum than the one that was seen, and a second open remittance of the carrier.
 */
export async function prepareRemittance(
  work: Work,
  { carrierName, through, method, cents }: Asked & { method: RemittanceMethod; cents: Cents },
): Promise<{ id: string; number: string }> {
  const { tx, actor, now, today, note } = work;
  await sql`select pg_advisory_xact_lock(hashtext('carrier remittance'))`.execute(tx);
  const collection = await requireCollection(tx, carrierName);
  const { since } = collection;
  if (through > today) refuseIfAny([{ path: 'through', message: 'Choose today or an earlier day.' }]);
  const open = await tx
    .selectFrom('carrierRemittances')
    .select('number')
    .where('carrierName', '=', carrierName)
    .where('status', 'in', ['prepared', 'approved', 'sent'])
    .executeTakeFirst();
  if (open) throw new Refusal('conflict', `Remittance ${open.number} is still open. Pay or void it first.`);
  const { lines } = await dueMoney(tx, { carrier: carrierName, since, through });
  const total = sumOf(lines);
  if (total <= 0)
    throw new Refusal(
      'state',
      lines.length === 0
        ? 'Nothing was collected since the last remittance.'
        : 'The corrections are as much as what was collected. They go with the next remittance.',
    );
  if (total !== cents) throw new Refusal('stale', `The sum is now ${formatMoney(total)}. Look at the preview again.`);
  const subscribers = await subscribersOf(tx, carrierName, lines);
  const { rows } = await sql<{ next: string }>`select nextval('carrier_remittance_numbers')::text as next`.execute(tx);
  const id = uuidv7();
  const number = `CR-${today.slice(0, 4)}-${(rows[0]?.next ?? '').padStart(4, '0')}`;
  const groups = new Set(lines.map(({ groupId }) => groupId));
  await tx
    .insertInto('carrierRemittances')
    .values({
      id,
      number,
      carrierName,
      through,
      method,
      status: 'prepared',
      cents: total,
      groups: groups.size,
      subscribers: [...groups].reduce((sum, group) => sum + (subscribers.get(group) ?? 0), 0),
      createdBy: actor.id,
      createdByName: actor.name,
      createdAt: now,
      collection: JSON.stringify(collection),
    })
    .execute();
  await insertLines(tx, id, lines);
  note({ targetKind: 'carrier_remittance', targetId: id, itemCount: groups.size });
  await ask(work, CARRIER_REMITTANCE, id);
  return { id, number };
}

/** Marks a remittance as paid by wire, ACH or check: it is no longer due, and the bank has less. */
export async function payRemittance(
  work: Work,
  { id, paidOn, reference }: { id: string; paidOn: CalendarDate; reference: string },
): Promise<{ id: string }> {
  const { tx, actor, today, services, note } = work;
  const remittance = await lockedRemittance(tx, id);
  requireStatus(remittance, ['approved', 'sent']);
  await requireApproval(work, CARRIER_REMITTANCE, id);
  const approvedOn = services.clock.dayOf(remittance.approvedAt ?? work.now);
  if (paidOn > today || paidOn < approvedOn)
    refuseIfAny([{ path: 'paidOn', message: `Choose a day from the approval, ${formatDate(approvedOn)}, to today.` }]);
  const { rows } = await sql<{ groupId: string; cents: Cents }>`
    select group_id, sum(cents)::bigint as cents from carrier_remittance_lines where remittance_id = ${id} group by 1 order by 1`.execute(
    tx,
  );
  await postEntry(work, {
    kind: 'carrier_paid',
    effectiveOn: paidOn,
    memo: `Remittance ${remittance.number} paid, ${reference}`,
    idempotencyKey: `carrier paid ${id}`,
    postings: rows.flatMap(({ groupId, cents }): NewPosting[] => [
      { account: '2300', cents, groupId },
      { account: '1000', cents: subtract(ZERO, cents), groupId },
    ]),
  });
  await tx
    .updateTable('carrierRemittances')
    .set({ status: 'paid', paidOn, reference, paidByName: actor.name })
    .where('id', '=', id)
    .execute();
  await withdrawRequest(work, 'remittance_void', id, 'It was paid.');
  note({ targetKind: 'carrier_remittance', targetId: id });
  return { id };
}
