import { createHash } from 'node:crypto';
import { subtract, type Cents, ZERO } from '@openbenefits/domain/money';
import type { AchAddenda, AchEntry } from '@openbenefits/domain/payments/ach/ach-file';
import { correctedAccount } from '@openbenefits/domain/payments/ach/corrected-account';
import { readAchFile } from '@openbenefits/domain/payments/ach/read-ach-file';
import { CHANGE_CODES, returnRule } from '@openbenefits/domain/payments/ach/return-codes';
import { ownValue } from '@openbenefits/domain/own-value';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { reversePayment } from '../payment-records.ts';
import { failRefund } from '../refunds/refunds.operations.ts';
import { requireAllGroups } from './ach-file-records.ts';
import { accountPlace, lockedAccount } from './bank-account-records.ts';

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
type Outcome = { entry: Matched | undefined; outcome: string };

/** Our entry that a return answers: by its trace, its bank and its amount, not by the trace alone (case M18). */
async function entryAnswered({ tx }: Work, answer: Answer, cents: Cents): Promise<Matched | undefined> {
  const { rows } = await sql<Matched>`
    select e.id, e.group_id, e.batch, e.payment_id, e.refund_id, e.fee_id, e.bank_account_id, e.cents, e.returned_at
    from ach_entries e join bank_accounts a on a.id = e.bank_account_id join ach_files f on f.id = e.file_id
    where e.trace = ${answer.originalTrace} and e.is_included and f.status = 'sent' and left(a.routing, 8) = ${answer.originalRdfi} and (${answer.kind} = 'change' or e.cents = ${cents})
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

/** What follows from a return: the payment, refund, fee or verification, and the account (return-codes.ts). */
async function applyReturn(work: Work, entry: Matched, code: string): Promise<string> {
  const { tx, now } = work;
  const rule = returnRule(code);
  const reason = `${code}, ${rule.title.toLowerCase()}`;
  if (entry.returnedAt !== null) return 'This entry was already returned. Nothing was changed.';
  await tx.updateTable('achEntries').set({ returnedAt: now }).where('id', '=', entry.id).execute();
  const parts: string[] = [];
  if (entry.paymentId !== null) {
    await reversePayment(work, entry.paymentId, 'returned', reason);
    parts.push('Payment reversed, its bill is owed again from its own due date.');
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
  return parts.join(' ');
}

async function applyChange(work: Work, entry: Matched, { code, corrected }: { code: string; corrected: string }) {
  const { tx, actor, services } = work;
  const what = ownValue(CHANGE_CODES, code) ?? 'Unknown change';
  const change = correctedAccount(code, corrected);
  if (!change) return `${what}: it corrects no account. Ask the bank.`;
  const account = await lockedAccount(tx, entry.bankAccountId);
  await tx
    .updateTable('bankAccounts')
    .set({
      ...(change.routing && { routing: change.routing }),
      ...(change.kind && { kind: change.kind }),
      ...(change.account && {
        accountEncrypted: services.vault.seal(change.account, accountPlace(actor.tenantId, account.id)),
        last4: change.account.slice(-4),
      }),
    })
    .where('id', '=', account.id)
    .execute();
  const now = change.account ? ` Account ending ${account.last4} is now ending ${change.account.slice(-4)}.` : '';
  return `${what} corrected before the next debit.${now}`;
}

async function handle(
  work: Work,
  { cents, addenda }: AchEntry,
): Promise<(Outcome & { answer: Answer; cents: Cents })[]> {
  const found: (Outcome & { answer: Answer; cents: Cents })[] = [];
  for (const answer of addenda) {
    if (answer.kind === 'text') continue;
    const entry = await entryAnswered(work, answer, cents);
    if (!entry) {
      found.push({ entry, answer, cents, outcome: 'No debit of ours has this trace, bank and amount. Ask the bank.' });
      continue;
    }
    const outcome =
      answer.kind === 'return' ? await applyReturn(work, entry, answer.code) : await applyChange(work, entry, answer);
    found.push({ entry, answer, cents, outcome });
  }
  return found;
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
  requireAllGroups(work);
  const sha256 = createHash('sha256').update(text).digest('hex');
  // A second upload of the same file at the same time waits here, and then finds the first.
  await sql`select pg_advisory_xact_lock(hashtext('ach returns'))`.execute(tx);
  const before = await tx
    .selectFrom('achReturnFiles')
    .select(['fileName', 'importedByName'])
    .where('sha256', '=', sha256)
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
  const answered: Awaited<ReturnType<typeof handle>> = [];
  for (const batch of file?.batches ?? [])
    for (const entry of batch.entries) answered.push(...(await handle(work, entry)));
  if (answered.length === 0)
    throw new Refusal('invalid', 'This file has no returns and no changes.', [
      { path: 'file', message: 'This file has no returns and no changes. It may be a file of your own debits.' },
    ]);
  const id = uuidv7();
  const matched = answered.filter(({ entry }) => entry !== undefined).length;
  const cents = answered.reduce((sum, one) => (one.entry && one.answer.kind === 'return' ? sum + one.cents : sum), 0);
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
  for (const { entry, answer, cents: amount, outcome } of answered)
    await tx
      .insertInto('achReturns')
      .values({
        id: uuidv7(),
        fileId: id,
        groupId: entry?.groupId ?? null,
        entryId: entry?.id ?? null,
        paymentId: entry?.paymentId ?? null,
        bankAccountId: entry?.bankAccountId ?? null,
        kind: answer.kind,
        code: answer.code,
        originalTrace: answer.originalTrace,
        cents: amount,
        outcome,
        at: now,
      })
      .execute();
  note({ targetKind: 'ach_return_file', targetId: id, itemCount: answered.length });
  return { id, entries: answered.length, matched };
}
