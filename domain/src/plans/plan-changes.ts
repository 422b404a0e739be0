import { type CalendarDate, formatDate, parseCalendarDate } from '../calendar-date.ts';
import { COVERAGE_LINE_LABEL } from '../coverage-line.ts';
import { ownValue } from '../own-value.ts';
import type { Problem } from '../refusal.ts';
import { PLAN_STATUS_LABEL } from './plan-status.ts';
import { PRORATION_LABEL } from './proration.ts';

/** Labels of the fields that the history shows of plans and plan years. */
const LABEL: Readonly<Record<string, string>> = {
  code: 'Plan code',
  name: 'Plan name',
  line: 'Plan line',
  networkType: 'Plan type',
  carrierName: 'Carrier',
  effectiveDate: 'Effective date',
  status: 'Status',
  withdrawnFrom: 'Withdrawn from',
  terminatedFrom: 'Terminated from',
  from: 'First day',
  until: 'First day after',
  lastDay: 'Last day',
  startProration: 'Start within a month',
  endProration: 'End within a month',
  birthProration: 'Birth within a month',
  newbornFreeDays: 'Free days of a newborn',
  otherDependents: 'Other dependents',
  tobaccoSurcharge: 'Tobacco surcharge',
  rateVersion: 'Rates of a group',
  document: 'Document',
  creditLimit: 'Credit limit',
};

export const planFieldLabel = (field: string): string => ownValue(LABEL, field) ?? field;

export function planFieldText(field: string, value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return null;
  if (field === 'status') return ownValue(PLAN_STATUS_LABEL, value) ?? value;
  if (field === 'line') return ownValue(COVERAGE_LINE_LABEL, value) ?? value;
  if (field.endsWith('Proration')) return ownValue(PRORATION_LABEL, value) ?? value;
  const date = parseCalendarDate(value);
  return date ? formatDate(date) : value;
}

/** Validates the day from which a plan is withdrawn or terminated, and the reason. */
export function problemsOfClosing(
  input: { readonly from: string; readonly reason: string },
  effectiveDate: CalendarDate,
): Problem[] {
  const problems: Problem[] = [];
  const from = parseCalendarDate(input.from);
  if (!from || from > '2199-12-31') problems.push({ path: 'from', message: 'Enter a valid date as MM/DD/YYYY.' });
  else if (from <= effectiveDate)
    problems.push({
      path: 'from',
      message: `The plan is effective from ${formatDate(effectiveDate)}. Enter a later date.`,
    });
  if (input.reason.trim().length < 3) problems.push({ path: 'reason', message: 'Enter the reason.' });
  else if (input.reason.length > 500) problems.push({ path: 'reason', message: 'Enter at most 500 characters.' });
  return problems;
}

/** What a draft plan lacks before it can be activated; empty when it is ready. */
export function missingForActivation(plan: {
  readonly effectiveDate: CalendarDate;
  readonly isRated: boolean;
  readonly hasYear: boolean;
  /** The rate version of the first day: active, still a draft, or none. */
  readonly rates: 'active' | 'draft' | 'none';
}): Problem[] {
  const day = formatDate(plan.effectiveDate);
  const problems: Problem[] = [];
  if (!plan.hasYear) problems.push({ path: 'year', message: `No plan year covers the effective date, ${day}.` });
  if (plan.isRated && plan.rates === 'draft')
    problems.push({
      path: 'rates',
      message: `The rates for ${day} are still a draft. Complete and activate them first.`,
    });
  if (plan.isRated && plan.rates === 'none')
    problems.push({ path: 'rates', message: `No rate version covers the effective date, ${day}. Add rates first.` });
  return problems;
}
