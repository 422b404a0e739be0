import type { CarrierRemittanceLine, CarrierRemittanceRow } from '@openbenefits/contract/carrier-remittances';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { waitingApprovalOf } from '../../approvals/approvals.queries.ts';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';

const SHOWN_LINES = 500;

const columns = (
  actorId: string,
) => sql`r.id, r.number, r.carrier_name, r.through, r.method, r.status, r.cents, r.groups, r.subscribers,
  r.created_by_name as created_by, r.created_at, r.created_by = ${actorId} as is_own, ${waitingApprovalOf('carrier_remittance', sql`r.id`)} as approval, r.approved_by_name as approved_by, r.sent_at, r.answer, r.answered_at, r.paid_on, r.paid_by_name as paid_by, r.reference, r.void_reason,
  r.voided_by_name as voided_by, r.collection ->> 'payeeName' as payee_name, r.collection ->> 'receiverId' as receiver_id`;

/** Carrier remittances, the newest first. */
export async function listCarrierRemittances(
  { tx, actor }: Work,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: CarrierRemittanceRow[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['instant', 'id']) : undefined;
  const { rows } = await sql<CarrierRemittanceRow>`
    select ${columns(actor.id)} from carrier_remittances r
    ${after ? sql`where (r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? encodeCursor([last.createdAt, last.id]) : null };
}

/** A remittance with what it has per group, bill, plan and month. */
export async function carrierRemittance(
  { tx, actor }: Work,
  { id }: { id: string },
): Promise<CarrierRemittanceRow & { lines: CarrierRemittanceLine[]; hasMore: boolean }> {
  const { rows } = await sql<CarrierRemittanceRow>`
    select ${columns(actor.id)} from carrier_remittances r where r.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'This carrier remittance does not exist.');
  const { rows: lines } = await sql<CarrierRemittanceLine>`
    select l.group_id, g.company_name as group_name, l.bill_id, b.number as bill_number, p.plan_name, l.line, l.covered_month,
      sum(l.charged_cents)::bigint as charged, sum(l.before_cents)::bigint as before, sum(l.cents)::bigint as cents, max(l.subscribers) as subscribers
    from carrier_remittance_lines l join groups g on g.id = l.group_id join bills b on b.id = l.bill_id join health_plans p on p.id = l.plan_id
    where l.remittance_id = ${id} group by l.group_id, g.company_name, l.bill_id, b.number, p.plan_name, l.plan_id, l.line, l.covered_month
    order by g.company_name, l.covered_month desc, b.number, p.plan_name, l.line limit ${SHOWN_LINES + 1}`.execute(tx);
  return { ...row, lines: lines.slice(0, SHOWN_LINES), hasMore: lines.length > SHOWN_LINES };
}
