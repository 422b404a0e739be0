import { type CalendarDate, calendarDateFrom, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { setCoverage } from '@openbenefits/domain/coverage/coverage-change';
import { readCountry } from '@openbenefits/domain/countries';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { describeCoverage } from '@openbenefits/domain/coverage/describe-coverage';
import { followSubscriber } from '@openbenefits/domain/members/family-coverage';
import type { Touched } from '@openbenefits/domain/members/member-change';
import {
  EDITED_FIELDS,
  type EditedField,
  isEditable,
  type MemberEdit,
  needsIdentityReason,
  problemsOfDatedFields,
  problemsOfIdentityReason,
  problemsOfMemberEdit,
} from '@openbenefits/domain/members/member-edit';
import { hasReason } from '@openbenefits/domain/members/given-reason';
import { checkStart, Problems, tidy, WITHDRAWN } from '@openbenefits/domain/members/new-member';
import { planNotOfferedHere, problemsOfPlaceChange } from '@openbenefits/domain/members/held-plans';
import { closedRefusal, isOffered, NOT_OFFERED } from '@openbenefits/domain/plans/offering';
import {
  type PersonDraft,
  type PersonField,
  setValue,
  spansOf,
  offeredPlaceOf,
} from '@openbenefits/domain/members/person-draft';
import { settleByDates } from '@openbenefits/domain/members/status-by-dates';
import { canAgeOut } from '@openbenefits/domain/relationship';
import { parseMoney } from '@openbenefits/domain/money';
import { shownPhone, storedContact, storedPhone } from '@openbenefits/domain/phone';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { MEMBER_MISSING } from './add-member.operations.ts';
import { hasPartner } from './edit-member.queries.ts';
import { holdClosedPlans } from '../plans/plans.queries.ts';
import { type EnrollmentContext, loadEnrollmentContext } from './enrollment-context.queries.ts';
import { type Families, loadFamilies, saveFamilies } from './families.ts';
import { lockGroup } from '../group-lock.ts';
import { birthPlace, type PersonSecrets } from '../protected-fields.ts';

type InGroup = { groupId: string; memberId: string };

/** Returns the member among the family, ready to be changed; the group stays locked to the end of the transaction. */
export async function loadMemberForUpdate(
  work: Work,
  { groupId, memberId }: InGroup,
): Promise<{ person: PersonDraft; families: Families }> {
  await lockGroup(work.tx, groupId);
  const families = await loadFamilies(work.tx, [memberId], groupId);
  const family = families.byMember.get(memberId);
  const person = family && [family.subscriber, ...family.dependents].find(({ id }) => id === memberId);
  if (!person) throw new Refusal('not_found', MEMBER_MISSING);
  return { person, families };
}

/** Stored fields whose name differs from the edited field. */
const STORED: Readonly<Partial<Record<EditedField, string>>> = {
  class: 'classCode',
  billingLocation: 'locationCode',
  salary: 'salaryAnnualCents',
};

/** Returns who changed what since a version: every change of a member's own fields counts one version up. */
async function refuseStale({ tx }: Work, memberId: string, version: number): Promise<void> {
  const stored = await tx.selectFrom('members').select('version').where('id', '=', memberId).executeTakeFirst();
  const missed = (stored?.version ?? version) - version;
  if (missed === 0) return;
  const { rows } = await sql<{ actor: string; fields: string[] }>`
    select c.actor_name as actor, array(select jsonb_object_keys(i.before)) as fields from change_items i join changes c on c.id = i.change_id
    where i.entity_id = ${memberId} and i.before <> '{}' order by c.made_at desc, c.id desc limit ${Math.max(missed, 1)}`.execute(
    tx,
  );
  const problems = EDITED_FIELDS.flatMap((field) => {
    const by = rows.find(({ fields }) => fields.includes(STORED[field] ?? field));
    return by ? [{ path: field, message: `${by.actor} changed this in the meantime.` }] : [];
  });
  throw new Refusal(
    'stale',
    `${rows[0]?.actor ?? 'Somebody'} changed this member in the meantime. Reload the values, then make your change again.`,
    problems,
  );
}

function placeOf(places: EnrollmentContext['classes'], code: string): { id: string | null; code: string } {
  return places.find((place) => place.code === code) ?? { id: null, code };
}

function applyEdit(person: PersonDraft, edit: MemberEdit, context: EnrollmentContext): void {
  const isSubscriber = person.subscriberId === null;
  for (const field of EDITED_FIELDS) {
    if (!isEditable(field, isSubscriber)) continue;
    const text = tidy(edit[field]);
    if (field === 'class' || field === 'billingLocation') {
      const [idField, codeField] =
        field === 'class' ? (['classId', 'classCode'] as const) : (['locationId', 'locationCode'] as const);
      if (text === (person.values[codeField] ?? '')) continue;
      const place = placeOf(field === 'class' ? context.classes : context.locations, text);
      setValue(person, codeField, place.code);
      setValue(person, idField, place.id);
    } else if (field === 'salary') setValue(person, 'salaryAnnualCents', parseMoney(text) ?? null);
    else if (field === 'status' || field === 'relationship') setValue(person, field, text);
    else if (field === 'phone') {
      // An unchanged old number is kept as it is.
      if (text !== tidy(shownPhone(String(person.values.phone ?? ''))))
        setValue(person, field, (storedPhone(text) ?? text) || null);
    } else if (field === 'emergencyContact') setValue(person, field, storedContact(text) || null);
    else if (field === 'firstName') setValue(person, field, text);
    else if (field === 'country') setValue(person, field, foreignCode(text));
    else setValue(person, field satisfies PersonField, (field === 'state' ? text.toUpperCase() : text) || null);
  }
}

/** Returns the code of a country outside the United States; null at home. */
function foreignCode(text: string): string | null {
  const found = text === '' ? undefined : readCountry(text);
  return found && !found.isDomestic ? found.code : null;
}

/** A new child is added to the months of birth for the age-out search. */
async function birthMonthOf(
  { tx, services, actor }: Work,
  person: PersonDraft,
): Promise<ReadonlyMap<string, PersonSecrets>> {
  const row = await tx
    .selectFrom('members')
    .select('dateOfBirthEncrypted')
    .where('id', '=', person.id)
    .executeTakeFirst();
  if (!('relationship' in person.after) || !canAgeOut(person.relationship) || !row?.dateOfBirthEncrypted)
    return new Map();
  const born = services.vault.open(row.dateOfBirthEncrypted, birthPlace(actor.tenantId, person.id));
  const birthMonthIndex = services.vault.blindIndexHex('birth_month', born.slice(0, 7), actor.tenantId);
  return new Map([
    [
      person.id,
      {
        ssnEncrypted: null,
        ssnIndex: null,
        ssnLast4Index: null,
        birthEncrypted: null,
        birthIndex: null,
        birthMonthIndex,
      },
    ],
  ]);
}

/** Returns the reason of an edit that changes who the member is; refuses such an edit without one. */
function identityReasonOf(
  person: PersonDraft,
  { values, identityReason = '' }: { values: MemberEdit; identityReason?: string | undefined },
): string | undefined {
  const isSubscriber = person.subscriberId === null;
  const stored = (field: PersonField): string => String(person.values[field] ?? '');
  const current = { firstName: stored('firstName'), lastName: stored('lastName'), employeeId: stored('employeeId') };
  // A dependent's employee ID is not edited here.
  const edit = isSubscriber ? values : { ...values, employeeId: current.employeeId };
  refuseIfAny(problemsOfIdentityReason(edit, current, identityReason));
  return needsIdentityReason(edit, current) ? tidy(identityReason) : undefined;
}

/** Returns the reason for keeping a plan that the new class or location is not offered; refuses the edit without one. */
function offeringReasonOf(
  person: PersonDraft,
  { offers, plans, today }: EnrollmentContext,
  offeringReason: string,
): string | undefined {
  if (!('classCode' in person.after) && !('locationCode' in person.after)) return undefined;
  const kept = planNotOfferedHere(person, offers, today);
  if (!kept) return undefined;
  const name = plans.find(({ id }) => id === kept.planId)?.name ?? COVERAGE_LINE_LABEL[kept.line];
  refuseIfAny(problemsOfPlaceChange(name, offeringReason));
  return tidy(offeringReason);
}

/** Saves the changed fields. The second of two concurrent saves is rejected with who changed what, field by field. */
export async function editMember(
  work: Work,
  input: InGroup & {
    version: number;
    values: MemberEdit;
    identityReason?: string | undefined;
    offeringReason?: string | undefined;
    appliesFrom?: string | undefined;
  },
): Promise<{ id: string; changeId: string }> {
  const { tx, today, note } = work;
  const { person, families } = await loadMemberForUpdate(work, input);
  await refuseStale(work, person.id, input.version);
  const context = await loadEnrollmentContext(tx, input.groupId, today);
  refuseIfAny(
    problemsOfMemberEdit(input.values, {
      today,
      isSubscriber: person.subscriberId === null,
      status: person.status,
      classes: context.classes,
      locations: context.locations,
      current: {
        class: String(person.values.classCode ?? ''),
        billingLocation: String(person.values.locationCode ?? ''),
        firstName: String(person.values.firstName ?? ''),
        phone: shownPhone(String(person.values.phone ?? '')),
      },
      hasPartner: await hasPartner(tx, person.subscriberId ?? person.id, person.id),
    }),
  );
  const identity = identityReasonOf(person, input);
  const { appliesFrom = '' } = input;
  refuseIfAny(problemsOfDatedFields(appliesFrom, today));
  applyEdit(person, input.values, context);
  const offering = offeringReasonOf(person, context, input.offeringReason ?? '');
  const reason = [identity, offering].filter(Boolean).join('. ') || undefined;
  const fields = Object.keys(person.after);
  if (fields.length === 0) throw new Refusal('invalid', 'Nothing was changed.');
  // The database keeps the class, location and salary of earlier months (migration 0152).
  await sql`select set_config('app.terms_from', ${appliesFrom.trim() || today}, true)`.execute(tx);
  const what = person.subscriberId === null ? 'member' : 'dependent';
  const changeId = await saveFamilies(work, families.stored, {
    kind: 'manual',
    summary: `Edited a ${what}`,
    groupId: input.groupId,
    reason,
    ...(appliesFrom.trim() !== '' && { effectiveDate: calendarDateFrom(appliesFrom.trim()) }),
    touched: [{ person, effect: 'changed', summary: 'Edited by hand' }],
    secrets: await birthMonthOf(work, person),
  });
  note({ targetKind: 'member', targetId: person.id, fields, reason });
  return { id: person.id, changeId };
}

type PlanChange = InGroup & { line: CoverageLine; planId: string; from: string; overrideReason: string };

function problemsOfPlanChange(
  input: PlanChange,
  person: PersonDraft,
  context: EnrollmentContext,
): { from: CalendarDate | undefined; problems: Problems['list'] } {
  const found = new Problems();
  const { line, planId, overrideReason } = input;
  if (!context.plans.some((plan) => plan.id === planId && plan.line === line)) found.add('planId', WITHDRAWN);
  else {
    const { classCode, locationCode } = offeredPlaceOf(person);
    if (!isOffered(context.offers, planId, classCode, locationCode)) found.add('planId', NOT_OFFERED);
  }
  const from = found.date('from', input.from, 'the first day of the plan', true);
  const closed = from && closedRefusal(context.plans.find((plan) => plan.id === planId)?.closesOn, from);
  if (closed) found.add('planId', closed);
  const hire = parseCalendarDate(String(person.values.hireDate ?? ''));
  if (from) checkStart(found, 'from', from, hire, context, hasReason(overrideReason));
  return { from, problems: found.list };
}

/** Changes the plan on a coverage line from a day, or adds a line; dependents follow (domain rules 4.2). */
export async function changePlan(work: Work, input: PlanChange): Promise<{ id: string; changeId: string }> {
  const { person, families } = await loadMemberForUpdate(work, input);
  if (person.subscriberId !== null) throw new Refusal('state', "Change the subscriber's plan; dependents follow.");
  if (person.status === 'terminated' || person.status === 'inactive')
    throw new Refusal('state', 'Coverage has ended. Reinstate it first.');
  await holdClosedPlans(work.tx);
  const context = await loadEnrollmentContext(work.tx, input.groupId, work.today);
  const { from, problems } = problemsOfPlanChange(input, person, context);
  refuseIfAny(problems);
  const { line, planId } = input;
  const result = setCoverage(spansOf(person, line), {
    planId,
    from: from ?? calendarDateFrom(input.from),
  });
  if ('refused' in result) throw new Refusal('invalid', result.refused, [{ path: 'from', message: result.refused }]);
  if (result.effect === 'unchanged')
    throw new Refusal('invalid', 'This plan is already effective on that day.', [
      { path: 'planId', message: 'This plan is already effective on that day.' },
    ]);
  const was = { ...person.spans };
  person.spans[line] = result.spans;
  settleByDates(person, work.today);
  const name = context.plans.find((plan) => plan.id === planId)?.name;
  const touched: Touched[] = [
    { person, effect: result.effect, summary: describeCoverage(line, result.effect, result.spans, name) },
  ];
  for (const dependent of families.byMember.get(person.id)?.dependents ?? []) {
    const followed = followSubscriber(person, dependent, was);
    if (!followed || followed.effect === 'unchanged') continue;
    settleByDates(dependent, work.today);
    touched.push({ person: dependent, effect: followed.effect, summary: followed.summary });
  }
  const reason = tidy(input.overrideReason) || undefined;
  const changeId = await saveFamilies(work, families.stored, {
    kind: 'enrollment',
    summary: `Changed the ${line} plan of a member`,
    groupId: input.groupId,
    reason,
    effectiveDate: from,
    touched,
  });
  work.note({ targetKind: 'member', targetId: person.id, itemCount: touched.length, reason });
  return { id: person.id, changeId };
}
