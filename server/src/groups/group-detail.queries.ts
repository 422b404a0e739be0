import type { GroupDetail } from '@openbenefits/contract/groups';
import type { PremiumParts } from '@openbenefits/contract/premium-parts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { GROUP_COLUMNS } from '@openbenefits/domain/groups/group-fields';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { premiumPartsOf } from '../coverage/premium-parts.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { plannedStatus } from './group-status.queries.ts';
import { countGroupFigures, type GroupFigures, joinKeptFigures, recountGroupFiguresLater } from './group-figures.ts';
import type { Work } from '../command.ts';
import { openTaxId } from '../tax-ids.ts';

const GROUP_MISSING = 'This group does not exist, or you may not see it.';

type Row = Omit<
  GroupDetail,
  'taxIdLast4' | 'plans' | 'monthlyPremium' | 'premiumByLine' | 'subscribers' | 'dependents' | 'enrolled'
> & {
  taxIdEncrypted: string | null;
  figures: GroupFigures | null;
  jobs: { classId: string | null; locationId: string | null; members: number }[];
  versions: Version[];
};

/** Lists as JSON, so that the whole page is one statement. */
const list = (select: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(to_jsonb(x)), jsonb_build_array()) from (${select}) x)`;

const COLUMNS = sql.join(
  ['id', 'cimNumber', 'status', 'version', 'taxIdEncrypted', ...GROUP_COLUMNS].map((column) => sql.ref(`g.${column}`)),
);

const LOCATIONS = list(sql`select l.id, l.location_code as code, l.location_name as name, 
  l.address_line1 as "addressLine1", l.address_line2 as "addressLine2", l.city, l.state, l.zip_code as "zipCode"
  from billing_locations l where l.group_id = g.id and l.status = 'active' order by l.position`);

const CLASSES = list(sql`select c.id, c.class_code as code, c.class_name as name, c.location_id as "locationId"
  from group_classes c where c.group_id = g.id and c.status = 'active' order by c.position`);

/** Subscribers of each class and location whose employment has not ended. */
const JOBS = list(sql`select m.class_id as "classId", m.location_id as "locationId", count(*) as members from members m
  where m.group_id = g.id and m.subscriber_id is null and m.status not in ('terminated', 'inactive')
  group by m.class_id, m.location_id`);

const VERSIONS = list(sql`select p.id as "planId", p.plan_name as "planName", p.plan_code as "planCode", p.line,
    p.carrier_name as "carrierName", c.id as "classId", c.class_name as "className", l.id as "locationId",
    l.location_name as "locationName", a.deductible_cents as deductible, a.coinsurance_percent as "coinsurancePercent",
    a.rating_methodology as "ratingMethodology", a.effective_date as "effectiveDate"
  from group_plan_assignments a join health_plans p on p.id = a.plan_id
    join group_classes c on c.id = a.class_id and c.group_id = g.id
    join billing_locations l on l.id = a.location_id and l.group_id = g.id
  where a.group_id = g.id and a.status = 'active' order by p.position, c.position, l.position, a.effective_date`);

const FILES = list(sql`select j.id, j.status, j.refused, j.created_at as at from file_jobs j where j.group_id = g.id
  order by j.created_at desc limit 5`);

// Of a removed file nothing was posted (changes.queries.ts).
const ACTIVITY = list(sql`select c.id, c.summary, c.actor_name as actor, c.made_at as at from changes c
  where c.group_id = g.id
    and not exists (select from file_jobs j where j.id = c.file_job_id and j.status = 'removed')
  order by c.made_at desc limit 10`);

/** Instants in JSON have PostgreSQL's format; elsewhere they are ISO text in UTC. */
const withInstant = <Item extends { at: string }>(item: Item): Item => ({
  ...item,
  at: new Date(item.at).toISOString(),
});

/** One version per effective date: the latest that has started is current, the next is returned with it. */
function inForce(versions: readonly Version[], today: CalendarDate): GroupDetail['plans'] {
  const [first] = versions;
  const current = versions.findLast(({ effectiveDate }) => effectiveDate <= today) ?? first;
  if (!current) return [];
  const next = versions.find(({ effectiveDate }) => effectiveDate > today && effectiveDate > current.effectiveDate);
  const terms = next && {
    deductible: next.deductible,
    coinsurancePercent: next.coinsurancePercent,
    ratingMethodology: next.ratingMethodology,
    effectiveDate: next.effectiveDate,
  };
  return [{ ...current, next: terms ?? null }];
}

type Version = Omit<GroupDetail['plans'][number], 'next'>;

function plansOf(all: readonly Version[], today: CalendarDate): GroupDetail['plans'] {
  const versions = Map.groupBy(all, ({ planId, classId, locationId }) => `${planId} ${classId} ${locationId}`);
  return [...versions.values()].flatMap((one) => inForce(one, today));
}

/**
 * Reads the group without its scheduled status, in one statement; undefined if it does not exist or may not be seen.
 */
async function readGroup(tx: Tx, id: string, today: CalendarDate): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}, ${LOCATIONS} as locations, ${CLASSES} as classes, ${JOBS} as jobs, ${VERSIONS} as versions,
      ${FILES} as files, ${ACTIVITY} as activity,
      case when f.group_id is not null then jsonb_build_object('subscribers', f.subscribers, 'dependents', f.dependents,
        'enrolled', f.enrolled, 'monthlyCents', f.monthly_cents, 'premiumByLine', f.premium_by_line, 'held', f.held) end as figures
    from groups g ${joinKeptFigures(sql`g.id`, today)} where g.id = ${id}`.execute(tx);
  return rows[0];
}

/** Returns the group page without its members. Rejects 'not_found' for another tenant's ID as for an unknown one. */
export async function groupDetail(
  work: Pick<Work, 'tx' | 'today' | 'services' | 'actor'>,
  id: string,
): Promise<GroupDetail> {
  const { tx, today, services, actor } = work;
  const [group, planned] = await Promise.all([readGroup(tx, id, today), plannedStatus(tx, id)]);
  if (!group) throw new Refusal('not_found', GROUP_MISSING);
  const { taxIdEncrypted, figures: kept, jobs, versions, ...shown } = group;
  if (!kept) recountGroupFiguresLater(work);
  const figures = kept ?? (await countGroupFigures(pricingOf(work), [id], today)).get(id);
  const members = new Map<string, number>();
  for (const { classId, locationId, members: some } of jobs)
    for (const one of [classId, locationId]) if (one) members.set(one, (members.get(one) ?? 0) + some);
  const inUse = <Item extends { id: string }>(item: Item): Item & { members: number } => ({
    ...item,
    members: members.get(item.id) ?? 0,
  });
  return {
    ...shown,
    taxIdLast4: openTaxId(services.vault, actor.tenantId, id, taxIdEncrypted)?.slice(-4) ?? null,
    plannedStatus: planned && {
      to: planned.to,
      effectiveDate: planned.effectiveDate,
      reason: planned.reason,
      by: planned.by,
      at: planned.at,
    },
    subscribers: figures?.subscribers ?? 0,
    dependents: figures?.dependents ?? 0,
    enrolled: figures?.enrolled ?? 0,
    monthlyPremium: figures?.monthlyCents ?? null,
    premiumByLine: figures?.premiumByLine ?? [],
    locations: shown.locations.map(inUse),
    classes: shown.classes.map(inUse),
    plans: plansOf(versions, today),
    files: shown.files.map(withInstant),
    activity: shown.activity.map(withInstant),
  };
}

/** Explains the premium totals of a group. */
export async function premiumParts(work: Work, { id }: { id: string }): Promise<PremiumParts> {
  const group = await work.tx.selectFrom('groups').select('id').where('id', '=', id).executeTakeFirst();
  if (!group) throw new Refusal('not_found', GROUP_MISSING);
  return premiumPartsOf(pricingOf(work), id, work.today);
}
