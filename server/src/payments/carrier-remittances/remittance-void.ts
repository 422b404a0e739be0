import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { ask, withdraw } from '../../approvals/approvals.operations.ts';
import { markConsulted } from '../../approvals/consulted.ts';
import type { ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { endRemittance } from './remittance-approval.ts';
import { lockedRemittance, type RemittanceRecord, requireStatus } from './remittance-records.ts';

type Request = { reason: string; byName: string };

/** Who asked to void a remittance, and why. */
async function requestOf({ tx }: Work, id: string): Promise<Request> {
  const { rows } = await sql<Request>`
    select reason, requested_by_name as by_name from approvals
    where subject_kind = 'remittance_void' and subject_id = ${id} order by requested_at desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0] ?? { reason: '', byName: '' };
}

async function describe(work: Work, id: string): Promise<Described> {
  const { number, carrierName, cents, collection, status, sentAt } = await lockedRemittance(work.tx, id);
  return {
    groupId: null,
    title: `Void remittance ${number} to ${carrierName}`,
    link: '/payments/carrier-remittances',
    cents,
    // The one who asks.
    authors: [],
    content: { number, carrierName, cents, status, sentAt },
    facts: [
      { label: 'Amount', value: formatMoney(cents) },
      { label: 'Payee', value: `${collection.payeeName}, ${collection.receiverQualifier} ${collection.receiverId}` },
      ...(sentAt === null ? [] : [{ label: 'File made', value: formatDate(work.services.clock.dayOf(sentAt)) }]),
      { label: 'Check first', value: 'That the bank has not paid it: its money can be remitted again' },
    ],
  };
}

async function end(work: Work, remittance: RemittanceRecord, request: Request): Promise<void> {
  await endRemittance(work, remittance, request);
  await withdraw(work, 'carrier_remittance', remittance.id, request.reason);
}

/** A remittance whose file was made may have been paid: its money is free again only with the approval of that. */
export const REMITTANCE_VOID: ApprovalSubject = {
  kind: 'remittance_void',
  describe,
  carryOut: async (work, id) => end(work, await lockedRemittance(work.tx, id), await requestOf(work, id)),
  // The remittance stays as it is; the request is kept with its approval.
  giveUp: async () => {},
};

/**
 * Voids a remittance that was not paid: its money can be remitted again, its ledger entry is reversed. It is void at
 * once where its file was never made; otherwise with the approval of a second person, and the answer says why.
 */
export async function voidRemittance(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string; waitsBecause: string | null }> {
  const remittance = await lockedRemittance(work.tx, id);
  requireStatus(remittance, ['prepared', 'approved', 'sent']);
  work.note({ targetKind: 'carrier_remittance', targetId: id, reason });
  if (remittance.sentAt !== null) {
    const { waitsBecause } = await ask(work, REMITTANCE_VOID, id, reason);
    return { id, waitsBecause };
  }
  // Nobody outside has seen it, so one person decides.
  markConsulted(work.tx, 'remittance_void');
  await end(work, remittance, { reason, byName: work.actor.name });
  return { id, waitsBecause: null };
}
