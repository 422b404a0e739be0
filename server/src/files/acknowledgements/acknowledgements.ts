import { ack999Text } from '@openbenefits/domain/files/acknowledgements/ack-999';
import { ta1Text } from '@openbenefits/domain/files/acknowledgements/ack-ta1';
import { fileAnswer, type ReceivedInterchange } from '@openbenefits/domain/files/edi-834/received-interchange';
import { isAddressedElsewhere } from '@openbenefits/domain/files/edi-834/receivers';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import type { Place } from '../../vault.ts';
import { otherReceivers } from '../partners/receivers.ts';
import { takeControlNumbers } from '../../control-numbers.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { noteSets, numberKey, usedNumbers } from '../rehearsal/sets-before.ts';

export const ackPlace = (kind: 'ta1' | 'ack999', tenant: string, jobId: string): Place => ({
  table: 'file_acknowledgements',
  column: kind,
  row: jobId,
  tenant,
});

/** Notes interchanges that are addressed to somebody else than files of their sender are (TA1 note 009). */
async function noteReceivers(tx: Tx, interchanges: readonly ReceivedInterchange[]): Promise<void> {
  const strange = new Map((await otherReceivers(tx, interchanges)).map(({ senderId, known }) => [senderId, known]));
  for (const one of interchanges)
    if (one.note === '000' && isAddressedElsewhere(one.receiverId, strange.get(one.senderId.trim()) ?? []))
      one.note = '009';
}

/**
 * Notes duplicate control numbers (TA1 note 025) by the same rule that holds the file on its page, posted or not (CMS
 * 834 companion guide 3.2).
 */
async function noteDuplicates(tx: Tx, jobId: string, interchanges: readonly ReceivedInterchange[]): Promise<void> {
  const inOrder = interchanges.filter(({ note }) => note === '000');
  const used = await usedNumbers(
    tx,
    jobId,
    inOrder.map(({ senderId, control }) => ({ sender: senderId.trim(), control })),
  );
  for (const one of inOrder) if (used.has(numberKey(one.senderId.trim(), one.control))) one.note = '025';
}

/**
 * Answers a file that was read, or could not be read to its end: a TA1 and a 999 for every interchange in it, with the
 * sender's separators, sealed. `facts`: of a file that was read to its end, whose sets are on record before its answer
 * is decided. Does nothing where no interchange was understood (a census, a file without an ISA), and where it was
 * answered already.
 */
export async function acknowledgeFile(
  services: Pick<Services, 'db' | 'vault' | 'clock'>,
  lease: Lease,
  interchanges: readonly ReceivedInterchange[],
  facts?: Pick<FileFacts, 'transactionSets'>,
): Promise<void> {
  if (interchanges.length === 0) return;
  const { jobId, tenantId } = lease;
  await inTenant(services.db, tenantId, async (tx) => {
    // Rows that were sent again stand in an envelope of ours; their sender knows nothing of it.
    const job = await tx.selectFrom('fileJobs').select('resentFrom').where('id', '=', jobId).executeTakeFirst();
    if (job?.resentFrom) return;
    // Read again with what was mended here, the file is what its sender was answered for.
    if (await tx.selectFrom('fileAcknowledgements').select('jobId').where('jobId', '=', jobId).executeTakeFirst())
      return;
    const now = services.clock.now();
    await noteReceivers(tx, interchanges);
    await noteSets(tx, jobId, facts ?? { transactionSets: [] });
    await noteDuplicates(tx, jobId, interchanges);
    const first = await takeControlNumbers(tx, interchanges.length * 2);
    const ta1 = interchanges.map((one, index) => ta1Text(one, { control: first + index, now })).join('');
    const replies = interchanges.flatMap((one, index) => {
      const control = first + interchanges.length + index;
      const text = ack999Text(one, { control, now });
      return text === undefined ? [] : [{ control, text }];
    });
    const ack999 = replies.map(({ text }) => text).join('');
    await tx
      .insertInto('fileAcknowledgements')
      .values({
        jobId,
        answer: fileAnswer(interchanges),
        report: JSON.stringify(interchanges),
        ta1Encrypted: services.vault.seal(ta1, ackPlace('ta1', tenantId, jobId)),
        ack999Encrypted: ack999 === '' ? null : services.vault.seal(ack999, ackPlace('ack999', tenantId, jobId)),
        ack999Controls: replies.map(({ control }) => control),
        madeAt: now,
      })
      .onConflict((conflict) => conflict.columns(['tenantId', 'jobId']).doNothing())
      .execute();
    await assertLease(tx, lease);
  });
}
