import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import { applyRecord, type RecordEffect, type ResolvedCoverage, type Touched } from '@openbenefits/domain/files/apply-record';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { type Identity, matchPerson } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/files/person-draft';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/connect.ts';
import { birthPlace, ssnPlace } from '../members/protected-fields.ts';
import type { Services } from '../request-context.ts';
import { assertLease, type Lease } from './file-lease.ts';
import { loadPeople, type PersonSecrets, storedSpans, writePeople } from './people-store.ts';
import { type GroupNames, loadGroupNames, type PlanNames, resolveNames } from './resolve-names.ts';
import { type Refused, refusedBy, writeRefusals } from './stage-records.ts';
import { recordPlace } from './staged-record.ts';

export const CHUNK = 1000;

type StagedRow = { applyKey: number; groupId: string; familyIndex: Buffer | null; isSubscriber: boolean; recordEncrypted: string; subscriberId: string | null; subscriberLine: number | null; subscriberRefused: boolean | null; subscriberTiers: FamilyTiers | null; tiers: FamilyTiers | null };
type FamilyTiers = Partial<Record<CoverageLine, Tier>>;
type Staged = StagedRow & { record: EnrollmentRecord; identity: Identity };

/** The means of one job, kept over its chunks. */
export type ApplyContext = { services: Services; lease: Lease; changeId: string; plans: PlanNames; groups: Map<string, GroupNames> };

async function nextRows(tx: Tx, jobId: string, after: number): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    select r.apply_key, r.group_id, r.family_index, r.is_subscriber, r.record_encrypted, s.member_id as subscriber_id, s.line as subscriber_line, s.refused as subscriber_refused, r.tiers, s.tiers as subscriber_tiers
    from import_rows r
    left join lateral (select h.member_id, h.line, h.refused, h.tiers from import_rows h where not r.is_subscriber and h.job_id = r.job_id and h.group_id = r.group_id
      and h.family_index = r.family_index and h.is_subscriber order by h.refused, h.apply_key limit 1) s on true
    where r.job_id = ${jobId} and r.apply_key > ${after} order by r.apply_key limit ${CHUNK}`.execute(tx);
  return rows;
}

function identify(record: EnrollmentRecord, { services: { vault }, lease }: ApplyContext): Identity {
  const digest = (kind: 'ssn' | 'date_of_birth', value: string | undefined): string | null => (value ? vault.blindIndex(kind, value, lease.tenantId).toString('hex') : null);
  return {
    ...record,
    ssnKey: digest('ssn', record.ssn),
    birthKey: digest('date_of_birth', record.dateOfBirth),
    previousSsnKey: digest('ssn', record.previousIdentity?.ssn),
    previousBirthKey: digest('date_of_birth', record.previousIdentity?.dateOfBirth),
  };
}

const present = (values: readonly (string | null | undefined)[]): string[] => [...new Set(values.filter((value): value is string => Boolean(value)))];

/** The people of a chunk in memory: found fast by their keys, changed in place, put back on a refusal. */
class People {
  readonly all: PersonDraft[];
  readonly #byKey = new Map<string, PersonDraft[]>();
  readonly #byId = new Map<string, PersonDraft>();
  readonly #bySubscriber = new Map<string, PersonDraft[]>();
  /** Subscribers of this chunk by the family key of the file: the person, or the line of a refused record. */
  readonly #families = new Map<string, PersonDraft | number>();
  readonly tiers = new Map<string, FamilyTiers>();

  constructor(people: readonly PersonDraft[]) {
    this.all = [];
    for (const person of people) this.add(person);
  }

  #put(key: string, person: PersonDraft): void {
    const list = this.#byKey.get(key);
    if (list) list.push(person);
    else this.#byKey.set(key, [person]);
  }

  add(person: PersonDraft): void {
    this.all.push(person);
    this.#byId.set(person.id, person);
    if (person.ssnKey) this.#put(`s${person.groupId}${person.ssnKey}`, person);
    if (person.birthKey) this.#put(`b${person.groupId}${person.birthKey}`, person);
    if (person.values.employeeId) this.#put(`e${person.groupId}${person.values.employeeId}`, person);
    if (person.memberNumber) this.#put(`n${person.groupId}${person.memberNumber}`, person);
    if (person.subscriberId) this.#bySubscriber.set(person.subscriberId, [...(this.#bySubscriber.get(person.subscriberId) ?? []), person]);
  }

  /** A record that was applied wins over one of the same family that was refused. */
  noteFamily(staged: Staged, outcome: PersonDraft | number): void {
    if (!staged.isSubscriber || !staged.familyIndex) return;
    const key = staged.groupId + staged.familyIndex.toString('hex');
    if (typeof outcome === 'number' && this.#families.has(key)) return;
    this.#families.set(key, outcome);
    if (staged.tiers && typeof outcome === 'object') this.tiers.set(outcome.id, staged.tiers);
  }

  family(staged: Staged): PersonDraft | number | undefined {
    return this.#families.get(staged.groupId + staged.familyIndex?.toString('hex'));
  }

  byId(id: string): PersonDraft | undefined {
    return this.#byId.get(id);
  }

  dependentsOf(subscriberId: string): readonly PersonDraft[] {
    return this.#bySubscriber.get(subscriberId) ?? [];
  }

  candidates(groupId: string, identity: Identity): PersonDraft[] {
    const keys = [`s${groupId}${identity.previousSsnKey ?? identity.ssnKey}`, `b${groupId}${identity.previousBirthKey ?? identity.birthKey}`, `e${groupId}${identity.employeeId}`, `n${groupId}${identity.carrierMemberId}`];
    return [...new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []))];
  }

  /** The subscriber a family key of another chunk, or of the database, means. */
  byFamily(groupId: string, digest: Buffer | null, key: string | undefined): PersonDraft | undefined {
    const hits = [`s${groupId}${digest?.toString('hex')}`, `e${groupId}${key}`, `n${groupId}${key}`].flatMap((name) => this.#byKey.get(name) ?? []);
    return hits.find((person) => person.subscriberId === null);
  }
}

const copyOf = (person: PersonDraft): PersonDraft => ({ ...person, values: { ...person.values }, spans: { ...person.spans }, before: { ...person.before }, after: { ...person.after } });

function newPerson(staged: Staged, subscriber: PersonDraft | undefined): PersonDraft {
  return {
    id: uuidv7(), isNew: true, groupId: staged.groupId, subscriberId: subscriber?.id ?? null, memberNumber: null, relationship: staged.record.relationship, status: 'active',
    values: {}, ssnKey: staged.identity.ssnKey, birthKey: staged.identity.birthKey, spans: {}, before: {}, after: {}, revision: 0, secretsFrom: null,
  };
}

type Applied = { effect: RecordEffect; touched: Touched[]; person: PersonDraft };

function refuse(field: string, code: string, message: string): { problems: RecordProblem[] } {
  return { problems: [{ field, code, message }] };
}

function subscriberOf(staged: Staged, people: People): PersonDraft | { problems: RecordProblem[] } {
  const here = people.family(staged);
  if (typeof here === 'object') return here;
  const found = staged.subscriberId ? people.byId(staged.subscriberId) : people.byFamily(staged.groupId, staged.familyIndex, staged.record.familyKey);
  if (found) return found;
  const line = here ?? (staged.subscriberRefused ? staged.subscriberLine : undefined);
  return line
    ? refuse('familyKey', 'subscriber_refused', `The subscriber of this dependent, line ${line}, was refused; mend both and send them again.`)
    : refuse('familyKey', 'subscriber_missing', 'The subscriber of this dependent is neither in the file nor in the group.');
}

/** A census dependent without a plan of its own shares the subscriber's lines, as far as the subscriber's tier covers it. */
function inherited(staged: Staged, subscriber: PersonDraft, tiers: FamilyTiers): ResolvedCoverage[] {
  const isPartner = staged.record.relationship === 'spouse' || staged.record.relationship === 'domestic_partner';
  const covering: readonly (Tier | undefined)[] = isPartner ? [undefined, 'ESP', 'FAM'] : [undefined, 'ECH', 'FAM'];
  return (['medical', 'dental', 'vision'] as const).flatMap((line) => {
    const last = subscriber.spans[line]?.at(-1);
    if (!last || !covering.includes(tiers[line])) return [];
    return [{ line, action: 'compare' as const, planId: last.planId, from: last.from, ...(last.until ? { until: last.until } : {}) }];
  });
}

function applyOne(staged: Staged, people: People, context: ApplyContext, group: GroupNames): Applied | { problems: RecordProblem[] } {
  const { record, identity } = staged;
  const { resolved, problems } = resolveNames(record, context.plans, group);
  if (problems.length > 0) return { problems };
  let subscriber: PersonDraft | undefined;
  if (!record.isSubscriber) {
    const family = subscriberOf(staged, people);
    if ('problems' in family) return family;
    subscriber = family;
    if (record.source === 'census' && record.coverages.length === 0) resolved.coverages = inherited(staged, family, people.tiers.get(family.id) ?? staged.subscriberTiers ?? {});
  }
  const pool = record.isSubscriber ? people.candidates(staged.groupId, identity) : people.dependentsOf((subscriber as PersonDraft).id);
  const match = matchPerson(identity, pool, subscriber);
  if (match.kind === 'unsure') return refuse('ssn', 'person_unsure', match.reason);
  if (match.kind === 'new' && ['change', 'end', 'reinstate'].includes(record.action)) {
    return refuse('action', 'person_missing', 'This person is not in the group, so there is nothing to change, end or reinstate. Send an addition (021) first.');
  }
  const person = match.kind === 'found' ? match.person : newPerson(staged, subscriber);
  const dependents = record.isSubscriber ? people.dependentsOf(person.id) : [];
  const before = [person, ...dependents].map((one) => [one, copyOf(one)] as const);
  const result = applyRecord(resolved, person, { ...(subscriber ? { subscriber } : {}), dependents, created: match.kind === 'new' }, context.services.clock.today());
  if ('refused' in result) {
    for (const [one, copy] of before) Object.assign(one, copy);
    return refuse(result.refused.field, 'coverage', result.refused.message);
  }
  let { effect } = result;
  const corrected = (identity.ssnKey && identity.ssnKey !== person.ssnKey) || (identity.birthKey && identity.birthKey !== person.birthKey);
  if (match.kind === 'new' || corrected) {
    person.secretsFrom = staged.applyKey;
    if (!person.isNew && effect === 'unchanged') effect = 'changed';
    if (!person.isNew && result.touched.length === 0) result.touched.push({ person, effect: 'changed', summary: 'SSN or birth date corrected' });
    person.ssnKey = identity.ssnKey ?? person.ssnKey;
    person.birthKey = identity.birthKey ?? person.birthKey;
  }
  if (match.kind === 'new') people.add(person);
  return { effect, touched: result.touched, person };
}

/** Seals SSN and birth date for the row they will live in: an envelope opens nowhere else. */
function secretsOf(people: readonly PersonDraft[], staged: ReadonlyMap<number, Staged>, { services: { vault }, lease: { tenantId } }: ApplyContext): Map<string, PersonSecrets> {
  const secrets = new Map<string, PersonSecrets>();
  for (const person of people) {
    const record = person.secretsFrom === null ? undefined : staged.get(person.secretsFrom)?.record;
    if (!record) continue;
    const { ssn, dateOfBirth } = record;
    secrets.set(person.id, {
      ssnEncrypted: ssn ? vault.seal(ssn, ssnPlace(tenantId, person.id)) : null,
      ssnIndex: ssn ? vault.blindIndex('ssn', ssn, tenantId) : null,
      ssnLast4Index: ssn ? vault.blindIndex('ssn_last4', ssn.slice(-4), tenantId) : null,
      birthEncrypted: dateOfBirth ? vault.seal(dateOfBirth, birthPlace(tenantId, person.id)) : null,
      birthIndex: dateOfBirth ? vault.blindIndex('date_of_birth', dateOfBirth, tenantId) : null,
    });
  }
  return secrets;
}

async function writeItems(tx: Tx, context: ApplyContext, items: readonly (Touched & { line: number; order: number })[]): Promise<void> {
  if (items.length === 0) return;
  const { rows } = await sql<{ last: number }>`select coalesce(max(item_no), 0) as last from change_items where change_id = ${context.changeId}`.execute(tx);
  const first = (rows[0]?.last ?? 0) + 1;
  await sql`insert into change_items (change_id, item_no, entity, entity_id, action, before, after, source_line)
    select ${context.changeId}, x.no, 'member', x.id, x.action, x.before::jsonb, x.after::jsonb, x.line from unnest(${items.map((_, index) => first + index)}::int[],
      ${items.map(({ person }) => person.id)}::uuid[], ${items.map(({ effect }) => effect)}::text[], ${items.map(({ person }) => (person.isNew ? null : JSON.stringify(person.before)))}::text[],
      ${items.map(({ person, summary }) => JSON.stringify({ ...(person.isNew ? {} : person.after), summary }))}::text[], ${items.map(({ line }) => line)}::int[]) as x(no, id, action, before, after, line)`.execute(tx);
}

function openStaged(rows: readonly StagedRow[], context: ApplyContext): Staged[] {
  const place = recordPlace(context.lease.tenantId, context.lease.jobId);
  return rows.map((row) => {
    const record = JSON.parse(context.services.vault.open(row.recordEncrypted, place)) as EnrollmentRecord;
    return { ...row, record, identity: identify(record, context) };
  });
}

async function loadFor(tx: Tx, staged: readonly Staged[]): Promise<People> {
  const families = staged.filter((one) => !one.isSubscriber);
  return new People(
    await loadPeople(tx, {
      groupIds: present(staged.map((one) => one.groupId)),
      ssnKeys: present([...staged.filter((one) => one.isSubscriber).flatMap(({ identity }) => [identity.ssnKey, identity.previousSsnKey]), ...families.map((one) => one.familyIndex?.toString('hex'))]),
      birthKeys: present(staged.filter((one) => one.isSubscriber).flatMap(({ identity }) => [identity.birthKey, identity.previousBirthKey])),
      employeeIds: present([...staged.map(({ record }) => record.employeeId), ...families.map(({ record }) => record.familyKey)]),
      memberNumbers: present([...staged.map(({ record }) => record.carrierMemberId), ...families.map(({ record }) => record.familyKey)]),
      memberIds: present(staged.map((one) => one.subscriberId)),
    }),
  );
}

/**
 * Applies the next records after `after` in the caller's transaction: people, coverage, change items, refusals, counts and the checkpoint, all or
 * nothing. Returns the last apply key, or null when nothing is left.
 */
export async function applyChunk(tx: Tx, context: ApplyContext, after: number): Promise<number | null> {
  const { services, lease } = context;
  const rows = await nextRows(tx, lease.jobId, after);
  const last = rows.at(-1);
  if (!last) return null;
  const now = services.clock.now();
  const staged = openStaged(rows, context);
  // One import at a time per group: two files cannot both find that somebody is missing.
  for (const groupId of present(staged.map((one) => one.groupId)).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${groupId}, 834))`.execute(tx);
    if (!context.groups.has(groupId)) context.groups.set(groupId, await loadGroupNames(tx, groupId));
  }
  const people = await loadFor(tx, staged);
  const original = storedSpans(people.all);
  const refused: Refused[] = [];
  const items: (Touched & { line: number; order: number })[] = [];
  const outcomes: { applyKey: number; memberId: string | null }[] = [];
  let unchanged = 0;
  for (const [order, one] of staged.entries()) {
    const result = applyOne(one, people, context, context.groups.get(one.groupId) as GroupNames);
    if ('problems' in result) refused.push(refusedBy(one.record, result.problems));
    else if (result.effect === 'unchanged') unchanged += 1;
    else items.push(...result.touched.map((touched) => ({ ...touched, line: one.record.line, order })));
    people.noteFamily(one, 'problems' in result ? one.record.line : result.person);
    outcomes.push({ applyKey: one.applyKey, memberId: 'problems' in result ? null : result.person.id });
  }
  await writePeople(tx, people.all, secretsOf(people.all, new Map(staged.map((one) => [one.applyKey, one])), context), original, context.changeId, now);
  await writeItems(tx, context, items);
  await writeRefusals(tx, services, lease, refused);
  await sql`update import_rows r set member_id = x.id, refused = x.id is null from unnest(${outcomes.map((one) => one.applyKey)}::bigint[], ${outcomes.map((one) => one.memberId)}::uuid[]) as x(key, id)
    where r.job_id = ${lease.jobId} and r.apply_key = x.key and (r.is_subscriber or x.id is null)`.execute(tx);
  const count = (...effects: RecordEffect[]): number => items.filter((item) => effects.includes(item.effect)).length;
  await assertLease(tx, lease);
  await sql`update file_jobs set checkpoint = ${last.applyKey}, records_done = records_done + ${rows.length}, added = added + ${count('added')},
    changed = changed + ${count('changed', 'reinstated')}, ended = ended + ${count('ended', 'voided')}, unchanged = unchanged + ${unchanged}, refused = refused + ${refused.length}
    where id = ${lease.jobId}`.execute(tx);
  return last.applyKey;
}
