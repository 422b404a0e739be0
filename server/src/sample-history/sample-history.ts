import { demoAdministrator, demoStaff } from '@openbenefits/demo/people';
import { nextBankingDay } from '@openbenefits/domain/payments/banking-days';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
} from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import type { PaymentKind } from '@openbenefits/domain/payments/payment-status';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { cancelRun, startRun } from '../billing/bill-runs.operations.ts';
import { runDetail } from '../billing/bill-runs.queries.ts';
import { startPosting } from '../billing/post-run.ts';
import { clockAt } from '../clock.ts';
import type { Work } from '../command.ts';
import { appendAudit } from '../audit.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import type { JobWork } from '../jobs/job.ts';
import {
  addPayment,
  completePayment,
  lockedPayment,
  reversePayment,
  sendPayment,
  setPaymentStatus,
  settlePayment,
} from '../payments/payment-records.ts';
import type { Services } from '../request-context.ts';
import { SAMPLE_ENTERED_BY } from '../db/load-demo.ts';
import { failsNext, payingDay, payingMethods } from './paying-habits.ts';
import { systemActor } from '../policy/actor.ts';

const MONTHS = 12;
const INVOICE_DAY = 15;
const [BILLER, POSTER] = [demoAdministrator, demoStaff.find(({ role }) => role === 'system_administrator')];

/** A moment of a working day, in the afternoon of every time zone of the United States. */
const at = (day: CalendarDate): string => `${day}T20:00:00.000Z`;

/** The means with the clock set back; jobs are not requested, because this history does their work itself. */
const on = (services: Services, day: CalendarDate): Services => ({
  ...services,
  clock: clockAt(at(day), services.clock.zone()),
  jobs: { ...services.jobs, request: () => Promise.resolve() },
});

async function write<T>(
  services: Services,
  tenantId: string,
  day: CalendarDate,
  action: string,
  operate: (work: Work) => Promise<T>,
  person: typeof POSTER = BILLER,
): Promise<T> {
  const back = on(services, day);
  const { id, name } = person ?? BILLER;
  return inTenant(back.db, tenantId, async (tx) => {
    const now = back.clock.now();
    const answer = await operate({
      tx,
      actor: systemActor(tenantId, { id, name }),
      now,
      today: back.clock.today(),
      services: back,
      requestId: `sample ${day}`,
      note: () => {},
      onRollback: () => {},
    });
    await appendAudit(tx, {
      at: now,
      actorId: id,
      actorName: name,
      action,
      outcome: 'done',
      requestId: `sample ${day}`,
    });
    return answer;
  });
}

type Due = { billId: string; groupId: string; dueDate: CalendarDate; due: Cents; kind: PaymentKind; tries: number };

/** Bills that are owed and paid by a day at the latest. */
async function billsToPay(tx: Tx, until: CalendarDate): Promise<(Due & { day: CalendarDate })[]> {
  const { rows } = await sql<Due>`
    select b.id as bill_id, b.group_id, b.due_date, sum(p.cents)::bigint as due, case g.group_type when 'ichra' then 'ichra_payment' else 'monthly_premium' end as kind,
      (select count(*)::integer from payments y where y.bill_id = b.id) as tries
    from ledger_postings p join bills b on b.id = p.bill_id join groups g on g.id = b.group_id
    where p.account = '1100' and b.state = 'posted' group by b.id, b.group_id, b.due_date, g.group_type having sum(p.cents) > 0`.execute(
    tx,
  );
  return rows
    .flatMap((bill) => {
      const first = payingDay(bill.groupId, bill.dueDate);
      return first ? [{ ...bill, day: addDays(first, bill.tries * 5) }] : [];
    })
    .filter(({ day }) => day <= until)
    .toSorted((a, b) => (a.day === b.day ? (a.billId < b.billId ? -1 : 1) : a.day < b.day ? -1 : 1));
}

type Payer = { id: string; cents: number; paymentMethod: string; paysBy: PaymentMethod | null };

/** How each group pays: as it did first; one that never paid is given a method by its first bills. */
async function methodsOfGroups(tx: Tx): Promise<Map<string, PaymentMethod>> {
  const { rows } = await sql<Payer>`
    select b.group_id as id, sum(b.total_cents)::bigint as cents, g.payment_method,
      (select y.method from payments y where y.group_id = b.group_id order by y.id limit 1) as pays_by
    from bills b join groups g on g.id = b.group_id where b.state = 'posted' group by b.group_id, g.payment_method`.execute(
    tx,
  );
  const paid = { ach: 0, wire: 0, credit_card: 0, check: 0 };
  const sums = await sql<{ method: PaymentMethod; cents: number }>`
    select method, sum(cents)::bigint as cents from payments where status in ('completed', 'processing') group by method`.execute(
    tx,
  );
  for (const { method, cents } of sums.rows) paid[method] = cents;
  const fresh = rows.flatMap(({ id, cents, paymentMethod, paysBy }) =>
    paysBy === null ? [{ id, cents, preferred: PREFERRED.get(paymentMethod) ?? null }] : [],
  );
  const chosen = payingMethods(fresh, paid);
  for (const { id, paysBy } of rows) if (paysBy !== null) chosen.set(id, paysBy);
  return chosen;
}
const PREFERRED: ReadonlyMap<string, PaymentMethod> = new Map([
  ['recurring_ach', 'ach'],
  ['recurring_credit_card', 'credit_card'],
]);

type Counts = Record<PaymentMethod, { ended: number; failed: number }>;
async function countsOf(tx: Tx): Promise<Counts> {
  const { rows } = await sql<{ method: PaymentMethod; ended: number; failed: number }>`
    select method, count(*)::integer as ended, count(*) filter (where status in ('failed', 'returned'))::integer as failed from payments group by method`.execute(
    tx,
  );
  const none = { ended: 0, failed: 0 };
  const counts: Counts = { ach: { ...none }, wire: { ...none }, credit_card: { ...none }, check: { ...none } };
  for (const { method, ended, failed } of rows) counts[method] = { ended, failed };
  return counts;
}

const REFERENCE: Readonly<Record<PaymentMethod, string>> = { ach: 'ACH', wire: 'FED', credit_card: 'CC', check: '' };
const FAILURE: Readonly<Record<PaymentMethod, string>> = {
  ach: 'R01, insufficient funds',
  wire: 'The wire never arrived',
  credit_card: 'Insufficient funds',
  check: 'Check returned, insufficient funds',
};

async function payBill(work: Work, bill: Due, method: PaymentMethod, fails: boolean, place: number): Promise<string> {
  const count = String(place).padStart(4, '0');
  const reference =
    method === 'check' ? `Check 2${count}` : `${REFERENCE[method]}-${work.today.replaceAll('-', '')}-${count}`;
  const { groupId, kind, due, billId } = bill;
  const source = method === 'ach' ? 'recurring' : 'entered';
  const id = await addPayment(
    work,
    { groupId, method, kind, source, cents: due, reference, receivedOn: work.today, billId },
    'Entered',
  );
  if (method === 'ach') await sendPayment(work, id, 'Sent to the bank');
  else if (fails && method !== 'check')
    await setPaymentStatus(work, await lockedPayment(work.tx, id), 'failed', FAILURE[method]);
  else await completePayment(work, id, 'Received');
  return id;
}

/** Pays the bills whose day has come, each on its day: ACH settles or is returned on a banking day after it was sent. */
async function payUntil(services: Services, tenantId: string, until: CalendarDate): Promise<void> {
  const { bills, methods, counts } = await inTenant(services.db, tenantId, async (tx) => ({
    bills: await billsToPay(tx, until),
    methods: await methodsOfGroups(tx),
    counts: await countsOf(tx),
  }));
  for (const bill of bills) {
    const method = methods.get(bill.groupId) ?? 'ach';
    const count = counts[method];
    const fails = failsNext(method, count.ended, count.failed);
    const day = method === 'ach' ? nextBankingDay(bill.day) : bill.day;
    const later = nextBankingDay(addDays(day, fails ? 2 : 1));
    const place = Object.values(counts).reduce((sum, { ended }) => sum + ended, 1);
    const id = await write(services, tenantId, day, 'payments.process', (work) =>
      payBill(work, bill, method, fails, place),
    );
    count.ended += 1;
    if (fails) count.failed += 1;
    if (later > until) continue;
    if (fails && (method === 'ach' || method === 'check'))
      await write(services, tenantId, later, 'payments.return', (work) =>
        reversePayment(work, id, 'returned', FAILURE[method]),
      );
    else if (method === 'ach')
      await write(services, tenantId, later, 'payments.settle', (work) => settlePayment(work, id, 'Settled'));
  }
}

/** ACH debits that were under way when the history had come to their day. */
async function settleDebits(services: Services, tenantId: string, until: CalendarDate): Promise<void> {
  const { rows } = await inTenant(services.db, tenantId, (tx) =>
    sql<{ id: string; receivedOn: CalendarDate }>`
      select id, received_on from payments where status = 'processing' and method = 'ach' and received_on < ${addDays(until, -3)}::date order by received_on, id`.execute(
      tx,
    ),
  );
  for (const { id, receivedOn } of rows)
    await write(services, tenantId, nextBankingDay(addDays(receivedOn, 1)), 'payments.settle', (work) =>
      settlePayment(work, id, 'Settled'),
    );
}

/** The run that the history has started for a month. */
async function ownRun(tx: Tx, period: CalendarDate): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from bill_runs where period = ${period}::date and is_sample order by started_at desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/**
 * Runs and posts the bills of a month on its invoice day. A group with premiums that have no price has no bill: a person
 * decides about them. A month for which a user has a run open is left to the user.
 */
async function billMonth(services: Services, tenantId: string, period: CalendarDate, day: CalendarDate): Promise<void> {
  const known = await inTenant(services.db, tenantId, (tx) => ownRun(tx, period));
  const id = known ?? (await startOwnRun(services, tenantId, period, day));
  if (id === undefined) return;
  const run = () => workOnRuns(on(services, day), tenantId, () => Promise.resolve(), { runId: id });
  await run();
  await write(services, tenantId, day, 'billing.runs.post', (work) => postOwn(work, id), POSTER);
  await run();
  await write(services, tenantId, day, 'billing.runs.cancel', async (work) => {
    const { run: state } = await runDetail(work, { id });
    if (state.status === 'review') await cancelRun(work, { id });
  });
}

async function startOwnRun(
  services: Services,
  tenantId: string,
  period: CalendarDate,
  day: CalendarDate,
): Promise<string | undefined> {
  try {
    const { id } = await write(services, tenantId, day, 'billing.runs.start', (work) =>
      startRun(work, { period, groupIds: null }, true),
    );
    return id;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return undefined;
    throw error;
  }
}

/** Posts what is ready. Nobody is asked: it is history, and counts in no sum of what people decided alone. */
async function postOwn(work: Work, id: string): Promise<void> {
  const { run, figures } = await runDetail(work, { id });
  if (run.status === 'review' && figures.obstacle === null) await startPosting(work, id);
}

/** Checks of a lockbox that name no group, and a bill that was paid by too much. */
async function moneyWithoutBill(work: Work): Promise<void> {
  for (const [payer, cents, number] of [
    [null, 12_400_00, '10442'],
    ['R. Holloway', 6_000_00, '7781'],
  ] as const) {
    const check = { method: 'check', kind: 'monthly_premium', source: 'lockbox', receivedOn: work.today } as const;
    const payment = { ...check, groupId: null, payer, cents: fromCents(cents), reference: `Check ${number}` };
    await completePayment(work, await addPayment(work, payment, 'Lockbox file'), 'Received');
  }
  const { rows } = await sql<{ groupId: string; due: Cents }>`
    select p.group_id, sum(p.cents)::bigint as due from ledger_postings p where p.account = '1100' group by 1 having sum(p.cents) between 100000 and 500000 order by 1 limit 1`.execute(
    work.tx,
  );
  const [group] = rows;
  if (!group) return;
  const wire = { method: 'wire', kind: 'monthly_premium', source: 'bank_statement', receivedOn: work.today } as const;
  const cents = fromCents(group.due + 540_00);
  const reference = `FED-${work.today.replaceAll('-', '')}-0417`;
  await completePayment(
    work,
    await addPayment(work, { ...wire, groupId: group.groupId, cents, reference }, 'Bank statement'),
    'Received',
  );
}

/** The first month of a history whose last month is that of the day on which the sample data is loaded. */
export const firstMonthOfHistory = (installedOn: CalendarDate): CalendarDate =>
  addMonths(firstOfMonth(installedOn), 1 - MONTHS);

/**
 * The months of the history, and those that are made; undefined where none is to be made. They were fixed when the
 * sample data was loaded: the months before were billed elsewhere, and later ones are the users'.
 */
async function historyToMake(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
): Promise<{ first: CalendarDate; done: ReadonlySet<string> } | undefined> {
  if (config.DEMO_DATA !== 'full' || config.DEMO_HISTORY === 'no') return undefined;
  const { rows } = await sql<{ first: CalendarDate | null }>`
    select max(upper(months)) as first from month_decisions where decided_by = ${SAMPLE_ENTERED_BY}`.execute(tx);
  const first = rows[0]?.first;
  if (!first) return undefined;
  const made = await tx.selectFrom('sampleMonths').select('period').execute();
  return made.length >= MONTHS ? undefined : { first, done: new Set(made.map(({ period }) => period)) };
}

/** How far the history of sample data is; null where none is being made. */
export async function sampleHistoryState({ tx, services }: Pick<Work, 'tx' | 'services'>) {
  const found = await historyToMake(tx, services);
  return found ? { made: found.done.size, months: MONTHS } : null;
}

/**
 * Makes twelve months of bills and payments for sample data with the product's own runs and payments, the clock set
 * back. An interrupted history continues with the month it was in. Works on its own runs only.
 */
export async function makeSampleHistory({ services, tenantId, progress }: JobWork): Promise<string | undefined> {
  const history = await inTenant(services.db, tenantId, (tx) => historyToMake(tx, services));
  if (!history) return undefined;
  const { first, done } = history;
  const today = services.clock.today();
  for (let index = 0; index < MONTHS; index++) {
    const period = addMonths(first, index);
    if (done.has(period)) continue;
    const day = calendarDateFrom(`${addMonths(period, -1).slice(0, 8)}${INVOICE_DAY}`);
    await payUntil(services, tenantId, day);
    await settleDebits(services, tenantId, day);
    await billMonth(services, tenantId, period, day);
    await inTenant(services.db, tenantId, (tx) =>
      tx
        .insertInto('sampleMonths')
        .values({ period, finishedAt: at(day) })
        .execute(),
    );
    await progress(index + 1, MONTHS);
    if (services.stopping.aborted) return undefined;
  }
  await payUntil(services, tenantId, addDays(today, -1));
  await settleDebits(services, tenantId, today);
  await write(services, tenantId, addDays(today, -2), 'payments.process', moneyWithoutBill);
  return `${MONTHS} months of bills and payments made`;
}
