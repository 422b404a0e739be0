import {
  distinctReceivers,
  isAddressedElsewhere,
  type OtherReceivers,
} from '@openbenefits/domain/files/edi-834/receivers';
import type { Tx } from '../../db/connect.ts';

/** Who sends to whom: ISA06 and ISA08 of an interchange. */
export type Addressed = { senderId: string; receiverId: string };

/** At most so many receivers are kept of a sender; the form has no more. */
export const MOST_RECEIVERS = 20;

/**
 * Whom its first file is addressed to is whom the files of a sender are addressed to, until somebody says otherwise.
 */
export async function learnReceivers(
  tx: Tx,
  partnerId: string,
  senderId: string,
  addressed: readonly Addressed[],
): Promise<void> {
  const receiverIds = distinctReceivers(
    addressed.flatMap((one) => (one.senderId.trim() === senderId ? [one.receiverId] : [])),
  ).slice(0, MOST_RECEIVERS);
  if (receiverIds.length > 0)
    await tx.updateTable('tradingPartners').set({ receiverIds }).where('id', '=', partnerId).execute();
}

/**
 * The senders of these interchanges that have sent them to somebody else than their profiles know (domain rules 4.1,
 * TA1 note 009).
 */
export async function otherReceivers(
  tx: Tx,
  addressed: readonly Addressed[],
): Promise<(OtherReceivers & { id: string; senderId: string })[]> {
  if (addressed.length === 0) return [];
  const bySender = Map.groupBy(addressed, ({ senderId }) => senderId.trim());
  const partners = await tx
    .selectFrom('tradingPartners')
    .select(['id', 'name', 'senderId', 'receiverIds'])
    .where('senderId', 'in', [...bySender.keys()])
    .execute();
  return partners.flatMap(({ id, name, senderId, receiverIds: known }) => {
    const sent = bySender.get(senderId ?? '') ?? [];
    const receivers = distinctReceivers(sent.map(({ receiverId }) => receiverId)).filter((one) =>
      isAddressedElsewhere(one, known),
    );
    return receivers.length > 0 && senderId !== null ? [{ id, senderId, sender: name, receivers, known }] : [];
  });
}
