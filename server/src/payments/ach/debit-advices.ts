import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { addendaOf820 } from '@openbenefits/domain/payments/ach/ctx-addenda';
import type { AchAddenda } from '@openbenefits/domain/payments/ach/ach-file';
import { applyMoney } from '@openbenefits/domain/payments/application';
import { type OutgoingLine, write820 } from '@openbenefits/domain/payments/remittance/write-820';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { takeControlNumbers } from '../../control-numbers.ts';
import { openBills } from '../group-balance.ts';
import type { EntryRecord, FileRecord } from './ach-file-records.ts';
import type { StoredSettings } from './bank-settings.ts';

type Payment = { id: string; cents: Cents; billId: string | null; reference: string };

const lineOf = (kind: OutgoingLine['kind'], reference: string, paid: Cents): OutgoingLine => ({
  kind,
  reference,
  paid,
  billed: null,
  adjustments: [],
  plan: null,
  line: null,
  period: null,
  subscribers: null,
});

async function paymentsOf({ tx }: Work, entries: readonly EntryRecord[]): Promise<Map<string, Payment>> {
  const { rows } = await sql<Payment>`
    select id, cents, bill_id, reference from payments where id = any (${entries.map(({ paymentId }) => paymentId)}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map((payment) => [payment.id, payment]));
}

async function billNumbers({ tx }: Work, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from bills where id = any (${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The amounts of a group's debits per bill, in their order: each pays what the one before it has left. */
async function linesOfGroup(work: Work, entries: readonly EntryRecord[]): Promise<Map<string, OutgoingLine[]>> {
  const [first] = entries;
  if (!first) return new Map();
  const payments = await paymentsOf(work, entries);
  let open = await openBills(work.tx, first.groupId);
  const numbers = await billNumbers(
    work,
    open.map(({ id }) => id),
  );
  const lines = new Map<string, OutgoingLine[]>();
  for (const entry of entries) {
    const payment = payments.get(entry.paymentId ?? '');
    const paid = applyMoney([{ paymentId: entry.paymentId, cents: payment?.cents ?? ZERO }], open, payment?.billId);
    const bills = paid.map(({ billId, cents }) => lineOf('IK', numbers.get(billId) ?? '', cents));
    // A fee that the payer bears, and what is more than the bills, is on the account of the group.
    const rest = paid.reduce((left, { cents }) => subtract(left, cents), entry.cents);
    lines.set(entry.id, rest > 0 ? [...bills, lineOf('11', entry.cim, rest)] : bills);
    open = open.map((bill) => ({
      ...bill,
      due: paid.reduce((due, one) => (one.billId === bill.id ? subtract(due, one.cents) : due), bill.due),
    }));
  }
  return lines;
}

/** The 820 of each debit whose payer takes one (CTX), cut into addenda records: which bills it pays. */
export async function debitAdvices(
  work: Work,
  file: FileRecord,
  settings: StoredSettings,
  entries: readonly EntryRecord[],
): Promise<ReadonlyMap<string, readonly AchAddenda[]>> {
  const advices = new Map<string, readonly AchAddenda[]>();
  if (entries.length === 0) return advices;
  let control = await takeControlNumbers(work.tx, entries.length);
  for (const ofGroup of Map.groupBy(entries, ({ groupId }) => groupId).values()) {
    const lines = await linesOfGroup(work, ofGroup);
    for (const entry of ofGroup) {
      const text = write820(
        {
          senderQualifier: 'ZZ',
          senderId: settings.companyId,
          receiverQualifier: 'ZZ',
          receiverId: entry.cim,
          groupSender: settings.companyId,
          groupReceiver: entry.cim,
          control: control++,
          usage: 'P',
          now: work.now,
        },
        {
          handling: 'C',
          isDebit: true,
          method: 'ACH',
          format: 'CTX',
          cents: entry.cents,
          payerId: settings.companyId,
          on: file.effectiveOn,
          trace: entry.trace,
          payerName: entry.groupName,
          payeeName: settings.companyName,
          entities: [{ taxId: null, number: entry.cim, corrections: [], lines: lines.get(entry.id) ?? [] }],
        },
      );
      advices.set(entry.id, addendaOf820(text));
    }
  }
  return advices;
}
