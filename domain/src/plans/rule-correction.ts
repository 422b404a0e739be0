import { contains, formatDate, parseCalendarDate, type Period } from '../calendar-date.ts';
import type { Problem } from '../refusal.ts';
import type { PlanRules } from './plan-rules.ts';
import { planYearDays, problemsOfPlanRules } from './plan-years.ts';

/** Corrected rules of a plan year that has begun, from a covered month to the end of the year. */
export type RuleCorrectionForm = { readonly from: string; readonly rules: PlanRules; readonly reason: string };

const [LEAST_REASON, MOST_REASON] = [4, 500];

const sameRules = (a: PlanRules, b: PlanRules): boolean =>
  a.proration.start === b.proration.start &&
  a.proration.end === b.proration.end &&
  a.proration.birth === b.proration.birth &&
  a.newbornFreeDays === b.newbornFreeDays &&
  a.otherDependents === b.otherDependents &&
  a.tobaccoSurcharge === b.tobaccoSurcharge &&
  a.rateVersion === b.rateVersion;

/** Validates a correction against its plan year and, if they are known, the rules that apply in its first month. */
export function problemsOfRuleCorrection(
  { from, rules, reason }: RuleCorrectionForm,
  year: Period,
  current: PlanRules | null,
): Problem[] {
  const month = parseCalendarDate(from);
  const problems = problemsOfPlanRules(rules);
  if (!month || !from.endsWith('-01'))
    problems.push({ path: 'from', message: 'Enter the first day of a covered month, such as 03/01/2026.' });
  else if (!contains(year, month))
    problems.push({ path: 'from', message: `Enter a month of the plan year, ${planYearDays(year)}.` });
  else if (current && sameRules(rules, current))
    problems.push({ path: 'from', message: `These rules apply already from ${formatDate(month)}. Change a rule.` });
  const length = reason.trim().length;
  if (length < LEAST_REASON || length > MOST_REASON)
    problems.push({
      path: 'reason',
      message: `Enter a reason of ${LEAST_REASON} to ${MOST_REASON} characters.`,
    });
  return problems;
}
