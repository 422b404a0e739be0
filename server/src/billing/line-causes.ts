import type { LineCause } from '@openbenefits/contract/bill-explanation';
import { type BillKey, billKey } from '@openbenefits/domain/billing/bill-lines';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Fields of a member that a premium depends on. */
const PRICED_FIELDS = ['salaryAnnualCents', 'classId', 'locationId', 'relationship', 'dateOfBirth'];

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
};

/**
 * Returns what made lines of a month differ from what was known at an instant: the newest change of the subscriber's
 * coverage on the line, else of what prices depend on in the member's record, else the newest version of the plan's
 * rates. A line without one of these is missing: a contribution, a rule or a class of the group changed.
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
  const spans = sql`s.subscriber_id = x.subscriber and s.line = x.line and s.covered && daterange(x.month, (x.month + interval '1 month')::date)`;
  const { rows } = await sql<Found>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}) as x(place integer, subscriber uuid, line text, plan uuid, month date)
    ), causes as (
      select x.place, x.plan, x.month, coalesce(
        (select id from (
          select s.change_id as id from coverage_spans s where ${spans} and upper_inf(s.recorded) and lower(s.recorded) >= ${since}::timestamptz
          union all
          select unnest(array[s.change_id, s.superseded_by]) from coverage_spans s
            where ${spans} and not upper_inf(s.recorded) and upper(s.recorded) >= ${since}::timestamptz
        ) found join changes c using (id) where c.made_at >= ${since}::timestamptz order by c.made_at desc limit 1),
        (select c.id from change_items i join changes c on c.id = i.change_id
          where i.entity_id = x.subscriber and i.after ?| ${PRICED_FIELDS}::text[] and c.made_at >= ${since}::timestamptz
          order by c.made_at desc limit 1)
      ) as change_id
      from asked x
    )
    select x.place, c.summary, c.actor_name as actor, c.made_at, c.id as change_id,
      t.id as table_id, t.version_no, p.plan_name, coalesce(t.activated_by_name, t.created_by_name) as activated_by, coalesce(t.activated_at, t.updated_at) as activated_at
    from causes x join health_plans p on p.id = x.plan left join changes c on c.id = x.change_id
      left join lateral (
        select r.table_id from rate_periods r where r.plan_id = x.plan and r.valid @> x.month and upper_inf(r.recorded) and lower(r.recorded) >= ${since}::timestamptz
        order by lower(r.recorded) desc limit 1
      ) r on c.id is null left join rate_tables t on t.id = r.table_id
    where c.id is not null or t.id is not null`.execute(tx);
  return new Map(
    rows.flatMap((row) => {
      const key = keys[row.place];
      return key ? [[billKey(key), causeOf(row)]] : [];
    }),
  );
}

const causeOf = ({ summary, actor, madeAt, changeId, tableId, versionNo, planName, ...rates }: Found): LineCause =>
  changeId
    ? { text: summary ?? '', by: actor ?? '', at: madeAt ?? '', changeId, rateTableId: null }
    : {
        text: `Rates of ${planName ?? ''}, version ${versionNo ?? ''}`,
        by: rates.activatedBy ?? '',
        at: rates.activatedAt ?? '',
        changeId: null,
        rateTableId: tableId,
      };

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
