import type { CalendarDate } from '@openbenefits/domain/calendar-date';
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

const MONTHS = sql`hashtextextended(${'ledger months '} || current_tenant()::text, 180)`;

/** Waits for entries that are being posted, and lets none be posted until the end of the transaction. */
export async function lockMonths(tx: Work['tx']): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MONTHS})`.execute(tx);
}

/** The newest closed month, with which all before it are closed; no month closes until the entries are posted. */
async function newestClosed(tx: Work['tx']): Promise<string> {
  const { rows } = await sql<{ month: string | null }>`
    with waited as materialized (select pg_advisory_xact_lock_shared(${MONTHS}))
    select max(c.month) as month from waited cross join ledger_closings c`.execute(tx);
  return rows[0]?.month?.slice(0, 7) ?? '';
}

/**
 * Posts entries, each of postings that add up to zero, with three statements for all. What is dated in a closed
 * month is posted today, and keeps its own day as the value date. An entry without postings, or with an idempotency key that was posted before, adds nothing and has no ID in the answer.
 */
export async function postEntries(
  { tx, actor, now, today }: Pick<Work, 'tx' | 'actor' | 'now' | 'today'>,
  entries: readonly NewEntry[],
): Promise<(string | undefined)[]> {
  const wanted = entries.map((entry) => {
    const postings = entry.postings.filter(({ cents }) => cents !== 0);
    if (postings.reduce((sum, { cents }) => sum + cents, 0) !== 0)
      throw new Error(`The postings of “${entry.memo}” do not add up to zero`);
    return { id: uuidv7(), entry, postings };
  });
  const posted = wanted.filter(({ postings }) => postings.length > 0);
  if (posted.length === 0) return entries.map(() => undefined);
  const closed = await newestClosed(tx);
  const isClosed = ({ effectiveOn }: NewEntry): boolean => effectiveOn.slice(0, 7) <= closed;
  const inserted = await tx
    .insertInto('ledgerEntries')
    .values(
      posted.map(({ id, entry }) => ({
        id,
        kind: entry.kind,
        effectiveOn: isClosed(entry) ? today : entry.effectiveOn,
        valueOn: isClosed(entry) ? entry.effectiveOn : null,
        postedAt: now,
        memo: entry.memo,
        billId: entry.billId ?? null,
        reverses: entry.reverses ?? null,
        idempotencyKey: entry.idempotencyKey ?? null,
        actorId: actor.id,
        actorName: actor.name,
      })),
    )
    .onConflict((row) => row.constraint('posted_once').doNothing())
    .returning('id')
    .execute();
  const fresh = new Set(inserted.map(({ id }) => id));
  const rows = posted.flatMap(({ id, postings }) =>
    fresh.has(id)
      ? postings.map(({ account, cents, groupId, billId, paymentId, line, coveredMonth }, index) => ({
          entryId: id,
          place: index + 1,
          account,
          cents,
          groupId: groupId ?? null,
          billId: billId ?? null,
          paymentId: paymentId ?? null,
          line: line ?? null,
          coveredMonth: coveredMonth ?? null,
        }))
      : [],
  );
  // PostgreSQL takes 65,535 parameters in one statement.
  for (let from = 0; from < rows.length; from += 5000)
    await tx
      .insertInto('ledgerPostings')
      .values(rows.slice(from, from + 5000))
      .execute();
  return wanted.map(({ id }) => (fresh.has(id) ? id : undefined));
}

/** Posts one entry; undefined where it adds nothing. */
export const postEntry = async (
  work: Pick<Work, 'tx' | 'actor' | 'now' | 'today'>,
  entry: NewEntry,
): Promise<string | undefined> => (await postEntries(work, [entry]))[0];

/** Posts the exact opposite of an entry, once; a second reversal is rejected. */
export async function reverseEntry(
  work: Pick<Work, 'tx' | 'actor' | 'now' | 'today'>,
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
