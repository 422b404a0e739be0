import type { RemittanceRow, SyncedPayments } from '@openbenefits/contract/payment-imports';
import type { SentFile } from '@openbenefits/contract/rating-data';
import { addMonths } from '@openbenefits/domain/calendar-date';
import { add, type Cents } from '@openbenefits/domain/money';
import { isOurPayee, read820, type Remittance } from '@openbenefits/domain/payments/remittance/read-820';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { organizationProfile } from '../../organization-profile.ts';
import { CARD_PAYMENTS } from '../card-payments-job.ts';
import { ACH_SETTLEMENT } from '../ach/settle-debits-job.ts';
import { RECURRING_PAYMENTS } from '../recurring/recurring-job.ts';
import { addPayment, completePayment } from '../payment-records.ts';
import { sandboxProcessor } from '../sandbox-processor.ts';
import { keepFile, sha256Of } from './bank-files.operations.ts';
import { filesInFolder, paymentFolder } from './payment-folder.ts';

const SHOWN = 100;

/** The group of a payer: by its CIM number among the references, by its name, or as it was matched before. */
async function groupOf({ tx }: Work, { payerName, references }: Remittance): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g where g.cim_number = any (${[...references]}) or fold(g.company_name) = fold(${payerName})
    union all select k.group_id from known_payers k where k.payer = fold(${payerName}) limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Money that comes with its advice is posted at once; an advice alone waits for the bank (case M19). */
async function take(
  work: Work,
  fileId: string,
  remittance: Remittance,
  ourNames: readonly string[],
): Promise<'posted' | 'waiting' | 'held'> {
  const { tx, today } = work;
  const groupId = await groupOf(work, remittance);
  const known = await tx
    .selectFrom('remittances')
    .select('id')
    .where('originator', '=', remittance.originator)
    .where('trace', '=', remittance.trace)
    .where('cents', '=', remittance.cents)
    .executeTakeFirst();
  if (known)
    throw new Refusal(
      'conflict',
      `The payment with the trace ${remittance.trace} was already imported. Nothing was changed.`,
    );
  let paymentId: string | null = null;
  const isOurs = isOurPayee(remittance.payeeName, ourNames);
  const status = !isOurs ? 'held' : remittance.isCash ? 'posted' : 'waiting';
  if (status === 'posted') {
    paymentId = await addPayment(
      work,
      {
        groupId,
        payer: remittance.payerName,
        method: 'ach',
        kind: 'monthly_premium',
        source: 'remittance',
        cents: remittance.cents,
        reference: remittance.trace,
        receivedOn:
          remittance.paidOn !== null && remittance.paidOn <= today && remittance.paidOn > addMonths(today, -12)
            ? remittance.paidOn
            : today,
        billId: null,
      },
      '820 file',
    );
    await completePayment(work, paymentId, 'Received');
  }
  await tx
    .insertInto('remittances')
    .values({
      id: uuidv7(),
      fileId,
      trace: remittance.trace,
      originator: remittance.originator,
      cents: remittance.cents,
      isCash: remittance.isCash,
      paidOn: remittance.paidOn,
      payer: remittance.payerName,
      groupId,
      lines: JSON.stringify(remittance.lines),
      status,
      reason: isOurs ? null : `The payee is ${remittance.payeeName}, not us. Nothing was posted.`,
      paymentId,
    })
    .execute();
  return status;
}

/** The names by which payers know us. */
async function ourNames({ tx }: Work): Promise<string[]> {
  const [{ name, legalName, remitName }, bank] = await Promise.all([
    organizationProfile(tx),
    tx.selectFrom('bankSettings').select('companyName').executeTakeFirst(),
  ]);
  return [name, legalName, remitName, bank?.companyName ?? ''].filter((one) => one !== '');
}

/** Reads an 820 file, all or nothing: sums that do not hold and the same file again change nothing. */
export async function importRemittances(
  work: Work,
  { file }: { file: SentFile },
): Promise<{ posted: number; waiting: number; held: number; isTest: boolean; cents: Cents }> {
  const text = Buffer.from(file.base64, 'base64').toString('utf8');
  await sql`select pg_advisory_xact_lock(hashtext('payment files'))`.execute(work.tx);
  const { remittances, problems, isTest } = read820(text);
  refuseIfAny(problems);
  const id = uuidv7();
  const cents = add(...remittances.map((one) => one.cents));
  work.note({ targetKind: 'payment_file', targetId: id, itemCount: remittances.length });
  // A test is read and answered; the same payments may follow in production.
  if (isTest) return { posted: 0, waiting: 0, held: 0, isTest, cents };
  const names = await ourNames(work);
  const posted = remittances.filter(({ isCash, payeeName }) => isCash && isOurPayee(payeeName, names));
  await keepFile(work, {
    id,
    name: file.name,
    kind: 'remittance',
    sha256: sha256Of(text),
    payments: posted.length,
    cents: add(...posted.map((one) => one.cents)),
  });
  const counts = { posted: 0, waiting: 0, held: 0 };
  for (const remittance of remittances) counts[await take(work, id, remittance, names)] += 1;
  return { ...counts, isTest, cents };
}

/** Payment advices, those that wait first. */
export async function listRemittances({ tx }: Work): Promise<RemittanceRow[]> {
  const { rows } = await sql<RemittanceRow>`
    select r.id, r.trace, r.payer, g.company_name as group_name, r.cents, r.is_cash, r.paid_on, r.status, r.reason, r.payment_id, jsonb_array_length(r.lines) as lines
    from remittances r left join groups g on g.id = r.group_id order by r.status = 'posted', r.id desc limit ${SHOWN}`.execute(
    tx,
  );
  return rows;
}

type FileRow = {
  id: string;
  fileName: string;
  kind: 'lockbox' | 'bank' | 'remittance';
  payments: number;
  cents: Cents;
  importedBy: string;
  importedAt: string;
  originalId: string | null;
};

export async function listPaymentFiles({ tx }: Work): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select f.id, f.file_name, f.kind, f.payments, f.cents, f.imported_by_name as imported_by, f.imported_at, o.id as original_id
    from payment_files f left join payment_originals o on o.sha256 = f.sha256 order by f.imported_at desc, f.id desc limit ${SHOWN}`.execute(
    tx,
  );
  return rows;
}

type Counted = Omit<SyncedPayments, 'folder'>;

/** Asks the processor, the bank's settlement and recurring debits for news; says what settled and what is under way. */
export async function syncPayments(work: Work): Promise<Counted> {
  const { tx, actor, services, note, now } = work;
  for (const job of [CARD_PAYMENTS, ACH_SETTLEMENT, RECURRING_PAYMENTS])
    await services.jobs.request(tx, job, actor.tenantId);
  const settled = (method: 'credit_card' | 'ach') => sql`
    (select count(*)::integer from payments where method = ${method} and status = 'completed' and processed_at > ${now}::timestamptz - interval '24 hours')`;
  const { rows } = await sql<Counted>`
    select (select count(*)::integer from payment_attempts where status in ('created', 'sent', 'unknown')) as cards,
      (select count(*)::integer from payments where method = 'ach' and status = 'processing') as debits,
      (select count(*)::integer from remittances where status = 'waiting') as advices,
      ${settled('credit_card')} as settled_cards, ${settled('ach')} as settled_debits`.execute(tx);
  note({ targetKind: 'payment_file' });
  return rows[0] ?? { cards: 0, debits: 0, advices: 0, settledCards: 0, settledDebits: 0 };
}

/** Where payments come from: the folder of the organization, the processor; there is no SFTP connection in the product. */
export async function paymentSources({ actor, services }: Work) {
  const folder = paymentFolder(services, actor.tenantId);
  return {
    folder: actor.assignedGroupsOnly ? null : { waiting: await filesInFolder(folder) },
    sftp: { isSetUp: false },
    processor: { name: sandboxProcessor.name, isSandbox: sandboxProcessor.isSandbox },
  };
}
