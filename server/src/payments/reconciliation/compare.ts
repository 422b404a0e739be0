import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { type InvoiceColumns, isPerMember } from '@openbenefits/domain/payments/reconciliation/columns';
import {
  DIFFERENCE_CLASSES,
  type Difference,
  type OurLine,
  retroLimit,
  sumOf,
  type TheirLine,
} from '@openbenefits/domain/payments/reconciliation/difference';
import { grainOf, type ReadInvoice } from '@openbenefits/domain/payments/reconciliation/read-invoice';
import { factKey, reconcileMembers } from '@openbenefits/domain/payments/reconciliation/reconcile-members';
import { reconcileTiers } from '@openbenefits/domain/payments/reconciliation/reconcile-tiers';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import {
  changedAfter,
  coverageFacts,
  expectedLines,
  groupsOfPlans,
  type MonthPrices,
  type News,
  pricesNow,
  type Scope,
} from './expected.ts';
import type { InvoiceFile, InvoiceSource } from './invoice-file.ts';
import { GroupFinder, matchedLines, MemberFinder } from './match-rows.ts';
import { type KnownPlan, PlanFinder, plansOf } from './plan-names.ts';

export type ComparedLine = Difference & { readonly retroLimit: CalendarDate | null };

type Group = { id: string; name: string; cim: string; retroDays: number };
const NO_NEWS: News = { keys: new Set(), groupIds: new Set() };

async function groupsOf(
  work: Work,
  of: InvoiceSource,
  plans: readonly KnownPlan[],
  month: CalendarDate,
): Promise<Group[]> {
  const groupIds =
    of.groupId === null
      ? await groupsOfPlans(
          work.tx,
          plans.map(({ id }) => id),
          month,
        )
      : [of.groupId];
  const { rows } = await sql<Group>`
    select id, company_name as name, cim_number as cim, retro_term_days as retro_days from groups where id = any (${groupIds}::uuid[])`.execute(
    work.tx,
  );
  return rows;
}

/** Subscribers that are billed for a plan or line for which we bill them nothing. */
function unexpected(theirs: readonly TheirLine[], ours: readonly OurLine[]): Set<string> {
  const expected = new Set<string>();
  for (const { subscriberId, planId, line } of ours)
    expected.add(subscriberId).add(factKey(subscriberId, line)).add(factKey(subscriberId, planId));
  return new Set(
    theirs.flatMap(({ subscriberId, planId, line }) => {
      if (subscriberId === null) return [];
      const named = planId ?? line;
      return expected.has(named === null ? subscriberId : factKey(subscriberId, named)) ? [] : [subscriberId];
    }),
  );
}

/** The total that a file states, where its lines come to another. */
function statedDifference(
  { rows, statedTotal }: ReadInvoice,
  groupId: string | null,
  month: CalendarDate,
): Difference[] {
  if (!statedTotal) return [];
  const sum = sumOf(rows);
  if (sum === statedTotal.cents) return [];
  return [
    {
      kind: 'count',
      groupId,
      subscriberId: null,
      stated: null,
      planId: null,
      line: null,
      tier: null,
      month,
      theirs: subtract(statedTotal.cents, sum),
      ours: ZERO,
      reason: `The total says ${formatMoney(statedTotal.cents)}, the lines add up to ${formatMoney(sum)}.`,
      row: statedTotal.row,
      lastDay: null,
    },
  ];
}

const PLACE = new Map<Difference['kind'], number>(DIFFERENCE_CLASSES.map((kind, place) => [kind, place]));

/** Differences by class, the largest first, then what matches. */
function inOrder(found: Difference[]): Difference[] {
  const place = ({ kind }: Difference): number => PLACE.get(kind) ?? PLACE.size;
  const impact = ({ theirs, ours }: Difference): number => Math.abs(theirs - ours);
  return found.sort((a, b) => place(a) - place(b) || impact(b) - impact(a));
}

type Comparison = {
  of: InvoiceSource;
  file: Pick<InvoiceFile, 'columns' | 'plans'>;
  invoice: ReadInvoice;
  month: CalendarDate;
  theirCutOff: CalendarDate | null;
  prices: MonthPrices;
};

function scopeOf(
  { of, month }: Comparison,
  columns: InvoiceColumns,
  { groups, plans }: { groups: readonly Group[]; plans: readonly KnownPlan[] },
): Scope {
  return {
    groupIds: groups.map(({ id }) => id),
    planIds: of.source === 'carrier_invoice' ? new Set(plans.map(({ id }) => id)) : null,
    month,
    byMonth: columns.month !== undefined,
  };
}

/** How many days back a difference can be corrected: those of the plan's carrier where it has its own, else the group's. */
async function retroDaysOf(
  { tx }: Work,
  plans: readonly KnownPlan[],
  groups: readonly Group[],
): Promise<(one: Difference) => number> {
  const limits = await tx.selectFrom('carrierRetroLimits').select(['carrierName', 'days']).execute();
  const ofCarrier = new Map(limits.map(({ carrierName, days }) => [carrierName, days]));
  const ofPlan = new Map(plans.map(({ id, carrier }) => [id, ofCarrier.get(carrier)]));
  const ofGroup = new Map(groups.map(({ id, retroDays }) => [id, retroDays]));
  return ({ planId, groupId }) => ofPlan.get(planId ?? '') ?? ofGroup.get(groupId ?? '') ?? 60;
}

/** Compares what was read from a file with what we expect; each line of both sides is in one line of the answer. */
export async function compare(work: Work, comparison: Comparison): Promise<ComparedLine[]> {
  const { of, file, invoice, month, theirCutOff, prices } = comparison;
  const { tx } = work;
  const { columns } = file;
  const plans = await plansOf(tx, of);
  const groups = await groupsOf(work, of, plans, month);
  const scope = scopeOf(comparison, columns, { groups, plans });
  const perMember = isPerMember(columns);
  const finder = new PlanFinder(plans, file.plans);
  const theirs = matchedLines(invoice.rows, {
    members: perMember ? await MemberFinder.open(work, scope.groupIds, columns) : null,
    plans: finder,
    groups: new GroupFinder(groups),
    groupId: of.groupId,
  });
  // The rows are not used below: 100,000 of them need not be kept while both sides are compared.
  const stated = statedDifference(invoice, of.groupId, month);
  const { ours, knownAt } = await expectedLines(work, scope, prices);
  const news = await changedAfter(tx, month, knownAt);
  const theirInstant = theirCutOff && `${addDays(theirCutOff, 1)}T00:00:00Z`;
  const newsForThem = theirInstant
    ? await changedAfter(tx, month, new Map(scope.groupIds.map((id) => [id, theirInstant])))
    : NO_NEWS;
  const facts = {
    coverage: perMember ? await coverageFacts(tx, unexpected(theirs, ours)) : new Map<string, never>(),
    news: news.keys,
    newsForThem: newsForThem.keys,
    now: await pricesNow(work, scope, news, prices),
    planNames: finder.names,
  };
  // Counts of several groups cannot be told apart, so only those of one group are compared with what is known now.
  const found = perMember
    ? reconcileMembers(theirs, ours, facts, grainOf(columns))
    : reconcileTiers(theirs, ours, {
        facts: of.groupId === null ? { ...facts, now: [] } : facts,
        hasTiers: columns.tier !== undefined,
      });
  const daysOf = await retroDaysOf(work, plans, groups);
  return inOrder([...found, ...stated]).map((one) =>
    Object.assign(one, { retroLimit: one.groupId === null ? null : retroLimit(one, daysOf(one)) }),
  );
}
