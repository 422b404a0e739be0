import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { add, type Cents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { type PremiumTotal, premiumTotals } from '../coverage/premium-totals.ts';
import { type Pricing, pricingOf } from '../coverage/rating-ages.ts';
import { type Database, inTenant } from '../db/connect.ts';
import type { Work } from '../command.ts';
import type { Vault } from '../vault.ts';

/** The figures of one group on a day, as defined in GLOSSARY.md. */
export type GroupFigures = {
  subscribers: number;
  dependents: number;
  pending: number;
  enrolled: number;
  covered: number;
  monthlyCents: Cents | null;
  premiumByLine: { line: CoverageLine; monthly: Cents; subscribers: number }[];
  /** Subscribers' lines that have no price, each with a reason (priceHousehold). */
  held: number;
};

/** Figures of several groups, added up; `kept`: none of them had to be counted. */
export type BookFigures = { members: number; enrolled: number; monthlyCents: Cents; kept: boolean };

/** Joins kept figures as `f` to a group; no row where they are missing or outdated. */
export const joinKeptFigures = (group: RawBuilder<unknown>, today: CalendarDate): RawBuilder<unknown> =>
  sql`left join group_figures f on f.group_id = ${group} and f.counted_for <= ${today}::date and ${today}::date < f.valid_until
    and not exists (select from group_figure_changes c where c.group_id = ${group})`;

type People = Pick<GroupFigures, 'subscribers' | 'dependents' | 'pending' | 'enrolled' | 'covered'> & {
  groupId: string;
  validUntil: CalendarDate;
};
type Counted = GroupFigures & People;

/** Premiums of one group by line, in the order of the lines; a line without any price is left out. */
function byLine(totals: readonly PremiumTotal[]): GroupFigures['premiumByLine'] {
  return [...Map.groupBy(totals, ({ line }) => line)]
    .map(([line, ofLine]) => ({
      line,
      monthly: add(...ofLine.map(({ monthly }) => monthly)),
      subscribers: ofLine.reduce((sum, { subscribers, held }) => sum + subscribers - held, 0),
    }))
    .filter(({ subscribers }) => subscribers > 0);
}

async function countFigures(pricing: Pricing, ids: readonly string[], today: CalendarDate): Promise<Counted[]> {
  const { rows } = await sql<People>`
    select * from count_group_people(${[...ids]}::uuid[], ${today}::date)`.execute(pricing.tx);
  const totals = Map.groupBy(await premiumTotals(pricing, ids, today), ({ groupId }) => groupId);
  return rows.map((people) => {
    const premiumByLine = byLine(totals.get(people.groupId) ?? []);
    return {
      ...people,
      premiumByLine,
      monthlyCents: premiumByLine.length > 0 ? add(...premiumByLine.map(({ monthly }) => monthly)) : null,
      held: (totals.get(people.groupId) ?? []).reduce((sum, { held }) => sum + held, 0),
    };
  });
}

/** Counts the figures of groups now. */
export async function countGroupFigures(
  pricing: Pricing,
  ids: readonly string[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, GroupFigures>> {
  if (ids.length === 0) return new Map();
  return new Map((await countFigures(pricing, ids, today)).map((row) => [row.groupId, row]));
}

/** Groups that are counted in one transaction. */
const BATCH = 200;

/** Counts groups whose kept figures are missing or outdated; returns how many. Only one process counts at a time. */
async function recountBatch(pricing: Pricing, today: CalendarDate): Promise<number> {
  const { tx } = pricing;
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(current_tenant()::text, 103)) as mine`.execute(tx);
  if (!rows[0]?.mine) return 0;
  const stale = await sql<{ id: string }>`
    select g.id from groups g ${joinKeptFigures(sql`g.id`, today)} where f.group_id is null limit ${BATCH}`.execute(tx);
  const ids = stale.rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // Before the count: a change that is committed later leaves a row of its own, and the group is counted again.
  await sql`delete from group_figure_changes where group_id = any (${ids}::uuid[])`.execute(tx);
  const counted = await countFigures(pricing, ids, today);
  await sql`insert into group_figures (group_id, counted_for, valid_until, subscribers, dependents, pending, enrolled, covered, monthly_cents, premium_by_line, held)
    select x."groupId", ${today}::date, x."validUntil", x.subscribers, x.dependents, x.pending, x.enrolled, x.covered, x."monthlyCents", x."premiumByLine", x.held
    from jsonb_to_recordset(${JSON.stringify(counted)}) as x("groupId" uuid, "validUntil" date, subscribers integer, dependents integer, pending integer,
      enrolled integer, covered integer, "monthlyCents" bigint, "premiumByLine" jsonb, held integer)
    on conflict (tenant_id, group_id) do update set counted_for = excluded.counted_for, valid_until = excluded.valid_until,
      subscribers = excluded.subscribers, dependents = excluded.dependents, pending = excluded.pending, enrolled = excluded.enrolled,
      covered = excluded.covered, monthly_cents = excluded.monthly_cents, premium_by_line = excluded.premium_by_line, held = excluded.held`.execute(
    tx,
  );
  return ids.length;
}

/** Counts every group whose kept figures are missing or outdated, a batch per transaction; returns how many. */
export async function recountGroupFigures(
  db: Database,
  vault: Vault,
  tenantId: string,
  today: CalendarDate,
): Promise<number> {
  let total = 0;
  for (;;) {
    const counted = await inTenant(db, tenantId, (tx) => recountBatch({ tx, vault, tenantId }, today));
    total += counted;
    if (counted < BATCH) return total;
  }
}

const counting = new Set<string>();

/**
 * Counts outdated groups in the background, one run at a time; until then readers count for themselves. Tests without
 * kept figures skip it.
 */
export function recountGroupFiguresLater({ services, actor }: Pick<Work, 'services' | 'actor'>): void {
  const { background, clock, log, keepFiguresAfterMs, vault } = services;
  const { tenantId } = actor;
  if (counting.has(tenantId) || keepFiguresAfterMs === Number.POSITIVE_INFINITY) return;
  counting.add(tenantId);
  void recountGroupFigures(background, vault, tenantId, clock.today())
    .catch((error: unknown) => log.warn({ err: error }, 'Group figures could not be recounted'))
    .finally(() => counting.delete(tenantId));
}

/** Returns the figures of all groups that the person may see, added up. */
export async function bookFigures(work: Pick<Work, 'tx' | 'today' | 'services' | 'actor'>): Promise<BookFigures> {
  const { tx, today } = work;
  const { rows } = await sql<Omit<BookFigures, 'kept'> & { stale: string[] | null }>`
    select coalesce(sum(f.subscribers + f.dependents), 0)::bigint as members, coalesce(sum(f.enrolled), 0)::bigint as enrolled,
      coalesce(sum(f.monthly_cents), 0)::bigint as monthly_cents, array_agg(g.id) filter (where f.group_id is null) as stale
    from groups g ${joinKeptFigures(sql`g.id`, today)}`.execute(tx);
  const [kept] = rows;
  if (!kept) throw new Error('An aggregate query returned no row');
  const counted = [...(await countGroupFigures(pricingOf(work), kept.stale ?? [], today)).values()];
  return {
    members: counted.reduce((sum, one) => sum + one.subscribers + one.dependents, kept.members),
    enrolled: counted.reduce((sum, one) => sum + one.enrolled, kept.enrolled),
    monthlyCents: add(kept.monthlyCents, ...counted.flatMap(({ monthlyCents }) => monthlyCents ?? [])),
    kept: counted.length === 0,
  };
}
