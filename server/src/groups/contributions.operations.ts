import { type CalendarDate, calendarDateFrom, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import {
  type ContributionForm,
  contributionOf,
  problemsOfContribution,
} from '@openbenefits/domain/plans/contribution-form';
import { contributionRuleWords } from '@openbenefits/domain/plans/contribution-rule-words';
import { PLAN_DATE_RANGE, planDate } from '@openbenefits/domain/plans/plan-dates';
import { referencePlanOf, type StoredContribution } from '@openbenefits/domain/plans/stored-contribution';
import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { type ContributionRow, contributionRows, planNames } from './contributions.queries.ts';
import { cut, recordContribution, recordRule } from './contribution-records.ts';
import { groupToChange } from './group-places.operations.ts';

type Saved = { id: string; version: number };
type Place = Pick<ContributionRow, 'classId' | 'className' | 'locationId' | 'locationName' | 'line'>;

const FIRST_DAY = calendarDateFrom('1900-01-01');

/** Class and location of the form, which must be in use; the plan of a reference must exist. */
async function placeOf(tx: Tx, groupId: string, form: ContributionForm): Promise<Place> {
  const own = form.classId
    ? await tx
        .selectFrom('groupClasses')
        .select('className')
        .where('groupId', '=', groupId)
        .where('id', '=', form.classId)
        .where('status', '=', 'active')
        .executeTakeFirst()
    : undefined;
  const location = form.locationId
    ? await tx
        .selectFrom('billingLocations')
        .select('locationName')
        .where('groupId', '=', groupId)
        .where('id', '=', form.locationId)
        .where('status', '=', 'active')
        .executeTakeFirst()
    : undefined;
  const problems: Problem[] = [];
  if (form.classId && !own) problems.push({ path: 'classId', message: 'This class is no longer in use.' });
  if (form.locationId && !location)
    problems.push({ path: 'locationId', message: 'This location is no longer in use.' });
  refuseIfAny(problems);
  return {
    classId: form.classId || null,
    className: own?.className ?? null,
    locationId: form.locationId || null,
    locationName: location?.locationName ?? null,
    line: form.line || null,
  };
}

const isAt = (row: Place, place: Place): boolean =>
  row.classId === place.classId && row.locationId === place.locationId && row.line === place.line;

/** Who a rule is for: "Contribution, Executives at Wichita, Medical". */
const labelOf = ({ className, locationName, line }: Place): string =>
  ['Contribution', [className, locationName].filter(Boolean).join(' at '), line && COVERAGE_LINE_LABEL[line]]
    .filter(Boolean)
    .join(', ');

/** The plan of a reference: one in use, of the line of the rule, and with a price of its own. */
export async function requireReferencePlan(tx: Tx, planId: string, line: Place['line']): Promise<void> {
  const plan = await tx
    .selectFrom('healthPlans')
    .select(['line', 'status', 'networkType'])
    .where(sql<string>`id::text`, '=', planId)
    .executeTakeFirst();
  const message =
    plan?.status !== 'active'
      ? 'This plan is not active. Choose another.'
      : plan.line !== line
        ? 'This plan belongs to another coverage line. Choose one of the line of this contribution.'
        : plan.networkType === 'ICHRA'
          ? 'An ICHRA has no price of its own. Choose another plan.'
          : undefined;
  if (message) throw new Refusal('invalid', message, [{ path: 'planId', message }]);
}

/** A rule holds on days of the group only. */
function requireDayOfGroup(group: { effectiveDate: CalendarDate }, from: CalendarDate): void {
  if (from >= group.effectiveDate) return;
  const message = `The group's coverage begins on ${formatDate(group.effectiveDate)}. Enter this day or a later one.`;
  throw new Refusal('invalid', message, [{ path: 'from', message }]);
}

const holdsFrom = (row: ContributionRow, from: CalendarDate): boolean => row.until === null || row.until > from;

async function wordsOf(tx: Tx, rules: readonly StoredContribution[]): Promise<(rule: StoredContribution) => string> {
  const names = await planNames(
    tx,
    rules.flatMap((rule) => referencePlanOf(rule) ?? []),
  );
  return (rule) => contributionRuleWords(rule, (planId) => names.get(planId)).text;
}

/** Sets what the employer pays for a class, location and line from a day on, until the next rule of theirs begins. */
export async function setContribution(
  work: Work,
  input: { id: string; version: number } & ContributionForm,
): Promise<Saved> {
  const { tx } = work;
  const group = await groupToChange(work, input);
  refuseIfAny(problemsOfContribution(input));
  const place = await placeOf(tx, group.id, input);
  const rule = contributionOf(input);
  const reference = referencePlanOf(rule);
  if (reference !== undefined) await requireReferencePlan(tx, reference, place.line);
  const from = calendarDateFrom(input.from);
  requireDayOfGroup(group, from);
  const ofPlace = (await contributionRows(tx, group.id, FIRST_DAY)).filter((row) => isAt(row, place));
  const rows = ofPlace.filter((row) => row.from <= from && holdsFrom(row, from));
  // Rules to come stay as they are.
  const until = ofPlace
    .map((row) => row.from)
    .reduce<CalendarDate | null>((first, day) => (day > from && (first === null || day < first) ? day : first), null);
  const words = await wordsOf(tx, [rule, ...rows.map((row) => row.rule)]);
  const effect = await cut(work, rows, group.id, from);
  effect.recorded.push(await recordRule(work, group.id, { ...place, rule, from, until }));
  const label = labelOf(place);
  const [before] = rows;
  return recordContribution(
    work,
    group,
    effect,
    `Changed the employer contribution from ${formatDate(from)}`,
    { [label]: before ? `${words(before.rule)}, from ${formatDate(before.from)}` : null },
    { [label]: `${words(rule)}, from ${formatDate(from)}${until ? ` until ${formatDate(until)}` : ''}` },
  );
}

/** Ends a rule; what is less exact holds from then on. */
export async function endContribution(
  work: Work,
  input: { id: string; version: number; ruleId: string; from: string },
): Promise<Saved> {
  const { tx } = work;
  const group = await groupToChange(work, input);
  const from = planDate(input.from);
  if (!from) {
    const message = parseCalendarDate(input.from) ? PLAN_DATE_RANGE : 'Enter the first day without the rule.';
    throw new Refusal('invalid', message, [{ path: 'from', message }]);
  }
  const all = await contributionRows(tx, group.id, FIRST_DAY);
  const row = all.find(({ id }) => id === input.ruleId);
  if (!row) throw new Refusal('not_found', 'This rule was changed or ended in the meantime.');
  if (from < row.from) {
    const message = `The rule begins on ${formatDate(row.from)}. Enter this day, and it never holds, or a later one.`;
    throw new Refusal('invalid', message, [{ path: 'from', message }]);
  }
  if (!holdsFrom(row, from)) {
    const message = 'The rule has ended before this day.';
    throw new Refusal('invalid', message, [{ path: 'from', message }]);
  }
  const words = await wordsOf(tx, [row.rule]);
  const effect = await cut(work, [row], group.id, from);
  const label = labelOf(row);
  return recordContribution(
    work,
    group,
    effect,
    `Ended an employer contribution from ${formatDate(from)}`,
    { [label]: `${words(row.rule)}, from ${formatDate(row.from)}` },
    { [label]: row.from < from ? `${words(row.rule)}, until ${formatDate(from)}` : null },
  );
}
