import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { readCountry } from '@openbenefits/domain/countries';
import type { ResolvedCoverage, ResolvedRecord } from '@openbenefits/domain/files/resolved-record';
import {
  type EnrollmentCoverage,
  type EnrollmentRecord,
  isSetting,
  type RecordProblem,
} from '@openbenefits/domain/files/enrollment-record';
import { isAddressCut } from '@openbenefits/domain/files/judge-address';
import { shown } from '@openbenefits/domain/files/shown-value';
import type { PersonValues } from '@openbenefits/domain/members/person-draft';
import { FALLBACK_CLASSES, FALLBACK_LOCATIONS, type WaitingPeriodStart } from '@openbenefits/domain/groups/group-terms';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { StartRule } from '@openbenefits/domain/files/start-rule';
import { startWithPlanYear } from '@openbenefits/domain/files/census/headings/plan-year';
import { planInCell } from '@openbenefits/domain/files/census/headings/plan-and-level';
import { unknownPlan } from '@openbenefits/domain/files/unknown-plan';
import { coverageStart, firstOfMonthBy } from '@openbenefits/domain/members/waiting-period';
import { storedContact, storedPhone } from '@openbenefits/domain/phone';
import type { ClosedPlans, Offer, Offers } from '@openbenefits/domain/plans/offering';
import { sql } from 'kysely';
import { holdClosedPlans } from '../../plans/plans.queries.ts';
import type { Tx } from '../../db/connect.ts';

/** Names as senders write them are compared without case, accents, spaces and punctuation. */
export const plainName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

type Plan = { id: string; name: string; line: CoverageLine };
type Named = { id: string | null; code: string };

/** What the names in a group's files mean: its plans, classes, locations and dates. */
export type GroupNames = {
  id: string;
  effectiveDate: CalendarDate;
  /** When a plan year begins again. */
  renewalDate?: CalendarDate;
  waitingDays: number;
  waitingStart: WaitingPeriodStart;
  /** How far back coverage may end, in days. */
  retroTermDays: number;
  /** Plans the group offers per line; the only one stands in for an empty plan code. */
  offered: Map<CoverageLine, Plan[]>;
  /** Which class is offered which plan where. */
  offers: Offers;
  /** Withdrawn and terminated plans, from the day on that they take no new members. */
  closed?: ClosedPlans;
  classes: Map<string, Named>;
  locations: Map<string, Named>;
};

export type PlanNames = Map<string, Plan>;

/** What all plans are called, by id: what covers somebody may be offered no more. */
const everyName = new WeakMap<PlanNames, ReadonlyMap<string, string>>();
export const nameOfPlan = (plans: PlanNames, id: string): string | undefined => everyName.get(plans)?.get(id);

type PlanRow = { id: string; planCode: string; planName: string; line: string; status: string };

/** Every active plan under its code and its name. */
export function planNamesOf(rows: readonly PlanRow[]): PlanNames {
  const names: PlanNames = new Map();
  everyName.set(names, new Map(rows.map(({ id, planName }) => [id, planName])));
  for (const row of rows.filter(({ status }) => status === 'active'))
    for (const key of [row.planCode, row.planName])
      names.set(plainName(key), { id: row.id, name: row.planName, line: row.line as CoverageLine });
  return names;
}

/** Every active plan under its code and its name, and under the codes that a sender's profile maps to it, which win. */
export async function loadPlanNames(tx: Tx, partnerId: string | null = null): Promise<PlanNames> {
  const names = planNamesOf(
    await tx.selectFrom('healthPlans').select(['id', 'planCode', 'planName', 'line', 'status']).execute(),
  );
  if (partnerId) {
    const mapped = await tx
      .selectFrom('tradingPartnerCodes as c')
      .innerJoin('healthPlans as p', 'p.id', 'c.planId')
      .select(['c.code', 'p.id', 'p.planName', 'p.line'])
      .where('c.partnerId', '=', partnerId)
      .where('c.kind', '=', 'plan')
      .where('p.status', '=', 'active')
      .execute();
    for (const row of mapped) names.set(row.code, { id: row.id, name: row.planName, line: row.line as CoverageLine });
  }
  return names;
}

/** Of which line each plan is, and its id, by its names and codes. */
export const linesOfPlans = (names: PlanNames): (readonly [string, CoverageLine, string])[] =>
  Array.from(names, ([name, { line, id }]) => [name, line, id] as const);

/** Returns what codes and names stand for in a group: the specified ones, and its own. */
export function namesOfCodes(
  rows: readonly { id: string; code: string; name: string }[],
  fallback: readonly { code: string; name?: string }[],
): Map<string, Named> {
  const names = new Map<string, Named>();
  // The specified codes are understood in every group (specification 1, section 9); a group's own come after and win.
  for (const one of fallback)
    for (const key of [one.code, one.name]) if (key) names.set(plainName(key), { id: null, code: one.code });
  for (const row of rows)
    for (const key of [row.code, row.name]) names.set(plainName(key), { id: row.id, code: row.code });
  return names;
}

export async function loadGroupNames(tx: Tx, groupId: string): Promise<GroupNames> {
  const group = await tx
    .selectFrom('groups')
    .select(['effectiveDate', 'renewalDate', 'waitingPeriodDays', 'waitingPeriodStart', 'retroTermDays'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  const classes = await tx
    .selectFrom('groupClasses')
    .select(['id', 'classCode as code', 'className as name'])
    .where('groupId', '=', groupId)
    .where('status', '=', 'active')
    .execute();
  const locations = await tx
    .selectFrom('billingLocations')
    .select(['id', 'locationCode as code', 'locationName as name'])
    .where('groupId', '=', groupId)
    .where('status', '=', 'active')
    .execute();
  const { rows } = await sql<Plan>`
    select distinct p.id, p.plan_name as name, p.line
    from group_plan_assignments a join health_plans p on p.id = a.plan_id
    where a.group_id = ${groupId} and a.status = 'active' and p.status = 'active'`.execute(tx);
  const { rows: offers } = await sql<Offer>`
    select distinct a.plan_id, c.class_code, l.location_code from group_plan_assignments a
      join group_classes c on c.id = a.class_id join billing_locations l on l.id = a.location_id
    where a.group_id = ${groupId} and a.status = 'active'`.execute(tx);
  return {
    id: groupId,
    effectiveDate: group.effectiveDate as CalendarDate,
    ...(group.renewalDate && { renewalDate: group.renewalDate as CalendarDate }),
    waitingDays: group.waitingPeriodDays,
    waitingStart: group.waitingPeriodStart as WaitingPeriodStart,
    retroTermDays: group.retroTermDays,
    offered: Map.groupBy(rows, (plan) => plan.line),
    offers: offers.length > 0 ? offers : null,
    closed: await holdClosedPlans(tx),
    classes: namesOfCodes(classes, FALLBACK_CLASSES),
    locations: namesOfCodes(locations, FALLBACK_LOCATIONS),
  };
}

const GENDER = { female: 'F', male: 'M', unknown: 'U' } as const;

/** A reference may as well be a policy or a class: only the code of a plan of the line is one. */
function planByReference(
  { planRefs, line }: EnrollmentRecord['coverages'][number],
  plans: PlanNames,
): Plan | undefined {
  return planRefs?.map((code) => plans.get(plainName(code))).find((plan) => plan?.line === line);
}

/**
 * The plan of a cell that holds its level or a price, too: its reader has told them apart, unless it had no plans to
 * know it by (a row that is mended).
 */
function beforeLevel(
  { source }: EnrollmentRecord,
  { planKey, tierKey, tier }: EnrollmentRecord['coverages'][number],
  plans: PlanNames,
): Plan | undefined {
  const both =
    source === 'census' && planKey !== undefined ? planInCell(planKey, (key) => plans.has(plainName(key))) : undefined;
  // A column for the level that says another one leaves the cell a question.
  return both && (tierKey === undefined || both.tier === undefined || tier === both.tier)
    ? plans.get(plainName(both.planKey))
    : undefined;
}

/** Whether what a list says for a plan is one of ours, offered or not. */
const isPlanOfOurs = ({ planKey }: EnrollmentRecord['coverages'][number], plans: PlanNames): boolean =>
  planKey !== undefined &&
  (plans.has(plainName(planKey)) || planInCell(planKey, (key) => plans.has(plainName(key))) !== undefined);

function resolvePlan(
  record: EnrollmentRecord,
  coverage: EnrollmentRecord['coverages'][number],
  index: number,
  plans: PlanNames,
  group: GroupNames,
  problems: RecordProblem[],
): Plan | undefined {
  const field = `coverages.${index}.planKey`;
  const known = coverage.planKey
    ? (plans.get(plainName(coverage.planKey)) ?? beforeLevel(record, coverage, plans))
    : planByReference(coverage, plans);
  if (known && !coverage.planKey) return known;
  // The coverage level (EE, Family) may stand in the place of the plan.
  const isLevel =
    coverage.planKey !== undefined && !known && coverage.tierKey === undefined && coverage.tier !== undefined;
  const byReference = isLevel ? planByReference(coverage, plans) : undefined;
  if (byReference) return byReference;
  if (!coverage.planKey || isLevel) {
    // What ends, comes back or never was is found by what the person has, whatever the group offers.
    if (isSetting(coverage.action)) {
      const offered = group.offered.get(coverage.line) ?? [];
      if (offered.length === 1 && !coverage.hasContractClass) return offered[0];
      const line = COVERAGE_LINE_LABEL[coverage.line];
      // A code that may be mapped to a plan asks for that rather than for another file.
      const code = coverage.planRefs?.[0] ?? (record.source === 'edi834' ? coverage.planKey : undefined);
      if (code !== undefined && (offered.length > 1 || coverage.hasContractClass))
        problems.push({ field, code: 'plan_missing', ...worded(unknownPlan(code)) });
      else
        problems.push({
          field,
          code: 'plan_missing',
          ...worded(
            offered.length === 0
              ? fileMessage('plan_none_offered', { line })
              : fileMessage('plan_not_named', { line, count: offered.length }),
          ),
        });
    }
    return undefined;
  }
  const plan = known;
  if (!plan) problems.push({ field, code: 'plan_unknown', ...worded(unknownPlan(coverage.planKey)) });
  else if (plan.line !== coverage.line && !coverage.lineByPlan) {
    problems.push({
      field,
      code: 'plan_line',
      ...worded(
        fileMessage('plan_of_other_line', {
          plan: plan.name,
          line: COVERAGE_LINE_LABEL[plan.line],
          used: COVERAGE_LINE_LABEL[coverage.line],
        }),
      ),
    });
  }
  return plan;
}

function lookUp(
  key: string | undefined,
  names: Map<string, Named>,
  field: string,
  what: string,
  problems: RecordProblem[],
): Named | undefined {
  if (!key) return undefined;
  const found = names.get(plainName(key));
  if (!found)
    problems.push({
      field,
      code: `${field}_unknown`,
      ...worded(fileMessage('name_not_of_group', { field: what, value: key.slice(0, 40) })),
    });
  return found;
}

/** FT, Full Time, Regular Full-Time: the only class of the group that is called so in other letters. */
const SCHEDULES = ['f(?:ull ?)?t(?:ime)?', 'p(?:art ?)?t(?:ime)?'].map(
  (words) => new RegExp(`^(?:(?:regular|active|all) )?${words}(?: (?:regular|active))?(?: employees?)?$`),
);
const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

function classBySchedule(key: string | undefined, classes: Map<string, Named>): Named | undefined {
  const meant =
    key === undefined || classes.has(plainName(key))
      ? undefined
      : SCHEDULES.find((schedule) => schedule.test(lettersOf(key)));
  if (!meant) return undefined;
  const found = new Set([...classes].flatMap(([name, one]) => (meant.test(lettersOf(name)) ? [one] : [])));
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * When coverage of somebody who was hired on a day begins, where nobody says it, or a list says only how to count; not
 * before the day that a list has for being eligible.
 */
export function startByRules(
  hired: CalendarDate | undefined,
  { source, eligibilityFrom }: EnrollmentRecord,
  { waitingDays, waitingStart, effectiveDate }: GroupNames,
  said?: StartRule,
): CalendarDate {
  const rule =
    said === undefined
      ? { days: waitingDays, start: waitingStart }
      : 'byGroup' in said
        ? firstOfMonthBy(waitingDays, waitingStart)
        : said;
  const start = hired ? coverageStart(hired, rule.days, rule.start, effectiveDate).date : effectiveDate;
  return source === 'census' && eligibilityFrom !== undefined && eligibilityFrom > start ? eligibilityFrom : start;
}

/** The code of the warning that a line of a list was not taken. */
export const LINE_NOT_OFFERED = 'line_not_offered';

/** Lists of an employer name all that it has, also what is not administered here. */
const isLeftOut = (coverage: EnrollmentCoverage, plans: PlanNames, { offered }: GroupNames): boolean =>
  isSetting(coverage.action) &&
  !coverage.lineByPlan &&
  !offered.get(coverage.line)?.length &&
  !isPlanOfOurs(coverage, plans);

const wordsFor = ({ line, planKey }: { line: CoverageLine; planKey?: string }): FileMessage => {
  const label = COVERAGE_LINE_LABEL[line];
  return fileMessage('line_not_offered', { line: label, plan: planKey === undefined ? '' : ` ("${shown(planKey)}")` });
};

/**
 * Takes out of a list's record the lines of which the group offers nothing, where others stand beside them, and says
 * so: nobody stays without medical because vision is not administered here (decisions/0023). Where nothing else stands
 * in the row, it is refused as it is; a dependent's is taken without coverage, since the family is here anyway.
 */
function leaveOutNotOffered(record: EnrollmentRecord, plans: PlanNames, group: GroupNames): void {
  if (record.source !== 'census' || (record.isSubscriber && record.coverages.length < 2)) return;
  const leftOut = record.coverages.filter((coverage) => isLeftOut(coverage, plans, group));
  if (leftOut.length === 0 || (record.isSubscriber && leftOut.length === record.coverages.length)) return;
  record.coverages = record.coverages.filter((coverage) => !leftOut.includes(coverage));
  for (const coverage of leftOut)
    record.warnings.push({
      field: `coverages.${coverage.line}`,
      code: LINE_NOT_OFFERED,
      ...worded(wordsFor(coverage)),
    });
}

/** The code of the warning that a location was left out. */
export const LOCATION_LEFT_OUT = 'location_left_out';

/**
 * Where somebody works, in a list of an employer who is billed in one place: which one is meant is no question there.
 */
const isWorkplace = (
  { source, locationKey, isBillingLocation }: EnrollmentRecord,
  { locations }: GroupNames,
): boolean =>
  source === 'census' &&
  !isBillingLocation &&
  locationKey !== undefined &&
  !locations.has(plainName(locationKey)) &&
  new Set([...locations.values()].flatMap(({ id }) => id ?? [])).size <= 1;
export const WORKPLACE = fileMessage('locations_not_of_group');

/** Puts ids for the record's names and a start day where the group's rules decide it. Problems refuse the record. */
export function resolveNames(
  record: EnrollmentRecord,
  plans: PlanNames,
  group: GroupNames,
): { resolved: ResolvedRecord; problems: RecordProblem[] } {
  const problems: RecordProblem[] = [];
  leaveOutNotOffered(record, plans, group);
  startWithPlanYear(record, group.renewalDate ?? group.effectiveDate);
  const one =
    classBySchedule(record.classKey, group.classes) ??
    lookUp(record.classKey, group.classes, 'classKey', 'Class', problems);
  if (isWorkplace(record, group)) {
    record.warnings.push({ field: 'locationKey', code: LOCATION_LEFT_OUT, ...worded(WORKPLACE) });
    delete record.locationKey;
  }
  const what = record.isBillingLocation ? 'Billing location' : 'Location';
  const place = lookUp(record.locationKey, group.locations, 'locationKey', what, problems);
  const start = startByRules(record.hireDate, record, group);
  const coverages = record.coverages.map((coverage, index): ResolvedCoverage => {
    const plan = resolvePlan(record, coverage, index, plans, group, problems);
    const { startRule } = coverage;
    const isUndated = record.source === 'census' && coverage.from === undefined && isSetting(coverage.action);
    const from =
      coverage.from ??
      (isUndated ? (startRule ? startByRules(record.hireDate, record, group, startRule) : start) : undefined);
    const line = coverage.lineByPlan && plan ? plan.line : coverage.line;
    const isOfAnyLine = coverage.action === 'waive' && coverage.lineByPlan && !plan;
    return {
      line,
      action: coverage.action,
      ...(isOfAnyLine ? { isOfAnyLine } : {}),
      ...(isUndated ? { isByRules: true, ...(startRule ? { startRule } : {}) } : {}),
      ...(plan ? { planId: plan.id, planName: plan.name } : {}),
      ...(from ? { from } : {}),
      ...(coverage.until ? { until: coverage.until } : {}),
      ...(coverage.changedOn ? { changedOn: coverage.changedOn } : {}),
    };
  });
  const { emergencyContact } = record;
  // Lists repeat the employee's job in the rows of the family.
  const job: Partial<EnrollmentRecord> = record.source === 'census' && !record.isSubscriber ? {} : record;
  const values: PersonValues = {
    employeeId: record.employeeId ?? null,
    firstName: record.firstName ?? null,
    middleName: record.middleName ?? null,
    lastName: record.lastName ?? null,
    suffix: record.suffix ?? null,
    gender: record.gender ? GENDER[record.gender] : null,
    email: record.email ?? null,
    phone: (record.phone && storedPhone(record.phone)) ?? null,
    jobTitle: job.jobTitle ?? null,
    department: job.department ?? null,
    classId: one?.id ?? null,
    classCode: one?.code ?? null,
    locationId: place?.id ?? null,
    locationCode: place?.code ?? null,
    addressLine1: record.addressLine1 ?? null,
    addressLine2: record.addressLine2 ?? null,
    city: record.city ?? null,
    state: record.state?.toUpperCase() ?? null,
    zipCode: record.zip ?? null,
    country: record.country === undefined ? null : (readCountry(record.country)?.code ?? null),
    hireDate: job.hireDate ?? null,
    terminationDate: record.terminationDate ?? null,
    salaryAnnualCents: job.salary ?? null,
    // INS05 is A for nearly everybody; a census may have a column for COBRA.
    benefitStatus:
      record.source === 'edi834'
        ? record.benefitStatus === undefined
          ? 'A'
          : record.benefitStatus
        : record.cobra === undefined
          ? null
          : record.cobra
            ? 'C'
            : 'A',
    medicarePlan: record.medicarePlan ?? null,
    cobraEvent: record.cobraEvent ?? null,
    cobraEventDate: record.cobraEventDate ?? null,
    cobraBeginDate: record.cobraBeginDate ?? null,
    cobraEndDate: record.cobraEndDate ?? null,
    handicap: record.handicapped === undefined ? null : record.handicapped ? 'Y' : 'N',
    confidentiality: record.addressRestricted === undefined ? null : record.addressRestricted ? 'R' : 'U',
    emergencyContact: emergencyContact
      ? storedContact([emergencyContact.name, emergencyContact.phone].filter(Boolean).join(', ')) || null
      : null,
  };
  const {
    recordNo,
    line,
    action,
    isSubscriber,
    relationship,
    endsUntil,
    neverCovered,
    othersUntil,
    othersOf,
    benefitStatus,
    maintenanceReason,
    previousIdentity,
  } = record;
  return {
    resolved: {
      recordNo,
      line,
      action,
      isSubscriber,
      relationship,
      endsUntil,
      othersUntil,
      othersOf,
      ...(neverCovered && { neverCovered }),
      ...(previousIdentity && { previousIdentity }),
      ...(benefitStatus && { benefitStatus }),
      ...(maintenanceReason && { maintenanceReason }),
      ...(isAddressCut(record) && { isAddressCut: true }),
      values,
      coverages,
    },
    problems,
  };
}
