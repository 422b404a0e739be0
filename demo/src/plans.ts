import { addMonths, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { TIERS } from '@openbenefits/domain/coverage/tier';
import { NO_BENEFITS, type PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import type { PlanStatus } from '@openbenefits/domain/plans/plan-status';
import { DEFAULT_PLAN_RULES, type PlanRules } from '@openbenefits/domain/plans/plan-rules';
import type { TableCell, TableSettings } from '@openbenefits/domain/plans/table-settings';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import { fromCents, multiply } from '@openbenefits/domain/money';
import type { Cents } from '@openbenefits/domain/money';
import { CATALOGUE, type DemoPlan, type Offer } from './plan-catalogue.ts';

export type DemoPlanYear = {
  readonly id: string;
  readonly planId: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate | null;
  readonly status: PlanStatus;
  readonly benefits: PlanBenefits;
  readonly rules: PlanRules;
};
/** A version of a plan's rates with its cells: cents, by the kinds of domain/src/plans/table-settings.ts. */
export type DemoRateTable = {
  readonly id: string;
  readonly planId: string;
  readonly versionNo: number;
  readonly from: CalendarDate;
  readonly until: CalendarDate | null;
  readonly status: 'active' | 'draft';
  readonly settings: TableSettings;
  readonly cells: readonly Pick<TableCell, 'place' | 'ageFrom' | 'ageTo' | 'kind' | 'amount'>[];
};

const dollars = (amount: number): Cents => fromCents(amount * 100);

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

/** The federal age curve for plan years from 2018, in thousandths (45 CFR 147.102(e)). */
// prettier-ignore
const FEDERAL_CURVE: readonly number[] = [
  765, 765, 765, 765, 765, 765, 765, 765, 765, 765, 765, 765, 765, 765, 765,
  833, 859, 885, 913, 941, 970, 1000, 1000, 1000, 1000, 1004, 1024, 1048, 1087, 1119,
  1135, 1159, 1183, 1198, 1214, 1222, 1230, 1238, 1246, 1262, 1278, 1302, 1325, 1357, 1397,
  1444, 1500, 1563, 1635, 1706, 1786, 1865, 1952, 2040, 2135, 2230, 2333, 2437, 2548, 2603,
  2714, 2810, 2873, 2952, 3000,
];

/** The plan with rates by age, too: base rate of this year at factor 1.000, on the federal curve. */
export const AGE_RATED = 'MED-HMO';
const AGE_RATED_BASE = 312.5;

function ageRates(tenths: number): Pick<DemoRateTable, 'settings' | 'cells'> {
  return {
    settings: {
      method: 'age_curve',
      base: multiply(fromCents(AGE_RATED_BASE * 100), tenths, 1000),
      baseIs: 'factor_one',
      curve: 'US',
      areas: null,
      tobacco: 1000,
      chargedChildren: 3,
    },
    cells: FEDERAL_CURVE.map((factor, age) => ({
      place: age,
      ageFrom: age,
      ageTo: age,
      kind: 'factor',
      amount: factor,
    })),
  };
}

/** The plan by volume: twice the salary, in whole thousands, at most $300,000, less from 65 on (case M5). */
export const BY_SALARY = 'LIFE-SAL';
const VOLUME_BANDS = [
  [0, 29, 600],
  [30, 39, 800],
  [40, 49, 1500],
  [50, 59, 3600],
  [60, null, 8400],
] as const;
const VOLUME_RATES: Pick<DemoRateTable, 'settings' | 'cells'> = {
  settings: {
    method: 'volume',
    unit: 1000,
    steps: [
      { step: 'multiply', percent: 200 },
      { step: 'round_up', to: dollars(1000) },
      { step: 'cap', at: dollars(300_000) },
      {
        step: 'reduce_by_age',
        percents: [
          { fromAge: 65, percent: 65 },
          { fromAge: 70, percent: 50 },
        ],
      },
    ],
  },
  cells: VOLUME_BANDS.map(([ageFrom, ageTo, amount], place) => ({ place, ageFrom, ageTo, kind: 'per_unit', amount })),
};

/** Next year's rates as a percentage of this year's, in tenths; a plan that is missing has none yet. */
const NEXT_YEAR: Readonly<Record<string, number>> = {
  'MED-PPO': 1050,
  'MED-HMO': 1039,
  'MED-HDHP': 1044,
  'DEN-BASIC': 1020,
  'DEN-PREM': 1020,
  'VIS-BASIC': 1000,
  'LIFE-TERM': 1000,
  'DIS-STD': 1000,
  'LIFE-SAL': 1000,
};

type Year = { readonly from: CalendarDate; readonly until: CalendarDate | null; readonly tenths: number };

/** When rates of a plan hold, each as a share of this year's in tenths of a percent. */
function yearsOf(planCode: string, start: (yearsBack: number) => CalendarDate): Year[] {
  const years = VERSIONS.map(({ yearsBack, percent }, index): Year => {
    const next = VERSIONS[index + 1];
    return { from: start(yearsBack), until: start(next ? next.yearsBack : -1), tenths: percent * 10 };
  });
  const tenths = NEXT_YEAR[planCode];
  return tenths === undefined ? years : [...years, { from: start(-1), until: null, tenths }];
}

/** Composite rates of a year. Life and disability insure the employee alone, so that a family pays no more. */
function compositeCells({ line, monthly }: Offer, tenths: number): DemoRateTable['cells'] {
  return TIERS.map((tier) => {
    const percent = line === 'life' || line === 'disability' ? 100 : TIER_PERCENT[tier];
    const amount = multiply(dollars(monthly ?? 0), percent * tenths, 100_000);
    return { place: 0, ageFrom: null, ageTo: null, kind: tier, amount };
  });
}

type Rates = Pick<DemoRateTable, 'settings' | 'cells'>;

/** The rates of a plan for one year, one version for each methodology that it has. */
function ratesOf(offer: Offer, tenths: number): Rates[] {
  if (offer.planCode === BY_SALARY) return [VOLUME_RATES];
  const composite: Rates = { settings: { method: 'composite', tiers: 'four' }, cells: compositeCells(offer, tenths) };
  return offer.planCode === AGE_RATED ? [composite, ageRates(tenths)] : [composite];
}

/** A draft of rates by age that lacks a row, to be found on the Rate Tables page. */
function draftWithGap(planId: string, id: string, versionNo: number, from: CalendarDate): DemoRateTable {
  const bands = [0, 25, 30, 35, 45, 50, 55, 60, 64];
  const cells = bands.flatMap((ageFrom, place) => {
    const employee = 41_250 + place * 7550;
    const row = {
      employee,
      spouse: Math.round(employee * 1.1),
      child: Math.round(employee * 0.85),
      family: Math.round(employee * 2.8),
    };
    const next = bands[place + 1];
    // Ages 40 to 44 were forgotten.
    const ageTo = ageFrom === 35 ? 39 : next === undefined ? null : next - 1;
    return (['employee', 'spouse', 'child', 'family'] as const).map((kind) => ({
      place,
      ageFrom,
      ageTo,
      kind,
      amount: row[kind],
    }));
  });
  return { id, planId, versionNo, from, until: null, status: 'draft', settings: { method: 'banded' }, cells };
}

export function demoPlans(
  today: CalendarDate,
  nextId: (ms: number) => string,
): { plans: DemoPlan[]; planYears: DemoPlanYear[]; rateTables: DemoRateTable[] } {
  const january = calendarDateFrom(`${today.slice(0, 4)}-01-01`);
  const start = (yearsBack: number): CalendarDate => addMonths(january, -12 * yearsBack);
  const planYears: DemoPlanYear[] = [];
  const rateTables: DemoRateTable[] = [];
  const plans = CATALOGUE.map((offer, position): DemoPlan => {
    const { planCode, planName, line, carrierName, networkType = null, status = 'active' } = offer;
    return {
      // Plans are older than every group; a fixed moment keeps their ids the first of all.
      id: nextId(1_400_000_000_000 + position),
      planCode,
      planName,
      line,
      carrierName,
      networkType,
      status,
      effectiveDate: start(status === 'draft' ? -1 : OLDEST_PLAN_YEAR),
      terminatedFrom: status === 'terminated' ? start(1) : null,
      position,
    };
  });
  for (const [position, offer] of CATALOGUE.entries()) {
    const { id: planId, status, effectiveDate, terminatedFrom } = plans[position] as DemoPlan;
    const year = (from: CalendarDate, until: CalendarDate | null, of: DemoPlanYear['status']): DemoPlanYear => ({
      id: nextId(1_400_000_001_000 + position),
      planId,
      from,
      until,
      status: of,
      benefits: benefitsOf(offer),
      rules: { ...DEFAULT_PLAN_RULES, otherDependents: 'child' },
    });
    if (status === 'active')
      planYears.push(year(effectiveDate, start(-1), 'active'), year(start(-1), start(-2), 'draft'));
    else planYears.push(year(effectiveDate, terminatedFrom ?? start(-2), status));
    if (offer.monthly === null || status === 'draft') continue;
    let versionNo = 0;
    for (const { from, until, tenths } of yearsOf(offer.planCode, start)) {
      if (terminatedFrom !== null && from >= terminatedFrom) continue;
      for (const rates of ratesOf(offer, tenths)) {
        versionNo += 1;
        const id = nextId(1_400_000_002_000 + position * 100 + versionNo);
        rateTables.push({ id, planId, versionNo, from, until, status: 'active', ...rates });
      }
    }
    if (offer.planCode === 'MED-PPO')
      rateTables.push(draftWithGap(planId, nextId(1_400_000_003_000), versionNo + 1, addMonths(start(-1), 1)));
  }
  return { plans, planYears, rateTables };
}

function benefitsOf({ costs, line, coinsurancePercent, visits, shares, ...offer }: Offer): PlanBenefits {
  const [deductible = null, outOfPocket = null, primaryCare = null, specialist = null] = (costs ?? []).map((cost) =>
    cost === null ? null : dollars(cost),
  );
  const ofFamily = (amount: Cents | null): Cents | null => (amount === null ? null : multiply(amount, 2));
  return {
    ...NO_BENEFITS,
    deductibleIndividual: deductible,
    deductibleFamily: ofFamily(deductible),
    outOfPocketMaxIndividual: outOfPocket,
    outOfPocketMaxFamily: ofFamily(outOfPocket),
    copays: {
      primaryCare,
      specialist,
      urgentCare: visits ? dollars(visits[0]) : null,
      emergency: visits ? dollars(visits[1]) : null,
    },
    memberPays: {
      ...NO_BENEFITS.memberPays,
      ...((line === 'medical' || line === 'dental') && coinsurancePercent !== undefined
        ? { [line]: 100 - coinsurancePercent }
        : {}),
      ...shares,
    },
    prescriptionCoverage: offer.prescriptionCoverage ?? null,
    networkName: offer.networkName ?? null,
    networkSize: offer.networkSize ?? null,
  };
}

/** The terms of a plan as a group may agree them for itself: deductible, and what the plan pays. */
export const catalogTerms = (
  planCode: string,
): { deductibleCents: Cents | null; coinsurancePercent: number | null } => {
  const offer = CATALOGUE.find((one) => one.planCode === planCode);
  const deductible = offer?.costs?.[0] ?? null;
  return {
    deductibleCents: deductible === null ? null : dollars(deductible),
    coinsurancePercent: offer?.coinsurancePercent ?? null,
  };
};
