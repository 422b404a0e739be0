import { createHash } from 'node:crypto';
import { entityOf, PAYMENT_METHOD_CODE } from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { write820 } from '@openbenefits/domain/payments/remittance/write-820';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requireApproval } from '../../approvals/approvals.operations.ts';
import { markConsulted } from '../../approvals/consulted.ts';
import type { Work } from '../../command.ts';
import { takeControlNumbers } from '../../control-numbers.ts';
import { organizationProfile } from '../../organization-profile.ts';
import { openTaxId } from '../../tax-ids.ts';
import { CARRIER_REMITTANCE } from './remittance-approval.ts';
import { contentPlace, linesOf, lockedRemittance, type RemittanceRecord } from './remittance-records.ts';

type Group = { id: string; taxId: string | null; number: string };

/** The groups of a remittance, by their tax IDs, in the order of their numbers. */
async function groupsOf({ tx, actor, services }: Work, id: string): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select g.id, g.tax_id_encrypted as tax_id, g.cim_number as number from groups g
    where g.id in (select group_id from carrier_remittance_lines where remittance_id = ${id}) order by g.cim_number`.execute(
    tx,
  );
  return rows.map((group) => ({
    ...group,
    taxId: openTaxId(services.vault, actor.tenantId, group.id, group.taxId),
  }));
}

async function contentOf(work: Work, remittance: RemittanceRecord, control: number): Promise<string> {
  const { tx, now, today } = work;
  const { id, number, cents, method, collection } = remittance;
  const { senderId, receiverId } = collection;
  const lines = Map.groupBy(await linesOf(tx, id), ({ groupId }) => groupId);
  const { name } = await organizationProfile(tx);
  return write820(
    { ...collection, groupSender: senderId, groupReceiver: receiverId, control, now },
    {
      // The money goes apart from the file, by wire, ACH or check, under the same trace.
      handling: 'I',
      isDebit: false,
      method: PAYMENT_METHOD_CODE[method],
      format: null,
      cents,
      payerId: collection.payerId,
      on: today,
      trace: number,
      payerName: name,
      payeeName: collection.payeeName,
      entities: (await groupsOf(work, id)).map((group) => entityOf(group, lines.get(group.id) ?? [])),
    },
  );
}

/**
 * The 820 of an approved remittance. The first call makes it; later calls give the same bytes. A process that dies
 * between has made nothing.
 */
export async function remittanceFile(work: Work, { id }: { id: string }): Promise<{ name: string; content: string }> {
  const { tx, actor, now, services, note } = work;
  const remittance = await lockedRemittance(tx, id);
  const name = `${remittance.number}.820.edi`;
  note({ targetKind: 'carrier_remittance', targetId: id, fields: ['tax_id'] });
  if (remittance.contentEncrypted !== null) {
    // The carrier has it already, as it was approved.
    markConsulted(tx, 'carrier_remittance');
    return { name, content: services.vault.open(remittance.contentEncrypted, contentPlace(actor.tenantId, id)) };
  }
  if (remittance.status !== 'approved' && remittance.status !== 'paid')
    throw new Refusal('state', 'The remittance has to be approved before its file is made.');
  await requireApproval(work, CARRIER_REMITTANCE, id);
  const control = await takeControlNumbers(tx, 1);
  const content = await contentOf(work, remittance, control);
  await tx
    .updateTable('carrierRemittances')
    .set({
      status: remittance.status === 'paid' ? 'paid' : 'sent',
      controlNumber: control,
      contentEncrypted: services.vault.seal(content, contentPlace(actor.tenantId, id)),
      sha256: createHash('sha256').update(content).digest('hex'),
      sentAt: now,
    })
    .where('id', '=', id)
    .execute();
  return { name, content };
}
