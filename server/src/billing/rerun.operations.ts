import { createHash } from 'node:crypto';
import type { CreditLimitTerms, LineCause } from '@openbenefits/contract/bill-explanation';
import {
  billKey,
  type BillLine,
  billLines,
  COMPARED_KINDS,
  type Posted,
} from '@openbenefits/domain/billing/bill-lines';
import { addMonths, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { previewAction } from '../preview-action.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { compareGroups } from './bill-comparison.ts';
import { lockGroups, makeDraft } from './bill-drafts.ts';
import { creditLimitTermsOf } from './credit-limit-terms.ts';
import { billRecord } from './bill-detail.queries.ts';
import { BILL_RUNS } from './bill-runs.operations.ts';
import { postBills } from './bill-posting.ts';
import { endBill, isUntouched } from './end-bill.ts';
import { causesOf, cutOffOf, namesOf } from './line-causes.ts';
import { monthPrices } from './month-prices.ts';

export const CHANGED = 'Coverage or rates have changed since you looked. Look at the difference again.';

type RerunLine = {
  subscriberId: string;
  name: string;
  planName: string;
  line: BillLine['line'];
  coveredMonth: CalendarDate;
  billed: Cents;
  now: Cents;
  difference: Cents;
  cause: LineCause | null;
  uncredited: Cents;
  limit: CreditLimitTerms | null;
};

/** What all posted bills have for a month, per key. */
export async function billedForMonth(
  { tx }: Pick<Work, 'tx'>,
  groupId: string,
  month: CalendarDate,
): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select l.subscriber_id, l.line, l.plan_id, l.covered_month as month, sum(l.cents)::bigint as billed, sum(l.employer_cents)::bigint as employer,
      coalesce(sum(l.cents) filter (where l.kind = 'uncredited'), 0)::bigint as uncredited
    from bills b join bill_lines l on l.bill_id = b.id
    where b.group_id = ${groupId} and b.state = 'posted' and b.period >= ${month}::date and l.covered_month = ${month}::date and l.kind = any (${COMPARED_KINDS}) group by 1, 2, 3, 4`.execute(
    tx,
  );
  return rows;
}

/** The month of a group's next bill. */
async function nextPeriod({ tx, today }: Work, groupId: string): Promise<CalendarDate> {
  const { rows } = await sql<{ last: CalendarDate }>`
    select max(period) as last from bills where group_id = ${groupId} and state = 'posted'`.execute(tx);
  return addMonths(rows[0]?.last ?? firstOfMonth(today), 1);
}

/**
 * What the next bill does not credit of a month because notice came too late, per key. It counts all months that are
 * credited together, as the run does: the latest are credited first (case M9).
 */
async function uncreditedNext(
  work: Work,
  groupId: string,
  month: CalendarDate,
): Promise<ReadonlyMap<string, { cents: Cents; limit: CreditLimitTerms | null }>> {
  const run = { period: await nextPeriod(work, groupId), cutOffAt: work.now };
  const next = (await compareGroups(pricingOf(work), [groupId], run)).get(groupId);
  const lines = (next?.lines ?? [])
    .filter((line) => line.kind === 'uncredited' && line.month === month)
    .flatMap((line) => line.subscribers.map((subscriberId) => ({ ...line, subscriberId })));
  const limits = await creditLimitTermsOf(work.tx, lines, work.now);
  return new Map(lines.map((line) => [billKey(line), { cents: line.cents, limit: limits.get(billKey(line)) ?? null }]));
}

async function withNames(
  { tx }: Work,
  differences: readonly BillLine[],
  billed: readonly Posted[],
  since: string,
  uncredited: Awaited<ReturnType<typeof uncreditedNext>>,
): Promise<RerunLine[]> {
  const before = new Map(billed.map((one) => [billKey(one), one.billed]));
  const names = await namesOf(tx, differences);
  const causes = await causesOf(tx, differences, since);
  return differences.map((one) => {
    const was = before.get(billKey(one)) ?? fromCents(0);
    return {
      subscriberId: one.subscriberId,
      name: names.people.get(one.subscriberId)?.name ?? '',
      planName: names.plans.get(one.planId) ?? '',
      line: one.line,
      coveredMonth: one.month,
      billed: was,
      now: fromCents(was + one.cents),
      difference: one.cents,
      cause: causes.get(billKey(one)) ?? null,
      uncredited: uncredited.get(billKey(one))?.cents ?? fromCents(0),
      limit: uncredited.get(billKey(one))?.limit ?? null,
    };
  });
}

/** A new version of a bill as it would be posted: also what it charges and credits of other months. */
type NewVersion = {
  total: Cents;
  premium: Cents;
  retro: Cents;
  /** Digests of its lines and of what it says besides them. */
  lines: string;
  header: string;
  count: number;
  months: CalendarDate[];
  /** The differences between its lines and those of the bill, all without a sign. */
  moved: Cents;
};

async function versionOf(tx: Tx, draft: string, bill: string): Promise<NewVersion> {
  const { rows } = await sql<NewVersion>`
    select b.total_cents as total, b.premium_cents as premium, b.retro_cents as retro, encode(b.lines_digest, 'hex') as lines,
      encode(sha256(convert_to(b.header::text, 'UTF8')), 'hex') as header,
      (select count(*)::integer from bill_lines l where l.bill_id = b.id) as count,
      array(select distinct l.covered_month from bill_lines l where l.bill_id = b.id order by 1) as months,
      (select coalesce(sum(abs(x.difference)), 0)::bigint from (
        select sum(case when l.bill_id = b.id then l.cents else -l.cents end) as difference
        from bill_lines l where l.bill_id in (b.id, ${bill}) group by l.subscriber_id, l.line, l.plan_id, l.covered_month, l.kind) x) as moved
    from bills b where b.id = ${draft}`.execute(tx);
  const [version] = rows;
  if (!version) throw new Error('A replaced bill left no room for its successor');
  return version;
}

type BillToReplace = Pick<Awaited<ReturnType<typeof billRecord>>, 'groupId' | 'runId' | 'period'>;

async function draftAgain(work: Work, { groupId, runId, period }: BillToReplace): Promise<string> {
  const draft = await makeDraft(pricingOf(work), groupId, { id: runId, period, cutOffAt: work.now });
  if (!draft) throw new Error('A replaced bill left no room for its successor');
  return draft;
}

/** What would replace a bill, calculated as it would be posted; nothing is kept. */
async function newVersionOf(work: Work, bill: BillToReplace & { id: string }): Promise<NewVersion> {
  const { id } = bill;
  await lockGroups(work.tx, [bill.groupId]);
  return previewAction(work, async (inner) => {
    await inner.tx.updateTable('bills').set({ state: 'replaced' }).where('id', '=', id).execute();
    return versionOf(inner.tx, await draftAgain(inner, bill), id);
  });
}

/**
 * What a bill's month would be billed now, and what was billed for it: nothing is posted. A premium that cannot be
 * calculated now is left as it was billed.
 */
export async function previewOf(work: Work, id: string) {
  const bill = await billRecord(work.tx, id);
  if (bill.state !== 'posted') throw new Refusal('state', 'Only a posted bill can be run again.');
  const billed = await billedForMonth(work, bill.groupId, bill.period);
  const { prices, held } = await monthPrices(pricingOf(work), bill.groupId, bill.period, work.now);
  const heldKeys = new Set(held.map(billKey));
  const known = billed.filter((one) => !heldKeys.has(billKey(one)));
  // Another period than any: every difference is one of an earlier month.
  const differences = billLines('0001-01-01' as CalendarDate, prices, known);
  const isOpen = isUntouched(bill);
  // A new version charges what should be; only credits on a later bill have limits.
  const isCredited = !isOpen && differences.some(({ cents }) => cents < 0);
  const uncredited = isCredited ? await uncreditedNext(work, bill.groupId, bill.period) : new Map();
  const lines = await withNames(work, differences, billed, await cutOffOf(work.tx, id), uncredited);
  const version = isOpen && lines.length > 0 ? await newVersionOf(work, bill) : null;
  return {
    lines,
    total: fromCents(lines.reduce((sum, { difference }) => sum + difference, 0)),
    uncredited: fromCents(lines.reduce((sum, one) => sum + one.uncredited, 0)),
    mode: isOpen ? ('replace' as const) : ('adjust' as const),
    why: isOpen
      ? 'The bill was not sent and has no payment, so a new version replaces it.'
      : 'The bill was sent or has a payment, so the next bill adjusts it, each line with its month.',
    /** The bill that would be posted; null where none would. */
    version,
    sight: createHash('sha256')
      .update(JSON.stringify([lines, version]))
      .digest('hex'),
  };
}

/** The preview for the page. */
export async function rerunPreview(work: Work, { id }: { id: string }) {
  const { version: _, ...preview } = await previewOf(work, id);
  const { length } = preview.lines;
  work.note({ targetKind: 'bill', targetId: id, fields: ['name', 'plan', 'premium'], itemCount: length });
  return preview;
}

/**
 * Replaces a bill by a new version, once that is decided; its entry is reversed. Rejects another difference than the one
 * that was decided about, and a bill that was sent or paid meanwhile. Returns the new version.
 */
export async function rerunNow(
  work: Work,
  { id, sight }: { id: string; sight: string },
): Promise<{ id: string; number: string | null }> {
  const { tx } = work;
  const preview = await previewOf(work, id);
  if (preview.sight !== sight) throw new Refusal('conflict', CHANGED);
  if (preview.mode === 'adjust') throw new Refusal('state', preview.why);
  const bill = await billRecord(tx, id);
  await endBill(work, bill, 'replaced', `Bill ${bill.number} is replaced`);
  const draft = await draftAgain(work, bill);
  const { lines } = await versionOf(tx, draft, id);
  if (lines !== preview.version?.lines) throw new Refusal('conflict', CHANGED);
  await tx.updateTable('bills').set({ supersedes: id }).where('id', '=', draft).execute();
  const number = (await postBills(work, [draft])).get(draft) ?? null;
  // The job makes its PDF.
  await work.services.jobs.request(tx, BILL_RUNS, work.actor.tenantId);
  return { id: draft, number };
}
