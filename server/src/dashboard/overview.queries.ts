import type { Overview } from '@openbenefits/contract/dashboard';
import { addMonths, type CalendarDate, firstOfMonth, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { ENROLMENT_DAYS, NEW_DAYS } from '@openbenefits/domain/members/directory';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { countGroups, WITHOUT_RATES } from '../groups/groups.queries.ts';
import type { Figures } from '../kept-figures.ts';
import { directoryTotal } from '../members/directory.queries.ts';

const MONTHS = 13;

/**
 * Counts covered members and groups at the month-ends of the last year, in one pass. The months of a span are bits. The
 * bits of all spans of a member are combined, so a member with several coverage lines counts once. Few combinations
 * occur, so the rest is addition.
 */
async function months(tx: Tx, today: CalendarDate): Promise<Overview['months']> {
  const ends = Array.from({ length: MONTHS }, (_, index) =>
    index === MONTHS - 1 ? today : lastOfMonth(addMonths(firstOfMonth(today), index + 1 - MONTHS)),
  );
  // `width_bucket` counts the month-ends before a day: those before the start are not covered, nor are those from the
  // end on.
  const endsBefore = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`width_bucket(${day} - 1, ${ends.map((end) => end)}::date[])`;
  const { rows } = await sql<{ what: 'subscribers' | 'dependents' | 'groups'; covered: number; count: number }>`
    with people as materialized (
      select group_id, member_id = subscriber_id as is_subscriber,
        bit_or(((1 << case when upper_inf(covered) then ${MONTHS}::int else ${endsBefore(sql`upper(covered)`)} end) - 1) & ~((1 << ${endsBefore(sql`lower(covered)`)}) - 1)) as covered
      from coverage_spans where upper_inf(recorded) group by group_id, member_id, subscriber_id
    )
    select case when is_subscriber then 'subscribers' else 'dependents' end as what, covered, count(*) as count from people group by 1, 2
    union all select 'groups', covered, count(*) from (select bit_or(covered) as covered from people group by group_id) g group by covered`.execute(
    tx,
  );
  const at = (what: string, month: number): number =>
    rows.reduce((sum, row) => (row.what === what && (row.covered >> month) % 2 === 1 ? sum + row.count : sum), 0);
  return ends.map((on, month) => ({
    on,
    subscribers: at('subscribers', month),
    dependents: at('dependents', month),
    groups: at('groups', month),
  }));
}

async function plans(tx: Tx, today: CalendarDate): Promise<Overview['plans']> {
  const { rows } = await sql<Overview['plans'][number]>`
    select p.id, p.plan_name as name, p.line, count(*) filter (where s.member_id = s.subscriber_id) as subscribers, count(*) filter (where s.member_id <> s.subscriber_id) as dependents
    from coverage_spans s join health_plans p on p.id = s.plan_id where upper_inf(s.recorded) and s.covered @> ${today}::date
    group by p.id, p.plan_name, p.line, p.position order by array_position(array['medical', 'dental', 'vision', 'life', 'disability'], p.line), p.position, p.plan_name`.execute(
    tx,
  );
  return rows;
}

async function renewals(tx: Tx, today: CalendarDate): Promise<Overview['renewals']> {
  const first = firstOfMonth(today);
  const { rows } = await sql<Overview['renewals'][number]>`
    select to_char(g.renewal_date, 'YYYY-MM') as month, count(*) as groups, count(*) filter (where g.renewal_date >= ${today}::date and ${WITHOUT_RATES}) as without_rates from groups g
    where g.status not in ('terminated', 'inactive') and g.renewal_date >= ${first}::date and g.renewal_date < ${addMonths(first, 12)}::date group by 1`.execute(
    tx,
  );
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(first, index).slice(0, 7);
    return rows.find((row) => row.month === month) ?? { month, groups: 0, withoutRates: 0 };
  });
}

/** Returns the dashboard figures, each counted with the filter of the list that it links to. */
async function overviewOf(work: Work): Promise<Overview> {
  const { tx, today } = work;
  const count = async (filter: Omit<Parameters<typeof directoryTotal>[1], 'kind'>): Promise<number> =>
    (await directoryTotal(work, { kind: 'all', ...filter })).total;
  const byMonth = await months(tx, today);
  const byPlan = await plans(tx, today);
  const now = byMonth.at(-1) ?? { subscribers: 0, dependents: 0 };
  return {
    figures: {
      covered: now.subscribers + now.dependents,
      subscribers: now.subscribers,
      dependents: now.dependents,
      groups: await countGroups(tx, { status: 'active' }, today),
      totalGroups: await countGroups(tx, {}, today),
      recent: await count({ newWithinDays: NEW_DAYS }),
      pending: await count({ status: 'pending' }),
      starting: await count({ startsWithinDays: ENROLMENT_DAYS }),
      ending: await count({ endsWithinDays: ENROLMENT_DAYS }),
    },
    months: byMonth,
    plans: byPlan,
    lines: COVERAGE_LINES.map((line) => ({
      line,
      members: byPlan
        .filter((plan) => plan.line === line)
        .reduce((sum, { subscribers, dependents }) => sum + subscribers + dependents, 0),
    })),
    renewals: await renewals(tx, today),
  };
}

export const OVERVIEW = { kind: 'overview', count: overviewOf } satisfies Figures<Overview>;
