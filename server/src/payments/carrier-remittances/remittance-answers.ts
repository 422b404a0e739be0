import type { CarrierRemittanceRow } from '@openbenefits/contract/carrier-remittances';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

type Answered = {
  kind: 'TA1' | '999';
  /** ISA13 or GS06 of ours, which are one number. */
  control: number;
  /** ISA06 of who answers. */
  sender: string;
  answer: NonNullable<CarrierRemittanceRow['answer']>;
};

/**
 * Finds the remittance whose 820 the carrier answers, and keeps the answer. A TA1 that accepts says only that the
 * envelope was in order, and one that rejects a second copy does not change what the 999 said.
 */
export async function answerRemittance(
  tx: Tx,
  { kind, control, sender, answer }: Answered,
  now: string,
): Promise<{ id: string; number: string; carrier: string } | null> {
  const { rows } = await sql<{ id: string; number: string; carrier: string }>`
    select id, number, carrier_name as carrier from carrier_remittances
    where control_number = ${control} and upper(collection ->> 'receiverId') = ${sender.toUpperCase()}`.execute(tx);
  const [remittance] = rows;
  if (!remittance) return null;
  if (kind === '999' || answer === 'R')
    await sql`update carrier_remittances set answer = ${answer}, answered_at = ${now}
      where id = ${remittance.id} and not (${kind === 'TA1'} and coalesce(answer, '') in ('A', 'E', 'P'))`.execute(tx);
  return remittance;
}
