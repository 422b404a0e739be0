import { type CalendarDate, parseCalendarDate } from '../calendar-date.ts';
import { type Cents, ZERO } from '../money.ts';
import { dateRangeProblems } from '../date-range.ts';
import type { Problem } from '../refusal.ts';

/** Whether grace counts from the due date itself or from the day after (case M15). */
export const FIRST_GRACE_DAYS = ['day_after', 'due_date'] as const;
export type FirstGraceDay = (typeof FIRST_GRACE_DAYS)[number];
export const FIRST_GRACE_DAY_LABEL: Readonly<Record<FirstGraceDay, string>> = {
  day_after: 'The day after the due date',
  due_date: 'The due date',
};

export const END_RULES = ['paid_through', 'end_of_following_month'] as const;
export type EndRule = (typeof END_RULES)[number];
export const END_RULE_LABEL: Readonly<Record<EndRule, string>> = {
  paid_through: 'Last day of the month paid in full',
  end_of_following_month: 'End of the month after the due date',
};

/** Groups that a rule is for. A state's law binds carriers too, so its rule is chosen first. */
export const RULE_SCOPES = ['default', 'carrier', 'state'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];
export const RULE_SCOPE_LABEL: Readonly<Record<RuleScope, string>> = {
  default: 'All groups',
  carrier: 'Groups of a carrier',
  state: 'Groups in a state',
};

export type RuleTerms = {
  readonly firstGraceDay: FirstGraceDay;
  /** Null is the grace period of each group. */
  readonly graceDays: number | null;
  /** Days after the due date. */
  readonly reminderDays: readonly number[];
  readonly letterDays: readonly number[];
  readonly copiesBroker: boolean;
  readonly endRule: EndRule;
  /** Days from the suspension to the termination. */
  readonly endAfterDays: number;
  /** Arrears up to this amount leave a group current. */
  readonly tolerance: Cents;
  /** Arrears up to this percent of what the overdue bills charged do so, too; 0 is none. */
  readonly tolerancePercent?: number;
  /** The first bill of a group has no tolerance. */
  readonly isFirstPaymentStrict?: boolean;
  /** Reinstatements in twelve months; null is no limit. */
  readonly reinstatements: number | null;
};

/** Terms with the days that hold for one group. */
export type DelinquencyRule = Omit<RuleTerms, 'graceDays'> & { readonly graceDays: number };

export type DatedRule = RuleTerms & {
  readonly scope: RuleScope;
  /** The state's code or the carrier's name; empty for all groups. */
  readonly scopeValue: string;
  readonly effectiveOn: CalendarDate;
};

/** Terms until an organization sets its own (nebraskablue.com: reminder on day 5, letter on day 15). */
export const FIRST_RULE: RuleTerms = {
  firstGraceDay: 'day_after',
  graceDays: null,
  reminderDays: [5],
  letterDays: [15],
  copiesBroker: true,
  endRule: 'paid_through',
  endAfterDays: 14,
  tolerance: ZERO,
  tolerancePercent: 0,
  isFirstPaymentStrict: false,
  reinstatements: 2,
};

export type RuledGroup = {
  readonly state: string;
  readonly carriers: readonly string[];
  readonly gracePeriodDays: number;
};

/** The rule of a scope that holds on a day. */
const newest = (rules: readonly DatedRule[], on: CalendarDate): DatedRule | undefined =>
  rules
    .filter(({ effectiveOn }) => effectiveOn <= on)
    .toSorted((a, b) => (a.effectiveOn < b.effectiveOn ? 1 : -1))
    .at(0);

/**
 * The rule of a group for a bill that was due on a day: its state's, else its carrier's, else that of all groups. Of
 * several carriers the longest grace period counts. The group's own grace period replaces a length that the rule leaves
 * open, and is never shortened by a rule.
 */
export function ruleFor(rules: readonly DatedRule[], group: RuledGroup, dueDate: CalendarDate): DelinquencyRule {
  const of = (scope: RuleScope, value: string) =>
    newest(
      rules.filter((rule) => rule.scope === scope && rule.scopeValue.toLowerCase() === value.toLowerCase()),
      dueDate,
    );
  const ofCarriers = group.carriers
    .flatMap((carrier) => of('carrier', carrier) ?? [])
    .toSorted((a, b) => (b.graceDays ?? 0) - (a.graceDays ?? 0));
  const terms: RuleTerms = of('state', group.state) ?? ofCarriers[0] ?? of('default', '') ?? FIRST_RULE;
  return { ...terms, graceDays: Math.max(terms.graceDays ?? 0, group.gracePeriodDays) };
}

const MAX_DAYS = 365;
const isDay = (day: number): boolean => Number.isInteger(day) && day >= 1 && day <= MAX_DAYS;

/** Reads days as they are entered, '5, 15'; undefined for what is no list of days. */
export function parseDays(text: string): number[] | undefined {
  const parts = text.split(/[,;\s]+/).filter(Boolean);
  const days = parts.map(Number);
  if (parts.some((part) => !/^\d{1,3}$/.test(part)) || !days.every(isDay)) return undefined;
  return [...new Set(days)].toSorted((a, b) => a - b);
}

export type EnteredRule = Omit<DatedRule, 'effectiveOn'> & { readonly effectiveOn: string };

export function problemsOfRule(rule: EnteredRule, today: CalendarDate): Problem[] {
  const found: Problem[] = [];
  const add = (path: string, message: string): void => void found.push({ path, message });
  const date = parseCalendarDate(rule.effectiveOn);
  if (!date) add('effectiveOn', 'Enter a date.');
  // A bill that is late already keeps the terms that its group was told.
  else if (date < today) add('effectiveOn', 'Enter today or a later date.');
  else found.push(...dateRangeProblems('effectiveOn', date, today));
  if (rule.scope === 'state' && !/^[a-z]{2}$/i.test(rule.scopeValue))
    add('scopeValue', 'Enter a state as two letters.');
  if (rule.scope === 'carrier' && rule.scopeValue.trim() === '') add('scopeValue', 'Enter the name of the carrier.');
  if (rule.graceDays !== null && !isDay(rule.graceDays)) add('graceDays', 'Enter 1 to 365 days, or leave it blank.');
  for (const path of ['reminderDays', 'letterDays'] as const)
    if (!rule[path].every(isDay) || rule[path].length > 10) add(path, 'Enter at most 10 days from 1 to 365.');
  if (!Number.isInteger(rule.endAfterDays) || rule.endAfterDays < 0 || rule.endAfterDays > MAX_DAYS)
    add('endAfterDays', 'Enter 0 to 365 days.');
  if (!(rule.tolerance >= 0 && rule.tolerance <= 10_000_00)) add('tolerance', 'Enter $0.00 to $10,000.00.');
  const percent = rule.tolerancePercent ?? 0;
  if (!(Number.isInteger(percent) && percent >= 0 && percent <= 100))
    add('tolerancePercent', 'Enter 0 to 100 percent.');
  if (
    rule.reinstatements !== null &&
    !(Number.isInteger(rule.reinstatements) && rule.reinstatements >= 0 && rule.reinstatements <= 12)
  )
    add('reinstatements', 'Enter 0 to 12, or leave it blank.');
  return found;
}
