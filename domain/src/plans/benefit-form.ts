import { type Cents, formatMoney } from '../money.ts';
import { ownValue } from '../own-value.ts';
import type { Problem } from '../refusal.ts';
import { COPAY_LABEL, COPAYS, planPays, type PlanBenefits } from './plan-benefits.ts';

type Kind = 'money' | 'percent' | 'text';

/** Every benefit by its path in `PlanBenefits`, in the order of the form. The history stores them flat, by path. */
export const BENEFIT_FIELDS = {
  deductibleIndividual: { label: 'Deductible, member', kind: 'money' },
  deductibleFamily: { label: 'Deductible, family', kind: 'money' },
  outOfPocketMaxIndividual: { label: 'Out-of-pocket max, member', kind: 'money' },
  outOfPocketMaxFamily: { label: 'Out-of-pocket max, family', kind: 'money' },
  'memberPays.medical': { label: 'Medical, in network', kind: 'percent' },
  'memberPays.medicalOutOfNetwork': { label: 'Medical, out of network', kind: 'percent' },
  'memberPays.prescription': { label: 'Prescription', kind: 'percent' },
  'memberPays.dental': { label: 'Dental', kind: 'percent' },
  'memberPays.vision': { label: 'Vision', kind: 'percent' },
  'copays.primaryCare': { label: `Copay, ${COPAY_LABEL.primaryCare.toLowerCase()}`, kind: 'money' },
  'copays.specialist': { label: `Copay, ${COPAY_LABEL.specialist.toLowerCase()}`, kind: 'money' },
  'copays.urgentCare': { label: `Copay, ${COPAY_LABEL.urgentCare.toLowerCase()}`, kind: 'money' },
  'copays.emergency': { label: `Copay, ${COPAY_LABEL.emergency.toLowerCase()}`, kind: 'money' },
  prescriptionCoverage: { label: 'Prescription coverage', kind: 'text' },
  networkName: { label: 'Network', kind: 'text' },
  networkSize: { label: 'Network size', kind: 'text' },
} as const satisfies Record<string, { label: string; kind: Kind }>;
export type BenefitPath = keyof typeof BENEFIT_FIELDS;
export const BENEFIT_PATHS = Object.keys(BENEFIT_FIELDS) as BenefitPath[];

export type FlatBenefits = Readonly<Record<BenefitPath, number | string | null>>;

const partOf = (benefits: object, name: string): unknown =>
  ownValue(benefits as Readonly<Record<string, unknown>>, name);

/** Returns every benefit by its path. */
export const flatBenefits = (benefits: PlanBenefits): FlatBenefits =>
  Object.fromEntries(
    BENEFIT_PATHS.map((path) => {
      const [first = '', second] = path.split('.');
      const value = partOf(benefits, first);
      return [path, (second === undefined ? value : partOf(value as object, second)) ?? null];
    }),
  ) as FlatBenefits;

/** Returns benefits with other values at some paths. */
export function withBenefits(benefits: PlanBenefits, values: Partial<FlatBenefits>): PlanBenefits {
  const next = { ...benefits, copays: { ...benefits.copays }, memberPays: { ...benefits.memberPays } };
  for (const [path, value] of Object.entries(values)) {
    const [first = '', second] = path.split('.');
    if (ownValue(BENEFIT_FIELDS, path) === undefined) continue;
    const into = second === undefined ? next : partOf(next, first);
    Object.assign(into as object, { [second ?? first]: value });
  }
  return next;
}

/** The paths at which two designs differ. */
export function changedBenefits(before: PlanBenefits, after: PlanBenefits): BenefitPath[] {
  const [was, is] = [flatBenefits(before), flatBenefits(after)];
  return BENEFIT_PATHS.filter((path) => was[path] !== is[path]);
}

/** "Member pays 20%, plan pays 80%": a percentage always says who pays it. */
const shareText = (memberPays: number | null): string =>
  memberPays === null ? 'Not covered' : `Member pays ${memberPays}%, plan pays ${planPays(memberPays)}%`;

export const benefitLabel = (path: string): string => ownValue(BENEFIT_FIELDS, path)?.label ?? path;

/** A stored benefit as text; null where the plan has none. */
export function benefitText(path: string, value: unknown): string | null {
  const kind = ownValue(BENEFIT_FIELDS, path)?.kind;
  if (kind === 'percent') return shareText(typeof value === 'number' ? value : null);
  if (kind === 'money') return typeof value === 'number' ? formatMoney(value as Cents) : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

const MOST_CENTS = 1_000_000_00;
const isAmount = (value: unknown): value is Cents =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_CENTS;

/** Validates the benefits of a plan year: amounts, percentages, and that a family's limit is no less than a member's. */
export function problemsOfBenefits(benefits: PlanBenefits): Problem[] {
  const flat = flatBenefits(benefits);
  const problems: Problem[] = [];
  for (const path of BENEFIT_PATHS) {
    const { kind } = BENEFIT_FIELDS[path];
    const value = flat[path];
    if (value === null) continue;
    if (kind === 'money' && !isAmount(value))
      problems.push({ path, message: 'Enter an amount from $0.00 to $1,000,000.00, or leave it blank.' });
    if (kind === 'percent' && !(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100))
      problems.push({ path, message: 'Enter a whole percentage from 0 to 100, or leave it blank.' });
    if (kind === 'text' && String(value).length > 200)
      problems.push({ path, message: 'Enter at most 200 characters.' });
  }
  if (problems.length > 0) return problems;
  const { deductibleIndividual, deductibleFamily, outOfPocketMaxIndividual, outOfPocketMaxFamily } = benefits;
  if (isLess(deductibleFamily, deductibleIndividual))
    problems.push({ path: 'deductibleFamily', message: 'The family deductible is less than the member’s.' });
  if (isLess(outOfPocketMaxFamily, outOfPocketMaxIndividual))
    problems.push({ path: 'outOfPocketMaxFamily', message: 'The family maximum is less than the member’s.' });
  if (isLess(outOfPocketMaxIndividual, deductibleIndividual))
    problems.push({
      path: 'outOfPocketMaxIndividual',
      message: 'The out-of-pocket maximum is less than the deductible.',
    });
  return problems;
}

const isLess = (amount: Cents | null, than: Cents | null): boolean => amount !== null && than !== null && amount < than;

/** The copays in the order of the form. */
export const COPAY_PATHS = COPAYS.map((copay) => `copays.${copay}` as const);
