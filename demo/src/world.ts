import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { openChangeBook } from './changes.ts';
import type { DemoChange, DemoChangeItem } from './changes.ts';
import { KESTREL } from './company-names.ts';
import { demoCoverage } from './coverage.ts';
import type { DemoSpan } from './coverage.ts';
import { demoDrafts } from './drafts.ts';
import type { DemoDraft } from './drafts.ts';
import { enterTwice } from './duplicate-records.ts';
import { demoFamilies } from './families.ts';
import { sketchGroups } from './group-sizes.ts';
import type { WorldSize } from './group-sizes.ts';
import { structureOf } from './group-structure.ts';
import type { DemoAssignment, DemoClass, DemoLocation, GroupStructure } from './group-structure.ts';
import { demoGroups } from './groups.ts';
import type { DemoGroup, GroupPlot } from './groups.ts';
import { createIds } from './ids.ts';
import { demoLifecycles, momentsOf } from './lifecycles.ts';
import type { GroupMoments } from './lifecycles.ts';
import { demoHouseholds } from './members.ts';
import type { DemoMember } from './members.ts';
import { assignAdministrators } from './group-administrators.ts';
import type { DemoGroupAdmin } from './group-administrators.ts';
import { demoNotifications } from './notifications.ts';
import type { DemoNotification } from './notifications.ts';
import { BY_SALARY, demoPlans } from './plans.ts';
import type { DemoPlan } from './plan-catalogue.ts';
import type { DemoPlanYear, DemoRateTable } from './plans.ts';
import { createRandom } from './random.ts';

/**
 * The sample organization as plain rows; keys are the database's columns in camel case, protected values are in plain
 * text.
 */
export type DemoWorld = {
  readonly plans: readonly DemoPlan[];
  readonly planYears: readonly DemoPlanYear[];
  readonly rateTables: readonly DemoRateTable[];
  readonly groups: readonly DemoGroup[];
  readonly locations: readonly DemoLocation[];
  readonly classes: readonly DemoClass[];
  readonly assignments: readonly DemoAssignment[];
  readonly groupAdmins: readonly DemoGroupAdmin[];
  /** Every subscriber before the dependents of the family. */
  readonly members: readonly DemoMember[];
  readonly spans: readonly DemoSpan[];
  readonly changes: readonly DemoChange[];
  readonly changeItems: readonly DemoChangeItem[];
  readonly drafts: readonly DemoDraft[];
  readonly notifications: readonly DemoNotification[];
};

const SEED = 20_260_101;

/** The group that offers the plan by salary, to each of its classes. */
const OFFERS_BY_SALARY = KESTREL;

function offerBySalary(
  plots: readonly GroupPlot[],
  structures: ReadonlyMap<string, GroupStructure>,
  plans: readonly DemoPlan[],
  nextId: (ms: number) => string,
): DemoAssignment[] {
  const plot = plots.find(({ row }) => row.companyName === OFFERS_BY_SALARY);
  const planId = plans.find(({ planCode }) => planCode === BY_SALARY)?.id;
  const structure = plot && structures.get(plot.row.id);
  if (!structure || !planId) return [];
  return structure.classes.map(({ id: classId, locationId }) => ({
    id: nextId(plot.created.ms),
    groupId: plot.row.id,
    classId,
    locationId,
    planId,
    effectiveDate: plot.row.effectiveDate,
    deductibleCents: null,
    coinsurancePercent: null,
    ratingMethodology: null,
  }));
}

/**
 * Builds the sample data for a date; the same date and size give the same rows. 'full' has 240 groups and the 15,842
 * members of the specification, 'small' 12 groups and 120 members with those of `named-families.ts`. Only scheduled
 * starts, ends and renewals are after `today`.
 */
export function demoWorld({ today, size }: { today: CalendarDate; size: WorldSize }): DemoWorld {
  const random = createRandom(SEED);
  const nextId = createIds(random.fork('ids'));
  const { plans, planYears, rateTables } = demoPlans(today, nextId);
  const plots = demoGroups(sketchGroups(size, random.fork('sizes')), size, today, nextId, random.fork('groups'));
  const offered = plans.filter(({ status, planCode }) => status === 'active' && planCode !== BY_SALARY);
  const shaping = random.fork('structure');
  const structures = new Map(plots.map((plot) => [plot.row.id, structureOf(plot, offered, nextId, shaping)]));
  const timing = random.fork('moments');
  const moments = new Map(plots.map((plot) => [plot, momentsOf(plot, today, timing)]));
  const momentsFor = ({ group }: { group: GroupPlot }): GroupMoments => {
    const found = moments.get(group);
    if (!found) throw new Error('A group without moments');
    return found;
  };
  const families = demoFamilies(plots, size, today, random.fork('families'));
  const lives = demoLifecycles(families, moments, size, today, random.fork('lives'));
  const households = enterTwice(
    demoHouseholds(families, lives, structures, momentsFor, nextId, random.fork('members')),
    size,
  );
  const book = openChangeBook(plots, nextId, random.fork('changes'));
  const spans = demoCoverage(
    households,
    structures,
    ({ family }) => momentsFor(family),
    book,
    nextId,
    random.fork('coverage'),
  );
  const { changes, items } = book.close();
  return {
    plans,
    planYears,
    rateTables,
    groups: plots.map(({ row }) => row),
    locations: [...structures.values()].flatMap(({ locations }) => locations),
    classes: [...structures.values()].flatMap(({ classes }) => classes),
    assignments: [...structures.values()]
      .flatMap(({ assignments }) => assignments)
      .concat(offerBySalary(plots, structures, plans, nextId)),
    groupAdmins: assignAdministrators(plots.map(({ row }) => row)),
    members: households.flatMap(({ subscriber, dependents }) => [subscriber, ...dependents]),
    spans,
    changes,
    changeItems: items,
    drafts: demoDrafts(plans, today, nextId, random.fork('drafts')),
    notifications: demoNotifications,
  };
}
