import { type CalendarDate, firstOfNextMonth, parseCalendarDate, partsOf } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { Cents } from '../money.ts';
import type { Problem } from '../refusal.ts';
import type { Relationship } from '../relationship.ts';
import { PLAN_DATE_RANGE, planDate } from './plan-dates.ts';
import { RATING_ROLES } from './rating-role.ts';
import { isByPerson, type RatingMethod } from './rate-table.ts';
import type { methodologyOf } from './table-settings.ts';

/** Most people of a household, and most plans side by side, in the Rate Calculator. */
export const MOST_PEOPLE = 12;
export const MOST_PLANS = 4;
const OLDEST = 130;

export type CalculatedPerson = {
  readonly relationship: Relationship;
  /** YYYY-MM-DD, or empty. */
  readonly dateOfBirth: string;
  readonly usesTobacco: boolean;
  /** The lines that the person is covered on, where a family is taken from a record; without them, every line. */
  readonly lines?: readonly CoverageLine[] | undefined;
};

/**
 * Who is priced on a plan: those who are covered on its line. On a line that the employee is not covered on, everybody is,
 * since it is asked what it would cost.
 */
export function isOnLine(
  people: readonly Pick<CalculatedPerson, 'relationship' | 'lines'>[],
  person: Pick<CalculatedPerson, 'lines'>,
  line: CoverageLine,
): boolean {
  const employee = people.find(({ relationship }) => relationship === 'self');
  return !(employee?.lines?.includes(line) ?? false) || (person.lines?.includes(line) ?? true);
}

/** First and last of at least three names, as a record without its middle name is found; undefined for fewer. */
export function withoutMiddleName(name: string): string | undefined {
  const names = name.trim().split(/\s+/);
  return names.length > 2 ? `${names[0]} ${names.at(-1)}` : undefined;
}

/** What the Rate Calculator is asked. Nothing of it is stored. */
export type Calculation = {
  readonly planIds: readonly string[];
  readonly coverageDate: string;
  readonly zipCode: string;
  /** Chosen instead of the area of the ZIP code; empty for that. */
  readonly ratingArea: string;
  /** Null takes the plan's own, or that of the group's offering. */
  readonly methodology: ReturnType<typeof methodologyOf> | null;
  /** With a group its contribution rules hold, and the two percentages do not. */
  readonly groupId: string | null;
  readonly classId: string | null;
  readonly locationId: string | null;
  readonly employeePercent: number | null;
  readonly dependentsPercent: number | null;
  readonly salary: Cents | null;
  readonly people: readonly CalculatedPerson[];
};

const isPercent = (value: number | null): boolean =>
  value === null || (Number.isInteger(value) && value >= 0 && value <= 100);

/**
 * The birth of a child that opens its own coverage: on the coverage date, or later in the first billed month. Free days
 * count from it, and the plan's rule for births charges the part of the month (cases M3 and M7).
 */
export function birthInFirstMonth(
  { relationship, dateOfBirth }: Pick<CalculatedPerson, 'relationship' | 'dateOfBirth'>,
  date: CalendarDate,
): CalendarDate | undefined {
  const birth = RATING_ROLES[relationship] === 'child' ? parseCalendarDate(dateOfBirth) : undefined;
  return birth && birth >= date && birth < firstOfNextMonth(date) ? birth : undefined;
}

/** Returns what keeps a calculation from being made, at its fields. */
export function problemsOfCalculation(form: Calculation, today: CalendarDate): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, message: string): void => void problems.push({ path, message });
  if (form.planIds.length === 0) say('planIds', 'Choose a plan.');
  if (form.planIds.length > MOST_PLANS) say('planIds', `Choose at most ${MOST_PLANS} plans.`);
  const date = planDate(form.coverageDate);
  if (!date) say('coverageDate', parseCalendarDate(form.coverageDate) ? PLAN_DATE_RANGE : 'Enter the coverage date.');
  if (form.zipCode.trim() !== '' && !/^\d{5}(-\d{4})?$/.test(form.zipCode.trim()))
    say('zipCode', 'Enter a ZIP code of 5 digits.');
  if (form.salary !== null && !(form.salary >= 0)) say('salary', 'Enter the annual salary as an amount.');
  for (const field of ['employeePercent', 'dependentsPercent'] as const)
    if (form.groupId === null && !isPercent(form[field])) say(field, 'Enter a percentage from 0 to 100.');
  return [...problems, ...problemsOfPeople(form.people, date, today)];
}

function problemsOfPeople(
  people: readonly CalculatedPerson[],
  date: CalendarDate | undefined,
  today: CalendarDate,
): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, message: string): void => void problems.push({ path, message });
  if (people.length > MOST_PEOPLE) say('people', `A household has at most ${MOST_PEOPLE} people here.`);
  if (!people.some(({ relationship }) => relationship === 'self')) say('people', 'Add the employee.');
  let employees = 0;
  for (const [index, person] of people.entries()) {
    const { relationship, dateOfBirth } = person;
    if (relationship === 'self' && (employees += 1) > 1)
      say(`people.${index}.relationship`, 'A household has one employee. Choose another relationship.');
    if (dateOfBirth === '') continue;
    const path = `people.${index}.dateOfBirth`;
    const birth = parseCalendarDate(dateOfBirth);
    if (!birth) say(path, 'Enter the date of birth as MM/DD/YYYY.');
    else if (birth > today) say(path, 'The date of birth is in the future.');
    else if (date && birth > date && !birthInFirstMonth(person, date))
      say(path, 'The date of birth is after the coverage date.');
    else if (partsOf(today).year - partsOf(birth).year > OLDEST) say(path, 'Check the year of birth.');
  }
  return problems;
}

/** Whose ages a method looks at: everybody's, or the employee's. */
const needsAge = (method: RatingMethod, { relationship }: CalculatedPerson): boolean =>
  isByPerson(method) || (method !== 'composite' && relationship === 'self');

/** Returns the missing birth dates of a household on plans that are rated by age. */
export function missingBirthDates(
  people: readonly CalculatedPerson[],
  plans: readonly { readonly name: string; readonly line: CoverageLine; readonly method: RatingMethod }[],
): Problem[] {
  return people.flatMap((person, index): Problem[] => {
    const plan = plans.find(({ line, method }) => needsAge(method, person) && isOnLine(people, person, line));
    return person.dateOfBirth === '' && plan
      ? [{ path: `people.${index}.dateOfBirth`, message: `Enter the date of birth. ${plan.name} is rated by age.` }]
      : [];
  });
}
