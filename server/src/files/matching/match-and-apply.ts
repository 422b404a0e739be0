import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Cut, ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import { applyRecord, cutWords, endFormer } from '@openbenefits/domain/files/apply-record';
import { isContinued, saysEnd } from '@openbenefits/domain/files/ends-and-cobra';
import {
  asksByBirthDay,
  asksByLastFour,
  bornByName,
  NAME_ALONE,
  perhapsKnown,
  perhapsOfNumber,
} from '@openbenefits/domain/files/perhaps-known';
import {
  formerDependent,
  LAST_FOUR_DIFFER,
  matchPerson,
  plainName,
  sameLastFour,
} from '@openbenefits/domain/files/match-person';
import { enrollmentProblem, placeProblem } from '@openbenefits/domain/files/enrollment-rules';
import { isPartner } from '@openbenefits/domain/relationship';
import type { FamilyTiers } from '../staging/staged-record.ts';
import type { Applied, Staged } from './staged-for-matching.ts';
import type { MatchContext } from './match-context.ts';
import type { PeopleInHand } from './people-in-hand.ts';
import { subscriberOf } from './family-of-dependent.ts';
import { FORMER_NUMBER, type Head } from './family-head.ts';
import { calledSo, isOfJob, refuse } from './called-so.ts';
import { correctedIdentity, identityReplaced } from './identity-corrected.ts';
import { declinesUnnamed, goesOn, leavesUnnamed } from './ends-unnamed.ts';
import { doubtOfFirst, settleHire } from './settled-hire.ts';
import { doubtOfKept, linesKept } from './kept-lines.ts';
import { doubtOfKnown } from './doubts-of-known.ts';
import { goesOnUntilEnd, isBehindCorrected, isOwnFurtherOn, isOwnPerhapsFurtherOn } from './ends-before-additions.ts';
import { familyName, isAlike, isNamesake, isOtherTwin } from './same-or-another.ts';
import { planHeld, startHeld } from './held-coverage.ts';
import { inherited } from './inherited-coverage.ts';
import { newbornOf } from './newborns.ts';
import { relationshipConflict, relationshipOf } from './relationship-told.ts';
import { renamedOf } from './renamed-dependents.ts';
import { type GroupNames, nameOfPlan, resolveNames } from './resolve-names.ts';

const NOBODY_KNOWN = fileMessage('member_not_found');
/** Of an addition, or a comparison, that names ends alone. */
const NOBODY_COVERED = fileMessage('new_member_without_coverage');
/** Of a list of changes. */
const NOBODY_OF_NUMBER = fileMessage('number_not_found');
const NOBODY_TO_CHANGE = fileMessage('changed_member_not_found');
/** INS 001 beside HD 021: coverage for somebody who should be known. */
const NOBODY_TO_ADD_TO = fileMessage('hd_addition_of_unknown');
const addsToNobody = ({ source, action, coverages }: EnrollmentRecord): boolean =>
  source === 'edi834' && action === 'change' && coverages.some((one) => one.action === 'add');

/**
 * The id of the person whom a record brings in: the job's id (UUID version 7) with the record's number added to its
 * first 60 bits, four thousand to a millisecond. So it is the same in the rehearsal and in the deed, however often
 * either begins again, and ids of one file grow in its order. The number stands in front because the index that keeps
 * coverage from overlapping (btree_gist) tells ids apart by their first 53 bits: among people whose ids begin alike it
 * finds nobody without reading most of its pages.
 */
export function idOfRecord(jobId: string, recordNo: number): string {
  const time = (Number.parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16) + (recordNo >>> 12))
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${(recordNo & 0xfff).toString(16).padStart(3, '0')}${jobId.slice(18)}`;
}

const copyOf = (person: PersonDraft): PersonDraft => ({
  ...person,
  values: { ...person.values },
  spans: { ...person.spans },
  before: { ...person.before },
  after: { ...person.after },
});

function newPerson(staged: Staged, subscriber: PersonDraft | undefined, jobId: string): PersonDraft {
  return {
    id: idOfRecord(jobId, staged.record.recordNo),
    isNew: true,
    groupId: staged.groupId,
    subscriberId: subscriber?.id ?? null,
    memberNumber: null,
    relationship: staged.record.relationship,
    status: 'active',
    // Whoever has one name has it as the last name.
    values: { firstName: '' },
    ssnKey: staged.identity.ssnKey,
    last4Key: staged.identity.last4Key,
    birthKey: staged.identity.birthKey,
    carrierKey: staged.identity.carrierKey,
    splitFrom: null,
    spans: {},
    before: {},
    after: {},
    revision: 0,
    secretsFrom: [],
  };
}

/**
 * The dependent that a new person was: of the group for a subscriber; for a dependent, of the family that its
 * subscriber went on from. Whom the same file covers as a dependent, too, is both, as couples are who work here: only
 * what is continued for a reason ends the other.
 */
function formerOf(
  { record, identity }: Staged,
  person: PersonDraft,
  pool: readonly PersonDraft[],
  subscriber: PersonDraft | undefined,
  people: PeopleInHand,
  jobId: string,
): PersonDraft | undefined {
  if (!subscriber) {
    const former = formerDependent(
      identity,
      pool.filter((one) => one !== person),
    );
    return former &&
      goesOn(former) &&
      !isContinued(record) &&
      (isOfJob(former.id, jobId) || people.covered.has(former.id))
      ? undefined
      : former;
  }
  const before = subscriber.splitFrom ? people.byId(subscriber.splitFrom)?.subscriberId : null;
  return before ? formerDependent(identity, people.dependentsOf(before)) : undefined;
}

/**
 * A list that does not say who is an employee, and nothing of a job, names somebody who is a dependent here: hired, or
 * still one.
 */
function perhapsOfFamily({ subscriberId }: PersonDraft, people: PeopleInHand): FileMessage {
  const employee = subscriberId ? people.byId(subscriberId) : undefined;
  const whose = employee
    ? ` of ${[employee.values.firstName, employee.values.lastName].filter(Boolean).join(' ')}`
    : '';
  return fileMessage('dependent_in_group', { whose });
}

/**
 * Finds the person of a record and applies it to the drafts in hand; on a refusal they are as they were. `onFound` is
 * called with the person before anything is applied.
 */
export function matchAndApply(
  staged: Staged,
  people: PeopleInHand,
  context: MatchContext,
  group: GroupNames,
  onFound?: (person: PersonDraft) => void,
): Applied | { problems: RecordProblem[] } {
  const { record } = staged;
  let { identity } = staged;
  const { resolved, problems } = resolveNames(record, context.plans, group);
  // Who has a plan on the line needs none named; that is known when the person is.
  const unnamed = problems.filter(({ code }) => code === 'plan_missing');
  if (problems.length > unnamed.length) return { problems };
  const numberGivenUp = isBehindCorrected(staged);
  if (numberGivenUp) return { problems: [numberGivenUp] };
  let subscriber: PersonDraft | undefined;
  let foundBy: Head['foundBy'];
  let named: FamilyTiers | undefined;
  if (!record.isSubscriber) {
    const link = context.families.get(staged.groupId, staged.familyKey);
    const family = subscriberOf(staged, people, link, context);
    if ('problems' in family) return family;
    ({ subscriber, foundBy } = family);
    named = people.tiers.get(subscriber.id) ?? link?.tiers ?? undefined;
  }
  if (subscriber && identity.ssnKey && identity.ssnKey === subscriber.ssnKey) {
    return refuse('ssn', 'ssn_of_subscriber', fileMessage('dependent_has_subscriber_ssn'));
  }
  if (subscriber && !record.lastName) {
    const lastName = familyName(identity, subscriber, people.dependentsOf(subscriber.id));
    identity = { ...identity, lastName };
    resolved.values.lastName = lastName;
  }
  if (
    subscriber &&
    !record.firstName &&
    !identity.ssnKey &&
    plainName(record.lastName) === plainName(subscriber.values.lastName)
  ) {
    return refuse('firstName', 'first_name_missing', fileMessage('dependent_first_name_missing'));
  }
  const pool = record.isSubscriber
    ? people.candidates(staged.groupId, identity)
    : people.dependentsOf((subscriber as PersonDraft).id);
  let match = matchPerson(identity, pool, subscriber);
  let isByName = false;
  if (match.kind === 'new' && subscriber) {
    const newborn = newbornOf(
      record,
      identity,
      pool,
      (one) => people.met.has(one.id) || isOfJob(one.id, context.jobId),
    );
    if (newborn && 'problems' in newborn) return newborn;
    const known =
      newborn ?? renamedOf(identity, pool, (one) => people.met.has(one.id) || isOfJob(one.id, context.jobId));
    const nowBorn = known
      ? undefined
      : bornByName(
          identity,
          resolved.values,
          pool.filter(
            (one) =>
              isPartner(one.relationship) === isPartner(record.relationship) &&
              !people.met.has(one.id) &&
              !isOfJob(one.id, context.jobId),
          ),
        );
    isByName = nowBorn !== undefined;
    if (known ?? nowBorn) match = { kind: 'found', person: (known ?? nowBorn) as PersonDraft };
  }
  if (match.kind === 'new' && subscriber && identity.last4Key !== null) {
    const [only, ...others] = pool.filter(
      (one) => isAlike(identity, one, context.jobId) && sameLastFour(identity, one) === true,
    );
    if (only && others.length === 0) match = { kind: 'found', person: only };
  }
  if (match.kind === 'unsure') return refuse('ssn', 'person_unsure', match.reason, match.people);
  if (match.kind === 'found' && match.isByFormer) foundBy ??= FORMER_NUMBER;
  if (match.kind === 'new' && record.byNumberAlone) return refuse('familyKey', 'person_missing', NOBODY_OF_NUMBER);
  if (match.kind === 'new' && asksByBirthDay(identity, record.source)) {
    const reason = perhapsKnown(
      identity,
      people.bornOn(staged.groupId, identity.birthKey ?? '').filter(({ id }) => !isOfJob(id, context.jobId)),
    );
    if (reason !== undefined) return refuse('ssn', 'person_alike', reason);
  }
  if (match.kind === 'new' && asksByLastFour(identity, record.source)) {
    const reason = perhapsOfNumber(
      identity,
      people.endingIn(staged.groupId, identity.last4Key ?? '').filter(({ id }) => !isOfJob(id, context.jobId)),
    );
    if (reason !== undefined) return refuse('ssn', 'person_alike', reason);
  }
  // Somebody new of whom the file only says what ended would come in without anything.
  const onlyEnds =
    record.coverages.length > 0 && record.coverages.every(({ action }) => action === 'end' || action === 'void');
  const isOfKnown = ['change', 'end', 'reinstate'].includes(record.action) || onlyEnds;
  const called = record.isSubscriber ? calledSo(staged, match, resolved.values, people, context, isOfKnown) : undefined;
  if (called && 'problems' in called) return called;
  if (called) match = { kind: 'found', person: called.person };
  isByName ||= called?.isByName ?? false;
  const namesake = called?.isNamesake ? called.person : undefined;
  if (match.kind === 'found' && sameLastFour(identity, match.person) === false)
    return refuse('ssn', 'person_unsure', LAST_FOUR_DIFFER, [match.person]);
  if (match.kind === 'found' && identity.ssnKey && match.person.ssnKey !== identity.ssnKey) {
    const others = record.isSubscriber
      ? people.withSsn(staged.groupId, identity.ssnKey).filter((one) => one.subscriberId === null)
      : pool;
    const owner = others.find((one) => one.ssnKey === identity.ssnKey);
    if (owner)
      return refuse(
        'ssn',
        'person_unsure',
        fileMessage('corrected_ssn_taken', {
          name: [owner.values.firstName, owner.values.lastName].filter(Boolean).join(' '),
        }),
        [owner, match.person],
      );
  }
  if (
    match.kind === 'found' &&
    record.birthSequence &&
    match.person.birthSequence &&
    match.person.birthSequence !== record.birthSequence
  ) {
    return refuse('firstName', 'person_unsure', fileMessage('twins_same_name'), [match.person]);
  }
  if (match.kind === 'found' && isOtherTwin(record, identity, match.person, context.jobId)) {
    return refuse('firstName', 'person_unsure', fileMessage('twins_same_name_gender'));
  }
  const alike = subscriber && match.kind === 'new' ? pool.filter((one) => isAlike(identity, one, context.jobId)) : [];
  if (alike.length > 0) {
    return refuse('firstName', 'person_alike', fileMessage('dependent_similar_name'), alike);
  }
  const likeNamed =
    subscriber && match.kind === 'new'
      ? pool.filter((one) => !people.met.has(one.id) && isNamesake(identity, record, one, context.jobId))
      : [];
  if (likeNamed.length > 0) {
    return refuse('dateOfBirth', 'person_alike', fileMessage('dependent_other_birth'), likeNamed);
  }
  const endsFirst = goesOnUntilEnd(staged, resolved.coverages, [
    match.kind === 'found' ? match.person : undefined,
    subscriber,
  ]);
  if (endsFirst) return { problems: [endsFirst] };
  const ownFirst =
    staged.place === 'before_own' && match.kind === 'new'
      ? isOwnFurtherOn(staged, formerDependent(identity, pool))
      : undefined;
  if (ownFirst) return { problems: [ownFirst] };
  const doubt =
    match.kind === 'found'
      ? doubtOfKnown({ ...staged, identity }, resolved.coverages, match.person, context)
      : undefined;
  if (doubt) return { problems: [doubt] };
  const keeping =
    doubtOfKept(record, match.kind === 'new') ??
    doubtOfFirst(record, resolved, match.kind === 'found' ? match.person : undefined, context.retro.today);
  if (keeping) return { problems: [keeping] };
  const perhaps =
    match.kind === 'new' && record.kindUntold && !record.hireDate ? formerDependent(identity, pool) : undefined;
  if (perhaps) return refuse('relationship', 'perhaps_dependent', perhapsOfFamily(perhaps, people), [perhaps]);
  if (match.kind === 'new' && isOfKnown) {
    if (record.action === 'add' || record.action === 'compare')
      return refuse('action', 'person_missing', NOBODY_COVERED);
    if (record.source === 'census' && record.action === 'end')
      return refuse('action', 'person_missing', fileMessage('former_employee_unknown'));
    if (record.source === 'census' && record.action === 'change')
      return refuse('action', 'person_missing', NOBODY_TO_CHANGE);
    return refuse('action', 'person_missing', addsToNobody(record) ? NOBODY_TO_ADD_TO : NOBODY_KNOWN);
  }
  if (subscriber && record.source === 'census')
    resolved.coverages.push(
      ...inherited(staged, subscriber, match.kind === 'found' ? match.person : undefined, named, resolved.coverages),
    );
  const nameless = planHeld(resolved.coverages, unnamed, match.kind === 'found' ? match.person : undefined, subscriber);
  if (nameless.length > 0) return { problems: nameless };
  const startless = startHeld(
    record,
    resolved.coverages,
    match.kind === 'found' ? match.person : undefined,
    context.retro.today,
  );
  if (startless.length > 0) return { problems: startless };
  const ownPerhaps =
    record.isSubscriber && match.kind === 'new'
      ? isOwnPerhapsFurtherOn(
          staged,
          formerDependent(identity, pool),
          (id) => isOfJob(id, context.jobId) || people.covered.has(id),
        )
      : undefined;
  if (ownPerhaps) return { problems: [ownPerhaps] };
  const person = match.kind === 'found' ? match.person : newPerson(staged, subscriber, context.jobId);
  const leaving = leavesUnnamed(record, person);
  if (leaving)
    return refuse('maintenanceReason', 'leaves_unnamed', fileMessage('ins04_without_end', { reason: leaving }));
  if (declinesUnnamed(record, person))
    return refuse('maintenanceReason', 'declined_unnamed', fileMessage('ins04_declined_without_end'));
  const relationship = relationshipOf(staged, person);
  if (relationship === 'contradicts')
    return refuse('relationship', 'relationship_conflict', relationshipConflict(staged, person));
  resolved.relationship = relationship;
  if (record.birthSequence) person.birthSequence = record.birthSequence;
  if (subscriber) people.met.add(person.id);
  onFound?.(person);
  const dependents = record.isSubscriber ? people.dependentsOf(person.id) : [];
  const earlierHire = match.kind === 'found' ? settleHire(record, resolved, person, group) : undefined;
  // Nobody named the day: a child is covered from its birth.
  if (subscriber && record.dateOfBirth !== undefined)
    for (const coverage of resolved.coverages)
      if (coverage.isByRules && coverage.from !== undefined && coverage.from < record.dateOfBirth)
        coverage.from = record.dateOfBirth;
  const before = match.kind === 'new' ? [] : [person, ...dependents].map((one) => [one, copyOf(one)] as const);
  const result = applyRecord(
    resolved,
    person,
    { ...(subscriber ? { subscriber } : {}), dependents, created: match.kind === 'new' },
    context.today,
    {
      ...context.retro,
      days: group.retroTermDays,
    },
  );
  if ('refused' in result) {
    for (const [one, copy] of before) Object.assign(one, copy);
    return refuse(
      result.refused.field,
      result.refused.isBeyond ? 'beyond_subscriber' : 'coverage',
      result.refused.message,
    );
  }
  if (namesake && result.effect !== 'unchanged') {
    for (const [one, copy] of before) Object.assign(one, copy);
    return refuse('ssn', 'name_alone', NAME_ALONE);
  }
  const wrong =
    result.effect === 'unchanged'
      ? undefined
      : enrollmentProblem(person, before[0]?.[1].spans ?? {}, subscriber, group, (planId) =>
          nameOfPlan(context.plans, planId),
        );
  const misplaced =
    result.effect === 'unchanged' || !before[0]
      ? undefined
      : placeProblem(person, before[0][1].values, group, context.today, (planId) => nameOfPlan(context.plans, planId));
  if (misplaced && !wrong) {
    for (const [one, copy] of before) Object.assign(one, copy);
    return refuse('classKey', 'enrollment_rule', fileMessage('rule_of_record', { reason: misplaced.message }));
  }
  if (wrong) {
    for (const [one, copy] of before) Object.assign(one, copy);
    const index = record.coverages.findIndex(({ line }) => line === wrong.line);
    return refuse(
      `coverages.${index}.${wrong.field}`,
      'enrollment_rule',
      fileMessage('rule_of_record', { reason: wrong.message }),
    );
  }
  let { effect } = result;
  const replaced = match.kind === 'new' ? '' : identityReplaced(identity, person);
  const corrected = match.kind === 'new' ? [] : correctedIdentity(identity, person);
  if (match.kind === 'new' || corrected.length > 0) {
    person.secretsFrom.push(staged.record.recordNo);
    if (corrected.length > 0 && effect === 'unchanged') effect = 'changed';
    if (corrected.length > 0 && result.touched.length === 0)
      result.touched.push({
        person,
        effect: 'changed',
        summary: corrected.some((field) => field !== 'carrierIdEncrypted')
          ? 'SSN or birth date corrected'
          : 'Personal details',
      });
    if (!person.isNew) for (const field of corrected) person.after[field] = null;
    if (identity.ssnKey && identity.ssnKey !== person.ssnKey) people.renumber(person, identity.ssnKey);
    if (identity.ssnKey) person.last4Key = identity.last4Key;
    person.birthKey = identity.birthKey ?? person.birthKey;
    if (person.memberNumber !== record.carrierMemberId) person.carrierKey = identity.carrierKey ?? person.carrierKey;
  }
  const former =
    match.kind === 'new'
      ? formerOf({ ...staged, identity }, person, pool, subscriber, people, context.jobId)
      : undefined;
  if (former) {
    person.splitFrom = former.id;
    result.touched.push(...endFormer(former, person, record, context.today));
  }
  if (match.kind === 'new') people.add(person);
  if (subscriber) noteCovered(resolved, person, people);
  const cut = result.cut.length > 0 ? cutOf(record, result.cut) : undefined;
  return {
    effect,
    touched: result.touched,
    person,
    coverages: [...resolved.coverages, ...linesKept(record, resolved.coverages)],
    ...(cut && { cut }),
    ...(foundBy && { foundBy }),
    ...(isByName && { isByName }),
    ...(earlierHire && { earlierHire }),
    ...(replaced && { replaced }),
  };
}

function noteCovered(
  record: Pick<EnrollmentRecord, 'action'> & { coverages: readonly ResolvedCoverage[] },
  { id }: PersonDraft,
  { covered }: PeopleInHand,
): void {
  if (saysEnd(record)) covered.delete(id);
  else if (record.coverages.length > 0) covered.add(id);
}

/** Days that the group's rules have put there are nobody's mistake. */
function cutOf({ coverages }: EnrollmentRecord, cut: readonly Cut[]): FileMessage | undefined {
  if (cut.includes('whole')) return cutWords([]);
  const dated = coverages.filter(
    ({ from, until }, index) => cut.includes(index) && (from !== undefined || until !== undefined),
  );
  return dated.length > 0 ? cutWords(dated.map(({ line }) => line)) : undefined;
}
