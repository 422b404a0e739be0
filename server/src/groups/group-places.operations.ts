import {
  type PlaceForm,
  problemsOfClass,
  problemsOfLocation,
  removalRefusal,
} from '@openbenefits/domain/groups/group-places';
import { nextClassCode, nextLocationCode } from '@openbenefits/domain/groups/setup-codes';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { lockGroup } from '../group-lock.ts';
import { type GroupRecord, lockedGroup, requireVersion, touchGroup } from './group-record.ts';

type Saved = { id: string; version: number };

/** Locks the group at the version that the user saw, so that no members are moved in between. */
export async function groupToChange(work: Work, input: { id: string; version: number }): Promise<GroupRecord> {
  const { tx } = work;
  await lockGroup(tx, input.id);
  const group = await lockedGroup(tx, input.id);
  await requireVersion(work, group, input.version);
  return group;
}

/** Raises the version and adds a history entry; `before` and `after` are display text under a label. */
export async function recordPlaces(
  work: Work,
  group: GroupRecord,
  summary: string,
  before: object,
  after: object,
): Promise<Saved> {
  const version = await touchGroup(work.tx, group, work.now);
  await recordChange(work, {
    kind: 'group_edited',
    summary,
    groupId: group.id,
    items: [{ entity: 'group', entityId: group.id, action: 'changed', before, after }],
  });
  work.note({ targetKind: 'group', targetId: group.id });
  return { id: group.id, version };
}

type LocationRow = {
  id: string;
  locationCode: string;
  locationName: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  zipCode: string;
  status: string;
};

const placeWords = (place: Omit<LocationRow, 'id' | 'locationCode' | 'status'>): string =>
  [place.locationName, place.addressLine1, place.addressLine2, `${place.city}, ${place.state} ${place.zipCode}`]
    .filter(Boolean)
    .join(', ');

const locationsOf = (tx: Tx, groupId: string): Promise<LocationRow[]> =>
  tx
    .selectFrom('billingLocations')
    .select([
      'id',
      'locationCode',
      'locationName',
      'addressLine1',
      'addressLine2',
      'city',
      'state',
      'zipCode',
      'status',
    ])
    .where('groupId', '=', groupId)
    .orderBy('position')
    .execute();

type ClassRow = { id: string; classCode: string; className: string; locationId: string; status: string };
const classesOf = (tx: Tx, groupId: string): Promise<ClassRow[]> =>
  tx
    .selectFrom('groupClasses')
    .select(['id', 'classCode', 'className', 'locationId', 'status'])
    .where('groupId', '=', groupId)
    .orderBy('position')
    .execute();

/** Finds the location or class among those in use. */
function inUse<Row extends { id: string; status: string }>(rows: readonly Row[], id: string, what: string): Row {
  const row = rows.find((one) => one.id === id && one.status === 'active');
  if (!row) throw new Refusal('not_found', `This ${what} is no longer in use.`);
  return row;
}

/** Adds a billing location, or corrects one; its code stays, since census files name it. */
export async function saveLocation(
  work: Work,
  input: PlaceForm & { id: string; version: number; locationId?: string | undefined },
): Promise<Saved> {
  const { tx } = work;
  const group = await groupToChange(work, input);
  const all = await locationsOf(tx, group.id);
  const before = input.locationId ? inUse(all, input.locationId, 'location') : undefined;
  refuseIfAny(
    problemsOfLocation(
      input,
      all.filter((one) => one.status === 'active' && one !== before).map((one) => one.locationName),
    ),
  );
  const values = {
    locationName: input.name.trim(),
    addressLine1: input.addressLine1.trim(),
    addressLine2: input.addressLine2.trim() || null,
    city: input.city.trim(),
    state: input.state.trim().toUpperCase(),
    zipCode: input.zipCode.trim(),
  };
  const label = `Location ${before?.locationName ?? values.locationName}`;
  if (before) {
    await tx.updateTable('billingLocations').set(values).where('id', '=', before.id).execute();
    return recordPlaces(
      work,
      group,
      `Changed the billing location ${values.locationName}`,
      { [label]: placeWords(before) },
      { [label]: placeWords(values) },
    );
  }
  const locationCode = nextLocationCode(
    values.locationName,
    all.map((one) => one.locationCode),
  );
  await tx
    .insertInto('billingLocations')
    .values({ ...values, id: uuidv7(), groupId: group.id, locationCode, position: all.length })
    .execute();
  return recordPlaces(
    work,
    group,
    `Added the billing location ${values.locationName}`,
    { [label]: null },
    { [label]: placeWords(values) },
  );
}

async function membersAt(tx: Tx, groupId: string, column: 'class_id' | 'location_id', id: string): Promise<number> {
  const { rows } = await sql<{
    members: number;
  }>`select count(*) as members from members where group_id = ${groupId} and ${sql.ref(column)} = ${id} and subscriber_id is null and status not in ('terminated', 'inactive')`.execute(
    tx,
  );
  return rows[0]?.members ?? 0;
}

/** Removes a location from use; former members keep it. Rejects while members or classes belong to it. */
export async function removeLocation(
  work: Work,
  input: { id: string; version: number; locationId: string },
): Promise<Saved> {
  const { tx } = work;
  const group = await groupToChange(work, input);
  const active = (await locationsOf(tx, group.id)).filter(({ status }) => status === 'active');
  const location = inUse(active, input.locationId, 'location');
  const classes = (await classesOf(tx, group.id)).filter(
    ({ status, locationId }) => status === 'active' && locationId === location.id,
  ).length;
  const refusal = removalRefusal('location', {
    isLast: active.length === 1,
    members: await membersAt(tx, group.id, 'location_id', location.id),
    classes,
  });
  if (refusal) throw new Refusal('state', refusal);
  await tx.updateTable('billingLocations').set({ status: 'inactive' }).where('id', '=', location.id).execute();
  await tx
    .updateTable('groupPlanAssignments')
    .set({ status: 'inactive' })
    .where('locationId', '=', location.id)
    .execute();
  const label = `Location ${location.locationName}`;
  return recordPlaces(
    work,
    group,
    `Removed the billing location ${location.locationName}`,
    { [label]: placeWords(location) },
    { [label]: null },
  );
}

/** Adds a class, or renames it and moves it to another location; members of a class keep the location they work at. */
export async function saveClass(
  work: Work,
  input: { id: string; version: number; classId?: string | undefined; name: string; locationId: string },
): Promise<Saved> {
  const { tx } = work;
  const group = await groupToChange(work, input);
  const all = await classesOf(tx, group.id);
  const locations = new Map((await locationsOf(tx, group.id)).map((one) => [one.id, one]));
  const before = input.classId ? inUse(all, input.classId, 'class') : undefined;
  const usable = [...locations.values()].filter(({ status }) => status === 'active').map(({ id }) => id);
  refuseIfAny(
    problemsOfClass(
      input,
      all.filter((one) => one.status === 'active' && one !== before).map((one) => one.className),
      usable,
    ),
  );
  const name = input.name.trim();
  const words = (className: string, locationId: string): string =>
    `${className}, ${locations.get(locationId)?.locationName ?? ''}`;
  const label = `Class ${before?.className ?? name}`;
  if (before) {
    await tx
      .updateTable('groupClasses')
      .set({ className: name, locationId: input.locationId })
      .where('id', '=', before.id)
      .execute();
    return recordPlaces(
      work,
      group,
      `Changed the class ${name}`,
      { [label]: words(before.className, before.locationId) },
      { [label]: words(name, input.locationId) },
    );
  }
  const classCode = nextClassCode(
    name,
    all.map((one) => one.classCode),
  );
  await tx
    .insertInto('groupClasses')
    .values({
      id: uuidv7(),
      groupId: group.id,
      classCode,
      className: name,
      locationId: input.locationId,
      position: all.length,
    })
    .execute();
  return recordPlaces(
    work,
    group,
    `Added the class ${name}`,
    { [label]: null },
    { [label]: words(name, input.locationId) },
  );
}

/** Removes a class and its offerings from use. Rejects while members belong to it. */
export async function removeClass(work: Work, input: { id: string; version: number; classId: string }): Promise<Saved> {
  const { tx } = work;
  const group = await groupToChange(work, input);
  const active = (await classesOf(tx, group.id)).filter(({ status }) => status === 'active');
  const one = inUse(active, input.classId, 'class');
  const refusal = removalRefusal('class', {
    isLast: active.length === 1,
    members: await membersAt(tx, group.id, 'class_id', one.id),
  });
  if (refusal) throw new Refusal('state', refusal);
  await tx.updateTable('groupClasses').set({ status: 'inactive' }).where('id', '=', one.id).execute();
  await tx.updateTable('groupPlanAssignments').set({ status: 'inactive' }).where('classId', '=', one.id).execute();
  return recordPlaces(
    work,
    group,
    `Removed the class ${one.className}`,
    { [`Class ${one.className}`]: one.className },
    { [`Class ${one.className}`]: null },
  );
}
