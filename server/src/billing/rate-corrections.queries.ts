import type { RetroactiveAmounts } from '@openbenefits/contract/retroactive-amounts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { inTenantAs, type Tx } from '../db/connect.ts';
import { planOnDay, type RateBook } from '../plans/rate-books.ts';
import { type ComparedRates, comparedRates } from '../plans/rates/rate-effect.ts';
import { comparedCorrection } from '../plans/rule-corrections.ts';
import { namesOf } from './line-causes.ts';
import { type ExpectedPremiums, expectedPremiums, pricesOf } from './month-prices.ts';

/** The book once a draft is active: it takes over for its period, and so for the contracts that began in it. */
function withDraft(book: RateBook, { planId, table, ...version }: ComparedRates): RateBook {
  const plan = book.get(planId);
  if (!plan || !table) return book;
  const draft = { ...version, method: table.method, enteredBy: '', enteredAt: '', activatedBy: null, table };
  return new Map([...book, [planId, planOnDay(plan, [...plan.versions, draft])]]);
}

type BilledMonth = { groupId: string; month: CalendarDate; subscribers: string[] };

/**
 * Months of posted bills of groups with coverage by a plan, with the subscribers who were billed for it. Lines become
 * months first, so that contracts and coverage are compared once a month and not once a line.
 */
async function billedMonths({ tx }: Work, planId: string, where: RawBuilder<unknown>): Promise<BilledMonth[]> {
  const { rows } = await sql<BilledMonth>`
    with billed as (
      select b.group_id, l.covered_month, case when l.plan_id = ${planId} then l.subscriber_id end as subscriber_id
      from bills b join bill_lines l on l.bill_id = b.id
      where b.state = 'posted' and b.group_id in (select s.group_id from coverage_spans s where s.plan_id = ${planId} and upper_inf(s.recorded))
      group by 1, 2, 3
    ), months as materialized (
      select group_id, covered_month, coalesce(array_agg(subscriber_id) filter (where subscriber_id is not null), '{}') as subscribers
      from billed group by 1, 2
    )
    select l.group_id, l.covered_month as month, l.subscribers from months l join groups g on g.id = l.group_id
    where ${where} and exists (
      select from coverage_spans s where s.group_id = l.group_id and s.plan_id = ${planId} and upper_inf(s.recorded)
        and s.covered && daterange(l.covered_month, (l.covered_month + interval '1 month')::date))`.execute(tx);
  return rows;
}

/** Every month of a large book is priced twice: longer than a statement of a request may take, or its connection be held. */
const inBackground = <T>(work: Work, read: (work: Work) => Promise<T>): Promise<T> =>
  inTenantAs(work.services.background, work.actor, (tx) => read({ ...work, tx }));

type Found = { groupId: string; subscriberId: string; month: CalendarDate; cents: Cents; isNew: boolean };
type Correction = { readonly planId: string; readonly change: (book: RateBook) => RateBook };

/** The differences of a month between what applies and a correction, subscriber by subscriber. */
async function differencesOf(
  work: Work,
  { planId, change }: Correction,
  month: CalendarDate,
  groupIds: readonly string[],
) {
  const pricing = pricingOf(work);
  const now = await expectedPremiums(pricing, { groupIds }, month, work.now);
  const then = await expectedPremiums(pricing, { groupIds }, month, work.now, change);
  const ofPlan = (one: { planId: string }): boolean => one.planId === planId;
  const amounts = (of: ExpectedPremiums) =>
    new Map(
      pricesOf(of.shared)
        .filter(ofPlan)
        .map((price) => [price.subscriberId, { ...price, cents: price.premium + price.waiver }]),
    );
  const [before, after] = [amounts(now), amounts(then)];
  const isHeld = new Set(then.held.filter(ofPlan).map(({ subscriberId }) => subscriberId));
  const found = [...new Map([...before, ...after]).values()].flatMap(({ groupId, subscriberId }): Found[] => {
    const difference = (after.get(subscriberId)?.cents ?? 0) - (before.get(subscriberId)?.cents ?? 0);
    return difference === 0 || isHeld.has(subscriberId)
      ? []
      : [{ groupId, subscriberId, month, cents: fromCents(difference), isNew: !before.get(subscriberId)?.cents }];
  });
  return { found, held: isHeld.size - now.held.filter(ofPlan).length };
}

const sumOf = (all: readonly { cents: Cents }[]): Cents => fromCents(all.reduce((sum, { cents }) => sum + cents, 0));

/**
 * Names the members whose billed months a rate version prices differently, before it is activated: with the function that
 * bills, so that the next bills adjust exactly these amounts. A version prices its own period and the contracts that
 * began in it.
 */
export async function retroactiveAmounts(asked: Work, { id }: { id: string }): Promise<RetroactiveAmounts> {
  asked.note({ targetKind: 'rate_table', targetId: id, fields: ['name', 'premium'] });
  return inBackground(asked, (work) => amountsOfVersion(work, id));
}

async function amountsOfVersion(work: Work, id: string): Promise<RetroactiveAmounts> {
  const version = await comparedRates(work.tx, id);
  const { planId, from, until } = version;
  const billed = await billedMonths(
    work,
    planId,
    sql`daterange(${from}::date, ${until}::date) && daterange(contract_start(g.renewal_date, g.effective_date, l.covered_month), l.covered_month, '[]')`,
  );
  return amountsOf(work, { planId, change: (book) => withDraft(book, version) }, billed);
}

/** Names the members whose billed months corrected rules of a plan year price differently, before they are approved. */
export async function retroactiveRuleAmounts(asked: Work, { id }: { id: string }): Promise<RetroactiveAmounts> {
  return inBackground(asked, (work) => amountsOfRules(work, id));
}

async function amountsOfRules(work: Work, id: string): Promise<RetroactiveAmounts> {
  const { planId, from, until, rules } = await comparedCorrection(work.tx, id);
  const billed = await billedMonths(work, planId, sql`daterange(${from}::date, ${until}::date) @> l.covered_month`);
  work.note({ targetKind: 'plan', targetId: planId, fields: ['name', 'premium'] });
  const change = (book: RateBook): RateBook => {
    const plan = book.get(planId);
    return plan ? new Map([...book, [planId, { ...plan, rules }]]) : book;
  };
  return amountsOf(work, { planId, change }, billed);
}

async function amountsOf(work: Work, correction: Correction, all: readonly BilledMonth[]): Promise<RetroactiveAmounts> {
  const found: Found[] = [];
  let held = 0;
  for (const [month, billed] of Map.groupBy(all, (one) => one.month)) {
    const groupIds = billed.map(({ groupId }) => groupId);
    const of = await differencesOf(work, correction, month, groupIds);
    const isBilled = new Set(billed.flatMap(({ subscribers }) => subscribers));
    // A new member without a bill is not adjusted; one who was free before is.
    found.push(...of.found.filter(({ subscriberId, isNew }) => isNew || isBilled.has(subscriberId)));
    held += Math.max(0, of.held);
  }
  return named(work.tx, correction.planId, found, held);
}

async function named(tx: Tx, planId: string, found: readonly Found[], held: number): Promise<RetroactiveAmounts> {
  const { people } = await namesOf(
    tx,
    found.map((one) => ({ ...one, line: 'medical' as const, planId })),
  );
  const { rows: groups } = await sql<{ id: string; name: string }>`
    select id, company_name as name from groups where id = any (${[...new Set(found.map(({ groupId }) => groupId))]}::uuid[])`.execute(
    tx,
  );
  const groupNames = new Map(groups.map(({ id: groupId, name }) => [groupId, name]));
  const members = Array.from(
    Map.groupBy(found, ({ subscriberId }) => subscriberId),
    ([subscriberId, own]) => {
      const groupId = own[0]?.groupId ?? '';
      return {
        groupId,
        groupName: groupNames.get(groupId) ?? '',
        subscriberId,
        name: people.get(subscriberId)?.name ?? '',
        total: sumOf(own),
        months: own.map(({ month, cents }) => ({ month, cents })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      };
    },
  );
  return {
    total: sumOf(found),
    members: members.toSorted((a, b) => a.groupName.localeCompare(b.groupName) || a.name.localeCompare(b.name)),
    held,
  };
}
