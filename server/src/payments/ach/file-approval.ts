import { createHash } from 'node:crypto';
import { counted } from '@openbenefits/domain/counted';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, formatMoney, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requireApproval } from '../../approvals/approvals.operations.ts';
import type { ApprovalFact, ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { REFUND } from '../refunds/refund-approval.ts';
import {
  contentPlace,
  entriesOf,
  type EntryRecord,
  type FileRecord,
  lockedFile,
  oldDraftReasonOf,
  secOf,
} from './ach-file-records.ts';
import { requireBank, type StoredSettings } from './bank-settings.ts';
import { effectiveDay } from './effective-day.ts';
import { bytesOf } from './file-bytes.ts';
import { boundPayee, changeOf, type Payee, payeesOf } from './payee.ts';

/** So many refunds are named one by one; the sum has all. */
const NAMED_REFUNDS = 20;

const isDebit = ({ code }: EntryRecord): boolean => Number(code[1]) >= 5;
/** Money leaves for it. The account of a debit pays, so who added it has nothing to gain from the file. */
const isPaid = ({ batch }: EntryRecord): boolean => batch === 'refund' || batch === 'deposit';
const sumOf = (entries: readonly EntryRecord[]): Cents => add(...entries.map(({ cents }) => cents), ZERO);

/** What of an entry goes into the bytes, and whether it still has to go. */
const boundEntry = (entry: EntryRecord, payee: Payee | undefined): object => ({
  batch: entry.batch,
  groupId: entry.groupId,
  paymentId: entry.paymentId,
  refundId: entry.refundId,
  feeId: entry.feeId,
  code: entry.code,
  cents: entry.cents,
  trace: entry.trace,
  sec: secOf(entry),
  individualId: entry.individualId,
  takesNoAddenda: entry.takesNoAddenda,
  billNumber: entry.billNumber,
  isWanted: entry.isWanted,
  payee: payee && boundPayee(payee),
});

/** What of the settings goes into the bytes: which bank, in which name, and our own account on the other side. */
const boundBank = (settings: StoredSettings): object => ({
  bankName: settings.bankName,
  routing: settings.routing,
  originId: settings.originId,
  companyName: settings.companyName,
  companyId: settings.companyId,
  isBalanced: settings.isBalanced,
  settlementKind: settings.settlementKind,
  settlementAccount: settings.settlementAccountEncrypted,
});

function entryFacts(entries: readonly EntryRecord[]): ApprovalFact[] {
  const deposits = entries.filter(({ batch }) => batch === 'deposit');
  const credits = entries.filter((entry) => !isDebit(entry) && entry.batch !== 'deposit');
  const refunds = entries.filter(({ refundNumber }) => refundNumber !== null);
  return [
    { label: 'Entries', value: counted(entries.length, 'entry', 'entries') },
    { label: 'Debits', value: formatMoney(sumOf(entries.filter(isDebit))) },
    { label: 'Credits', value: formatMoney(sumOf(credits)) },
    ...(deposits.length > 0
      ? [{ label: 'Verification', value: `${counted(deposits.length, 'deposit')} of less than a dollar` }]
      : []),
    ...refunds.slice(0, NAMED_REFUNDS).map(({ refundNumber, cents, holder, routing, last4 }) => ({
      label: `Refund ${refundNumber}`,
      value: `${formatMoney(cents)} to ${holder}, routing ${routing}, account ending in ${last4}`,
    })),
    ...(refunds.length > NAMED_REFUNDS
      ? [{ label: 'Further refunds', value: String(refunds.length - NAMED_REFUNDS) }]
      : []),
  ];
}

/** The accounts to be paid that are not what they were when they were added. */
const changeFacts = (paid: readonly Payee[], clock: Work['services']['clock']): ApprovalFact[] =>
  paid.flatMap((payee) => {
    const change = changeOf(payee, clock);
    return change === null ? [] : [{ label: `Account ending in ${payee.last4} of ${payee.holder}`, value: change }];
  });

const bankFacts = (settings: StoredSettings): ApprovalFact[] => [
  { label: 'Bank', value: `${settings.bankName}, routing ${settings.routing}, our ID ${settings.originId}` },
  { label: 'Company', value: `${settings.companyName}, ${settings.companyId}` },
  {
    label: 'Settlement account',
    value: `Ending in ${settings.settlementLast4}${settings.isBalanced ? ', balances each batch' : ''}`,
  },
];

/** Everything that a file has, with the accounts and the settings of our bank that its bytes are made with. */
async function describe(work: Work, id: string): Promise<Described> {
  const { tx, services } = work;
  const file = await lockedFile(tx, id);
  const entries = (await entriesOf(tx, id, 'lock')).filter(({ isIncluded }) => isIncluded);
  const settings = await requireBank(tx, 'lock');
  const payees = await payeesOf(
    work,
    entries.map(({ bankAccountId }) => bankAccountId),
  );
  const paid = [...new Set(entries.filter(isPaid).map(({ bankAccountId }) => bankAccountId))].flatMap(
    (one) => payees.get(one) ?? [],
  );
  const age = await oldDraftReasonOf(work, file);
  return {
    groupId: null,
    title: `ACH file ${file.reference}`,
    link: '/payments/ach',
    // The amounts of verification deposits are for their receiver to name.
    cents: sumOf(entries.filter(({ batch }) => batch !== 'deposit')),
    authors: [...file.authors, ...paid.flatMap(({ authors }) => authors)],
    content: {
      reference: file.reference,
      entries: entries.map((entry) => boundEntry(entry, payees.get(entry.bankAccountId))),
      bank: boundBank(settings),
    },
    facts: [
      {
        label: 'Drafted',
        value: `${formatDate(services.clock.dayOf(file.createdAt))} by ${file.createdByName}`,
      },
      ...(age === null ? [] : [{ label: 'Age', value: age }]),
      ...entryFacts(entries),
      ...changeFacts(paid, services.clock),
      ...bankFacts(settings),
    ],
  };
}

/** Refuses a file that has nothing, or an entry that must not go any more. */
function requireSendable(entries: readonly EntryRecord[]): void {
  if (entries.length === 0) throw new Refusal('state', 'The file has no entries.');
  const disabled = entries.find(({ accountStatus }) => accountStatus === 'disabled');
  if (disabled)
    throw new Refusal('state', `The bank account of ${disabled.groupName} was disabled. Leave its entry out first.`);
  const ended = entries.find(({ isWanted }) => !isWanted);
  if (ended) throw new Refusal('state', `An entry of ${ended.groupName} was voided or withdrawn. Leave it out first.`);
}

/** Makes the bytes from what was approved, and keeps them: later changes of accounts or settings do not reach them. */
async function makeBytes(work: Work, file: FileRecord): Promise<void> {
  const { tx, actor, now, services } = work;
  const { id } = file;
  const entries = (await entriesOf(tx, id, 'lock')).filter(({ isIncluded }) => isIncluded);
  requireSendable(entries);
  for (const { refundId } of entries) if (refundId !== null) await requireApproval(work, REFUND, refundId);
  const settings = await requireBank(tx, 'lock');
  const effectiveOn = effectiveDay(work, settings.cutOff);
  const content = await bytesOf(work, { ...file, effectiveOn }, entries, settings);
  await sql`update ach_entries e set sent_routing = a.routing, sent_company_id = ${settings.companyId} from bank_accounts a
    where a.id = e.bank_account_id and e.file_id = ${id} and e.is_included`.execute(tx);
  await tx
    .updateTable('achFiles')
    .set({
      status: 'approved',
      effectiveOn,
      approvedBy: actor.id,
      approvedByName: actor.name,
      approvedAt: now,
      contentEncrypted: services.vault.seal(content, contentPlace(actor.tenantId, id)),
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    .where('id', '=', id)
    .execute();
}

/** Gives a file up; its debits and refunds wait for the next one. */
export async function giveUpFile({ tx }: Work, { id, status, reference }: FileRecord): Promise<void> {
  if (status !== 'draft' && status !== 'approved') throw new Refusal('state', `${reference} is already ${status}.`);
  await tx
    .updateTable('achFiles')
    .set({ status: 'cancelled', contentEncrypted: null, sha256: null })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('achEntries').set({ isIncluded: false }).where('fileId', '=', id).execute();
}

/** An ACH file: its bytes are made with its approval, and go to the bank only as they were approved. */
export const ACH_FILE: ApprovalSubject = {
  kind: 'ach_file',
  describe,
  async carryOut(work, id) {
    const file = await lockedFile(work.tx, id);
    if (file.status !== 'draft') throw new Refusal('state', `${file.reference} is already ${file.status}.`);
    await makeBytes(work, file);
  },
  giveUp: async (work, id) => giveUpFile(work, await lockedFile(work.tx, id)),
};
