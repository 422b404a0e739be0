import { addDays, type CalendarDate, calendarDateFrom, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { setCoverage } from '@openbenefits/domain/coverage/coverage-change';
import { insideSubscriber } from '@openbenefits/domain/coverage/family-spans';
import type { Span } from '@openbenefits/domain/coverage/span';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { describeCoverage } from '@openbenefits/domain/coverage/describe-coverage';
import type { Touched } from '@openbenefits/domain/members/member-change';
import { hasReason } from '@openbenefits/domain/members/given-reason';
import {
  checkDependent,
  checkStart,
  type DependentForm,
  digitsOfSsn,
  ENROLLED_LINES,
  MOST_DEPENDENTS,
  type NewMemberForm,
  ONE_PARTNER,
  Problems,
  problemsOfNewMember,
  splitName,
  tidy,
} from '@openbenefits/domain/members/new-member';
import { type PersonDraft, type PersonValues, spansOf } from '@openbenefits/domain/members/person-draft';
import { settleByDates } from '@openbenefits/domain/members/status-by-dates';
import type { Relationship } from '@openbenefits/domain/relationship';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { storedPhone } from '@openbenefits/domain/phone';
import type { TobaccoAnswer } from '@openbenefits/domain/members/tobacco-use';
import type { Work } from '../command.ts';
import { addTobaccoStatement } from '../coverage/tobacco-use.ts';
import { nextId } from '../db/sequential-ids.ts';
import { loadEnrollmentContext } from './enrollment-context.queries.ts';
import { loadFamilies, saveFamilies } from './families.ts';
import { lockGroup } from '../group-lock.ts';
import { holdClosedPlans } from '../plans/plans.queries.ts';
import { sealIdentity, type PersonSecrets } from '../protected-fields.ts';
import { countRefusedLookup } from './protected-lookups.ts';

export const MEMBER_MISSING = 'This member does not exist in this group, or you may not see it.';
const DUPLICATE_SSN = 'Another member of this group already has this SSN.';

function newPerson(
  groupId: string,
  subscriberId: string | null,
  relationship: Relationship,
  values: PersonValues,
): PersonDraft {
  return {
    id: nextId(),
    isNew: true,
    groupId,
    subscriberId,
    memberNumber: null,
    relationship,
    status: 'active',
    values,
    ssnKey: null,
    last4Key: null,
    birthKey: null,
    carrierKey: null,
    splitFrom: null,
    spans: {},
    before: {},
    after: {},
    revision: 0,
    secretsFrom: [],
  };
}

/** Allows one subscriber per SSN and group (domain rules 4.15); `exceptId` is the member whose SSN is corrected. */
export async function requireUnusedSsn(work: Work, groupId: string, ssn: string, exceptId?: string): Promise<void> {
  const { tx, services, actor } = work;
  let query = tx
    .selectFrom('members')
    .select('id')
    .where('groupId', '=', groupId)
    .where('subscriberId', 'is', null)
    .where('ssnIndex', '=', services.vault.blindIndex('ssn', ssn, actor.tenantId));
  if (exceptId) query = query.where('id', '<>', exceptId);
  if (!(await query.executeTakeFirst())) return;
  await countRefusedLookup(work, 'ssn_taken');
  throw new Refusal('invalid', DUPLICATE_SSN, [{ path: 'ssn', message: DUPLICATE_SSN }]);
}

/** Records the answers of a form about tobacco, from the first day of each person's coverage, or today. */
async function recordAnswers(
  work: Work,
  changeId: string,
  answers: readonly (readonly [PersonDraft, TobaccoAnswer | undefined])[],
): Promise<void> {
  for (const [person, answer] of answers) {
    if (answer !== 'yes' && answer !== 'no') continue;
    const starts = COVERAGE_LINES.flatMap((line) => spansOf(person, line).map(({ from }) => from)).toSorted();
    await addTobaccoStatement(
      work,
      { memberId: person.id, groupId: person.groupId, changeId },
      { usesTobacco: answer === 'yes', effectiveOn: starts[0] ?? work.today, attestedOn: work.today },
    );
  }
}

const orNull = (text: string): string | null => tidy(text) || null;
const describe = (person: PersonDraft, nameOf: ReadonlyMap<string, string>): string =>
  COVERAGE_LINES.filter((line) => spansOf(person, line).length > 0)
    .map((line) =>
      describeCoverage(line, 'added', spansOf(person, line), nameOf.get(spansOf(person, line).at(-1)?.planId ?? '')),
    )
    .join(', ') || 'Without coverage';

/**
 * Converts a dependent from the form. Each line is within the subscriber's coverage and has its plan (domain rules
 * 4.2).
 */
function dependentOf(form: DependentForm, subscriber: PersonDraft, today: CalendarDate): PersonDraft {
  const name = splitName(form.name, String(subscriber.values.lastName));
  const person = newPerson(subscriber.groupId, subscriber.id, form.relationship as Relationship, name);
  for (const line of ENROLLED_LINES) {
    const { selected, startDate, endDate } = form.plans[line];
    if (selected === '') continue;
    const end = parseCalendarDate(endDate);
    const wanted = { from: calendarDateFrom(startDate), until: end ? addDays(end, 1) : null };
    person.spans[line] = spansOf(subscriber, line).flatMap((parent) =>
      insideSubscriber(wanted, [parent]).map((period): Span => ({ planId: parent.planId, ...period })),
    );
  }
  settleByDates(person, today, 'active');
  return person;
}

/**
 * Adds a subscriber with dependents and coverage as one change. Rejects with a problem at each field (domain
 * `problemsOfNewMember`), if the group is not active, and if another subscriber of the group has the SSN.
 */
export async function addMember(
  work: Work,
  input: { groupId: string; member: NewMemberForm },
): Promise<{ id: string; changeId: string }> {
  const { tx, today, services, actor, note } = work;
  const { groupId, member } = input;
  await lockGroup(tx, groupId);
  await holdClosedPlans(tx);
  const context = await loadEnrollmentContext(tx, groupId, today);
  if (context.closedReason) throw new Refusal('state', context.closedReason);
  refuseIfAny(problemsOfNewMember(member, context));
  const ssn = digitsOfSsn(member.ssn);
  await requireUnusedSsn(work, groupId, ssn);
  const ownClass = context.classes.find(({ code }) => code === member.class);
  const location = context.locations.find(({ code }) => code === member.billingLocation);
  const subscriber = newPerson(groupId, null, 'self', {
    firstName: tidy(member.firstName),
    lastName: tidy(member.lastName),
    email: member.email.trim(),
    phone: storedPhone(member.phone) ?? orNull(member.phone),
    hireDate: member.hireDate,
    // As specified (section 3): the job title shows the class until a title is entered.
    jobTitle: ownClass?.name ?? null,
    department: ownClass?.department ?? null,
    classId: ownClass?.id ?? null,
    classCode: member.class,
    locationId: location?.id ?? null,
    locationCode: member.billingLocation,
  });
  for (const line of ENROLLED_LINES) {
    const { selected, enrollmentDate } = member.plans[line];
    if (selected === '') continue;
    const result = setCoverage([], { planId: selected, from: calendarDateFrom(enrollmentDate) });
    if ('refused' in result)
      throw new Refusal('invalid', result.refused, [{ path: `plans.${line}.selected`, message: result.refused }]);
    subscriber.spans[line] = result.spans;
  }
  settleByDates(subscriber, today, 'active');
  const secrets = new Map<string, PersonSecrets>([
    [
      subscriber.id,
      sealIdentity(services.vault, actor.tenantId, subscriber, {
        ssn,
        ...(member.dateOfBirth !== '' && { dateOfBirth: calendarDateFrom(member.dateOfBirth) }),
      }),
    ],
  ]);
  const dependents = member.dependentDetails.map((form) => {
    const person = dependentOf(form, subscriber, today);
    secrets.set(
      person.id,
      sealIdentity(services.vault, actor.tenantId, person, { dateOfBirth: calendarDateFrom(form.dateOfBirth) }),
    );
    return person;
  });
  const nameOf = new Map(context.plans.map((plan) => [plan.id, plan.name]));
  const touched = [subscriber, ...dependents].map((person): Touched => ({
    person,
    effect: 'added',
    summary: describe(person, nameOf),
  }));
  const count = dependents.length;
  const reason = orNull(member.overrideReason) ?? undefined;
  const changeId = await saveFamilies(work, new Map(), {
    kind: 'enrollment',
    groupId,
    reason,
    touched,
    secrets,
    effectiveDate: calendarDateFrom(member.plans.medical.enrollmentDate),
    summary: count === 0 ? 'Added a member' : `Added a member with ${counted(count, 'dependent')}`,
  });
  await recordAnswers(work, changeId, [
    [subscriber, member.usesTobacco],
    ...dependents.map((person, index) => [person, member.dependentDetails[index]?.usesTobacco] as const),
  ]);
  note({ targetKind: 'member', targetId: subscriber.id, itemCount: touched.length, reason });
  return { id: subscriber.id, changeId };
}

/** Adds a dependent to a subscriber who is covered; the rules are those of the Add Member dialog. */
export async function addDependent(
  work: Work,
  input: { groupId: string; memberId: string; dependent: DependentForm; overrideReason: string },
): Promise<{ id: string; changeId: string }> {
  const { tx, today, services, actor, note } = work;
  const { groupId, memberId, dependent, overrideReason } = input;
  await lockGroup(tx, groupId);
  const context = await loadEnrollmentContext(tx, groupId, today);
  const { byMember } = await loadFamilies(tx, [memberId], groupId);
  const family = byMember.get(memberId);
  if (!family) throw new Refusal('not_found', MEMBER_MISSING);
  const { subscriber } = family;
  if (subscriber.id !== memberId) throw new Refusal('state', 'Dependents are added to the subscriber.');
  if (subscriber.status === 'terminated' || subscriber.status === 'inactive')
    throw new Refusal('state', "The subscriber's coverage has ended. Reinstate it first.");
  const remaining = family.dependents.filter(({ status }) => status !== 'terminated' && status !== 'inactive');
  if (remaining.length >= MOST_DEPENDENTS)
    throw new Refusal('state', `A member has at most ${MOST_DEPENDENTS} dependents.`);
  const found = new Problems();
  const held = (line: (typeof ENROLLED_LINES)[number]) => {
    const start = dependent.plans[line].startDate;
    const spans = spansOf(subscriber, line).filter(({ until }) => until === null || until > start);
    const span = spans[0];
    return span && { planId: span.planId, from: span.from };
  };
  checkDependent(found, '', dependent, context, held);
  for (const line of ENROLLED_LINES) {
    const start = parseCalendarDate(dependent.plans[line].startDate);
    if (dependent.plans[line].selected !== '' && start)
      checkStart(found, `plans.${line}.startDate`, start, undefined, context, hasReason(overrideReason));
  }
  const isPartner = (relationship: string) => relationship === 'spouse' || relationship === 'domestic_partner';
  if (isPartner(dependent.relationship) && remaining.some(({ relationship }) => isPartner(relationship)))
    found.add('relationship', ONE_PARTNER);
  refuseIfAny(found.list);
  const person = dependentOf(dependent, subscriber, today);
  const secrets = new Map([
    [
      person.id,
      sealIdentity(services.vault, actor.tenantId, person, { dateOfBirth: calendarDateFrom(dependent.dateOfBirth) }),
    ],
  ]);
  const nameOf = new Map(context.plans.map((plan) => [plan.id, plan.name]));
  const reason = orNull(overrideReason) ?? undefined;
  const changeId = await saveFamilies(work, new Map(), {
    kind: 'enrollment',
    summary: 'Added a dependent',
    groupId,
    reason,
    touched: [{ person, effect: 'added', summary: describe(person, nameOf) }],
    secrets,
  });
  await recordAnswers(work, changeId, [[person, dependent.usesTobacco]]);
  note({ targetKind: 'member', targetId: person.id, reason });
  return { id: person.id, changeId };
}
