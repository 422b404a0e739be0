import {
  addDays,
  addMonths,
  calendarDateFrom,
  daysBetween,
  firstOfMonth,
  firstOfNextMonth,
  partsOf,
} from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { cimNumberOf } from '@openbenefits/domain/groups/cim-number';
import type { StoredGroup } from '@openbenefits/domain/groups/group-fields';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { isCobraForced } from '@openbenefits/domain/groups/group-terms';
import type { WaitingPeriodStart } from '@openbenefits/domain/groups/group-terms';
import { KESTREL, WIDGET } from './company-names.ts';
import { COUNTS } from './group-sizes.ts';
import type { GroupSketch, WorldSize } from './group-sizes.ts';
import { INDUSTRIES } from './industries.ts';
import { momentOn } from './moments.ts';
import type { Moment } from './moments.ts';
import { pickCircle, plainLetters } from './person-names.ts';
import { PLACES, phoneIn, placeNamed, streetAddress } from './places.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';

/** What every group of the sample world has, though a group may be without it. */
type Filled = 'legalName' | 'industry' | 'sicCode' | 'contactName' | 'contactPhone' | 'contactEmail' | 'website';
type Fields = Omit<StoredGroup, 'employerContributionPercent' | Filled> & { [Field in Filled]: string };

/** A group row: the fields of the table in domain, except those that the database fills. */
export type DemoGroup = Readonly<Fields> & {
  readonly id: string;
  readonly cimNumber: string;
  readonly taxId: string;
  readonly status: GroupStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A group with the data from which its members and coverage are generated. */
export type GroupPlot = {
  readonly row: DemoGroup;
  readonly sketch: GroupSketch;
  readonly place: Place;
  readonly domain: string;
  readonly created: Moment;
  /** The first day of the plan year that runs today, or of the last one of a group that has ended. */
  readonly planYear: CalendarDate;
  /** The first day without coverage of a group that has ended. */
  readonly endsOn: CalendarDate | null;
};

const FILLERS = new Set(['&', 'The', 'of', 'and', 'Company', 'Co']);
const wordsOf = (name: string): string[] => name.split(' ').filter((word) => !FILLERS.has(word));
/** Two letters before an employee number. */
export const initialsOf = (name: string): string =>
  [...wordsOf(name), 'X']
    .slice(0, 2)
    .map((word) => plainLetters(word).charAt(0).toUpperCase())
    .join('');

/** Prefixes that have been issued (domain rules 4.15), so that no form warns about a group of the sample. */
const TAX_PREFIXES = [
  '20',
  '26',
  '27',
  '36',
  '41',
  '43',
  '45',
  '46',
  '47',
  '48',
  '58',
  '61',
  '74',
  '81',
  '82',
  '83',
  '84',
  '91',
  '93',
] as const;

/** Only pairs that start coverage within the 90 days that federal law allows. */
const WAITING: readonly (readonly [readonly [number, WaitingPeriodStart], number])[] = [
  [[0, 'first_of_month_following'], 4],
  [[30, 'first_of_month_following'], 5],
  [[30, 'first_of_month_coincident'], 2],
  [[0, 'date_of_hire'], 2],
  [[60, 'date_of_hire'], 3],
  [[90, 'date_of_hire'], 1],
];

type Dates = {
  effective: CalendarDate;
  renewal: CalendarDate | null;
  planYear: CalendarDate;
  endsOn: CalendarDate | null;
  createdOn: CalendarDate;
};

function datesOf(sketch: GroupSketch, renewsSoon: boolean, today: CalendarDate, random: Random): Dates {
  const january = calendarDateFrom(`${today.slice(0, 4)}-01-01`);
  if (sketch.status === 'pending') {
    const effective = addMonths(firstOfNextMonth(today), random.int(0, 1));
    return {
      effective,
      renewal: null,
      planYear: effective,
      endsOn: null,
      createdOn: addDays(today, -random.int(16, 27)),
    };
  }
  if (sketch.status === 'terminated' || sketch.status === 'inactive') {
    const endsOn = addMonths(firstOfMonth(today), -random.int(2, 14));
    const planYear = addMonths(endsOn, -random.int(3, 12));
    const effective = addMonths(planYear, -12 * random.int(1, 5));
    return { effective, renewal: null, planYear, endsOn, createdOn: addDays(effective, -random.int(20, 70)) };
  }
  const window = addDays(today, 60);
  const choices = Array.from({ length: 12 }, (_, index) => addMonths(firstOfNextMonth(today), index));
  // January is the month most groups choose.
  const renewal = sketch.calendarYear
    ? addMonths(january, 12)
    : random.weighted(
        choices
          .filter((date) => date <= window === renewsSoon)
          .map((date) => [date, date.slice(5, 7) === '01' ? 5 : 1] as const),
      );
  const planYear = addMonths(renewal, -12);
  let effective = addMonths(
    planYear,
    -12 *
      random.weighted([
        [0, 2],
        [1, 4],
        [2, 4],
        [3, 3],
        [4, 3],
        [5, 2],
        [6, 1],
      ]),
  );
  if (sketch.name === KESTREL) effective = addMonths(january, -24);
  // The test files that name this group date its coverage from 2026 on.
  if (sketch.name === WIDGET) effective = january < '2026-01-01' ? january : calendarDateFrom('2026-01-01');
  // More than 30 days ago: members who joined with the group are not new members.
  const [early, latest] = [addDays(effective, -random.int(20, 70)), addDays(today, -45)];
  return { effective, renewal, planYear, endsOn: null, createdOn: early < latest ? early : latest };
}

/**
 * The running number grows with the day, as if groups had come in all year; unique within its year by the caller's set.
 */
function cimNumber(created: CalendarDate, taken: Set<string>, random: Random): string {
  const { year } = partsOf(created);
  for (;;) {
    const running = 100_000 + daysBetween(calendarDateFrom(`${year}-01-01`), created) * 2000 + random.int(0, 1999);
    const number = cimNumberOf(year, running);
    if (!taken.has(number)) {
      taken.add(number);
      return number;
    }
  }
}

/** Values that only one group may have. */
type Taken = { readonly cims: Set<string>; readonly domains: Set<string>; readonly taxIds: Set<string> };

function domainFor({ name }: GroupSketch, taken: Set<string>, random: Random): string {
  const words = wordsOf(name).map(plainLetters);
  const first = words.slice(0, name === KESTREL ? 1 : 2).join('');
  let domain = `${first}.${name === KESTREL || random.chance(0.4) ? 'test' : 'example'}`;
  if (taken.has(domain)) domain = `${words.join('')}.example`;
  taken.add(domain);
  return domain;
}

function contactFor({ name }: GroupSketch, random: Random): string {
  const circle = pickCircle(random);
  if (name === KESTREL) return 'Rosalind Baptiste';
  return `${random.pick(random.chance(0.6) ? circle.women : circle.men)} ${random.pick(circle.last)}`;
}

const WIDGET_TAX_ID = '12-3456789';

function taxIdFor({ name }: GroupSketch, taken: Set<string>, random: Random): string {
  let taxId = WIDGET_TAX_ID;
  if (name !== WIDGET) {
    do taxId = `${random.pick(TAX_PREFIXES)}-${random.digits(7)}`;
    while (taxId === WIDGET_TAX_ID || taken.has(taxId));
  }
  taken.add(taxId);
  return taxId;
}

function addressIn(place: Place, random: Random) {
  return {
    addressLine1: streetAddress(random),
    addressLine2: random.chance(0.25) ? `Suite ${random.int(1, 9) * 100 + random.int(0, 40)}` : null,
    city: place.city,
    stateProvince: place.state,
    zipPostalCode: random.pick(place.zips),
  };
}

function contactFields(contact: string, domain: string, place: Place, random: Random) {
  const mailbox = contact.split(' ').map(plainLetters).filter(Boolean);
  return {
    contactName: contact,
    contactPhone: phoneIn(place, random),
    contactEmail: `${mailbox.join('.')}@${domain}`,
    faxPhone: random.chance(0.3) ? phoneIn(place, random) : null,
    website: `https://www.${domain}`,
  };
}

type BillingTerms = Pick<
  DemoGroup,
  'hoursRequirement' | 'billingMethod' | 'paymentMethod' | 'gracePeriodDays' | 'retroTermDays'
>;

function billingTerms(random: Random): BillingTerms {
  return {
    hoursRequirement: random.weighted([
      [30, 8],
      [32, 1],
      [35, 1],
      [20, 1],
    ]),
    billingMethod: random.chance(0.82) ? 'list_bill' : 'self_bill',
    paymentMethod: random.weighted([
      ['recurring_ach', 6],
      ['paper_bill', 3],
      ['recurring_credit_card', 1],
    ]),
    gracePeriodDays: random.weighted([
      [31, 8],
      [30, 1],
      [45, 1],
      [60, 1],
    ]),
    retroTermDays: random.weighted([
      [60, 8],
      [30, 2],
      [90, 1],
    ]),
  };
}

type Settings = Pick<DemoGroup, 'cobraEnabled' | 'enrollmentPeriod' | 'notificationLevel'>;

function settingsOf(employees: number, isOpen: boolean, random: Random): Settings {
  return {
    cobraEnabled: isCobraForced(employees) || random.chance(0.15),
    enrollmentPeriod: isOpen
      ? 'open'
      : random.weighted([
          ['qualifying_events_only', 3],
          ['closed', 1],
        ]),
    notificationLevel: random.weighted([
      ['all', 8],
      ['critical', 3],
      ['none', 1],
    ]),
  };
}

function demoGroup(
  sketch: GroupSketch,
  renewsSoon: boolean,
  today: CalendarDate,
  taken: Taken,
  nextId: (ms: number) => string,
  random: Random,
): GroupPlot {
  const dates = datesOf(sketch, renewsSoon, today, random);
  const place = sketch.city === null ? random.pick(PLACES) : placeNamed(sketch.city);
  const created = momentOn(dates.createdOn, random);
  const domain = domainFor(sketch, taken.domains, random);
  const contact = contactFor(sketch, random);
  const taxId = taxIdFor(sketch, taken.taxIds, random);
  const { employees } = sketch;
  const [waitingPeriodDays, waitingPeriodStart] = random.weighted(WAITING);
  const open = dates.renewal && {
    start: addDays(dates.renewal, -random.int(48, 62)),
    end: addDays(dates.renewal, -random.int(22, 36)),
  };
  const row: DemoGroup = {
    id: nextId(created.ms),
    cimNumber: sketch.name === WIDGET ? 'CIM-2026-000001' : cimNumber(dates.createdOn, taken.cims, random),
    companyName: sketch.name,
    legalName: `${sketch.name}${random.pick([', Inc.', ', LLC', ', LLC', ' Corporation', ', LP'])}`,
    doingBusinessAs: null,
    taxId,
    industry: sketch.industry,
    sicCode: sketch.name === KESTREL ? '7699' : random.pick(INDUSTRIES[sketch.industry]?.sic ?? ['7389']),
    status: sketch.status,
    groupType: sketch.ichra ? 'ichra' : 'traditional',
    ...addressIn(place, random),
    ...contactFields(contact, domain, place, random),
    employeeCount: employees,
    eligibleEmployeeCount: Math.max(sketch.subscribers, Math.round(employees * 0.94)),
    effectiveDate: dates.effective,
    renewalDate: dates.renewal,
    nextRateIncrease: dates.renewal,
    waitingPeriodDays,
    waitingPeriodStart,
    ...billingTerms(random),
    openEnrollmentStart: open?.start ?? null,
    openEnrollmentEnd: open?.end ?? null,
    ...settingsOf(employees, open !== null && open.start <= today && today <= open.end, random),
    createdAt: created.at,
    updatedAt: created.at,
  };
  return { row, sketch, place, domain, created, planYear: dates.planYear, endsOn: dates.endsOn };
}

export function demoGroups(
  sketches: readonly GroupSketch[],
  size: WorldSize,
  today: CalendarDate,
  nextId: (ms: number) => string,
  random: Random,
): GroupPlot[] {
  const taken: Taken = { cims: new Set(), domains: new Set(), taxIds: new Set() };
  const nextJanuary = calendarDateFrom(`${Number(today.slice(0, 4)) + 1}-01-01`);
  let soon: number =
    COUNTS[size].renewals -
    (nextJanuary <= addDays(today, 60) ? sketches.filter((sketch) => sketch.calendarYear).length : 0);
  return sketches.map((sketch) => {
    const renewsSoon = sketch.status === 'active' && !sketch.calendarYear && soon > 0;
    if (renewsSoon) soon -= 1;
    return demoGroup(sketch, renewsSoon, today, taken, nextId, random);
  });
}
