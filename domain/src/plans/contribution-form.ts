import { parseCalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { Cents } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { bandFaults } from './age-group.ts';
import { PLAN_DATE_RANGE, planDate } from './plan-dates.ts';
import type { StoredContribution } from './stored-contribution.ts';
import { PLAN_TIERS, type PlanTier } from './tier-set.ts';

export const CONTRIBUTION_KINDS = ['percent', 'percent_by_tier', 'flat', 'reference_plan', 'allowance'] as const;
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];

export const CONTRIBUTION_KIND_LABEL: Readonly<Record<ContributionKind, string>> = {
  percent: 'Percentage',
  percent_by_tier: 'Percentage by tier',
  flat: 'Flat amount',
  reference_plan: 'Percentage of a reference plan',
  allowance: 'Allowance by age',
};

/** A rule as it is entered: every field of every kind, so that changing the kind loses nothing. */
export type ContributionForm = {
  /** Empty for all. */
  readonly classId: string;
  readonly locationId: string;
  readonly line: CoverageLine | '';
  readonly from: string;
  readonly kind: ContributionKind;
  readonly employeePercent: number | null;
  readonly dependentsPercent: number | null;
  readonly tiers: Readonly<Record<PlanTier, number | null>>;
  readonly employeeAmount: Cents | null;
  readonly dependentsAmount: Cents | null;
  readonly planId: string;
  readonly referencePercent: number | null;
  readonly bands: readonly {
    readonly from: number | null;
    readonly to: number | null;
    readonly amount: Cents | null;
  }[];
  /** The employer pays at most this; null for no limit. */
  readonly cap: Cents | null;
};

export const NEW_CONTRIBUTION: ContributionForm = {
  classId: '',
  locationId: '',
  line: '',
  from: '',
  kind: 'percent',
  employeePercent: null,
  dependentsPercent: null,
  tiers: { EMP: null, ESP: null, E1D: null, ECH: null, FAM: null },
  employeeAmount: null,
  dependentsAmount: null,
  planId: '',
  referencePercent: null,
  bands: [{ from: 0, to: null, amount: null }],
  cap: null,
};

const MOST_BANDS = 20;
const LARGEST = 100_000_00;
const PERCENT = 'Enter a percentage from 0 to 100.';
const AMOUNT = 'Enter an amount from $0.00 to $100,000.00.';

/** Few plans have a tier for one dependent. */
const OPTIONAL_TIERS: ReadonlySet<PlanTier> = new Set(['E1D']);

const isPercent = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= 100;
const isAmount = (value: number | null): value is Cents =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= LARGEST;
const isAge = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= 120;

/** Returns what is wrong with an entered rule, at its fields. */
export function problemsOfContribution(form: ContributionForm): Problem[] {
  const problems = problemsOfKind(form);
  if (planDate(form.from) === undefined)
    problems.unshift({
      path: 'from',
      message: parseCalendarDate(form.from) ? PLAN_DATE_RANGE : 'Enter the first day.',
    });
  if (form.cap !== null && !isAmount(form.cap)) problems.push({ path: 'cap', message: AMOUNT });
  return problems;
}

function problemsOfKind(form: ContributionForm): Problem[] {
  const percents = (...fields: ('employeePercent' | 'dependentsPercent' | 'referencePercent')[]): Problem[] =>
    fields.flatMap((path) => (isPercent(form[path]) ? [] : [{ path, message: PERCENT }]));
  switch (form.kind) {
    case 'percent':
      return percents('employeePercent', 'dependentsPercent');
    case 'flat':
      return (['employeeAmount', 'dependentsAmount'] as const).flatMap((path) =>
        isAmount(form[path]) ? [] : [{ path, message: AMOUNT }],
      );
    case 'percent_by_tier':
      return PLAN_TIERS.filter((tier) => {
        const percent = form.tiers[tier];
        return percent === null ? !OPTIONAL_TIERS.has(tier) : !isPercent(percent);
      }).map((tier) => ({ path: `tiers.${tier}`, message: PERCENT }));
    case 'reference_plan':
      return [
        ...(form.line === '' ? [{ path: 'line', message: 'Choose the coverage line of the reference plan.' }] : []),
        ...(form.planId === '' ? [{ path: 'planId', message: 'Choose the reference plan.' }] : []),
        ...percents('referencePercent'),
      ];
    case 'allowance':
      return problemsOfBands(form.bands);
  }
}

function problemsOfBands(bands: ContributionForm['bands']): Problem[] {
  if (bands.length === 0) return [{ path: 'bands', message: 'Add an age group.' }];
  if (bands.length > MOST_BANDS) return [{ path: 'bands', message: `Enter at most ${MOST_BANDS} age groups.` }];
  const problems = bands.flatMap(({ from, to, amount }, index): Problem[] => [
    ...(isAge(from) ? [] : [{ path: `bands.${index}.from`, message: 'Enter an age from 0 to 120.' }]),
    ...(to === null || (isAge(to) && to >= (from ?? 0))
      ? []
      : [{ path: `bands.${index}.to`, message: 'Enter an age that is not below the first, or leave it blank.' }]),
    ...(isAmount(amount) ? [] : [{ path: `bands.${index}.amount`, message: AMOUNT }]),
  ]);
  if (problems.length > 0) return problems;
  return bandFaults(bands.map(({ from, to }) => ({ from: from ?? 0, to }))).map((fault) =>
    fault.code === 'gap'
      ? {
          path: 'bands',
          message:
            fault.to === null
              ? `No age group covers ages ${fault.from} and over.`
              : `No age group covers ages ${fault.from} to ${fault.to}.`,
        }
      : { path: `bands.${fault.second}.from`, message: `Age ${fault.age} is in another age group already.` },
  );
}

/** The rule of a form without problems. */
export function contributionOf(form: ContributionForm): StoredContribution {
  const rule = ruleOf(form);
  return form.cap === null ? rule : { kind: 'capped', rule, at: form.cap };
}

function ruleOf(form: ContributionForm): Exclude<StoredContribution, { kind: 'capped' }> {
  switch (form.kind) {
    case 'percent':
      return { kind: 'percent', employee: form.employeePercent ?? 0, dependents: form.dependentsPercent ?? 0 };
    case 'percent_by_tier': {
      const tiers: Partial<Record<PlanTier, number>> = {};
      for (const tier of PLAN_TIERS) {
        const percent = form.tiers[tier];
        if (percent !== null) tiers[tier] = percent;
      }
      return { kind: 'percent_by_tier', tiers };
    }
    case 'flat':
      return {
        kind: 'flat',
        employee: form.employeeAmount ?? (0 as Cents),
        dependents: form.dependentsAmount ?? (0 as Cents),
      };
    case 'reference_plan':
      return { kind: 'reference_plan', planId: form.planId, percent: form.referencePercent ?? 0 };
    case 'allowance':
      return {
        kind: 'allowance',
        bands: form.bands.map(({ from, to, amount }) => ({ from: from ?? 0, to, amount: amount ?? (0 as Cents) })),
      };
  }
}

/** The form of a stored rule, to change it from another day on. */
export function formOfContribution(
  rule: StoredContribution,
  place: Pick<ContributionForm, 'classId' | 'locationId' | 'line' | 'from'>,
): ContributionForm {
  const inner = rule.kind === 'capped' ? rule.rule : rule;
  const base = { ...NEW_CONTRIBUTION, ...place, kind: inner.kind, cap: rule.kind === 'capped' ? rule.at : null };
  switch (inner.kind) {
    case 'percent':
      return { ...base, employeePercent: inner.employee, dependentsPercent: inner.dependents };
    case 'percent_by_tier':
      return { ...base, tiers: { ...NEW_CONTRIBUTION.tiers, ...inner.tiers } };
    case 'flat':
      return { ...base, employeeAmount: inner.employee, dependentsAmount: inner.dependents };
    case 'reference_plan':
      return { ...base, planId: inner.planId, referencePercent: inner.percent };
    case 'allowance':
      return { ...base, bands: inner.bands };
  }
}
