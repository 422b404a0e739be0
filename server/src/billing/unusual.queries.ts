import type { UnusualSubscriber } from '@openbenefits/contract/billing';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { billRecord } from './bill-detail.queries.ts';
import { cutOffOf } from './line-causes.ts';
import { monthPrices } from './month-prices.ts';

/** So many subscribers of each kind are shown; the lines of the bill have all. */
const MOST = 20;

type Draft = { id: string; groupId: string; period: CalendarDate };

/** Subscribers by what the bill's own lines say about them. */
async function ofLines({ tx }: Pick<Work, 'tx'>, { id, period }: Draft): Promise<UnusualSubscriber[]> {
  const { rows } = await sql<UnusualSubscriber>`
    with sums as (
      select l.subscriber_id, sum(l.cents) filter (where l.kind = 'premium')::bigint as premium, sum(l.cents) filter (where l.kind = 'retro')::bigint as retro,
        bool_or(l.cents = 0) as has_zero
      from bill_lines l where l.bill_id = ${id} group by 1
    ), found as (
      select 'terminated_charged' as kind, s.subscriber_id, s.premium as cents from sums s join members m on m.id = s.subscriber_id
        where s.premium is not null and (m.termination_date < ${period}::date or (m.status = 'terminated' and m.termination_date is null))
      union all select 'zero_lines', subscriber_id, 0 from sums where has_zero
      union all select 'large_retro', subscriber_id, retro from sums where retro <> 0
    ), ranked as (select *, row_number() over (partition by kind order by abs(cents) desc, subscriber_id) as place from found)
    select r.kind, r.subscriber_id, ltrim(m.first_name || ' ' || m.last_name) as name, r.cents
    from ranked r join members m on m.id = r.subscriber_id where r.place <= ${MOST} order by r.kind, r.place`.execute(
    tx,
  );
  return rows;
}

/** Subscribers whose coverage of the month has no charge: priced again, as known at the draft's cut-off. */
async function uncharged(work: Work, { id, groupId, period }: Draft): Promise<UnusualSubscriber[]> {
  const found = await monthPrices(pricingOf(work), groupId, period, await cutOffOf(work.tx, id));
  const ids = [...new Set(found.uncharged.map(({ subscriberId }) => subscriberId))];
  const { rows } = await sql<UnusualSubscriber>`
    select 'covered_uncharged' as kind, id as subscriber_id, ltrim(first_name || ' ' || last_name) as name, null as cents
    from members where id = any (${ids}::uuid[]) order by last_name, first_name, id limit ${MOST}`.execute(work.tx);
  return rows;
}

/** Who makes a draft unusual, by kind: those whose record or coverage is to be checked. */
export async function unusualSubscribers(work: Work, { id }: { id: string }): Promise<UnusualSubscriber[]> {
  const { state, groupId, period, anomalies } = await billRecord(work.tx, id);
  if (state !== 'draft') return [];
  const kinds = new Set<string>(anomalies);
  const draft = { id, groupId, period };
  const rows = [
    ...(await ofLines(work, draft)),
    ...(kinds.has('covered_uncharged') ? await uncharged(work, draft) : []),
  ].filter(({ kind }) => kinds.has(kind) || (kind === 'large_retro' && kinds.has('negative')));
  work.note({ targetKind: 'bill', targetId: id, fields: ['name', 'premium'], itemCount: rows.length });
  return rows;
}
