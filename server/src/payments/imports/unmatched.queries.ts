import type { UnmatchedPaymentRow } from '@openbenefits/contract/payment-imports';
import { type PayerCandidate, proposeGroups } from '@openbenefits/domain/payments/payer-proposals';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';

const SHOWN = 200;

type Candidate = PayerCandidate & { name: string };

/** Payments that no group has yet, the largest first, with the groups that they may be of. */
export async function listUnmatched(work: Work): Promise<UnmatchedPaymentRow[]> {
  const { tx, note } = work;
  const { rows: payments } = await sql<Omit<UnmatchedPaymentRow, 'proposals'>>`
    select id, coalesce(payer, '') as payer, reference, cents, received_on, source from payments
    where group_id is null and status = 'completed' order by cents desc, id limit ${SHOWN}`.execute(tx);
  note({ targetKind: 'payment', itemCount: payments.length });
  if (payments.length === 0) return [];
  const { rows: candidates } = await sql<Candidate>`
    select g.id as group_id, g.company_name as name, array_remove(array[g.company_name, g.doing_business_as], null) as names,
      coalesce((select jsonb_agg(jsonb_build_object('number', b.number, 'due', x.cents)) from bill_balances x join bills b on b.id = x.bill_id
        where x.group_id = g.id and b.state = 'posted'), '[]') as bills
    from groups g`.execute(tx);
  const names = new Map(candidates.map(({ groupId, name }) => [groupId, name]));
  return payments.map((payment) => ({
    ...payment,
    proposals: proposeGroups(payment, candidates).map(({ groupId, reasons }) => ({
      groupId,
      groupName: names.get(groupId) ?? '',
      reasons: [...reasons],
    })),
  }));
}
