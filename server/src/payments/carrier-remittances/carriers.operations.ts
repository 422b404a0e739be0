import type { Carrier, CarrierCollection } from '@openbenefits/contract/carrier-remittances';
import { firstOfMonth } from '@openbenefits/domain/calendar-date';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

/** The carriers of the plans, those that premium is collected for first. */
export async function listCarriers({ tx }: Work): Promise<Carrier[]> {
  const { rows } = await sql<{ carrierName: string; plans: number } & (CarrierCollection | { since: null })>`
    select p.carrier_name, p.plans, c.is_active, c.since, c.payee_name, c.payer_id, c.sender_qualifier, c.sender_id, c.receiver_qualifier, c.receiver_id, c.usage
    from (select carrier_name, count(*)::integer as plans from health_plans group by 1) p left join carrier_collections c on c.carrier_name = p.carrier_name
    order by c.is_active is true desc, p.carrier_name`.execute(tx);
  return rows.map(({ carrierName, plans, ...collection }) => ({
    carrierName,
    plans,
    collection: collection.since === null ? null : collection,
  }));
}

/** Says that premium is collected for a carrier, from a billed month on, and how its 820 is addressed. */
export async function setCarrier(
  work: Work,
  { carrierName, ...input }: CarrierCollection & { carrierName: string },
): Promise<{ carrierName: string }> {
  const { tx, actor, now, note } = work;
  const plan = await tx
    .selectFrom('healthPlans')
    .select('id')
    .where('carrierName', '=', carrierName)
    .executeTakeFirst();
  refuseIfAny([
    ...(plan ? [] : [{ path: 'carrierName', message: 'No plan has this carrier.' }]),
    ...(input.since === firstOfMonth(input.since) ? [] : [{ path: 'since', message: 'Choose the first of a month.' }]),
  ]);
  const { isActive, since, payeeName, payerId, senderQualifier, senderId, receiverQualifier, receiverId, usage } =
    input;
  const row = {
    isActive,
    since,
    payeeName,
    payerId,
    senderQualifier,
    senderId,
    receiverQualifier,
    receiverId,
    usage,
    setByName: actor.name,
    setAt: now,
  };
  await tx
    .insertInto('carrierCollections')
    .values({ carrierName, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'carrierName']).doUpdateSet(row))
    .execute();
  note({ targetKind: 'carrier_collection', targetId: carrierName });
  return { carrierName };
}

/** How premium goes to a carrier; rejects one that it is not collected for. */
export async function requireCollection(tx: Tx, carrierName: string): Promise<CarrierCollection> {
  const { rows } = await sql<CarrierCollection>`
    select is_active, since, payee_name, payer_id, sender_qualifier, sender_id, receiver_qualifier, receiver_id, usage from carrier_collections where carrier_name = ${carrierName}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found?.isActive)
    throw new Refusal('state', `Premium is not collected for ${carrierName}. Set up the carrier first.`);
  return found;
}
