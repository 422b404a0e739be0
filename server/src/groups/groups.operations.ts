import type { GroupSetup } from '@openbenefits/contract/groups';
import { addMonths, type CalendarDate, calendarDateFrom, partsOf } from '@openbenefits/domain/calendar-date';
import { firstDate } from '@openbenefits/domain/date-series';
import { cimNumberOf } from '@openbenefits/domain/groups/cim-number';
import {
  SETUP_FIELDS,
  type SetupField,
  type StoredGroup,
  storedGroupValue,
} from '@openbenefits/domain/groups/group-fields';
import { isCustomizable, plansIn, problemsOfSetup } from '@openbenefits/domain/groups/group-setup';
import { isCobraForced } from '@openbenefits/domain/groups/group-terms';
import { classCodes, locationCodes } from '@openbenefits/domain/groups/setup-codes';
import { type Problem, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { methodologiesOf, methodologyProblem, offeredPlans } from '../plans/plans.queries.ts';
import { visibleTo } from './drafts.queries.ts';
import { sealTaxId } from '../tax-ids.ts';
import { requireReasonToShare } from './shared-tax-ids.ts';

const orNull = (text: string): string | null => text.trim() || null;

type SetupColumn = Exclude<SetupField, 'taxId'>;
/** Returns the wizard's fields as columns of the group's row. */
const storedSetup = (setup: GroupSetup): Pick<StoredGroup, SetupColumn> =>
  Object.fromEntries(
    SETUP_FIELDS.filter((name) => name !== 'taxId').map((name) => [name, storedGroupValue(name, setup[name])]),
  ) as Pick<StoredGroup, SetupColumn>;

/** Returns the next CIM number of the year. One row is locked until the commit, so two groups never share a number. */
async function nextCim(tx: Tx, today: CalendarDate): Promise<string> {
  const { year } = partsOf(today);
  const { rows } = await sql<{ last_number: number }>`insert into cim_counters (year, last_number) values (${year}, 1)
    on conflict (tenant_id, year) do update set last_number = cim_counters.last_number + 1 returning last_number`.execute(
    tx.withoutPlugins(),
  );
  return cimNumberOf(year, rows[0]?.last_number ?? 1);
}

/** A group without a renewal date renews a year after it took effect, or after its last anniversary. */
function renewalAfter(effective: CalendarDate, today: CalendarDate): CalendarDate {
  return firstDate(
    (step) => addMonths(effective, 12 * (step + 1)),
    (renewal) => renewal >= today,
  );
}

/** Chosen methodologies that plans have no rates for. */
function problemsOfMethodologies(
  { planCustomizations }: GroupSetup,
  kinds: Awaited<ReturnType<typeof methodologiesOf>>,
): Problem[] {
  return Object.entries(planCustomizations).flatMap(([className, locations]) =>
    Object.entries(locations).flatMap(([locationName, chosen]) =>
      Object.entries(chosen).flatMap(([planId, { ratingMethodology }]) => {
        const message = methodologyProblem(ratingMethodology, kinds.get(planId));
        const path = `planCustomizations.${className}.${locationName}.${planId}.ratingMethodology`;
        return message ? [{ path, message }] : [];
      }),
    ),
  );
}

async function insertGroup(
  { tx, now, today, services, actor }: Work,
  setup: GroupSetup,
  id: string,
  cim: string,
): Promise<void> {
  const stored = storedSetup(setup);
  await tx
    .insertInto('groups')
    .values({
      ...stored,
      id,
      cimNumber: cim,
      status: 'active',
      ...sealTaxId(services.vault, actor.tenantId, id, setup.taxId),
      // As specified (section 3): the contact is the company until a person is entered.
      contactName: stored.companyName,
      renewalDate: stored.renewalDate ?? renewalAfter(stored.effectiveDate, today),
      cobraEnabled: setup.cobraEnabled || isCobraForced(setup.employeeCount),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

async function insertLocations(tx: Tx, setup: GroupSetup, groupId: string): Promise<Map<string, string>> {
  const codes = locationCodes(setup.billingLocations.map((location) => location.locationName));
  const rows = setup.billingLocations.map((location, position) => ({
    id: uuidv7(),
    groupId,
    locationCode: codes[position] as string,
    locationName: location.locationName.trim(),
    addressLine1: location.addressLine1.trim(),
    addressLine2: orNull(location.addressLine2),
    city: location.city.trim(),
    state: location.state.trim().toUpperCase(),
    zipCode: location.zipCode.trim(),
    position,
  }));
  await tx.insertInto('billingLocations').values(rows).execute();
  return new Map(setup.billingLocations.map((location, index) => [location.locationName, rows[index]?.id as string]));
}

async function insertClasses(
  tx: Tx,
  setup: GroupSetup,
  groupId: string,
  locations: Map<string, string>,
): Promise<Map<string, string>> {
  const codes = classCodes(setup.classes.map((one) => one.className));
  const rows = setup.classes.map((one, position) => ({
    id: uuidv7(),
    groupId,
    classCode: codes[position] as string,
    className: one.className.trim(),
    locationId: locations.get(one.billingLocation) as string,
    position,
  }));
  await tx.insertInto('groupClasses').values(rows).execute();
  return new Map(setup.classes.map((one, index) => [one.className, rows[index]?.id as string]));
}

/**
 * Creates an employer group with all data of the wizard, all or nothing. Rejects with a problem at each field (domain
 * `problemsOfSetup`). Deletes the draft it came from.
 */
export async function createGroup(
  work: Work,
  input: { setup: GroupSetup; draftId?: string | undefined; sharedTaxIdReason?: string | undefined },
): Promise<{ id: string; cim: string }> {
  const { tx, today, note } = work;
  const { setup } = input;
  const plans = new Map((await offeredPlans(tx, today)).map((plan) => [plan.id, plan]));
  refuseIfAny(
    problemsOfSetup(
      { ...setup, cobraEnabled: setup.cobraEnabled || isCobraForced(setup.employeeCount) },
      new Set(plans.keys()),
    ),
  );
  const kinds = await methodologiesOf(tx, [...plans.keys()], calendarDateFrom(setup.effectiveDate));
  refuseIfAny(problemsOfMethodologies(setup, kinds));
  // By tier where the plan has such rates, or none yet.
  const usual = (planId: string) => {
    const has = kinds.get(planId);
    return has && !has.has('composite') ? 'age_rated' : 'composite';
  };
  const shared = await requireReasonToShare(work, setup.taxId, 'taxId', input.sharedTaxIdReason);
  const id = uuidv7();
  const cim = await nextCim(tx, today);
  await insertGroup(work, setup, id, cim);
  const locations = await insertLocations(tx, setup, id);
  const classes = await insertClasses(tx, setup, id, locations);
  const assignments = [...classes].flatMap(([className, classId]) =>
    [...locations].flatMap(([locationName, locationId]) =>
      plansIn(setup, className, locationName).map((planId) => {
        const chosen = setup.planCustomizations[className]?.[locationName]?.[planId] ?? {};
        const own = plans.get(planId);
        const custom = own && isCustomizable(own.line);
        return {
          id: uuidv7(),
          groupId: id,
          classId,
          locationId,
          planId,
          effectiveDate: setup.effectiveDate,
          deductibleCents: custom ? (chosen.deductible ?? own.deductible) : null,
          coinsurancePercent: custom ? (chosen.coinsurance ?? own.coinsurancePercent) : null,
          ratingMethodology: custom ? (chosen.ratingMethodology ?? usual(planId)) : null,
        };
      }),
    ),
  );
  await tx.insertInto('groupPlanAssignments').values(assignments).execute();
  if (input.draftId)
    await tx.deleteFrom('draftGroups').where('id', '=', input.draftId).where(visibleTo(work.actor)).execute();
  await recordChange(work, {
    kind: 'group_created',
    summary: 'Created the group',
    groupId: id,
    reason: shared,
    items: [{ entity: 'group', entityId: id, action: 'added', after: { cim_number: cim } }],
  });
  note({ targetKind: 'group', targetId: id, itemCount: locations.size + classes.size + assignments.length });
  return { id, cim };
}
