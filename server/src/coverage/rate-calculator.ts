import type { Calculated, CalculatedPlan } from '@openbenefits/contract/rate-calculator';
import type { PriceExplanation } from '@openbenefits/contract/price-explanation';
import {
  addDays,
  addMonths,
  ageOn,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
  lastOfMonth,
  parseCalendarDate,
} from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Cents } from '@openbenefits/domain/money';
import type { Household } from '@openbenefits/domain/plans/household';
import { type Priced, priceHousehold } from '@openbenefits/domain/plans/price-household';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import { pricedMonth } from '@openbenefits/domain/plans/proration';
import {
  birthInFirstMonth,
  type Calculation,
  isOnLine,
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
import { requirePermission } from '../policy/actor.ts';
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
import { contractStarts } from './contracts.ts';
import { type ContributionRules, loadContributions } from './contributions.ts';
import type { CoveredHousehold } from './household-prices.ts';
import { explanationOf } from './price-explanations.ts';

type Person = {
  id: string;
  name: string;
  relationship: Relationship;
  age: number | null;
  usesTobacco: boolean;
  bornOn: CalendarDate | undefined;
  lines: readonly CoverageLine[] | undefined;
};

/** What holds on a day. */
type OnDay = {
  readonly book: RateBook;
  readonly contributions: ContributionRules | null;
  readonly offers: ReadonlyMap<string, Methodology | null> | null;
  /** The first day of the group's contract, whose rates may be locked. */
  readonly contractStart: CalendarDate | undefined;
};

/** What a calculation needs besides the household: loaded once for all plans. */
type Loaded = OnDay & {
  readonly form: Calculation;
  readonly date: CalendarDate;
  readonly people: readonly Person[];
  readonly area: string | null;
  /** The months after the first that free days of a newborn reach into, with what holds then. */
  readonly later: readonly { readonly month: CalendarDate; readonly onDay: OnDay }[];
};

/** A plan's free days are at most 60: after the month of birth they reach into three more. */
const MONTHS_WITH_FREE_DAYS = 3;

async function onDay(tx: Tx, form: Calculation, day: CalendarDate): Promise<OnDay> {
  const [book, contributions, offers, starts] = await Promise.all([
    loadRateBook(tx, day),
    form.groupId === null ? null : loadContributions(tx, [form.groupId], day),
    form.groupId === null ? null : offersOf(tx, form, day),
    form.groupId === null ? null : contractStarts(tx, [form.groupId], day),
  ]);
  return { book, contributions, offers, contractStart: starts?.values().next().value };
}

/** Prices a household on some plans: with the function, the rates and the rules that bills use. Nothing is stored. */
export async function calculateRates(work: Work, form: Calculation): Promise<Calculated> {
  const { tx, today } = work;
  refuseIfAny(problemsOfCalculation(form, today));
  const date = calendarDateFrom(form.coverageDate);
  if (form.groupId !== null) await requireGroup(work, form.groupId);
  const hasNewborn = form.people.some((person) => birthInFirstMonth(person, date));
  const months = Array.from({ length: hasNewborn ? MONTHS_WITH_FREE_DAYS : 0 }, (_, index) =>
    addMonths(firstOfMonth(date), index + 1),
  );
  const [first, area, ...following] = await Promise.all([
    onDay(tx, form, date),
    areaOf(tx, form),
    ...months.map((month) => onDay(tx, form, month)),
  ]);
  const { book } = first;
  const plans = form.planIds.map((id, index) => {
    const plan = book.get(id);
    if (!plan)
      throw new Refusal('not_found', 'This plan no longer exists.', [
        { path: `planIds.${index}`, message: 'This plan no longer exists. Choose another.' },
      ]);
    return plan;
  });
  const people = form.people.map((person, index): Person => {
    const { relationship, usesTobacco, lines } = person;
    const birth = parseCalendarDate(person.dateOfBirth);
    const name = relationship === 'self' ? 'Employee' : RELATIONSHIP_LABEL[relationship];
    const age = birth ? ageOn(birth, birth > date ? birth : date) : null;
    const bornOn = birthInFirstMonth(person, date);
    return { id: `p${index + 1}`, name, relationship, age, usesTobacco, bornOn, lines };
  });
  const later = months.flatMap((month, index) => {
    const held = following[index];
    return held ? [{ month, onDay: held }] : [];
  });
  const loaded: Loaded = { ...first, form, date, people: subscriberFirst(people), area, later };
  const rated = plans.flatMap((plan) => {
    const rates = ratesFor(plan, methodologyOf(loaded, plan.id), loaded.contractStart);
    return rates ? [{ name: plan.name, line: plan.line, method: rates.method }] : [];
  });
  refuseIfAny(missingBirthDates(form.people, rated));
  return {
    area,
    ratedOn: date,
    ages: people.map(({ age }) => age),
    plans: plans.map((plan) =>
      calculatedPlan(
        { ...loaded, people: loaded.people.filter((one) => isOnLine(loaded.people, one, plan.line)) },
        plan,
      ),
    ),
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
  const { offers } = loaded;
  const price = explain(loaded, plan, null);
  return {
    price,
    firstBills: price.held === null ? firstBills(loaded, plan) : [],
    isOffered: offers && offers.has(plan.id),
  };
}

/** The first month where it differs from the others, and each month with free days of a newborn. */
function firstBills(loaded: Loaded, plan: PlanOnDay): CalculatedPlan['firstBills'] {
  const { date, people, later } = loaded;
  const births = people.flatMap(({ bornOn }) => bornOn ?? []);
  if (date === firstOfMonth(date) && births.length === 0) return [];
  const bills = [{ from: date, to: lastOfMonth(date), price: explain(loaded, plan, date) }];
  for (const { month, onDay } of later) {
    const onMonth = onDay.book.get(plan.id);
    if (!onMonth || !births.some((birth) => addDays(birth, onMonth.rules.newbornFreeDays) > month)) break;
    bills.push({ from: month, to: lastOfMonth(month), price: explain({ ...loaded, ...onDay }, onMonth, month) });
  }
  return bills;
}

/** The household as it is covered in a month that is billed; `billed` null is a month like any other. */
const householdOf = ({ people, area, form, date }: Loaded, billed: CalendarDate | null): Household => ({
  people: people.map(({ id, relationship, age, usesTobacco, bornOn }) => {
    const person = { id, relationship, age, usesTobacco };
    if (billed === null) return { ...person, periods: [{ from: firstOfMonth(date), until: null }] };
    return bornOn === undefined
      ? { ...person, periods: [{ from: date, until: null }] }
      : { ...person, bornOn, periods: [{ from: bornOn, until: null }] };
  }),
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
function referencePrices(
  loaded: Loaded,
  rule: StoredContribution,
  billed: CalendarDate | null,
  priced: PlanOnDay,
): Map<string, Cents> | undefined {
  const planId = referencePlanOf(rule);
  const plan = planId === undefined ? undefined : loaded.book.get(planId);
  const rates = plan && ratesFor(plan, methodologyOf(loaded, plan.id), loaded.contractStart);
  if (!plan || !rates) return undefined;
  const household = householdOf(loaded, billed);
  // Before the surcharge, the reference is what somebody without tobacco use pays.
  const people =
    priced.rules.tobaccoSurcharge === 'employee'
      ? household.people.map((one) => ({ ...one, usesTobacco: false }))
      : household.people;
  const price = priceHousehold(
    { ...household, people },
    rates.table,
    pricedMonth(billed ?? loaded.date),
    { ...plan.rules, contribution: null },
    false,
  );
  return 'held' in price ? undefined : new Map(price.lines.map(({ memberId, cents }) => [memberId, cents]));
}

/** Prices the month of a day as it is billed, or a month like any other. */
function explain(loaded: Loaded, plan: PlanOnDay, billed: CalendarDate | null): PriceExplanation {
  const rates = ratesFor(plan, methodologyOf(loaded, plan.id), loaded.contractStart);
  const price = priced(loaded, plan, rates, billed);
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
  return explanationOf({ household, plan, rates, price }, names, billed ?? firstOfMonth(date));
}

function priced(
  loaded: Loaded,
  plan: PlanOnDay,
  rates: RatesInForce | undefined,
  billed: CalendarDate | null,
): Priced | { readonly held: HeldReason } {
  if (!rates) return { held: { code: plan.networkType === 'ICHRA' ? 'varies' : 'no_rate_table' } };
  const stored = ruleOf(loaded, plan);
  const contribution = stored && withReferencePrices(stored, referencePrices(loaded, stored, billed, plan));
  if (contribution === undefined) return { held: { code: 'no_contribution' } };
  const month = pricedMonth(billed ?? loaded.date);
  return priceHousehold(householdOf(loaded, billed), rates.table, month, { ...plan.rules, contribution });
}
