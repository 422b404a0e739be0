import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import type { PlanStatus } from '@openbenefits/domain/plans/plan-status';

export type DemoPlan = {
  readonly id: string;
  readonly planCode: string;
  readonly planName: string;
  readonly line: CoverageLine;
  readonly networkType: 'PPO' | 'HMO' | 'HDHP' | 'ICHRA' | null;
  readonly carrierName: string;
  readonly status: PlanStatus;
  readonly effectiveDate: CalendarDate;
  readonly terminatedFrom: CalendarDate | null;
  readonly position: number;
};

const NORTHFOLD = 'Northfold Health';
const BRACKENRIDGE = 'Brackenridge Dental';
const RIDGELINE = 'Ridgeline Vision';

export type Offer = Pick<DemoPlan, 'planCode' | 'planName' | 'line' | 'carrierName'> &
  Partial<
    Pick<DemoPlan, 'networkType'> & Pick<PlanBenefits, 'prescriptionCoverage' | 'networkName' | 'networkSize'>
  > & {
    /** Dollars: deductible, out-of-pocket maximum, primary care copay, specialist copay. */
    readonly costs?: readonly [number | null, number | null, number | null, number | null];
    /** Dollars: urgent care copay, emergency copay. */
    readonly visits?: readonly [number, number];
    /** What members pay, in percent, besides the share of the plan's own line. */
    readonly shares?: Partial<PlanBenefits['memberPays']>;
    /** Active where left out. */
    readonly status?: PlanStatus;
    /** What the plan pays after the deductible. */
    readonly coinsurancePercent?: number;
    /** Dollars a month for the employee alone; a variable allowance has none. */
    readonly monthly: number | null;
  };

/** The plans and prices of the specification (1, section 9); carriers, networks and cost shares are invented. */
export const CATALOGUE: readonly Offer[] = [
  {
    planCode: 'MED-PPO',
    planName: 'Premium PPO Plus',
    line: 'medical',
    networkType: 'PPO',
    carrierName: NORTHFOLD,
    costs: [750, 4000, 20, 40],
    coinsurancePercent: 90,
    visits: [75, 250],
    shares: { medicalOutOfNetwork: 40, prescription: 20, vision: 0 },
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
    visits: [75, 300],
    shares: { prescription: 25 },
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
    shares: { medicalOutOfNetwork: 50, prescription: 20 },
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
    shares: { vision: 20 },
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
    shares: { vision: 0 },
    networkName: 'Ridgeline Advantage',
    networkSize: 'National',
    monthly: 25,
  },
  { planCode: 'LIFE-TERM', planName: 'Group Term Life', line: 'life', carrierName: NORTHFOLD, monthly: 12 },
  {
    planCode: 'LIFE-SAL',
    planName: 'Life 2x Salary',
    line: 'life',
    carrierName: NORTHFOLD,
    // By volume: see VOLUME_RATES.
    monthly: 0,
  },
  {
    planCode: 'MED-PPO-SEL',
    planName: 'Premium PPO Select',
    line: 'medical',
    networkType: 'PPO',
    carrierName: NORTHFOLD,
    status: 'draft',
    costs: [1000, 4500, 25, 45],
    coinsurancePercent: 85,
    visits: [75, 250],
    shares: { medicalOutOfNetwork: 40, prescription: 20 },
    networkName: 'Northfold Select',
    networkSize: 'National',
    monthly: 598,
  },
  {
    planCode: 'MED-PPO-500',
    planName: 'Choice PPO 500',
    line: 'medical',
    networkType: 'PPO',
    carrierName: NORTHFOLD,
    status: 'terminated',
    costs: [500, 3500, 20, 40],
    coinsurancePercent: 90,
    networkName: 'Northfold Open Access',
    networkSize: 'National',
    monthly: 612,
  },
  { planCode: 'DIS-STD', planName: 'Short-Term Disability', line: 'disability', carrierName: NORTHFOLD, monthly: 18 },
];
