import type { GroupDetail } from '@openbenefits/contract/groups';
import { add } from '@openbenefits/domain/money';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { GROUP_COLUMNS } from '@openbenefits/domain/groups/group-fields';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { plannedStatus } from './group-status.queries.ts';
import { groupPremium } from './groups.queries.ts';
import type { Work } from '../command.ts';
import { openTaxId } from '../tax-ids.ts';

const RECENT = 10;

/** People with a job in each class and at each location who have not left. */
async function membersOf(tx: Tx, groupId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{
    classId: string | null;
    locationId: string | null;
    members: number;
  }>`select class_id, location_id, count(*) as members from members
    where group_id = ${groupId} and subscriber_id is null and status not in ('terminated', 'inactive') group by class_id, location_id`.execute(
    tx,
  );
  const found = new Map<string, number>();
  for (const { classId, locationId, members } of rows)
    for (const id of [classId, locationId]) if (id) found.set(id, (found.get(id) ?? 0) + members);
  return found;
}

async function locationsOf(tx: Tx, groupId: string): Promise<Omit<GroupDetail['locations'][number], 'members'>[]> {
  return tx
    .selectFrom('billingLocations')
    .select([
      'id',
      'locationCode as code',
      'locationName as name',
      'addressLine1',
      'addressLine2',
      'city',
      'state',
      'zipCode',
    ])
    .where('groupId', '=', groupId)
    .where('status', '=', 'active')
    .orderBy('position')
    .execute();
}

/** A version per day from which terms hold: the last that has begun is in force, the next one is told beside it. */
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

async function plansOf(tx: Tx, groupId: string, today: CalendarDate): Promise<GroupDetail['plans']> {
  const rows = await tx
    .selectFrom('groupPlanAssignments as a')
    .innerJoin('healthPlans as p', 'p.id', 'a.planId')
    .innerJoin('groupClasses as c', 'c.id', 'a.classId')
    .innerJoin('billingLocations as l', 'l.id', 'a.locationId')
    .select([
      'p.id as planId',
      'p.planName',
      'p.planCode',
      'p.line',
      'p.carrierName',
      'c.id as classId',
      'c.className',
      'l.id as locationId',
      'l.locationName',
      'a.deductibleCents as deductible',
      'a.coinsurancePercent',
      'a.ratingMethodology',
      'a.effectiveDate',
    ])
    .where('a.groupId', '=', groupId)
    .where('a.status', '=', 'active')
    .orderBy('p.position')
    .orderBy('c.position')
    .orderBy('l.position')
    .orderBy('a.effectiveDate')
    .execute();
  const versions = Map.groupBy(
    rows as unknown as Version[],
    ({ planId, classId, locationId }) => `${planId} ${classId} ${locationId}`,
  );
  return [...versions.values()].flatMap((list) => inForce(list, today));
}

/**
 * Everything the group page shows besides its members. Refuses 'not_found' for an id of another tenant just as for one
 * that never was.
 */
export async function groupDetail(
  { tx, today, services, actor }: Pick<Work, 'tx' | 'today' | 'services' | 'actor'>,
  id: string,
): Promise<GroupDetail> {
  const group = await tx
    .selectFrom('groups')
    .select(['id', 'cimNumber', 'status', 'version', 'taxIdEncrypted', ...GROUP_COLUMNS])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const people = await sql<{ subscribers: number; dependents: number; enrolled: number }>`
    select count(*) filter (where subscriber_id is null) as subscribers, count(*) filter (where subscriber_id is not null) as dependents,
      count(*) filter (where subscriber_id is null and status in ('active', 'leave_of_absence', 'pending_termination')) as enrolled
    from members where group_id = ${id}`.execute(tx);
  const premiumByLine = await groupPremium(tx, id, today);
  const classes = await tx
    .selectFrom('groupClasses')
    .select(['id', 'classCode as code', 'className as name', 'locationId'])
    .where('groupId', '=', id)
    .where('status', '=', 'active')
    .orderBy('position')
    .execute();
  const files = await tx
    .selectFrom('fileJobs')
    .select(['id', 'status', 'refused', 'createdAt as at'])
    .where('groupId', '=', id)
    .orderBy('createdAt', 'desc')
    .limit(5)
    .execute();
  const activity = await tx
    .selectFrom('changes')
    .select(['id', 'summary', 'actorName as actor', 'madeAt as at'])
    .where('groupId', '=', id)
    // Of a removed file nothing was posted (changes.queries.ts).
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fileJobs')
            .select('fileJobs.id')
            .whereRef('fileJobs.id', '=', 'changes.fileJobId')
            .where('fileJobs.status', '=', 'removed'),
        ),
      ),
    )
    .orderBy('madeAt', 'desc')
    .limit(RECENT)
    .execute();
  const planned = await plannedStatus(tx, id);
  const members = await membersOf(tx, id);
  const inUse = <Row extends { id: string }>(row: Row): Row & { members: number } => ({
    ...row,
    members: members.get(row.id) ?? 0,
  });
  const { taxIdEncrypted, ...shown } = group;
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
    ...(people.rows[0] ?? { subscribers: 0, dependents: 0, enrolled: 0 }),
    monthlyPremium: premiumByLine.length > 0 ? add(...premiumByLine.map((row) => row.monthly)) : null,
    premiumByLine,
    locations: (await locationsOf(tx, id)).map(inUse),
    classes: classes.map(inUse),
    plans: await plansOf(tx, id, today),
    files,
    activity,
  } as GroupDetail;
}
