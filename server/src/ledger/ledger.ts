import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import type { LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import { fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';

export type NewPosting = {
  readonly account: LedgerAccount;
  readonly cents: number;
  readonly groupId?: string | null;
  readonly billId?: string | null;
  /** The payment whose money it is; unapplied cash always names one. */
  readonly paymentId?: string | null;
  readonly line?: string | null;
  readonly coveredMonth?: CalendarDate | null;
};

export type NewEntry = {
  readonly kind: string;
  readonly effectiveOn: CalendarDate;
  readonly memo: string;
  readonly billId?: string;
  readonly reverses?: string;
  readonly idempotencyKey?: string;
  readonly postings: readonly NewPosting[];
};

/**
 * Posts an entry; its postings add up to zero. Rejects one in a closed month. With an idempotency key that was posted
 * before, nothing is added and the answer is undefined.
 */
export async function postEntry(
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  entry: NewEntry,
): Promise<string | undefined> {
  const postings = entry.postings.filter(({ cents }) => cents !== 0);
  if (postings.reduce((sum, { cents }) => sum + cents, 0) !== 0)
    throw new Error(`The postings of “${entry.memo}” do not add up to zero`);
  if (postings.length === 0) return undefined;
  const month = `${entry.effectiveOn.slice(0, 7)}-01`;
  const closed = await tx.selectFrom('ledgerClosings').select('month').where('month', '=', month).executeTakeFirst();
  if (closed)
    throw new Refusal(
      'state',
      `The month of ${formatDate(entry.effectiveOn)} is closed. Post with a date in an open month.`,
    );
  const id = uuidv7();
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('ledgerEntries')
    .values({
      id,
      kind: entry.kind,
      effectiveOn: entry.effectiveOn,
      postedAt: now,
      memo: entry.memo,
      billId: entry.billId ?? null,
      reverses: entry.reverses ?? null,
      idempotencyKey: entry.idempotencyKey ?? null,
      actorId: actor.id,
      actorName: actor.name,
    })
    .onConflict((row) => row.constraint('posted_once').doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) return undefined;
  await tx
    .insertInto('ledgerPostings')
    .values(
      postings.map(({ account, cents, groupId, billId, paymentId, line, coveredMonth }, index) => ({
        entryId: id,
        place: index + 1,
        account,
        cents,
        groupId: groupId ?? null,
        billId: billId ?? null,
        paymentId: paymentId ?? null,
        line: line ?? null,
        coveredMonth: coveredMonth ?? null,
      })),
    )
    .execute();
  return id;
}

/** Posts the exact opposite of an entry, once; a second reversal is rejected. */
export async function reverseEntry(
  work: Pick<Work, 'tx' | 'actor' | 'now'>,
  entryId: string,
  { effectiveOn, memo }: { effectiveOn: CalendarDate; memo: string },
): Promise<string> {
  const { tx } = work;
  const { rows } = await sql<NewPosting & { billId: string | null }>`
    select p.account, p.cents, p.group_id, p.bill_id, p.payment_id, p.line, p.covered_month from ledger_postings p where p.entry_id = ${entryId} order by p.place`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal('not_found', 'This ledger entry does not exist.');
  const before = await tx.selectFrom('ledgerEntries').select('id').where('reverses', '=', entryId).executeTakeFirst();
  if (before) throw new Refusal('conflict', 'This ledger entry was already reversed.');
  const [first] = rows;
  const id = await postEntry(work, {
    kind: 'reversal',
    effectiveOn,
    memo,
    reverses: entryId,
    ...(first?.billId && { billId: first.billId }),
    postings: rows.map((row) => ({ ...row, cents: fromCents(-row.cents) })),
  });
  if (!id) throw new Error('A reversal posted nothing');
  return id;
}
