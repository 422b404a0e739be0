import type { CarrierCollection } from '@openbenefits/contract/carrier-remittances';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import {
  type CarrierRemittanceStatus,
  type DueLine,
  REMITTANCE_STATUS_LABEL,
  type RemittanceMethod,
} from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { Place } from '../../vault.ts';

export type RemittanceRecord = {
  id: string;
  number: string;
  carrierName: string;
  method: RemittanceMethod;
  through: CalendarDate;
  status: CarrierRemittanceStatus;
  cents: Cents;
  createdBy: string;
  entryIds: string[];
  collection: CarrierCollection;
  approvedAt: string | null;
  contentEncrypted: string | null;
  sentAt: string | null;
  paidOn: CalendarDate | null;
};

export const contentPlace = (tenant: string, id: string): Place => ({
  table: 'carrier_remittances',
  column: 'content_encrypted',
  row: id,
  tenant,
});

/** Reads a remittance and locks it until the end of the transaction. */
export async function lockedRemittance(tx: Tx, id: string): Promise<RemittanceRecord> {
  const { rows } = await sql<RemittanceRecord>`
    select id, number, carrier_name, method, through, status, cents, created_by, entry_ids, collection, approved_at, content_encrypted, sent_at, paid_on from carrier_remittances where id = ${id} for update`.execute(
    tx,
  );
  const [remittance] = rows;
  if (!remittance) throw new Refusal('not_found', 'This carrier remittance does not exist.');
  return remittance;
}

export function requireStatus(
  { status, number }: Pick<RemittanceRecord, 'status' | 'number'>,
  allowed: readonly CarrierRemittanceStatus[],
): void {
  if (!allowed.includes(status))
    throw new Refusal('state', `Remittance ${number} is in the state “${REMITTANCE_STATUS_LABEL[status]}”.`);
}

/** The lines of a remittance as they were prepared. */
export async function linesOf(tx: Tx, id: string): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    select r.bill_id, b.number as bill_number, r.group_id, r.plan_id, p.plan_code, r.line, r.covered_month, r.kind, r.charged_cents as charged, r.before_cents as before, r.cents, r.subscribers
    from carrier_remittance_lines r join bills b on b.id = r.bill_id join health_plans p on p.id = r.plan_id
    where r.remittance_id = ${id} order by r.group_id, b.number, p.plan_code, r.line, r.covered_month, r.kind`.execute(
    tx,
  );
  return rows;
}
