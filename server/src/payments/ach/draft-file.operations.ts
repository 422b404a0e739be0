import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { TRANSACTION_CODES, type AccountKind } from '@openbenefits/domain/payments/ach/ach-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ask, withdraw } from '../../approvals/approvals.operations.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { addAuthor, type EntryBatch, lockedFile } from './ach-file-records.ts';
import { requireBank } from './bank-settings.ts';
import { effectiveDay } from './effective-day.ts';
import { ACH_FILE, giveUpFile } from './file-approval.ts';
import { isRestricted } from './restrictions.ts';

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Wanted = {
  batch: EntryBatch;
  groupId: string;
  paymentId: string | null;
  refundId: string | null;
  feeId: string | null;
  bankAccountId: string;
  kind: AccountKind;
  cents: number;
};

/** What is to go to the bank: debits of verified accounts, retries, fees, verifications, and refunds to the accounts they name. */
async function entriesToSend(tx: Tx, today: CalendarDate): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select case when y.retry_of is null then 'premium' else 'retry' end as batch, y.group_id, y.id as payment_id, null::uuid as refund_id, null::uuid as fee_id, a.id as bank_account_id, a.kind,
      y.cents + case when y.payer_bears_fee then y.fee_cents else 0 end as cents
    from payments y join bank_accounts a on a.id = y.bank_account_id
    where y.method = 'ach' and y.status = 'pending' and a.status = 'verified' and not ${isRestricted(sql`y.group_id`, today)} and not exists (select from ach_entries e where e.payment_id = y.id and e.is_included)
    union all
    select 'fee', f.group_id, null, null, f.id, a.id, a.kind, f.cents from return_fees f join payments y on y.id = f.payment_id join bank_accounts a on a.id = y.bank_account_id
    where f.status = 'charged' and a.status = 'verified' and not exists (select from ach_entries e where e.fee_id = f.id and e.is_included and e.returned_at is null)
    union all
    select 'prenote', a.group_id, null, null, null, a.id, a.kind, 0 from bank_accounts a where a.status = 'prenote_sent' and a.prenote_on is null
    union all
    select 'deposit', a.group_id, null, null, null, a.id, a.kind, d.cents from bank_accounts a cross join unnest(a.deposit_cents) as d (cents) where a.status = 'deposits_sent' and a.prenote_on is null
    union all
    select 'refund', r.group_id, null, r.id, null, a.id, a.kind, r.cents from refunds r join bank_accounts a on a.id = r.bank_account_id
    where r.method = 'ach' and r.status = 'approved' and a.status = 'verified' and not exists (select from ach_entries e where e.refund_id = r.id and e.is_included and e.returned_at is null)
    order by 1, 2, 3, 6`.execute(tx);
  return rows;
}

const isCredit = (batch: EntryBatch): boolean => batch === 'refund' || batch === 'deposit';

function codeOf({ batch, kind }: Wanted): string {
  const codes = TRANSACTION_CODES[kind];
  if (batch === 'prenote') return codes.debitPrenote;
  return isCredit(batch) ? codes.credit : codes.debit;
}

async function freeModifier(tx: Tx, today: CalendarDate): Promise<string> {
  const used = await tx.selectFrom('achFiles').select('modifier').where('madeOn', '=', today).execute();
  const taken = new Set(used.map(({ modifier }) => modifier));
  const free = MODIFIERS.split('').find((one) => !taken.has(one));
  if (!free) throw new Refusal('limit', 'The bank takes at most 36 files a day.');
  return free;
}

/**
 * Makes a draft of the next file with everything that is to go to the bank, and asks for its approval. Traces come from a sequence, so they never
 * repeat while a return may come (case M18). One file is open at a time.
 */
export async function draftFile(work: Work): Promise<{ id: string }> {
  const { tx, actor, now, today, note } = work;
  await sql`select pg_advisory_xact_lock(hashtext('ach file'))`.execute(tx);
  const settings = await requireBank(tx);
  const open = await tx
    .selectFrom('achFiles')
    .select('reference')
    .where('status', 'in', ['draft', 'approved'])
    .executeTakeFirst();
  if (open) throw new Refusal('conflict', `${open.reference} is still open. Send or cancel it first.`);
  const wanted = await entriesToSend(tx, today);
  if (wanted.length === 0)
    throw new Refusal('state', 'There is nothing to send: no debit, verification or refund waits for a file.');
  const id = uuidv7();
  const modifier = await freeModifier(tx, today);
  await tx
    .insertInto('achFiles')
    .values({
      id,
      reference: `ACH-${today.replaceAll('-', '')}-${modifier}`,
      madeOn: today,
      modifier,
      effectiveOn: effectiveDay(work, settings.cutOff),
      status: 'draft',
      authors: [actor.id],
      createdBy: actor.id,
      createdByName: actor.name,
      createdAt: now,
    })
    .execute();
  const entries = wanted.map((one) => ({
    id: uuidv7(),
    batch: one.batch,
    group: one.groupId,
    payment: one.paymentId,
    refund: one.refundId,
    fee: one.feeId,
    account: one.bankAccountId,
    code: codeOf(one),
    cents: one.cents,
  }));
  await sql`insert into ach_entries (id, file_id, group_id, batch, payment_id, refund_id, fee_id, bank_account_id, code, cents, trace)
    select x.id, ${id}, x."group", x.batch, x.payment, x.refund, x.fee, x.account, x.code, x.cents, ${settings.routing.slice(0, 8)} || lpad(nextval('ach_trace_numbers')::text, 7, '0')
    from jsonb_to_recordset(${JSON.stringify(entries)}) as x(id uuid, batch text, "group" uuid, payment uuid, refund uuid, fee uuid, account uuid, code text, cents bigint)`.execute(
    tx,
  );
  note({ targetKind: 'ach_file', targetId: id, itemCount: wanted.length });
  await ask(work, ACH_FILE, id);
  return { id };
}

/** An entry that was left out may have been voided or withdrawn since. */
async function requireStillWanted(tx: Tx, entryId: string): Promise<void> {
  const { rows } = await sql<{ ended: string }>`
    select coalesce(y.status, r.status, f.status) as ended from ach_entries e left join payments y on y.id = e.payment_id left join refunds r on r.id = e.refund_id
      left join return_fees f on f.id = e.fee_id where e.id = ${entryId} and (y.status <> 'pending' or r.status <> 'approved' or f.status <> 'charged')`.execute(
    tx,
  );
  if (rows[0]) throw new Refusal('state', `This entry is ${rows[0].ended}. It cannot be sent.`);
}

/** Leaves an entry out of a draft, or takes it in again. Approval is asked for anew. */
export async function includeEntry(
  work: Work,
  { id, entryId, isIncluded }: { id: string; entryId: string; isIncluded: boolean },
): Promise<{ id: string }> {
  const { tx, note } = work;
  const file = await lockedFile(tx, id);
  if (file.status !== 'draft') throw new Refusal('state', `${file.reference} is no draft any more.`);
  if (isIncluded) await requireStillWanted(tx, entryId);
  const { numUpdatedRows } = await tx
    .updateTable('achEntries')
    .set({ isIncluded })
    .where('id', '=', entryId)
    .where('fileId', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found', 'This entry does not exist.');
  note({ targetKind: 'ach_file', targetId: id });
  await addAuthor(work, id);
  await ask(work, ACH_FILE, id);
  return { id };
}

/**
 * Asks for the approval of a file once more, where what it has or the settings of our bank have changed since. A file
 * that was approved is a draft again: its bytes are made anew.
 */
export async function askAgain(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { tx, note } = work;
  const file = await lockedFile(tx, id);
  if (file.status !== 'draft' && file.status !== 'approved')
    throw new Refusal('state', `${file.reference} is already ${file.status}.`);
  await withdraw(work, 'ach_file', id, 'Approval was asked for again.');
  await tx
    .updateTable('achFiles')
    .set({
      status: 'draft',
      approvedBy: null,
      approvedByName: null,
      approvedAt: null,
      contentEncrypted: null,
      sha256: null,
    })
    .where('id', '=', id)
    .execute();
  note({ targetKind: 'ach_file', targetId: id });
  await addAuthor(work, id);
  await ask(work, ACH_FILE, id);
  return { id };
}

/** Gives up a file that was not sent; its debits wait for the next one. */
export async function cancelFile(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  await giveUpFile(work, await lockedFile(work.tx, id));
  await withdraw(work, 'ach_file', id, 'The file was cancelled.');
  work.note({ targetKind: 'ach_file', targetId: id });
  return { id };
}
