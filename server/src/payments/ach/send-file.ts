import { createHash } from 'node:crypto';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import {
  type AchAddenda,
  type AchBatch,
  type AchEntry,
  TRANSACTION_CODES,
} from '@openbenefits/domain/payments/ach/ach-file';
import { oldDraftReason } from '@openbenefits/domain/payments/ach/old-draft';
import { writeAchFile } from '@openbenefits/domain/payments/ach/write-ach-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { sendPayment } from '../payment-records.ts';
import { lockedRefund } from '../refunds/refund-records.ts';
import { markRefundPaid } from '../refunds/refunds.operations.ts';
import {
  contentPlace,
  entriesOf,
  type EntryBatch,
  type EntryRecord,
  type FileRecord,
  lockedFile,
  secOf,
} from './ach-file-records.ts';
import { accountPlace } from './bank-account-records.ts';
import { settlementPlace, type StoredSettings } from './bank-settings.ts';
import { debitAdvices } from './debit-advices.ts';
import { requireBank } from './draft-file.operations.ts';

/** Descriptions as the rules ask for them (NACHA Operating Rules 2.12.4 and 2.14). */
const DESCRIPTION: Readonly<Record<EntryBatch, string>> = {
  premium: 'PREMIUM',
  retry: 'RETRY PYMT',
  fee: 'RETURN FEE',
  prenote: 'PRENOTE',
  deposit: 'ACCTVERIFY',
  refund: 'REFUND',
};

type Advices = ReadonlyMap<string, readonly AchAddenda[]>;

function entryOf(entry: EntryRecord, account: string, advices: Advices): AchEntry {
  return {
    code: entry.code,
    routing: entry.routing,
    account,
    cents: entry.cents,
    id: entry.individualId ?? entry.cim,
    name: entry.holder,
    discretionary: '',
    addenda:
      advices.get(entry.id) ??
      (entry.billNumber === null || entry.takesNoAddenda
        ? []
        : [{ kind: 'text', text: `RMR*IV*${entry.billNumber}**${(entry.cents / 100).toFixed(2)}\\` }]),
    trace: entry.trace,
  };
}

/** The entry that balances a batch: our own account on the other side. It posts nothing of its own (case M18). */
function offsetOf(
  entries: readonly EntryRecord[],
  settings: StoredSettings,
  account: string,
  trace: string,
): AchEntry | undefined {
  const sum = entries.reduce((total, { code, cents }) => (Number(code[1]) >= 5 ? total + cents : total - cents), 0);
  if (sum === 0) return undefined;
  const codes = TRANSACTION_CODES[settings.settlementKind];
  return {
    code: sum > 0 ? codes.credit : codes.debit,
    routing: settings.routing,
    account,
    cents: fromCents(Math.abs(sum)),
    id: '',
    name: settings.companyName,
    discretionary: '',
    addenda: [],
    trace,
  };
}

function batchesOf(
  work: Work,
  file: FileRecord,
  entries: readonly EntryRecord[],
  settings: StoredSettings,
  { offsets, advices }: { offsets: string[]; advices: Advices },
): AchBatch[] {
  const { actor, services } = work;
  const open = (entry: EntryRecord) =>
    services.vault.open(entry.accountEncrypted, accountPlace(actor.tenantId, entry.bankAccountId));
  const own = services.vault.open(settings.settlementAccountEncrypted, settlementPlace(actor.tenantId));
  const groups = Map.groupBy(entries, (entry) => `${entry.batch} ${secOf(entry)}`);
  return [...groups.values()].flatMap((ofBatch): AchBatch[] => {
    const [first] = ofBatch;
    if (!first) return [];
    const offset = settings.isBalanced ? offsetOf(ofBatch, settings, own, offsets.shift() ?? '') : undefined;
    return [
      {
        companyName: settings.companyName,
        companyId: settings.companyId,
        companyData: '',
        sec: secOf(first),
        description: DESCRIPTION[first.batch],
        effectiveOn: file.effectiveOn,
        odfi: settings.routing.slice(0, 8),
        entries: [...ofBatch.map((entry) => entryOf(entry, open(entry), advices)), ...(offset ? [offset] : [])],
      },
    ];
  });
}

async function offsetTraces({ tx }: Work, settings: StoredSettings, count: number): Promise<string[]> {
  const { rows } = await sql<{ trace: string }>`
    select ${settings.routing.slice(0, 8)} || lpad(nextval('ach_trace_numbers')::text, 7, '0') as trace from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(({ trace }) => trace);
}

async function bytesOf(work: Work, file: FileRecord, entries: readonly EntryRecord[]): Promise<string> {
  const settings = await requireBank(work.tx);
  const kinds = new Set(entries.map((entry) => `${entry.batch} ${secOf(entry)}`)).size;
  const offsets = settings.isBalanced ? await offsetTraces(work, settings, kinds) : [];
  const advices = await debitAdvices(
    work,
    file,
    settings,
    entries.filter((entry) => secOf(entry) === 'CTX'),
  );
  return writeAchFile({
    destination: settings.routing,
    origin: settings.originId,
    createdOn: file.madeOn,
    createdAt: new Intl.DateTimeFormat('en-GB', {
      timeZone: work.services.clock.zone(),
      hour: '2-digit',
      minute: '2-digit',
    })
      .format(new Date(file.createdAt))
      .replace(':', ''),
    modifier: file.modifier,
    destinationName: settings.bankName,
    originName: settings.companyName,
    reference: '',
    batches: batchesOf(work, file, entries, settings, { offsets, advices }),
  });
}

async function markSent(
  work: Work,
  { batch, paymentId, refundId, feeId, bankAccountId, groupId, cents }: EntryRecord,
  file: FileRecord,
) {
  const { tx, today } = work;
  if (paymentId !== null) await sendPayment(work, paymentId, `Sent to the bank in ${file.reference}`);
  if (refundId !== null)
    await markRefundPaid(work, await lockedRefund(tx, refundId), {
      status: 'sent',
      reference: file.reference,
      paidOn: file.effectiveOn,
    });
  if (feeId !== null) {
    await postEntry(work, {
      kind: 'fee_sent',
      effectiveOn: today,
      memo: `Return fee in ${file.reference}`,
      idempotencyKey: `fee sent ${feeId}`,
      postings: [
        { account: '1010', cents, groupId },
        { account: '1110', cents: fromCents(0 - cents), groupId },
      ],
    });
    await tx.updateTable('returnFees').set({ status: 'sent' }).where('id', '=', feeId).execute();
  }
  if (batch === 'prenote' || batch === 'deposit')
    await tx.updateTable('bankAccounts').set({ prenoteOn: file.effectiveOn }).where('id', '=', bankAccountId).execute();
}

/** A file that was approved long ago was approved for other days: it is made and approved again. */
async function requireFresh({ services, today }: Work, { reference, approvedAt }: FileRecord): Promise<void> {
  const approvedOn = approvedAt && services.clock.dayOf(approvedAt);
  if (approvedOn && oldDraftReason(approvedOn, today) !== null)
    throw new Refusal(
      'state',
      `${reference} was approved on ${formatDate(approvedOn)}, more than five banking days ago. Cancel it and make a new file.`,
    );
}

/**
 * The bytes of an approved file. The first call makes them and marks everything in it as sent, in one transaction; later
 * calls give the same bytes. A process that dies between has made nothing.
 */
export async function sentFile(
  work: Work,
  { id }: { id: string },
): Promise<{ name: string; content: string; sha256: string }> {
  const { tx, actor, now, services, note } = work;
  const file = await lockedFile(tx, id);
  const name = `${file.reference}.ach`;
  note({ targetKind: 'ach_file', targetId: id, fields: ['bank_account'] });
  if (file.contentEncrypted !== null && file.sha256 !== null)
    return {
      name,
      content: services.vault.open(file.contentEncrypted, contentPlace(actor.tenantId, id)),
      sha256: file.sha256,
    };
  if (file.status !== 'approved') throw new Refusal('state', 'The file has to be approved before it goes to the bank.');
  await requireFresh(work, file);
  const entries = (await entriesOf(tx, id)).filter(({ isIncluded }) => isIncluded);
  const content = await bytesOf(work, file, entries);
  const sha256 = createHash('sha256').update(content).digest('hex');
  for (const entry of entries) await markSent(work, entry, file);
  const { companyId } = await requireBank(tx);
  await sql`update ach_entries e set sent_routing = a.routing, sent_company_id = ${companyId} from bank_accounts a
    where a.id = e.bank_account_id and e.file_id = ${id} and e.is_included`.execute(tx);
  await tx
    .updateTable('achFiles')
    .set({
      status: 'sent',
      sentAt: now,
      contentEncrypted: services.vault.seal(content, contentPlace(actor.tenantId, id)),
      sha256,
    })
    .where('id', '=', id)
    .execute();
  return { name, content, sha256 };
}
