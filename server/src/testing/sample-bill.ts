import type {
  BillDocument,
  BillPlanTotal,
  BillSubscriber,
  BillSubscriberLine,
} from '@openbenefits/domain/billing/bill-document';
import type { BillLineKind } from '@openbenefits/domain/billing/bill-lines';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { add, type Cents, fromCents } from '@openbenefits/domain/money';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';

const PERIOD = calendarDateFrom('2026-12-01');
const TIERS = ['EMP', 'ESP', 'ECH', 'FAM'] as const;
type Tier = (typeof TIERS)[number];
type SamplePlan = { line: CoverageLine; name: string; code: string; cents: Readonly<Record<Tier, number>> };
const PLANS = {
  ppo: {
    line: 'medical',
    name: 'Premium PPO Plus',
    code: 'MED-PPO',
    cents: { EMP: 64500, ESP: 135450, ECH: 119325, FAM: 180600 },
  },
  hmo: {
    line: 'medical',
    name: 'Standard HMO',
    code: 'MED-HMO',
    cents: { EMP: 48500, ESP: 101850, ECH: 89725, FAM: 135800 },
  },
  hsa: {
    line: 'medical',
    name: 'High Deductible HSA',
    code: 'MED-HSA',
    cents: { EMP: 28500, ESP: 59850, ECH: 52725, FAM: 79800 },
  },
  dental: {
    line: 'dental',
    name: 'Premium Dental',
    code: 'DEN-PREM',
    cents: { EMP: 4500, ESP: 9450, ECH: 8325, FAM: 12600 },
  },
  vision: {
    line: 'vision',
    name: 'Basic Vision',
    code: 'VIS-BASIC',
    cents: { EMP: 1500, ESP: 3150, ECH: 2775, FAM: 4200 },
  },
  life: {
    line: 'life',
    name: 'Group Term Life',
    code: 'LIFE-1',
    cents: { EMP: 1200, ESP: 1200, ECH: 1200, FAM: 1200 },
  },
} as const satisfies Record<string, SamplePlan>;
const AGE_RATED = { line: 'medical', name: 'Standard HMO, age rated', code: 'MED-AGE' } as const;
const FIRST = ['Yusuf', 'Delphine', 'Ruben', 'Sunniva', 'Kwame', 'Winifred', 'Imani', 'Anneliese', 'Arlo', 'Calvin'];
const LAST = [
  'Abernathy-Cole',
  'Acheson',
  'Akers',
  'Beaulieu',
  'Castellanos',
  'Donnelly',
  'Fairbanks',
  'Haddad',
  'Lindholm',
];

export const billLine = (
  plan: { line: CoverageLine; name: string },
  tier: PlanTier | null,
  cents: number,
  { kind = 'premium', month = '2026-12-01' }: { kind?: BillLineKind; month?: string } = {},
): BillSubscriberLine => ({
  line: plan.line,
  planName: plan.name,
  tier,
  kind,
  coveredMonth: calendarDateFrom(month),
  cents: fromCents(cents),
});

export const billSubscriber = (
  name: string,
  employeeId: string | null,
  lines: readonly BillSubscriberLine[],
  locationName = 'Wichita Hangar',
): BillSubscriber => ({ name, employeeId, locationName, lines, cents: add(...lines.map(({ cents }) => cents)) });

/** Returns a subscriber of the sample group: plans and tiers vary with the place, and every ninth is rated by age. */
function sampleSubscriber(place: number): BillSubscriber {
  const tier = TIERS[place % 7 > 3 ? 0 : place % 7] ?? 'EMP';
  const medical = [PLANS.ppo, PLANS.hmo, PLANS.hsa][place % 3] ?? PLANS.ppo;
  const lines = [
    place % 9 === 8 ? billLine(AGE_RATED, tier, 41237 + 811 * place) : billLine(medical, tier, medical.cents[tier]),
    ...(place % 4 === 0 ? [] : [billLine(PLANS.dental, tier, PLANS.dental.cents[tier])]),
    ...(place % 5 === 0 ? [] : [billLine(PLANS.vision, tier, PLANS.vision.cents[tier])]),
    billLine(PLANS.life, 'EMP', PLANS.life.cents.EMP),
  ];
  const name = `${LAST[place % LAST.length]}, ${FIRST[Math.floor(place / LAST.length) % FIRST.length]}`;
  const location = ['Wichita Hangar', 'Salina Line Station', 'Tulsa Paint Shop'][Math.floor(place / 45) % 3] ?? '';
  return billSubscriber(name, `KA-${1000 + place}`, lines, location);
}

const CODES = new Map<string, string>([...Object.values(PLANS), AGE_RATED].map(({ name, code }) => [name, code]));

function planTotals(subscribers: readonly BillSubscriber[]): BillPlanTotal[] {
  const lines = subscribers.flatMap((one) => one.lines).filter(({ kind }) => kind === 'premium' || kind === 'waiver');
  return [...Map.groupBy(lines, ({ planName, tier }) => `${planName} ${tier}`).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { line, planName, tier } = first;
    return {
      line,
      planName,
      planCode: CODES.get(planName) ?? planName,
      tier,
      subscribers: own.filter(({ kind }) => kind === 'premium').length,
      cents: add(...own.map(({ cents }) => cents)),
    };
  });
}

/** Returns a bill for its subscribers with every sum made from their lines. */
export function billOf(subscribers: readonly BillSubscriber[], change: Partial<BillDocument> = {}): BillDocument {
  const lines = subscribers.flatMap((one) => one.lines);
  const sumOf = (isWanted: (kind: BillLineKind) => boolean): Cents =>
    add(...lines.filter(({ kind }) => isWanted(kind)).map(({ cents }) => cents));
  const premium = sumOf((kind) => kind === 'premium' || kind === 'waiver');
  const adjustments = sumOf((kind) => !['premium', 'waiver'].includes(kind));
  const total = add(premium, adjustments);
  const { previousBalance = fromCents(14420615), payments = fromCents(14420615) } = change;
  return {
    number: '2026-12-0042',
    version: 1,
    replaces: null,
    period: PERIOD,
    issueDate: calendarDateFrom('2026-11-16'),
    dueDate: PERIOD,
    header: SAMPLE_HEADER,
    premium,
    adjustments,
    total,
    plans: planTotals(subscribers),
    subscribers,
    ...change,
    previousBalance,
    payments,
    amountDue: fromCents(Math.max(0, previousBalance - payments + total)),
  };
}

export const SAMPLE_HEADER: BillDocument['header'] = {
  groupName: 'Kestrel Avionics Repair',
  cim: 'CIM-2024418302561',
  taxIdLast4: '4821',
  address: ['3100 Airport Rd', 'Wichita, KS 67209'],
  contactName: 'Rosalind Baptiste',
  contactEmail: 'rosalind@kestrel.test',
  contactPhone: '(316) 555-0142',
  issuerName: 'Northfold Health',
  remitTo: ['Northfold Health', 'Group Billing', 'PO Box 2140', 'Wichita, KS 67201'],
  issuerPhone: '(316) 555-0100',
  issuerEmail: 'billing@northfold.test',
  paymentMethod: 'Recurring ACH',
  gracePeriodDays: 31,
};

/** Returns a bill of so many subscribers, the first of whom has an adjustment of November. */
export function sampleBill(count: number, change: Partial<BillDocument> = {}): BillDocument {
  const [first, ...others] = Array.from({ length: count }, (_, place) => sampleSubscriber(place));
  if (!first) return billOf([], change);
  const retro = billLine(PLANS.hmo, 'ESP', -101850, { kind: 'retro', month: '2026-11-01' });
  return billOf([billSubscriber(first.name, first.employeeId, [...first.lines, retro]), ...others], change);
}
