import type { AddForm } from '@openbenefits/contract/member-changes';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { FALLBACK_CLASSES, FALLBACK_LOCATIONS, type WaitingPeriodStart } from '@openbenefits/domain/groups/group-terms';
import { closedReason, DEFAULT_DEPARTMENT } from '@openbenefits/domain/members/new-member';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Tx } from '../db/connect.ts';
import type { Methodology } from '../plans/rate-books.ts';
import { offeredPlans } from '../plans/plans.queries.ts';

type Place = { id: string | null; code: string; name: string; department: string };
/** The add form with the IDs of its codes; null for a specified fallback. */
export type EnrollmentContext = Omit<AddForm, 'classes' | 'locations'> & {
  today: CalendarDate;
  classes: Place[];
  locations: Place[];
};

/**
 * Returns what a group offers new members: classes and locations (or the specified fallbacks, specification 1, section
 * 8), the plans with today's rates, the offerings and the terms. Rejects 'not_found' for a group that the user may not
 * see.
 */
export async function loadEnrollmentContext(tx: Tx, groupId: string, today: CalendarDate): Promise<EnrollmentContext> {
  const group = await tx
    .selectFrom('groups')
    .select([
      'status',
      'waitingPeriodDays',
      'waitingPeriodStart',
      'effectiveDate',
      'retroTermDays',
      'employerContributionPercent as employerPercent',
    ])
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const classes = await tx
    .selectFrom('groupClasses')
    .select(['id', 'classCode as code', 'className as name', 'department'])
    .where('groupId', '=', groupId)
    .where('status', '=', 'active')
    .orderBy('position')
    .execute();
  const locations = await tx
    .selectFrom('billingLocations')
    .select(['id', 'locationCode as code', 'locationName as name'])
    .where('groupId', '=', groupId)
    .where('status', '=', 'active')
    .orderBy('position')
    .execute();
  const offers = await tx
    .selectFrom('groupPlanAssignments as a')
    .innerJoin('groupClasses as c', 'c.id', 'a.classId')
    .innerJoin('billingLocations as l', 'l.id', 'a.locationId')
    .select(['a.planId', 'c.classCode', 'l.locationCode', 'a.ratingMethodology'])
    .where('a.groupId', '=', groupId)
    .where('a.status', '=', 'active')
    .execute();
  return {
    today,
    classes:
      classes.length > 0
        ? classes.map((one) => ({ ...one, department: one.department ?? DEFAULT_DEPARTMENT }))
        : FALLBACK_CLASSES.map((one) => ({ id: null, ...one, department: DEFAULT_DEPARTMENT })),
    locations:
      locations.length > 0
        ? locations.map((one) => ({ ...one, department: DEFAULT_DEPARTMENT }))
        : FALLBACK_LOCATIONS.map(({ code, department }) => ({ id: null, code, name: department, department })),
    fallback: { classes: classes.length === 0, locations: locations.length === 0 },
    plans: await offeredPlans(tx, today),
    offers:
      offers.length > 0
        ? offers.map(({ ratingMethodology, ...offer }) => ({
            ...offer,
            methodology: ratingMethodology as Methodology | null,
          }))
        : null,
    terms: {
      waitingPeriodDays: group.waitingPeriodDays,
      waitingPeriodStart: group.waitingPeriodStart as WaitingPeriodStart,
      effectiveDate: group.effectiveDate as CalendarDate,
      retroTermDays: group.retroTermDays,
    },
    employerPercent: group.employerPercent,
    closedReason: closedReason(group.status as GroupStatus),
  };
}

const named = ({ code, name }: Place): { code: string; name: string } => ({ code, name });

export async function addForm(tx: Tx, groupId: string, day: CalendarDate): Promise<AddForm> {
  const { today: _today, classes, locations, ...ground } = await loadEnrollmentContext(tx, groupId, day);
  return { ...ground, classes: classes.map(named), locations: locations.map(named) };
}
