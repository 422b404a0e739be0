import { createHash } from 'node:crypto';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { subtract, type Cents, ZERO } from '@openbenefits/domain/money';
import type { AccountKind, AchAddenda, AchEntry } from '@openbenefits/domain/payments/ach/ach-file';
import { type CorrectedAccount, correctedAccount } from '@openbenefits/domain/payments/ach/corrected-account';
import { readAchFile } from '@openbenefits/domain/payments/ach/read-ach-file';
import { CHANGE_CODES, returnRule } from '@openbenefits/domain/payments/ach/return-codes';
import { ownValue } from '@openbenefits/domain/own-value';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { lockedPayment, reversePayment } from '../payment-records.ts';
import { failRefund } from '../refunds/refunds.operations.ts';
import { addAuthor } from './ach-file-records.ts';
import { accountPlace, addAccountAuthor, lockedAccount } from './bank-account-records.ts';
import { restrictAfterReturns } from './restrictions.ts';

const SHOWN_PROBLEMS = 5;

type Matched = {
  id: string;
  groupId: string;
  batch: string;
  paymentId: string | null;
  refundId: string | null;
  feeId: string | null;
  bankAccountId: string;
  cents: Cents;
  returnedAt: string | null;
};
type Answer = Extract<AchAddenda, { kind: 'return' | 'change' }>;
type BankCase = 'duplicate_return' | 'not_ours' | 'void';
/** What followed from an answer; one that was not applied changed nothing and counts for nothing. */
type Followed = { outcome: string; isApplied: boolean; bankCase: BankCase | null };
type Answered = Followed & { entry: Matched | undefined; answer: Answer; cents: Cents };

const applied = (outcome: string): Followed => ({ outcome, isApplied: true, bankCase: null });
const notApplied = (outcome: string, bankCase: BankCase | null = null): Followed => ({
  outcome,
  isApplied: false,
  bankCase,
});

/** The batch in which an answer came: whose entries it answers, and the day on which the bank made the file. */
type Source = { companyId: string; madeOn: CalendarDate };

/** The notices of change that the file at hand has applied already; those of earlier files are kept with their answers. */
type Noticed = Set<string>;

/**
 * Our entry that a return answers: by its trace, its amount, and the bank and company with which it was sent, and no
 * earlier than the day on which it settled. The account may have been corrected since. Entries from before these were kept
 * are matched without them.
 */
async function entryAnswered(
  { tx, today }: Work,
  answer: Answer,
  { cents, companyId, madeOn }: Source & { cents: Cents },
): Promise<Matched | undefined> {
  const { rows } = await sql<Matched>`
    select e.id, e.group_id, e.batch, e.payment_id, e.refund_id, e.fee_id, e.bank_account_id, e.cents, e.returned_at
    from ach_entries e join ach_files f on f.id = e.file_id
    where e.trace = ${answer.originalTrace} and e.is_included and f.status = 'sent' and (${answer.kind} = 'change' or e.cents = ${cents})
      and (e.sent_routing is null or left(e.sent_routing, 8) = ${answer.originalRdfi})
      and (e.sent_company_id is null or e.sent_company_id = ${companyId}) and f.effective_on <= least(${today}::date, ${madeOn}::date)
    for update of e`.execute(tx);
  return rows[0];
}

async function disable({ tx }: Work, accountId: string, reason: string): Promise<void> {
  await tx
    .updateTable('bankAccounts')
    .set({ status: 'disabled', statusReason: reason })
    .where('id', '=', accountId)
    .execute();
}

async function returnFeeDebit(work: Work, entry: Matched, reason: string): Promise<void> {
  await postEntry(work, {
    kind: 'fee_returned',
    effectiveOn: work.today,
    memo: `Return fee came back: ${reason}`,
    idempotencyKey: `fee returned ${entry.id}`,
    postings: [
      { account: '1110', cents: entry.cents, groupId: entry.groupId },
      { account: '1000', cents: subtract(ZERO, entry.cents), groupId: entry.groupId },
    ],
  });
  await work.tx.updateTable('returnFees').set({ status: 'returned' }).where('id', '=', entry.feeId).execute();
}

/** A payment that was voided after it had settled has no money left to give back. */
async function isVoid({ tx }: Work, { paymentId }: Matched): Promise<boolean> {
  if (paymentId === null) return false;
  const payment = await lockedPayment(tx, paymentId);
  return payment.status === 'void' || payment.status === 'failed' || payment.status === 'returned';
}

/** What follows from a return: the payment, refund, fee or verification, and the account (return-codes.ts). */
async function applyReturn(work: Work, entry: Matched, code: string): Promise<Followed> {
  const { tx, now } = work;
  const rule = returnRule(code);
  const reason = `${code}, ${rule.title.toLowerCase()}`;
  if (entry.returnedAt !== null)
    return notApplied(
      'This entry was already returned. Nothing was changed. Contest the duplicate return with your bank (R67).',
      'duplicate_return',
    );
  if (await isVoid(work, entry))
    return notApplied('This payment was voided before. Nothing was changed. Ask the bank about the return.', 'void');
  await tx.updateTable('achEntries').set({ returnedAt: now }).where('id', '=', entry.id).execute();
  const parts: string[] = [];
  if (entry.paymentId !== null) {
    const refunds = await reversePayment(work, entry.paymentId, 'returned', reason);
    parts.push('Payment reversed, its bill is owed again from its own due date.', ...refunds);
  }
  if (entry.refundId !== null) {
    await failRefund(work, { id: entry.refundId, reason });
    parts.push('Refund is payable again.');
  }
  if (entry.feeId !== null) {
    await returnFeeDebit(work, entry, reason);
    parts.push('The return fee is owed again; it earns no further fee.');
  }
  if (rule.account !== 'ok' || entry.batch === 'prenote' || entry.batch === 'deposit') {
    await disable(work, entry.bankAccountId, reason);
    parts.push('The account takes no further debits.');
  }
  if (rule.recurring !== 'keep') {
    const { numUpdatedRows } = await tx
      .updateTable('recurringPayments')
      .set({ status: 'paused', statusReason: reason })
      .where('bankAccountId', '=', entry.bankAccountId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) parts.push('Recurring payments of the account are paused.');
  }
  if (rule.mayRetry && entry.paymentId !== null) parts.push('The debit may be sent again.');
  return applied(parts.join(' '));
}

/** A bank tells of a change once. Another notice with its code would be a second change by the same words. */
async function wasNoticed({ tx }: Work, entry: Matched, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from ach_returns where entry_id = ${entry.id} and kind = 'change' and code = ${code} and is_applied limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** What a change of an account leaves on it: with another number or holder it is a new payee, and the actor an author. */
async function markChanged(work: Work, id: string, { routing, account, holder }: CorrectedAccount): Promise<void> {
  const { tx, actor, now } = work;
  if (routing ?? account ?? holder)
    await tx
      .updateTable('bankAccounts')
      .set({ changedAt: now, changedBy: actor.id, changedByName: actor.name })
      .where('id', '=', id)
      .execute();
  await addAccountAuthor(work, id);
}

async function applyChange(
  work: Work,
  entry: Matched,
  { code, corrected }: { code: string; corrected: string },
  noticed: Noticed,
): Promise<Followed> {
  const { tx, actor, services } = work;
  const notice = `${entry.id} ${code}`;
  if (noticed.has(notice) || (await wasNoticed(work, entry, code)))
    return notApplied('This notice of change was already applied. Nothing was changed. Ask the bank.');
  const what = ownValue(CHANGE_CODES, code) ?? 'Unknown change';
  const change = correctedAccount(code, corrected);
  if (!change) return notApplied(`${what}: the corrected data cannot be used. Ask the bank.`);
  const account = await lockedAccount(tx, entry.bankAccountId);
  await tx
    .updateTable('bankAccounts')
    .set({
      ...(change.routing && { routing: change.routing }),
      ...(change.kind && { kind: change.kind }),
      ...(change.holder && { holder: change.holder }),
      ...(change.individualId && { individualId: change.individualId }),
      ...(change.takesNoAddenda && { takesNoAddenda: true }),
      ...(change.account && {
        accountEncrypted: services.vault.seal(change.account, accountPlace(actor.tenantId, account.id)),
        last4: change.account.slice(-4),
      }),
    })
    .where('id', '=', account.id)
    .execute();
  await markChanged(work, account.id, change);
  if (change.kind) await recodeDrafts(work, account.id, change.kind);
  await becomeAuthorOfOpenFiles(work, account.id);
  noticed.add(notice);
  const now = change.account ? ` Account ending ${account.last4} is now ending ${change.account.slice(-4)}.` : '';
  return applied(`${what} corrected before the next debit.${now}`);
}

/** Who corrects an account does not approve the file that is to go to it. */
async function becomeAuthorOfOpenFiles(work: Work, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select f.id from ach_files f where f.status in ('draft', 'approved')
      and exists (select from ach_entries e where e.file_id = f.id and e.bank_account_id = ${accountId} and e.is_included)`.execute(
    work.tx,
  );
  for (const { id } of rows) await addAuthor(work, id);
}

/** Entries of files that were not sent go to the corrected kind of account. */
async function recodeDrafts({ tx }: Work, accountId: string, kind: AccountKind): Promise<void> {
  await sql`update ach_entries e set code = ${kind === 'checking' ? '2' : '3'} || substr(e.code, 2, 1) from ach_files f
    where f.id = e.file_id and f.status in ('draft', 'approved') and e.bank_account_id = ${accountId}`.execute(tx);
}

/** Applies one answer; one that cannot be applied is listed with the reason, and the others go on. */
async function answerEntry(
  work: Work,
  answer: Answer,
  { cents, ...source }: Source & { cents: Cents },
  noticed: Noticed,
): Promise<Answered> {
  const { tx } = work;
  const entry = await entryAnswered(work, answer, { ...source, cents });
  const of = { entry, answer, cents };
  if (!entry)
    return {
      ...of,
      ...notApplied('No sent entry of ours has this trace, bank, company, amount and day. Ask the bank.', 'not_ours'),
    };
  await sql`savepoint answer`.execute(tx);
  try {
    const followed =
      answer.kind === 'return'
        ? await applyReturn(work, entry, answer.code)
        : await applyChange(work, entry, answer, noticed);
    await sql`release savepoint answer`.execute(tx);
    return { ...of, ...followed };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint answer`.execute(tx);
    return { ...of, ...notApplied(`${error.message} Nothing was changed.`) };
  }
}

async function handle(work: Work, { cents, addenda }: AchEntry, source: Source, noticed: Noticed): Promise<Answered[]> {
  const found: Answered[] = [];
  for (const answer of addenda)
    if (answer.kind !== 'text') found.push(await answerEntry(work, answer, { ...source, cents }, noticed));
  return found;
}

/** Digests of a file: without its line ends, which transfers change, and as it was digested before. */
const digestsOf = (text: string): [string, string] => {
  const digest = (content: string) => createHash('sha256').update(content).digest('hex');
  return [digest(text.replaceAll('\u001a', '').replaceAll(/[\r\n]/g, '')), digest(text)];
};

/** Keeps every answer of a file with what followed. */
async function storeAnswers(work: Work, fileId: string, answered: readonly Answered[]): Promise<void> {
  for (const { entry, answer, cents: amount, outcome, isApplied, bankCase } of answered)
    await work.tx
      .insertInto('achReturns')
      .values({
        id: uuidv7(),
        fileId,
        groupId: entry?.groupId ?? null,
        entryId: entry?.id ?? null,
        paymentId: entry?.paymentId ?? null,
        bankAccountId: entry?.bankAccountId ?? null,
        kind: answer.kind,
        code: answer.code,
        originalTrace: answer.originalTrace,
        cents: amount,
        outcome,
        isApplied,
        bankCase,
        at: work.now,
      })
      .execute();
}

/**
 * Reads a file of returns and changes, all or nothing: a file with problems changes nothing, the same file twice is
 * refused.
 */
export async function importReturns(
  work: Work,
  { name, text }: { name: string; text: string },
): Promise<{ id: string; entries: number; matched: number }> {
  const { tx, actor, now, note } = work;
  const [sha256, earlier] = digestsOf(text);
  // A second upload of the same file at the same time waits here, and then finds the first.
  await sql`select pg_advisory_xact_lock(hashtext('ach returns'))`.execute(tx);
  const before = await tx
    .selectFrom('achReturnFiles')
    .select(['fileName', 'importedByName'])
    .where('sha256', 'in', [sha256, earlier])
    .executeTakeFirst();
  if (before)
    throw new Refusal(
      'conflict',
      `This file was already imported by ${before.importedByName}, as ${before.fileName}. Nothing was changed.`,
    );
  const { file, problems } = readAchFile(text);
  refuseIfAny(
    problems
      .slice(0, SHOWN_PROBLEMS)
      .map(({ line, message }) => ({ path: 'file', message: `Line ${line}: ${message}` })),
  );
  const answered: Answered[] = [];
  const noticed: Noticed = new Set();
  if (!file) throw new Error('A file without problems was not read');
  for (const { companyId, entries } of file.batches)
    for (const entry of entries)
      answered.push(...(await handle(work, entry, { companyId, madeOn: file.createdOn }, noticed)));
  if (answered.length === 0)
    throw new Refusal('invalid', 'This file has no returns and no changes.', [
      { path: 'file', message: 'This file has no returns and no changes. It may be a file of your own debits.' },
    ]);
  const id = uuidv7();
  const matched = answered.filter(({ entry }) => entry !== undefined).length;
  const cents = answered.reduce(
    (sum, one) => (one.isApplied && one.answer.kind === 'return' ? sum + one.cents : sum),
    0,
  );
  await tx
    .insertInto('achReturnFiles')
    .values({
      id,
      fileName: name,
      sha256,
      entries: answered.length,
      matched,
      cents,
      importedByName: actor.name,
      importedAt: now,
    })
    .execute();
  await storeAnswers(work, id, answered);
  await restrictAfterReturns(
    work,
    id,
    answered.flatMap(({ entry, isApplied, answer }) =>
      isApplied && entry?.paymentId && answer.kind === 'return' ? [entry.groupId] : [],
    ),
  );
  note({ targetKind: 'ach_return_file', targetId: id, itemCount: answered.length });
  return { id, entries: answered.length, matched };
}
