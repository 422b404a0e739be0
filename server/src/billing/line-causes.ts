import type { LineCause } from '@openbenefits/contract/bill-explanation';
import { type BillKey, billKey } from '@openbenefits/domain/billing/bill-lines';
import { ownValue } from '@openbenefits/domain/own-value';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Fields of a member that a premium depends on whatever the plan, by volume only, and by the group's terms. */
const ALWAYS_PRICED = ['relationship', 'dateOfBirth'];
const PRICED_BY_VOLUME = ['salaryAnnualCents'];
const PRICED_BY_TERMS = ['classId', 'locationId'];

/** What a mark says where neither a change nor a version of rates explains a difference. */
const MARK_WORDS: Readonly<Record<string, string>> = {
  member: 'Member record changed',
  group: 'Group terms changed',
  location: 'Billing location changed',
  offering: 'Plans offered by the group changed',
  plan_rules: 'Rules of the plan year changed',
  rating_areas: 'Rating areas changed',
  bill: 'An earlier bill was voided or replaced',
  reconciliation: 'Adjusted by a reconciliation',
};

type Found = {
  place: number;
  summary: string | null;
  actor: string | null;
  madeAt: string | null;
  changeId: string | null;
  tableId: string | null;
  versionNo: number | null;
  planName: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  mark: string | null;
  markedAt: string | null;
};

/**
 * Returns what made lines of a month differ from what was known at an instant. A change is the cause of a line only if
 * it made that month differ: a termination that leaves the month as it was is none. In this order: coverage of the
 * month, what every price depends on in the member's record (with the salary, where the plan is by volume), the
 * version of the plan's rates, class and location, the group's contribution, and marks of everything else.
 */
export async function causesOf(
  tx: Tx,
  keys: readonly BillKey[],
  since: string,
): Promise<ReadonlyMap<string, LineCause>> {
  if (keys.length === 0) return new Map();
  const asked = keys.map(({ subscriberId, line, planId, month }, place) => ({
    place,
    subscriber: subscriberId,
    line,
    plan: planId,
    month,
  }));
  const days = sql`daterange(x.month, (x.month + interval '1 month')::date)`;
  const spans = sql`s.subscriber_id = x.subscriber and s.line = x.line and s.covered && ${days}`;
  const part = sql`s.member_id || ' ' || s.plan_id || ' ' || (s.covered * ${days})::text`;
  const recordChange = (fields: readonly string[]) => sql`(
    select c.id from change_items i join changes c on c.id = i.change_id
    where i.entity_id in (select m.id from members m where m.id = x.subscriber or m.subscriber_id = x.subscriber) and i.before is not null and i.after ?| ${[...fields]}::text[] and c.made_at >= ${since}::timestamptz
    order by c.made_at desc limit 1)`;
  const { rows } = await sql<Found>`
    with asked as (
      select x.*, m.group_id from jsonb_to_recordset(${JSON.stringify(asked)}) as x(place integer, subscriber uuid, line text, plan uuid, month date) join members m on m.id = x.subscriber
    ), found as (
      select x.*, r.table_id, coalesce(
        (select c.id from (
          select t.id from (
            select s.change_id as id, ${part} as part, true as is_new from coverage_spans s where ${spans} and lower(s.recorded) >= ${since}::timestamptz
            union all
            select s.superseded_by, ${part}, false from coverage_spans s where ${spans} and not upper_inf(s.recorded) and upper(s.recorded) >= ${since}::timestamptz and s.superseded_by is not null
          ) t group by t.id having array_agg(t.part order by t.part) filter (where t.is_new) is distinct from array_agg(t.part order by t.part) filter (where not t.is_new)
        ) f join changes c on c.id = f.id where c.made_at >= ${since}::timestamptz order by c.made_at desc limit 1),
        ${recordChange(ALWAYS_PRICED)},
        case when exists (select from rate_periods v join rate_tables t on t.id = v.table_id where v.plan_id = x.plan and v.valid @> x.month and upper_inf(v.recorded) and t.method = 'volume') then ${recordChange(PRICED_BY_VOLUME)} end,
        case when r.table_id is null then coalesce(${recordChange(PRICED_BY_TERMS)}, (
          select c.id from contribution_rules o join changes c on c.id = o.change_id where o.group_id = x.group_id and o.valid @> x.month and (o.line is null or o.line = x.line)
            and lower(o.recorded) >= ${since}::timestamptz order by c.made_at desc limit 1)) end
      ) as change_id
      from asked x join groups g on g.id = x.group_id
        cross join lateral (select rates_day(x.plan, g.renewal_date, g.effective_date, x.month) as start) d
      left join lateral (
        select p.table_id from (
          select distinct on (v.methodology) v.table_id, v.recorded from rate_periods v
          where v.plan_id = x.plan and v.valid && daterange(d.start, x.month, '[]') and upper_inf(v.recorded)
          order by v.methodology, v.valid @> d.start desc, lower(v.valid)
        ) p
        where lower(p.recorded) >= ${since}::timestamptz
          -- A version that another one shortened is recorded anew, but it priced the month before.
          and not exists (select from rate_periods w where w.table_id = p.table_id and (w.valid @> d.start or w.valid @> x.month) and w.recorded @> ${since}::timestamptz)
        order by lower(p.recorded) desc limit 1
      ) r on true
    )
    select x.place, c.summary, c.actor_name as actor, c.made_at, c.id as change_id, t.id as table_id, t.version_no, p.plan_name, k.cause as mark, k.made_at as marked_at,
      coalesce(t.activated_by_name, t.created_by_name) as activated_by, coalesce(t.activated_at, t.updated_at) as activated_at
    from found x join health_plans p on p.id = x.plan left join changes c on c.id = x.change_id left join rate_tables t on c.id is null and t.id = x.table_id
      left join lateral (
        select k.cause, k.made_at from bill_marks k
        where (k.group_id = x.group_id or k.group_id is null) and (k.subscriber_id = x.subscriber or k.subscriber_id is null) and (k.plan_id = x.plan or k.plan_id is null)
          and k.months @> x.month and k.made_at >= ${since}::timestamptz order by k.id desc limit 1
      ) k on c.id is null and t.id is null
    where c.id is not null or t.id is not null or k.cause is not null`.execute(tx);
  return new Map(
    rows.flatMap((row) => {
      const key = keys[row.place];
      return key ? [[billKey(key), causeOf(row)]] : [];
    }),
  );
}

function causeOf(found: Found): LineCause {
  const { summary, actor, madeAt, changeId, tableId, versionNo, planName, mark, markedAt, ...rates } = found;
  if (changeId) return { text: summary ?? '', by: actor ?? '', at: madeAt ?? '', changeId, rateTableId: null };
  if (!tableId)
    return {
      text: ownValue(MARK_WORDS, mark ?? '') ?? '',
      by: '',
      at: markedAt ?? '',
      changeId: null,
      rateTableId: null,
    };
  return {
    text: `Rates of ${planName ?? ''}, version ${versionNo ?? ''}`,
    by: rates.activatedBy ?? '',
    at: rates.activatedAt ?? '',
    changeId: null,
    rateTableId: tableId,
  };
}

/** The instant at which everything was taken as known for a bill. */
export async function cutOffOf(tx: Tx, billId: string): Promise<string> {
  const bill = await tx.selectFrom('bills').select('cutOffAt').where('id', '=', billId).executeTakeFirstOrThrow();
  return bill.cutOffAt;
}

type Names = {
  /** By subscriber, with what a list is sorted by. */
  people: ReadonlyMap<string, { name: string; sortKey: string }>;
  plans: ReadonlyMap<string, string>;
};

/** The names of the subscribers and plans of lines. */
export async function namesOf(tx: Tx, keys: readonly BillKey[]): Promise<Names> {
  const subscribers = [...new Set(keys.map(({ subscriberId }) => subscriberId))];
  const { rows } = await sql<{ id: string; name: string; sortKey: string }>`
    select id, ltrim(first_name || ' ' || last_name) as name, last_name || chr(31) || first_name as sort_key
    from members where id = any (${subscribers}::uuid[])`.execute(tx);
  const plans = await sql<{ id: string; name: string }>`
    select id, plan_name as name from health_plans where id = any (${[...new Set(keys.map(({ planId }) => planId))]}::uuid[])`.execute(
    tx,
  );
  return {
    people: new Map(rows.map((row) => [row.id, row])),
    plans: new Map(plans.rows.map(({ id, name }) => [id, name])),
  };
}
