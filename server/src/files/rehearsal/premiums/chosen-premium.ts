import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../command.ts';
import { replayRecords } from './replay-records.ts';

/**
 * Records of families that are chosen in part, of whom so many are worked out again for a look at the page: some tenths
 * of a second.
 */
const WORKED_OUT = 500;

/**
 * The records of families that are chosen in part. What a family costs follows from who of it is covered, so the
 * amounts of its records, each worked out behind the one before, do not add up to what is posted. Families of whom a
 * record touches both (somebody goes on as a subscriber) are one here.
 */
const ofDivided = (jobId: string): RawBuilder<unknown> => sql`recursive
  named as materialized (select c.record_no, c.excluded, c.action, c.member_id, case when c.is_subscriber then c.member_id else coalesce(m.subscriber_id, (select f.key::uuid from jsonb_each(c.followers) f where f.value = '"comes to"'), c.member_id) end as head, c.followers
    from file_changes c left join members m on m.id = c.member_id where c.job_id = ${jobId} and c.member_id is not null and exists (select from file_changes o where o.job_id = ${jobId} and o.excluded and o.action <> 'unchanged')),
  heads as materialized (select record_no, excluded, action, head from named
    union select n.record_no, n.excluded, n.action, coalesce(m.subscriber_id, f.key::uuid) from named n cross join lateral jsonb_object_keys(n.followers) as f(key) left join members m on m.id = f.key::uuid),
  divided (head) as (select head from heads where action <> 'unchanged' group by head having bool_or(excluded) and not bool_and(excluded)
    union select b.head from divided d join heads a on a.head = d.head join heads b on b.record_no = a.record_no),
  parts as materialized (select distinct n.record_no, n.excluded, case when n.action <> 'added' then n.member_id end as member_id from named n join heads h on h.record_no = n.record_no join divided d on d.head = h.head)`;

/**
 * `isAbout`: more families are chosen in part than are worked out again, and the premium is the sum of what each record
 * was found to do.
 */
export type Chosen = { selected: number; selectedPremium: Cents; isAbout: boolean };

type Part = { recordNo: number; excluded: boolean; memberId: string | null };
type Totals = {
  selected: number;
  rest: number;
  sum: number;
  parts: number;
  wanted: Part[] | null;
  isHeld: boolean;
  partnerId: string | null;
  retroEnds: string | null;
  rehearsedOn: CalendarDate | null;
  premiumDay: CalendarDate | null;
  isResent: boolean;
};

/**
 * What of a file is chosen, and what that does to the monthly premium. Of families that are chosen in part it is worked
 * out as when they are posted, without a trace.
 */
export async function chosenOf(work: Pick<Work, 'tx' | 'actor' | 'services'>, jobId: string): Promise<Chosen> {
  const { tx } = work;
  const { rows } = await sql<Totals>`with ${ofDivided(jobId)}
    select (select count(*) from file_changes where job_id = ${jobId} and not excluded and action <> 'unchanged') as selected,
      (select coalesce(sum(premium_change), 0)::bigint from file_changes where job_id = ${jobId} and not excluded) as sum,
      (select coalesce(sum(premium_change), 0)::bigint from file_changes where job_id = ${jobId} and not excluded and record_no not in (select record_no from parts)) as rest,
      (select count(*) from parts) as parts, (select jsonb_agg(jsonb_build_object('recordNo', record_no, 'excluded', excluded, 'memberId', member_id)) from (select * from parts limit ${WORKED_OUT}) p) as wanted,
      j.status = 'held' as is_held, j.partner_id, j.retro_ends, j.rehearsed_on, j.premium_day, j.resent_from is not null as is_resent from file_jobs j where j.id = ${jobId}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) return { selected: 0, selectedPremium: 0 as Cents, isAbout: false };
  const { selected, sum, rest, parts, wanted, premiumDay } = found;
  if (wanted === null || !found.isHeld) return { selected, selectedPremium: sum as Cents, isAbout: parts > 0 };
  if (parts > WORKED_OUT || premiumDay === null) return { selected, selectedPremium: sum as Cents, isAbout: true };
  return {
    selected,
    selectedPremium: (rest +
      (await replayRecords(
        work,
        jobId,
        { ...found, premiumDay },
        wanted.map(({ recordNo }) => recordNo),
        {
          leftOut: new Map(
            wanted.flatMap(({ recordNo, excluded, memberId }) => (excluded ? [[recordNo, memberId]] : [])),
          ),
        },
      ))) as Cents,
    isAbout: false,
  };
}
