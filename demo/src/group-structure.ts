import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import type { Cents } from '@openbenefits/domain/money';
import { DUNMORE, KESTREL, WIDGET } from './company-names.ts';
import type { GroupPlot } from './groups.ts';
import { AGE_RATED, catalogTerms } from './plans.ts';
import type { DemoPlan } from './plan-catalogue.ts';
import { streetAddress } from './places.ts';
import type { Random } from './random.ts';

export type DemoLocation = {
  readonly id: string;
  readonly groupId: string;
  readonly locationCode: string;
  readonly locationName: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly position: number;
};
export type DemoClass = {
  readonly id: string;
  readonly groupId: string;
  readonly classCode: string;
  readonly className: string;
  readonly locationId: string;
  readonly department: string;
  readonly position: number;
};
export type DemoAssignment = {
  readonly id: string;
  readonly groupId: string;
  readonly classId: string;
  readonly locationId: string;
  readonly planId: string;
  readonly effectiveDate: CalendarDate;
  readonly deductibleCents: Cents | null;
  readonly coinsurancePercent: number | null;
  readonly ratingMethodology: RatingMethodology | null;
};
/** The plans that members of a group choose from. */
export type GroupStructure = {
  readonly locations: readonly DemoLocation[];
  readonly classes: readonly DemoClass[];
  readonly assignments: readonly DemoAssignment[];
  /** Plans by class code. */
  readonly offered: ReadonlyMap<string, readonly DemoPlan[]>;
};

const CLASSES = {
  FT001: ['Full-Time Employee', 'General'],
  PT001: ['Part-Time Employee', 'General'],
  EXE001: ['Executive', 'Executive'],
  ENG001: ['Engineering', 'Engineering'],
  SALES001: ['Sales Team', 'Sales'],
  HR001: ['Human Resources', 'Human Resources'],
} as const;
type ClassCode = keyof typeof CLASSES;

const TECHNICAL = new Set(['Manufacturing', 'Aerospace', 'Technology', 'Architecture', 'Utilities', 'Construction']);
const SITES: Readonly<Record<'technical' | 'goods' | 'service', readonly (readonly [string, string])[]>> = {
  technical: [
    ['TECH-FLOOR', 'Technical Floor'],
    ['PLANT-2', 'Plant Two'],
    ['NORTH-YARD', 'North Yard'],
    ['TEST-BAY', 'Test Bay'],
    ['SALES-WING', 'Sales Wing'],
  ],
  goods: [
    ['WEST-DOCK', 'West Dock'],
    ['MILL-ROAD', 'Mill Road Site'],
    ['COLD-ROOM', 'Cold Rooms'],
    ['SALES-WING', 'Sales Wing'],
    ['DEPOT-3', 'Depot Three'],
  ],
  service: [
    ['EAST-BRANCH', 'East Branch'],
    ['RIVERSIDE', 'Riverside Office'],
    ['DOWNTOWN', 'Downtown'],
    ['HQ-EXEC', 'Executive Suite'],
    ['HR-DEPT', 'People Office'],
  ],
};
const GOODS = new Set(['Food production', 'Transportation', 'Logistics', 'Retail', 'Agriculture']);

function classCodes(group: GroupPlot, random: Random): ClassCode[] {
  if (group.row.companyName === WIDGET) return ['FT001', 'PT001'];
  if (group.row.companyName === KESTREL) return ['FT001', 'PT001', 'EXE001', 'ENG001'];
  const codes: ClassCode[] = ['FT001'];
  const employees = group.row.employeeCount;
  if (random.chance(0.6)) codes.push('PT001');
  if (employees > 30 && random.chance(0.6)) codes.push('EXE001');
  if (employees > 20 && TECHNICAL.has(group.row.industry) && random.chance(0.6)) codes.push('ENG001');
  if (employees > 40 && random.chance(0.4)) codes.push('SALES001');
  if (employees > 120 && random.chance(0.6)) codes.push('HR001');
  return codes.slice(0, 5);
}

function offerOf(group: GroupPlot, random: Random): Set<string> {
  const medical = group.sketch.ichra
    ? ['MED-ICHRA']
    : random.weighted<string[]>([
        [['MED-PPO', 'MED-HMO', 'MED-HDHP'], 12],
        [['MED-PPO', 'MED-HDHP'], 3],
        [['MED-HMO', 'MED-HDHP'], 3],
        [['MED-PPO', 'MED-HMO'], 2],
        [['MED-HMO'], 1],
      ]);
  const dental = random.weighted<string[]>([
    [['DEN-BASIC', 'DEN-PREM'], 6],
    [['DEN-BASIC', 'DEN-PREM', 'DEN-ORTHO'], 4],
    [['DEN-PREM'], 2],
  ]);
  const vision = random.weighted<string[]>([
    [['VIS-BASIC', 'VIS-PREM'], 6],
    [['VIS-BASIC'], 3],
  ]);
  const codes = new Set([...medical, ...dental, ...vision]);
  if (group.row.companyName === KESTREL || group.row.companyName === DUNMORE)
    for (const code of [
      'MED-PPO',
      'MED-HMO',
      'MED-HDHP',
      'DEN-BASIC',
      'DEN-PREM',
      'VIS-BASIC',
      'VIS-PREM',
      'LIFE-TERM',
      'DIS-STD',
    ])
      codes.add(code);
  if (random.chance(0.6)) codes.add('LIFE-TERM');
  if (random.chance(0.4)) codes.add('DIS-STD');
  return codes;
}

/** Part-time employees are offered less: not the richest plan if there is another, and no disability. */
function offeredTo(classCode: string, codes: ReadonlySet<string>): (code: string) => boolean {
  if (classCode !== 'PT001') return (code) => codes.has(code);
  const otherMedical = codes.has('MED-HMO') || codes.has('MED-HDHP');
  return (code) =>
    codes.has(code) && code !== 'DIS-STD' && code !== 'DEN-ORTHO' && !(code === 'MED-PPO' && otherMedical);
}

export function structureOf(
  group: GroupPlot,
  plans: readonly DemoPlan[],
  nextId: (ms: number) => string,
  random: Random,
): GroupStructure {
  const { row, place, created } = group;
  const isWidget = row.companyName === WIDGET;
  const sites = SITES[TECHNICAL.has(row.industry) ? 'technical' : GOODS.has(row.industry) ? 'goods' : 'service'];
  const count = isWidget
    ? 2
    : row.employeeCount < 25
      ? 1
      : row.employeeCount < 80
        ? random.int(1, 2)
        : random.int(2, 4);
  const extra = isWidget ? sites.slice(0, 1) : random.shuffled(sites).slice(0, count - 1);
  const locations = [['HQ-MAIN', 'Headquarters'] as const, ...extra].map(([locationCode, locationName], position) => ({
    id: nextId(created.ms),
    groupId: row.id,
    locationCode,
    locationName,
    addressLine1: position === 0 ? row.addressLine1 : streetAddress(random),
    city: row.city,
    state: row.stateProvince,
    zipCode: position === 0 ? row.zipPostalCode : random.pick(place.zips),
    position,
  }));
  const classes = classCodes(group, random).map((classCode, position) => {
    const [className, department] = CLASSES[classCode];
    const home = (position === 0 ? undefined : locations[position]) ?? locations[0];
    if (!home) throw new Error('A group has at least one location');
    return { id: nextId(created.ms), groupId: row.id, classCode, className, locationId: home.id, department, position };
  });
  const codes = isWidget ? new Set(plans.map((plan) => plan.planCode)) : offerOf(group, random);
  const methodology: RatingMethodology = row.employeeCount < 50 && random.chance(0.25) ? 'age_rated' : 'composite';
  const hasCustomTerms = random.chance(0.12);
  const offered = new Map<string, DemoPlan[]>();
  const assignments: DemoAssignment[] = [];
  for (const { id: classId, classCode } of classes) {
    const allows = isWidget ? () => true : offeredTo(classCode, codes);
    const choice = plans.filter((plan) => allows(plan.planCode));
    offered.set(classCode, choice);
    for (const location of locations) {
      for (const plan of choice) {
        const rated = (plan.line === 'medical' && plan.networkType !== 'ICHRA') || plan.line === 'dental';
        assignments.push({
          id: nextId(created.ms),
          groupId: row.id,
          classId,
          locationId: location.id,
          planId: plan.id,
          effectiveDate: row.effectiveDate,
          ...(rated && hasCustomTerms
            ? catalogTerms(plan.planCode)
            : { deductibleCents: null, coinsurancePercent: null }),
          // Only the HMO has rates by age.
          ratingMethodology: rated ? (plan.planCode === AGE_RATED ? methodology : 'composite') : null,
        });
      }
    }
  }
  return { locations, classes, assignments, offered };
}
