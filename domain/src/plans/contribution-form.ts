import { parseCalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import type { Cents } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { bandFaults } from './age-group.ts';
import { PLAN_DATE_RANGE, planDate } from './plan-dates.ts';
import type { StoredContribution } from './stored-contribution.ts';
import { PLAN_TIERS, type PlanTier } from './tier-set.ts';

export const CONTRIBUTION_KINDS = [
  'percent',
  'percent_by_tier',
  'flat',
  'flat_by_tier',
  'reference_plan',
  'allowance',
] as const;
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];

export const CONTRIBUTION_KIND_LABEL: Readonly<Record<ContributionKind, string>> = {
  percent: 'Percentage',
  percent_by_tier: 'Percentage by tier',
  flat: 'Flat amount',
  flat_by_tier: 'Flat amount by tier',
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
  readonly tierAmounts: Readonly<Record<PlanTier, Cents | null>>;
  readonly employeeAmount: Cents | null;
  readonly dependentsAmount: Cents | null;
  readonly planId: string;
  /** Of the employee, and of everybody where no other percentage is entered. */
  readonly referencePercent: number | null;
  readonly referenceDependents: number | null;
  /** With any of them, the tier decides and not the person. */
  readonly referenceTiers: Readonly<Record<PlanTier, number | null>>;
  readonly bands: readonly {
    readonly from: number | null;
    readonly to: number | null;
    readonly amount: Cents | null;
  }[];
  /** The employer pays at most this; null for no limit. */
  readonly cap: Cents | null;
};

const NO_TIERS = { EMP: null, ESP: null, E1D: null, ECH: null, FAM: null };

export const NEW_CONTRIBUTION: ContributionForm = {
  classId: '',
  locationId: '',
  line: '',
  from: '',
  kind: 'percent',
  employeePercent: null,
  dependentsPercent: null,
  tiers: NO_TIERS,
  tierAmounts: NO_TIERS,
  employeeAmount: null,
  dependentsAmount: null,
  planId: '',
  referencePercent: null,
  referenceDependents: null,
  referenceTiers: NO_TIERS,
  bands: [{ from: 0, to: null, amount: null }],
  cap: null,
};

const MOST_BANDS = 20;
const LARGEST = 100_000_00;
const PERCENT = 'Enter a percentage from 0 to 100, with at most three decimals.';
const AMOUNT = 'Enter an amount from $0.00 to $100,000.00.';

/** Few plans have a tier for one dependent. */
const OPTIONAL_TIERS: ReadonlySet<PlanTier> = new Set(['E1D']);

const hasThreeDecimals = (value: number): boolean => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
const isPercent = (value: number | null): value is number =>
  value !== null && hasThreeDecimals(value) && value >= 0 && value <= 100;
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
  const percents = (
    ...fields: ('employeePercent' | 'dependentsPercent' | 'referencePercent' | 'referenceDependents')[]
  ): Problem[] => fields.flatMap((path) => (isPercent(form[path]) ? [] : [{ path, message: PERCENT }]));
  switch (form.kind) {
    case 'percent':
      return percents('employeePercent', 'dependentsPercent');
    case 'flat':
      return (['employeeAmount', 'dependentsAmount'] as const).flatMap((path) =>
        isAmount(form[path]) ? [] : [{ path, message: AMOUNT }],
      );
    case 'percent_by_tier':
      return problemsOfTiers('tiers', form.tiers, isPercent, PERCENT);
    case 'flat_by_tier':
      return problemsOfTiers('tierAmounts', form.tierAmounts, isAmount, AMOUNT);
    case 'reference_plan':
      return [
        ...(form.line === '' ? [{ path: 'line', message: 'Choose the coverage line of the reference plan.' }] : []),
        ...(form.planId === '' ? [{ path: 'planId', message: 'Choose the reference plan.' }] : []),
        ...(byTier(form)
          ? problemsOfTiers('referenceTiers', form.referenceTiers, isPercent, PERCENT)
          : percents('referencePercent')),
        ...(form.referenceDependents === null ? [] : percents('referenceDependents')),
      ];
    case 'allowance':
      return problemsOfBands(form.bands);
  }
}

const byTier = ({ referenceTiers }: ContributionForm): boolean =>
  PLAN_TIERS.some((tier) => referenceTiers[tier] !== null);

/** Every tier needs a value, except those that few plans have. */
const problemsOfTiers = (
  path: string,
  values: Readonly<Record<PlanTier, number | null>>,
  isValue: (value: number | null) => boolean,
  message: string,
): Problem[] =>
  PLAN_TIERS.filter((tier) => (values[tier] === null ? !OPTIONAL_TIERS.has(tier) : !isValue(values[tier]))).map(
    (tier) => ({ path: `${path}.${tier}`, message }),
  );

/** The tiers that have a value. */
function enteredTiers<Value extends number>(
  values: Readonly<Record<PlanTier, Value | null>>,
): Partial<Record<PlanTier, Value>> {
  const entered: Partial<Record<PlanTier, Value>> = {};
  for (const tier of PLAN_TIERS) {
    const value = values[tier];
    if (value !== null) entered[tier] = value;
  }
  return entered;
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
    case 'percent_by_tier':
      return { kind: 'percent_by_tier', tiers: enteredTiers(form.tiers) };
    case 'flat_by_tier':
      return { kind: 'flat_by_tier', tiers: enteredTiers(form.tierAmounts) };
    case 'flat':
      return {
        kind: 'flat',
        employee: form.employeeAmount ?? (0 as Cents),
        dependents: form.dependentsAmount ?? (0 as Cents),
      };
    case 'reference_plan':
      return {
        kind: 'reference_plan',
        planId: form.planId,
        percent: form.referencePercent ?? 0,
        ...(byTier(form) && { tiers: enteredTiers(form.referenceTiers) }),
        ...(form.referenceDependents !== null && { dependents: form.referenceDependents }),
      };
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
    case 'flat_by_tier':
      return { ...base, tierAmounts: { ...NO_TIERS, ...inner.tiers } };
    case 'flat':
      return { ...base, employeeAmount: inner.employee, dependentsAmount: inner.dependents };
    case 'reference_plan':
      return {
        ...base,
        planId: inner.planId,
        referencePercent: inner.percent,
        referenceDependents: inner.dependents ?? null,
        referenceTiers: { ...NO_TIERS, ...inner.tiers },
      };
    case 'allowance':
      return { ...base, bands: inner.bands };
  }
}
