import { addDays, addMonths, type CalendarDate, formatDate, parseCalendarDate } from '../calendar-date.ts';
import { counted } from '../counted.ts';
import { storedPhone } from '../phone.ts';
import { beforeGroupRefusal } from '../groups/effective-date.ts';
import { GROUP_STATUS_LABEL, type GroupStatus } from '../groups/group-status.ts';
import { WAITING_PERIOD_START_LABEL, type WaitingPeriodStart } from '../groups/group-terms.ts';
import {
  closedRefusal,
  isOffered,
  isRatedByAge,
  type Methodology,
  NOT_OFFERED,
  type Offers,
} from '../plans/offering.ts';
import type { Problem } from '../refusal.ts';
import type { Relationship } from '../relationship.ts';
import { validateSsn } from './ssn.ts';
import { GIVE_REASON, hasReason } from './given-reason.ts';
import type { TobaccoAnswer } from './tobacco-use.ts';
import { type CoverageStart, coverageStart } from './waiting-period.ts';

/** The lines of the Add Member dialog (specification 1, section 2.9). */
export const ENROLLED_LINES = ['medical', 'dental', 'vision'] as const;
export type EnrolledLine = (typeof ENROLLED_LINES)[number];
/** The choices of a dependent's relationship (specification 1, section 9). */
export const DEPENDENT_RELATIONSHIPS = [
  'spouse',
  'child',
  'domestic_partner',
  'step_child',
  'adopted_child',
  'other',
] as const satisfies readonly Relationship[];
export const MOST_DEPENDENTS = 10;
export const DEFAULT_MEDICAL_PLAN = 'Premium PPO Plus';
export const DEFAULT_DEPARTMENT = 'General';

/** `selected` is a plan's id, empty for none. Dates are YYYY-MM-DD or empty. */
export type DependentForm = {
  name: string;
  dateOfBirth: string;
  relationship: string;
  /** Attested on the day of the form, from the first day of coverage; empty where nothing was asked. */
  usesTobacco?: TobaccoAnswer | undefined;
  /** `endDate` is the last day of coverage. */
  plans: Readonly<Record<EnrolledLine, { selected: string; startDate: string; endDate: string }>>;
};
export type NewMemberForm = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Optional, unless a chosen plan is rated by age. */
  dateOfBirth: string;
  /** Attested on the day of the form, from the first day of coverage; empty where nothing was asked. */
  usesTobacco?: TobaccoAnswer | undefined;
  ssn: string;
  /** Codes of a class and a location of the group, or of the specified fallbacks. */
  class: string;
  billingLocation: string;
  hireDate: string;
  plans: Readonly<Record<EnrolledLine, { selected: string; enrollmentDate: string }>>;
  dependentDetails: readonly DependentForm[];
  /** Why coverage starts before the first lawful day, or before the group's retro window. */
  overrideReason: string;
};

export type EnrollmentTerms = {
  waitingPeriodDays: number;
  waitingPeriodStart: WaitingPeriodStart;
  effectiveDate: CalendarDate;
  retroTermDays: number;
};
type PlanOffered = {
  id: string;
  line: string;
  name: string;
  networkType: string | null;
  /** The first day without new members. */
  closesOn?: CalendarDate | null;
  /** The kinds of rates the plan has. */
  methodologies?: readonly Methodology[];
};
export type EnrollmentContext = {
  today: CalendarDate;
  classes: readonly { code: string }[];
  locations: readonly { code: string }[];
  /** Plans of today's catalog. */
  plans: readonly PlanOffered[];
  /** Which class is offered what where; null without arrangements, which means every plan. */
  offers: Offers;
  terms: EnrollmentTerms;
};

/** Returns why no member can be added; null if the group is active. */
export function closedReason(status: GroupStatus): string | null {
  return status === 'active'
    ? null
    : `Members can be added to active groups only. This group's status is ${GROUP_STATUS_LABEL[status]}.`;
}

const MAX_TEXT = 200;

export class Problems {
  readonly list: Problem[] = [];
  /** The first of a path wins. */
  add(path: string, message: string): void {
    if (!this.list.some((problem) => problem.path === path)) this.list.push({ path, message });
  }
  text(path: string, value: string, label: string, required = false): boolean {
    if (required && value.trim() === '') this.add(path, `Enter ${label}.`);
    else if (value.length > MAX_TEXT) this.add(path, `Use at most ${MAX_TEXT} characters.`);
    else return value.trim() !== '';
    return false;
  }
  date(path: string, value: string, label: string, required = false): CalendarDate | undefined {
    const date = parseCalendarDate(value);
    if (value === '' && required) this.add(path, `Enter ${label}.`);
    else if (value !== '' && !date) this.add(path, 'Enter a valid date as MM/DD/YYYY.');
    return date;
  }
}

/** Trims and collapses spaces, because pasted text often has extra ones. */
export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');
export const digitsOfSsn = (text: string): string => text.replace(/[\s-]/g, '');

/** The first word is the first name, the rest the last name; a single name takes the subscriber's last name. */
export function splitName(name: string, lastNameOfSubscriber: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = tidy(name).split(' ');
  return { firstName: first, lastName: rest.join(' ') || lastNameOfSubscriber };
}

/** `known` is the stored number: one from before the rule may stay until it is edited (decisions/0028). */
export function checkContact(found: Problems, email: string, phone: string, emailRequired: boolean, known = ''): void {
  if (
    found.text('email', email, 'the email address', emailRequired) &&
    !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim())
  )
    found.add('email', 'Enter an email address, such as name@company.com.');
  if (found.text('phone', phone, 'the phone number') && !storedPhone(phone) && tidy(phone) !== tidy(known))
    found.add('phone', 'Enter a US phone number with its area code, such as (316) 555-0142.');
}

export function checkSsn(found: Problems, path: string, ssn: string, required: boolean): void {
  if (!found.text(path, ssn, 'the SSN', required)) return;
  const verdict = validateSsn(digitsOfSsn(ssn));
  if (verdict.kind === 'refused') found.add(path, `${verdict.message}.`);
}

export function checkBirth(
  found: Problems,
  path: string,
  value: string,
  today: CalendarDate,
  required: boolean,
): CalendarDate | undefined {
  const birth = found.date(path, value, 'the date of birth', required);
  if (birth && birth > today) found.add(path, 'The date of birth is in the future.');
  else if (birth && birth < '1900-01-01') found.add(path, 'Enter a year of birth of 1900 or later.');
  return birth;
}

export function checkHire(
  found: Problems,
  path: string,
  value: string,
  today: CalendarDate,
  required: boolean,
): CalendarDate | undefined {
  const hire = found.date(path, value, 'the hire date', required);
  if (hire && hire < '1900-01-01') found.add(path, 'Enter a year of 1900 or later.');
  else if (hire && hire > addMonths(today, 12)) found.add(path, 'The hire date is more than a year ahead.');
  return hire;
}

/**
 * Returns the plans of a coverage line that a class is offered at a location, in catalog order; without class or
 * location, all plans offered to any.
 */
export function plansFor<Plan extends PlanOffered>(
  context: { plans: readonly Plan[]; offers: EnrollmentContext['offers'] },
  line: string,
  classCode: string,
  locationCode: string,
): Plan[] {
  const { plans, offers } = context;
  return plans.filter((plan) => plan.line === line && isOffered(offers, plan.id, classCode, locationCode));
}

/** Returns the chosen plans whose price depends on the subscriber's age. */
export const plansByAge = <Plan extends PlanOffered>(
  { plans, offers }: { plans: readonly Plan[]; offers: EnrollmentContext['offers'] },
  form: Pick<NewMemberForm, 'class' | 'billingLocation' | 'plans'>,
): Plan[] =>
  plans.filter(
    (plan) =>
      ENROLLED_LINES.some((line) => form.plans[line].selected === plan.id) &&
      isRatedByAge(offers, plan, form.class, form.billingLocation),
  );

const firstLawfulDay = (hire: CalendarDate, terms: EnrollmentTerms): CoverageStart =>
  coverageStart(hire, terms.waitingPeriodDays, terms.waitingPeriodStart, terms.effectiveDate);

/**
 * Which rule decided, in words: 'Hired 03/10/2026, 30 days waiting, 1st of Month Following Hire: coverage can start on
 * 05/01/2026.'
 */
export function lawfulDayWords(hire: CalendarDate, terms: EnrollmentTerms): string {
  const { date, rule } = firstLawfulDay(hire, terms);
  const waits =
    terms.waitingPeriodDays === 0 ? 'no waiting days' : `${counted(terms.waitingPeriodDays, 'day')} waiting`;
  const words = `Hired ${formatDate(hire)}, ${waits}, ${WAITING_PERIOD_START_LABEL[terms.waitingPeriodStart]}: coverage can start on ${formatDate(date)}`;
  if (rule === 'federal_limit') return `${words}, the 91st day, which is the federal limit (29 CFR 2590.715-2708).`;
  if (rule === 'group_effective_date') return `${words}, the group's effective date.`;
  return `${words}.`;
}

/** Returns the proposed start of coverage: today, or the first lawful day if later. */
export function proposedStart(hireDate: string, terms: EnrollmentTerms, today: CalendarDate): CalendarDate {
  const hire = parseCalendarDate(hireDate);
  const lawful = hire && hire >= '1900-01-01' && hire < '2200-01-01' ? firstLawfulDay(hire, terms).date : today;
  return lawful > today ? lawful : today;
}

/**
 * Validates the first day of coverage: not before the lawful day and the group's effective date, and within the group's
 * retro window; a reason overrides all but the effective date.
 */
export function checkStart(
  found: Problems,
  path: string,
  start: CalendarDate,
  hire: CalendarDate | undefined,
  context: Pick<EnrollmentContext, 'terms' | 'today'>,
  hasReason: boolean,
): void {
  const { terms, today } = context;
  if (start > addMonths(today, 12)) found.add(path, 'Coverage starts more than a year ahead.');
  const early = beforeGroupRefusal(start, terms.effectiveDate);
  if (early) found.add(path, early);
  if (hasReason) return;
  if (hire && start < firstLawfulDay(hire, terms).date)
    found.add(path, `${lawfulDayWords(hire, terms)} ${GIVE_REASON} start earlier.`);
  const earliest = addDays(today, -terms.retroTermDays);
  if (start < earliest)
    found.add(
      path,
      `This group accepts retroactive changes of ${terms.retroTermDays} days, back to ${formatDate(earliest)}. ${GIVE_REASON} go further.`,
    );
}

export const WITHDRAWN = 'This plan is no longer offered. Choose another.';

function checkPlans(
  found: Problems,
  form: NewMemberForm,
  context: EnrollmentContext,
  hire: CalendarDate | undefined,
): void {
  for (const line of ENROLLED_LINES) {
    const { selected, enrollmentDate } = form.plans[line];
    if (selected === '') {
      if (line === 'medical') found.add('plans.medical.selected', 'Choose the medical plan.');
      continue;
    }
    if (!context.plans.some((plan) => plan.id === selected && plan.line === line))
      found.add(`plans.${line}.selected`, WITHDRAWN);
    else if (!plansFor(context, line, form.class, form.billingLocation).some((plan) => plan.id === selected)) {
      found.add(`plans.${line}.selected`, NOT_OFFERED);
    }
    const start = found.date(`plans.${line}.enrollmentDate`, enrollmentDate, 'the enrollment date', true);
    const closed = start && closedRefusal(context.plans.find((plan) => plan.id === selected)?.closesOn, start);
    if (closed) found.add(`plans.${line}.selected`, closed);
    if (start) checkStart(found, `plans.${line}.enrollmentDate`, start, hire, context, hasReason(form.overrideReason));
  }
}

/** Validates one dependent against the subscriber's coverage: `held` is the plan and first day of a line. */
export function checkDependent(
  found: Problems,
  prefix: string,
  dependent: DependentForm,
  context: Pick<EnrollmentContext, 'plans' | 'today'>,
  held: (line: EnrolledLine) => { planId: string; from: CalendarDate | undefined } | undefined,
): void {
  found.text(`${prefix}name`, dependent.name, 'the full name', true);
  const birth = checkBirth(found, `${prefix}dateOfBirth`, dependent.dateOfBirth, context.today, true);
  if (!(DEPENDENT_RELATIONSHIPS as readonly string[]).includes(dependent.relationship))
    found.add(`${prefix}relationship`, 'Choose the relationship.');
  for (const line of ENROLLED_LINES) {
    const { selected, startDate, endDate } = dependent.plans[line];
    if (selected === '') continue;
    const at = `${prefix}plans.${line}.`;
    const own = held(line);
    const plan = context.plans.find((one) => one.id === selected);
    if (!own) found.add(`${at}selected`, 'The subscriber has no coverage on this line.');
    else if (own.planId !== selected) found.add(`${at}selected`, "Dependents are covered by the subscriber's plan.");
    else if (plan?.networkType === 'ICHRA') found.add(`${at}selected`, 'An ICHRA allowance does not cover dependents.');
    const start = found.date(`${at}startDate`, startDate, 'the start date', true);
    if (start && own?.from && start < own.from)
      found.add(`${at}startDate`, `The subscriber's coverage starts on ${formatDate(own.from)}.`);
    if (start && birth && start < birth) found.add(`${at}startDate`, 'Coverage starts before the date of birth.');
    if (start && start > addMonths(context.today, 12))
      found.add(`${at}startDate`, 'Coverage starts more than a year ahead.');
    const end = found.date(`${at}endDate`, endDate, 'the end date');
    if (start && end && end <= start) found.add(`${at}endDate`, 'Enter an end date after the start date.');
  }
}

/**
 * Returns every problem of the Add Member dialog with its field's path. Page and server use the same messages. Sources:
 * specification 1, sections 2.9, 5 and 9; domain rules 4.2 and 4.5.
 */
export function problemsOfNewMember(form: NewMemberForm, context: EnrollmentContext): Problem[] {
  const found = new Problems();
  found.text('firstName', form.firstName, 'the first name', true);
  found.text('lastName', form.lastName, 'the last name', true);
  checkContact(found, form.email, form.phone, true);
  checkBirth(found, 'dateOfBirth', form.dateOfBirth, context.today, plansByAge(context, form).length > 0);
  checkSsn(found, 'ssn', form.ssn, true);
  if (!context.locations.some(({ code }) => code === form.billingLocation))
    found.add('billingLocation', 'Choose a billing location.');
  if (!context.classes.some(({ code }) => code === form.class)) found.add('class', 'Choose a class.');
  const hire = checkHire(found, 'hireDate', form.hireDate, context.today, true);
  checkPlans(found, form, context, hire);
  if (form.dependentDetails.length > MOST_DEPENDENTS)
    found.add('dependentDetails', `Enter at most ${MOST_DEPENDENTS} dependents.`);
  form.dependentDetails.forEach((dependent, index) => {
    checkDependent(found, `dependentDetails.${index}.`, dependent, context, (line) => {
      const { selected, enrollmentDate } = form.plans[line];
      return selected === '' ? undefined : { planId: selected, from: parseCalendarDate(enrollmentDate) };
    });
  });
  let partner = false;
  form.dependentDetails.forEach(({ relationship }, index) => {
    const isPartner = relationship === 'spouse' || relationship === 'domestic_partner';
    if (isPartner && partner) found.add(`dependentDetails.${index}.relationship`, ONE_PARTNER);
    partner ||= isPartner;
  });
  if (form.overrideReason.length > 500) found.add('overrideReason', 'Use at most 500 characters.');
  return found.list;
}

export const ONE_PARTNER = 'The subscriber already has a spouse or domestic partner.';
