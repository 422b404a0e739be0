import type { EnrollmentPrice, EnrollmentToPrice } from '@openbenefits/contract/member-changes';
import { ageOn, type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { planYearStart } from '@openbenefits/domain/plans/plan-year';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import { type CoveredHousehold, openPricer } from '../coverage/household-prices.ts';
import { explanationOf } from '../coverage/price-explanations.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import type { Methodology } from '../plans/rate-books.ts';
import { rateOf } from './member-rate.queries.ts';

type Group = {
  renewalDate: string | null;
  employerContributionPercent: number;
  zipPostalCode: string;
  stateProvince: string;
};

/** Class and location of a form's codes; null for one of the specified fallbacks. */
async function placeOf({ tx }: Work, { groupId, classCode, locationCode }: EnrollmentToPrice) {
  const [own, location] = await Promise.all([
    tx
      .selectFrom('groupClasses')
      .select('id')
      .where('groupId', '=', groupId)
      .where('classCode', '=', classCode)
      .executeTakeFirst(),
    tx
      .selectFrom('billingLocations')
      .select(['id', 'zipCode', 'state'])
      .where('groupId', '=', groupId)
      .where('locationCode', '=', locationCode)
      .executeTakeFirst(),
  ]);
  return { classId: own?.id ?? null, location: location ?? null };
}

async function methodologyOf(
  { tx }: Work,
  groupId: string,
  planId: string,
  { classId, location }: Awaited<ReturnType<typeof placeOf>>,
  on: CalendarDate,
): Promise<Methodology | null> {
  const row = await tx
    .selectFrom('groupPlanAssignments')
    .select('ratingMethodology')
    .where('groupId', '=', groupId)
    .where('planId', '=', planId)
    .where('status', '=', 'active')
    .where('effectiveDate', '<=', on)
    .$if(classId !== null, (query) => query.where('classId', '=', classId as string))
    .$if(location !== null, (query) => query.where('locationId', '=', location?.id ?? ''))
    .orderBy('effectiveDate', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row?.ratingMethodology ?? null) as Methodology | null;
}

/**
 * What a family that is being entered would cost a month on a day, by the same function as its bill: the plans that are
 * chosen, with whoever is covered by each. Nothing is stored.
 */
export async function enrollmentPrice(work: Work, input: EnrollmentToPrice): Promise<EnrollmentPrice> {
  const { tx, today } = work;
  const on = input.on ?? today;
  const group: Group | undefined = await tx
    .selectFrom('groups')
    .select(['renewalDate', 'employerContributionPercent', 'zipPostalCode', 'stateProvince'])
    .where('id', '=', input.groupId)
    .executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  const place = await placeOf(work, input);
  const pricer = await openPricer(pricingOf(work), [input.groupId], on);
  const yearStart = planYearStart(group.renewalDate as CalendarDate | null, on);
  const ratedOn = on > yearStart ? on : yearStart;
  const names = new Map(input.people.map(({ name }, index) => [String(index), name]));
  const prices = [];
  for (const { line, planId } of input.plans) {
    const covered = input.people
      .map((person, index) => ({ ...person, id: String(index) }))
      .filter(({ lines, relationship }) => relationship === 'self' || lines.includes(line));
    const births = covered.map(({ dateOfBirth }) => (dateOfBirth ? parseCalendarDate(dateOfBirth) : undefined));
    const household: CoveredHousehold = {
      groupId: input.groupId,
      subscriberId: '0',
      line,
      planId,
      methodology: await methodologyOf(work, input.groupId, planId, place, on),
      classId: place.classId,
      locationId: place.location?.id ?? null,
      zipCode: place.location?.zipCode ?? group.zipPostalCode,
      state: place.location?.state ?? group.stateProvince,
      salary: input.salary,
      memberIds: covered.map(({ id }) => id),
      relationships: covered.map(({ relationship }) => relationship),
      ratedOn: covered.map(() => ratedOn),
      tobacco: covered.map(({ usesTobacco }) => usesTobacco === true),
      ages: births.map((birth) => (birth && birth <= ratedOn ? ageOn(birth, ratedOn) : birth ? 0 : null)),
    };
    prices.push(explanationOf(pricer.price(household, true), names, on));
  }
  return rateOf(
    { employerContributionPercent: group.employerContributionPercent, salaryAnnualCents: null },
    prices,
    null,
    'active',
  );
}
