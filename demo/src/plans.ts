import { addMonths, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { TIERS } from '@openbenefits/domain/coverage/tier';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import { fromCents, multiply } from '@openbenefits/domain/money';
import type { Cents } from '@openbenefits/domain/money';

export type DemoPlan = {
  readonly id: string;
  readonly planCode: string;
  readonly planName: string;
  readonly line: CoverageLine;
  readonly networkType: 'PPO' | 'HMO' | 'HDHP' | 'ICHRA' | null;
  readonly carrierName: string;
  readonly status: 'active';
  readonly annualDeductibleIndividual: Cents | null;
  readonly outOfPocketMaxIndividual: Cents | null;
  readonly copayPrimaryCare: Cents | null;
  readonly copaySpecialist: Cents | null;
  readonly coinsurancePercent: number | null;
  readonly prescriptionCoverage: string | null;
  readonly networkName: string | null;
  readonly networkSize: 'National' | 'Regional' | 'National+' | null;
  readonly effectiveDate: CalendarDate;
  readonly position: number;
};
export type DemoRate = {
  readonly planId: string;
  readonly tier: Tier;
  readonly monthlyCents: Cents;
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate | null;
};

const dollars = (amount: number): Cents => fromCents(amount * 100);
const NORTHFOLD = 'Northfold Health';
const BRACKENRIDGE = 'Brackenridge Dental';
const RIDGELINE = 'Ridgeline Vision';

type Offer = Pick<DemoPlan, 'planCode' | 'planName' | 'line' | 'carrierName'> &
  Partial<
    Pick<DemoPlan, 'networkType' | 'coinsurancePercent' | 'prescriptionCoverage' | 'networkName' | 'networkSize'>
  > & {
    /** Dollars: deductible, out-of-pocket maximum, primary care copay, specialist copay. */
    readonly costs?: readonly [number | null, number | null, number | null, number | null];
    /** Dollars a month for the employee alone; a variable allowance has none. */
    readonly monthly: number | null;
  };

/** The plans and prices of the specification (1, section 9); carriers, networks and cost shares are invented. */
const CATALOGUE: readonly Offer[] = [
  {
    planCode: 'MED-PPO',
    planName: 'Premium PPO Plus',
    line: 'medical',
    networkType: 'PPO',
    carrierName: NORTHFOLD,
    costs: [750, 4000, 20, 40],
    coinsurancePercent: 90,
    prescriptionCoverage: '$10 / $30 / $60',
    networkName: 'Northfold Open Access',
    networkSize: 'National+',
    monthly: 645,
  },
  {
    planCode: 'MED-HMO',
    planName: 'Standard HMO',
    line: 'medical',
    networkType: 'HMO',
    carrierName: NORTHFOLD,
    costs: [1500, 6000, 25, 50],
    coinsurancePercent: 80,
    prescriptionCoverage: '$10 / $35 / $70',
    networkName: 'Northfold Select',
    networkSize: 'Regional',
    monthly: 485,
  },
  {
    planCode: 'MED-HDHP',
    planName: 'High Deductible HSA',
    line: 'medical',
    networkType: 'HDHP',
    carrierName: NORTHFOLD,
    costs: [3300, 7500, null, null],
    coinsurancePercent: 80,
    prescriptionCoverage: '20% after deductible',
    networkName: 'Northfold Open Access',
    networkSize: 'National',
    monthly: 285,
  },
  {
    planCode: 'MED-ICHRA',
    planName: 'ICHRA Allowance',
    line: 'medical',
    networkType: 'ICHRA',
    carrierName: NORTHFOLD,
    monthly: null,
  },
  {
    planCode: 'DEN-BASIC',
    planName: 'Basic Dental',
    line: 'dental',
    carrierName: BRACKENRIDGE,
    costs: [75, null, null, null],
    coinsurancePercent: 70,
    networkName: 'Brackenridge Essentials',
    networkSize: 'Regional',
    monthly: 25,
  },
  {
    planCode: 'DEN-PREM',
    planName: 'Premium Dental',
    line: 'dental',
    carrierName: BRACKENRIDGE,
    costs: [50, null, null, null],
    coinsurancePercent: 80,
    networkName: 'Brackenridge Preferred',
    networkSize: 'National',
    monthly: 45,
  },
  {
    planCode: 'DEN-ORTHO',
    planName: 'Orthodontic Plus',
    line: 'dental',
    carrierName: BRACKENRIDGE,
    costs: [50, null, null, null],
    coinsurancePercent: 85,
    networkName: 'Brackenridge Preferred',
    networkSize: 'National',
    monthly: 65,
  },
  {
    planCode: 'VIS-BASIC',
    planName: 'Basic Vision',
    line: 'vision',
    carrierName: RIDGELINE,
    costs: [null, null, 20, null],
    networkName: 'Ridgeline Core',
    networkSize: 'Regional',
    monthly: 15,
  },
  {
    planCode: 'VIS-PREM',
    planName: 'Premium Vision',
    line: 'vision',
    carrierName: RIDGELINE,
    costs: [null, null, 10, null],
    networkName: 'Ridgeline Advantage',
    networkSize: 'National',
    monthly: 25,
  },
  { planCode: 'LIFE-TERM', planName: 'Group Term Life', line: 'life', carrierName: NORTHFOLD, monthly: 12 },
  { planCode: 'DIS-STD', planName: 'Short-Term Disability', line: 'disability', carrierName: NORTHFOLD, monthly: 18 },
];

/** The price of a tier relative to the employee alone, as a ratio of hundredths. */
const TIER_PERCENT: Readonly<Record<Tier, number>> = { EMP: 100, ESP: 210, ECH: 185, FAM: 280 };
/** Rate versions: the first January they hold, in years before this one, and their share of today's price. */
const VERSIONS = [
  { yearsBack: 9, percent: 84 },
  { yearsBack: 3, percent: 91 },
  { yearsBack: 1, percent: 96 },
  { yearsBack: 0, percent: 100 },
] as const;

const OLDEST_PLAN_YEAR = VERSIONS[0].yearsBack;

export function demoPlans(
  today: CalendarDate,
  nextId: (ms: number) => string,
): { plans: DemoPlan[]; rates: DemoRate[] } {
  const january = calendarDateFrom(`${today.slice(0, 4)}-01-01`);
  const start = (yearsBack: number): CalendarDate => addMonths(january, -12 * yearsBack);
  const plans: DemoPlan[] = [];
  const rates: DemoRate[] = [];
  for (const [position, offer] of CATALOGUE.entries()) {
    const { monthly, costs = [null, null, null, null], ...described } = offer;
    const [deductible, outOfPocket, primary, specialist] = costs.map((cost) => (cost === null ? null : dollars(cost)));
    // Plans are older than every group; a fixed moment keeps their ids the first of all.
    const id = nextId(1_400_000_000_000 + position);
    plans.push({
      networkType: null,
      coinsurancePercent: null,
      prescriptionCoverage: null,
      networkName: null,
      networkSize: null,
      ...described,
      id,
      status: 'active',
      annualDeductibleIndividual: deductible ?? null,
      outOfPocketMaxIndividual: outOfPocket ?? null,
      copayPrimaryCare: primary ?? null,
      copaySpecialist: specialist ?? null,
      effectiveDate: start(OLDEST_PLAN_YEAR),
      position,
    });
    if (monthly === null) continue;
    for (const [index, version] of VERSIONS.entries()) {
      const next = VERSIONS[index + 1];
      for (const tier of TIERS) {
        // Life and disability insure the employee alone, so that a family pays no more.
        const percent = described.line === 'life' || described.line === 'disability' ? 100 : TIER_PERCENT[tier];
        const monthlyCents = multiply(dollars(monthly), percent * version.percent, 10_000);
        rates.push({
          planId: id,
          tier,
          monthlyCents,
          validFrom: start(version.yearsBack),
          validUntil: next ? start(next.yearsBack) : null,
        });
      }
    }
  }
  return { plans, rates };
}
