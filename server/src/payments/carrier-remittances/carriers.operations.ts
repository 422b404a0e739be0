import type { Carrier, CarrierCollection } from '@openbenefits/contract/carrier-remittances';
import { firstOfMonth, formatDate } from '@openbenefits/domain/calendar-date';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { type ApprovedSetting, changeSetting } from '../../approvals/setting-changes.ts';
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

const COLUMNS = sql`is_active, since, payee_name, payer_id, sender_qualifier, sender_id, receiver_qualifier, receiver_id, usage`;

async function putInForce(
  { tx, now }: Work,
  carrierName: string,
  collection: CarrierCollection,
  setByName: string,
): Promise<void> {
  const row = { ...collection, setByName, setAt: now };
  await tx
    .insertInto('carrierCollections')
    .values({ carrierName, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'carrierName']).doUpdateSet(row))
    .execute();
}

/** How premium is collected for a carrier and goes to it. It changes with a second person. */
export const CARRIER_COLLECTION: ApprovedSetting = {
  setting: 'carrier_collection',
  asks: 'payments.approve',
  label: 'Carrier',
  link: '/payments/carrier-remittances',
  async read({ tx }, carrierName) {
    const { rows } = await sql<CarrierCollection>`
      select ${COLUMNS} from carrier_collections where carrier_name = ${carrierName} for update`.execute(tx);
    return rows[0] ?? null;
  },
  facts(value) {
    const carrier = value as CarrierCollection;
    return [
      { label: 'We collect premium', value: carrier.isActive ? 'Yes' : 'No' },
      { label: 'First billed month', value: formatDate(carrier.since) },
      { label: 'Payee', value: carrier.payeeName },
      { label: 'Payer ID', value: carrier.payerId },
      { label: 'Sender', value: `${carrier.senderQualifier} ${carrier.senderId}` },
      { label: 'Receiver', value: `${carrier.receiverQualifier} ${carrier.receiverId}` },
      { label: '820 files', value: carrier.usage === 'P' ? 'Production' : 'Test' },
    ];
  },
  apply: (work, carrierName, value, askedByName) =>
    putInForce(work, carrierName, value as CarrierCollection, askedByName),
};

/**
 * Asks that premium is collected for a carrier, from a billed month on, and how its 820 is addressed. In force once
 * another person has approved it.
 */
export async function setCarrier(
  work: Work,
  { carrierName, ...input }: CarrierCollection & { carrierName: string },
): Promise<{ approvalId: string; waitsBecause: string | null }> {
  const plan = await work.tx
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
  return changeSetting(work, CARRIER_COLLECTION, carrierName, {
    isActive,
    since,
    payeeName,
    payerId,
    senderQualifier,
    senderId,
    receiverQualifier,
    receiverId,
    usage,
  });
}

/** How premium goes to a carrier; rejects one that it is not collected for. */
export async function requireCollection(tx: Tx, carrierName: string): Promise<CarrierCollection> {
  const { rows } = await sql<CarrierCollection>`
    select ${COLUMNS} from carrier_collections where carrier_name = ${carrierName}`.execute(tx);
  const [found] = rows;
  if (!found?.isActive)
    throw new Refusal('state', `Premium is not collected for ${carrierName}. Set up the carrier first.`);
  return found;
}
