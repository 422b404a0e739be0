import type { LineCause, LineExplanation } from '@openbenefits/contract/bill-explanation';
import { billKey, type LimitSource } from '@openbenefits/domain/billing/bill-lines';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { openPricer } from '../coverage/household-prices.ts';
import { explained } from '../coverage/price-explanations.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { billRecord } from './bill-detail.queries.ts';
import { creditLimitTermsOf } from './credit-limit-terms.ts';
import { causesOf } from './line-causes.ts';
import { monthHouseholds } from './month-households.ts';

type Stored = Pick<
  LineExplanation,
  'groupId' | 'subscriberId' | 'name' | 'planName' | 'line' | 'coveredMonth' | 'kind' | 'cents'
> & {
  planId: string;
  noticeDays: number | null;
  limitSource: LimitSource | null;
  causeWords: string | null;
  causeChange: string | null;
  knownAt: string;
  knownBefore: string | null;
};

async function storedLine(tx: Tx, id: string, place: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select l.group_id, l.subscriber_id, ltrim(m.first_name || ' ' || m.last_name) as name, l.plan_id, p.plan_name, l.line, l.covered_month, l.kind, l.cents, l.cause_change, l.cause_words, l.notice_days, l.limit_source,
      b.cut_off_at as known_at,
      (select max(o.cut_off_at) from bills o where o.group_id = b.group_id and o.state in ('posted', 'replaced') and o.cut_off_at < b.cut_off_at) as known_before
    from bill_lines l join bills b on b.id = l.bill_id join members m on m.id = l.subscriber_id join health_plans p on p.id = l.plan_id
    where l.bill_id = ${id} and l.place = ${place}`.execute(tx);
  const [line] = rows;
  if (!line) throw new Refusal('not_found', 'This bill has no such line. Reload the bill.');
  return line;
}

/**
 * What bills that counted when this one was calculated have for a line's month: posted before it, and not replaced
 * before it.
 */
async function billedBefore(tx: Tx, billId: string, line: Stored): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(l.cents), 0)::bigint as cents
    from bill_lines l join bills b on b.id = l.bill_id join bills own on own.id = ${billId}
    where l.subscriber_id = ${line.subscriberId} and l.covered_month = ${line.coveredMonth}::date and l.line = ${line.line} and l.plan_id = ${line.planId}
      and l.kind in ('premium', 'waiver', 'retro', 'credit', 'uncredited') and b.id <> own.id and b.posted_at <= coalesce(own.posted_at, 'infinity')
      and (b.state = 'posted' or b.state = 'replaced' and exists (
        select from bills n where n.supersedes = b.id and n.id <> own.id and coalesce(n.posted_at, 'infinity') > coalesce(own.posted_at, 'infinity')))`.execute(
    tx,
  );
  return fromCents(rows[0]?.cents ?? 0);
}

/** What the bill deliberately does not credit of a line's month. */
async function withheldOn(tx: Tx, billId: string, line: Stored): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(l.cents), 0)::bigint as cents from bill_lines l
    where l.bill_id = ${billId} and l.kind = 'uncredited' and l.subscriber_id = ${line.subscriberId} and l.covered_month = ${line.coveredMonth}::date
      and l.line = ${line.line} and l.plan_id = ${line.planId}`.execute(tx);
  return fromCents(rows[0]?.cents ?? 0);
}

async function storedCause(tx: Tx, id: string): Promise<LineCause | null> {
  const change = await tx
    .selectFrom('changes')
    .select(['id', 'summary', 'actorName', 'madeAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return change
    ? { text: change.summary, by: change.actorName, at: change.madeAt, changeId: change.id, rateTableId: null }
    : null;
}

async function causeOf(tx: Tx, line: Stored): Promise<LineCause | null> {
  if (line.causeChange) return storedCause(tx, line.causeChange);
  if (!line.knownBefore) return null;
  const key = { subscriberId: line.subscriberId, line: line.line, planId: line.planId, month: line.coveredMonth };
  return (await causesOf(tx, [key], line.knownBefore)).get(billKey(key)) ?? null;
}

/** The price of the line's month as known at the bill's cut-off, with its steps; null where nobody was covered. */
async function priceOf(
  work: Work,
  line: Stored,
): Promise<{ price: LineExplanation['price']; freeDays: number | null }> {
  const pricing = pricingOf(work);
  const { groupId, subscriberId, coveredMonth: month, knownAt } = line;
  const pricer = await openPricer(pricing, [groupId], month, { knownAt });
  const households = await monthHouseholds(pricing, groupId, month, knownAt, pricer, subscriberId);
  const own = households.find((one) => one.line === line.line && one.planId === line.planId);
  const freeDays = line.kind === 'waiver' ? (pricer.book.get(line.planId)?.rules.newbornFreeDays ?? null) : null;
  if (!own) return { price: null, freeDays };
  const [price] = await explained(work.tx, [pricer.price(own, true)], month);
  return { price: price ?? null, freeDays };
}

/** Which limit keeps an amount charged; null for other lines, and where coverage that was reinstated releases one. */
async function limitOf(tx: Tx, stored: Stored): Promise<LineExplanation['limit']> {
  if (stored.kind !== 'uncredited' || stored.cents < 0) return null;
  const { subscriberId, line, planId, coveredMonth: month, noticeDays, limitSource } = stored;
  const key = { subscriberId, line, planId, month, noticeDays: noticeDays ?? 0, limitSource: limitSource ?? 'plan' };
  return (await creditLimitTermsOf(tx, [key], stored.knownAt)).get(billKey(key)) ?? null;
}

/**
 * Explains a line of a bill: its month, priced as known at the bill's cut-off, and for an adjustment what was billed
 * before, what should have been, and what caused it.
 */
export async function explainLine(work: Work, { id, place }: { id: string; place: number }): Promise<LineExplanation> {
  const { tx, note } = work;
  await billRecord(tx, id);
  const stored = await storedLine(tx, id, place);
  const {
    planId: _,
    causeChange: __,
    knownBefore: ___,
    noticeDays: ____,
    limitSource: _____,
    causeWords,
    ...line
  } = stored;
  const isOwn = line.kind === 'credit';
  const isFirst = line.kind === 'premium' || line.kind === 'waiver' || isOwn;
  const { price, freeDays } = isOwn ? { price: null, freeDays: null } : await priceOf(work, stored);
  const about = { freeDays, limit: await limitOf(tx, stored), note: isOwn ? causeWords : null };
  note({ targetKind: 'member', targetId: line.subscriberId, fields: ['name', 'plan', 'premium', 'coverage'] });
  if (isFirst) return { ...line, ...about, price, comparison: null, cause: null };
  return {
    ...line,
    ...about,
    price,
    comparison: {
      billedBefore: await billedBefore(tx, id, stored),
      expected: price === null ? fromCents(0) : price.monthly,
      withheld: await withheldOn(tx, id, stored),
    },
    cause: await causeOf(tx, stored),
  };
}

/** The most rows of an explained total; those with the most lines come first. */
const MOST_ROWS = 50;

type EqualLines = {
  tier: PlanTier | null;
  kind: LineExplanation['kind'];
  lines: number;
  each: Cents;
  total: Cents;
};

/** Explains the total of a plan on a bill by its amounts: how many lines have each. */
export async function explainTotal(
  { tx, note }: Pick<Work, 'tx' | 'note'>,
  { id, line, planCode }: { id: string; line: CoverageLine; planCode: string },
): Promise<{ rows: EqualLines[]; lines: number; total: Cents }> {
  await billRecord(tx, id);
  const { rows } = await sql<EqualLines & { allLines: number; allTotal: Cents }>`
    select l.tier, l.kind, count(*)::integer as lines, l.cents as each, sum(l.cents)::bigint as total,
      (sum(count(*)) over ())::integer as all_lines, (sum(sum(l.cents)) over ())::bigint as all_total
    from bill_lines l join health_plans p on p.id = l.plan_id
    where l.bill_id = ${id} and l.line = ${line} and p.plan_code = ${planCode} and l.kind in ('premium', 'waiver')
    group by l.tier, l.kind, l.cents order by lines desc, l.cents desc limit ${MOST_ROWS}`.execute(tx);
  note({ targetKind: 'bill', targetId: id, fields: ['premium'] });
  return {
    rows: rows.map(({ allLines: _, allTotal: __, ...row }) => row),
    lines: rows[0]?.allLines ?? 0,
    total: rows[0]?.allTotal ?? fromCents(0),
  };
}
