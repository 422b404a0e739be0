import type { Calculated, CalculatedPlan } from '@openbenefits/contract/rate-calculator';
import type { PriceExplanation } from '@openbenefits/contract/price-explanation';
import {
  ageOn,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
  lastOfMonth,
  parseCalendarDate,
} from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import type { Household } from '@openbenefits/domain/plans/household';
import { type Priced, priceHousehold } from '@openbenefits/domain/plans/price-household';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import { pricedMonth } from '@openbenefits/domain/plans/proration';
import {
  type Calculation,
  missingBirthDates,
  problemsOfCalculation,
} from '@openbenefits/domain/plans/rate-calculation';
import {
  referencePlanOf,
  type StoredContribution,
  withReferencePrices,
} from '@openbenefits/domain/plans/stored-contribution';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { RELATIONSHIP_LABEL, type Relationship } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import { requirePermission } from '../access.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import {
  loadRateBook,
  type Methodology,
  type PlanOnDay,
  type RateBook,
  ratesFor,
  type RatesInForce,
} from '../plans/rate-books.ts';
import { type ContributionRules, loadContributions } from './contributions.ts';
import type { CoveredHousehold } from './household-prices.ts';
import { explanationOf } from './price-explanations.ts';

type Person = { id: string; name: string; relationship: Relationship; age: number | null; usesTobacco: boolean };

/** What a calculation needs besides the household: loaded once for all plans. */
type Loaded = {
  readonly form: Calculation;
  readonly date: CalendarDate;
  readonly people: readonly Person[];
  readonly area: string | null;
  readonly book: RateBook;
  readonly contributions: ContributionRules | null;
  readonly offers: ReadonlyMap<string, Methodology | null> | null;
};

/** Prices a household on some plans: with the function, the rates and the rules that bills use. Nothing is stored. */
export async function calculateRates(work: Work, form: Calculation): Promise<Calculated> {
  const { tx, today } = work;
  refuseIfAny(problemsOfCalculation(form, today));
  const date = calendarDateFrom(form.coverageDate);
  if (form.groupId !== null) await requireGroup(work, form.groupId);
  const [book, area, contributions, offers] = await Promise.all([
    loadRateBook(tx, date),
    areaOf(tx, form),
    form.groupId === null ? null : loadContributions(tx, [form.groupId], date),
    form.groupId === null ? null : offersOf(tx, form, date),
  ]);
  const plans = form.planIds.map((id, index) => {
    const plan = book.get(id);
    if (!plan)
      throw new Refusal('not_found', 'This plan no longer exists.', [
        { path: `planIds.${index}`, message: 'This plan no longer exists. Choose another.' },
      ]);
    return plan;
  });
  const people = form.people.map(({ relationship, dateOfBirth, usesTobacco }, index): Person => {
    const birth = parseCalendarDate(dateOfBirth);
    const name = relationship === 'self' ? 'Employee' : RELATIONSHIP_LABEL[relationship];
    return { id: `p${index + 1}`, name, relationship, age: birth ? ageOn(birth, date) : null, usesTobacco };
  });
  const loaded: Loaded = { form, date, people: subscriberFirst(people), area, book, contributions, offers };
  const rated = plans.flatMap((plan) => {
    const rates = ratesFor(plan, methodologyOf(loaded, plan.id));
    return rates ? [{ name: plan.name, method: rates.method }] : [];
  });
  refuseIfAny(missingBirthDates(form.people, rated));
  return {
    area,
    ratedOn: date,
    ages: people.map(({ age }) => age),
    plans: plans.map((plan) => calculatedPlan(loaded, plan)),
  };
}

const subscriberFirst = (people: readonly Person[]): Person[] => [
  ...people.filter(({ relationship }) => relationship === 'self'),
  ...people.filter(({ relationship }) => relationship !== 'self'),
];

async function requireGroup({ tx, actor }: Work, groupId: string): Promise<void> {
  requirePermission(actor, 'groups.view');
  const group = await tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group)
    throw new Refusal('not_found', 'This group does not exist, or is not assigned to you.', [
      { path: 'groupId', message: 'This group does not exist, or is not assigned to you.' },
    ]);
}

/** The rating area: the chosen one, or that of the ZIP code. */
async function areaOf(tx: Tx, { ratingArea, zipCode }: Calculation): Promise<string | null> {
  if (ratingArea !== '') return ratingArea;
  const zip = zipCode.trim().slice(0, 5);
  if (zip === '') return null;
  const { rows } = await sql<{
    area: string;
  }>`select distinct area from rating_areas where zip_code = ${zip} order by area`.execute(tx);
  if (rows.length > 1) {
    const message = `This ZIP code is in the rating areas ${rows.map(({ area }) => area).join(' and ')}. Choose one.`;
    throw new Refusal('invalid', message, [{ path: 'ratingArea', message }]);
  }
  return rows[0]?.area ?? null;
}

/** The plans that the group offers to the class at the location, with the methodology of each offering. */
async function offersOf(
  tx: Tx,
  { groupId, classId, locationId }: Calculation,
  on: CalendarDate,
): Promise<ReadonlyMap<string, Methodology | null>> {
  const { rows } = await sql<{ planId: string; methodology: Methodology | null }>`
    select distinct on (a.plan_id) a.plan_id, a.rating_methodology as methodology from group_plan_assignments a
    where a.group_id = ${groupId} and a.status = 'active' and a.effective_date <= ${on}::date
      and (${classId}::uuid is null or a.class_id = ${classId}) and (${locationId}::uuid is null or a.location_id = ${locationId})
    order by a.plan_id, a.effective_date desc`.execute(tx);
  return new Map(rows.map(({ planId, methodology }) => [planId, methodology]));
}

const methodologyOf = ({ form, offers }: Pick<Loaded, 'form' | 'offers'>, planId: string): Methodology | null =>
  form.methodology ?? offers?.get(planId) ?? null;

function calculatedPlan(loaded: Loaded, plan: PlanOnDay): CalculatedPlan {
  const { date, offers } = loaded;
  const first = firstOfMonth(date);
  const price = explain(loaded, plan, first);
  const isPart = date !== first && price.held === null;
  return {
    price,
    firstBill: isPart ? { from: date, to: lastOfMonth(date), price: explain(loaded, plan, date) } : null,
    isOffered: offers && offers.has(plan.id),
  };
}

const householdOf = ({ people, area, form }: Loaded, from: CalendarDate): Household => ({
  people: people.map(({ id, relationship, age, usesTobacco }) => ({
    id,
    relationship,
    age,
    usesTobacco,
    periods: [{ from, until: null }],
  })),
  area,
  salary: form.salary,
});

function ruleOf({ form, contributions }: Loaded, plan: PlanOnDay): StoredContribution | null {
  if (contributions && form.groupId !== null) {
    const { groupId, classId, locationId } = form;
    return contributions({ groupId, classId, locationId, line: plan.line });
  }
  if (form.employeePercent === null && form.dependentsPercent === null) return null;
  return { kind: 'percent', employee: form.employeePercent ?? 0, dependents: form.dependentsPercent ?? 0 };
}

/** What each person costs on the reference plan of a rule. */
function referencePrices(loaded: Loaded, rule: StoredContribution, from: CalendarDate): Map<string, Cents> | undefined {
  const planId = referencePlanOf(rule);
  const plan = planId === undefined ? undefined : loaded.book.get(planId);
  const rates = plan && ratesFor(plan, methodologyOf(loaded, plan.id));
  if (!plan || !rates) return undefined;
  const month = pricedMonth(from);
  const price = priceHousehold(
    householdOf(loaded, from),
    rates.table,
    month,
    { ...plan.rules, contribution: null },
    false,
  );
  return 'held' in price ? undefined : new Map(price.lines.map(({ memberId, cents }) => [memberId, cents]));
}

/** Prices the month of a day for a household that is covered from that day on. */
function explain(loaded: Loaded, plan: PlanOnDay, from: CalendarDate): PriceExplanation {
  const rates = ratesFor(plan, methodologyOf(loaded, plan.id));
  const price = priced(loaded, plan, rates, from);
  const { people, form, date } = loaded;
  const household: CoveredHousehold = {
    groupId: form.groupId ?? '',
    subscriberId: people[0]?.id ?? '',
    line: plan.line,
    planId: plan.id,
    methodology: methodologyOf(loaded, plan.id),
    classId: form.classId,
    locationId: form.locationId,
    zipCode: null,
    state: null,
    salary: form.salary,
    memberIds: people.map(({ id }) => id),
    relationships: people.map(({ relationship }) => relationship),
    ratedOn: people.map(() => date),
    ages: people.map(({ age }) => age),
  };
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return explanationOf({ household, plan, rates, price }, names, from);
}

function priced(
  loaded: Loaded,
  plan: PlanOnDay,
  rates: RatesInForce | undefined,
  from: CalendarDate,
): Priced | { readonly held: HeldReason } {
  if (!rates) return { held: { code: plan.networkType === 'ICHRA' ? 'varies' : 'no_rate_table' } };
  const stored = ruleOf(loaded, plan);
  const contribution = stored && withReferencePrices(stored, referencePrices(loaded, stored, from));
  if (contribution === undefined) return { held: { code: 'no_contribution' } };
  return priceHousehold(householdOf(loaded, from), rates.table, pricedMonth(from), { ...plan.rules, contribution });
}
