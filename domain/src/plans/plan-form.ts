import type { CoverageLine } from '../coverage-line.ts';
import type { Problem } from '../refusal.ts';
import { planDate } from './plan-dates.ts';
import type { NetworkType } from './plan-status.ts';

/** What identifies a plan, as its form has it. Only medical plans have a type; an ICHRA has no carrier. */
export type PlanForm = {
  readonly code: string;
  readonly name: string;
  readonly line: CoverageLine;
  readonly networkType: NetworkType | null;
  readonly carrierName: string;
  readonly effectiveDate: string;
};

export const PLAN_FIELDS = ['code', 'name', 'line', 'networkType', 'carrierName', 'effectiveDate'] as const;
export type PlanField = (typeof PLAN_FIELDS)[number];

const CODE = /^[A-Z0-9][A-Z0-9-]{1,29}$/;

/** Codes are compared and kept in capitals, because files write them in either case. */
const planCodeOf = (typed: string): string => typed.trim().toUpperCase();

export const planCodeTaken = (code: string, owner: string): string =>
  `The plan ${owner} already has the code ${code}. Enter another code.`;

/** Returns the form as it is stored: trimmed, the code in capitals, a type on medical plans only. */
export const tidyPlan = (form: PlanForm): PlanForm => ({
  ...form,
  code: planCodeOf(form.code),
  name: form.name.trim(),
  carrierName: form.carrierName.trim(),
  networkType: form.line === 'medical' ? form.networkType : null,
});

export function problemsOfPlan(form: PlanForm): Problem[] {
  const problems: Problem[] = [];
  const { code, name, line, networkType, carrierName, effectiveDate } = tidyPlan(form);
  if (name === '') problems.push({ path: 'name', message: 'Enter the plan name.' });
  else if (name.length > 120) problems.push({ path: 'name', message: 'A plan name has at most 120 characters.' });
  if (code === '') problems.push({ path: 'code', message: 'Enter the plan code.' });
  else if (!CODE.test(code))
    problems.push({
      path: 'code',
      message: 'A plan code has 2 to 30 letters, digits and hyphens, and starts with a letter or digit.',
    });
  if (line === 'medical' && networkType === null)
    problems.push({ path: 'networkType', message: 'Choose the plan type.' });
  if (carrierName === '' && networkType !== 'ICHRA')
    problems.push({ path: 'carrierName', message: 'Enter the carrier.' });
  else if (carrierName.length > 120)
    problems.push({ path: 'carrierName', message: 'A carrier name has at most 120 characters.' });
  if (effectiveDate.trim() === '') problems.push({ path: 'effectiveDate', message: 'Enter the effective date.' });
  else if (!planDate(effectiveDate))
    problems.push({ path: 'effectiveDate', message: 'Enter a valid date as MM/DD/YYYY.' });
  return problems;
}
