import { familyPremium, type RateTable, sumOf } from '@openbenefits/domain/billing/family-premium';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import type { PersonEffect } from '@openbenefits/domain/coverage/family-coverage';
import { isOfAddress, isPrivateField, isSilentField } from '@openbenefits/domain/members/field-label';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import { arrayOf } from '../db/pg-arrays.ts';
import type { Tx } from '../db/connect.ts';
import { breathe } from './breathe.ts';
import { type ChunkOfRecords, readChunk } from './chunk-of-records.ts';
import { assertLease } from './file-lease.ts';
import { matchAndApply, type Staged } from './match-and-apply.ts';
import { PeopleInHand } from './people-in-hand.ts';
import { loadPeopleOf, type MatchingContext, present } from './people-of-slice.ts';
import { type GroupNames, loadGroupNames } from './resolve-names.ts';
import { type Refused, refusedBy, writeRefusals } from './stage-records.ts';
import { personLabel, tiersOf } from './staged-record.ts';

export type RehearsalContext = MatchingContext & {
  /** The day that premiums are compared on. */
  premiumDay: CalendarDate;
  rates: RateTable;
  /** What each plan costs more or less with the file, in cents a month. */
  byPlan: Map<string, number>;
  /** New subscribers whose dependents come much later in the file; nobody else outlives a chunk. Null where no dependents come late. */
  kept: PersonDraft[] | null;
};

type Row = {
  recordNo: number; line: number; groupId: string; memberId: string | null; label: string; isSubscriber: boolean; action: PersonEffect; what: string; effective: CalendarDate | null; premium: number;
  differences: string | null; others: number;
};

/** What a family costs now, worked out before its first record and after each. */
class Premiums {
  readonly #context: RehearsalContext;
  readonly #now = new Map<string, Map<string, number>>();

  constructor(context: RehearsalContext) {
    this.#context = context;
  }

  #of(subscriber: PersonDraft, people: PeopleInHand): Map<string, number> {
    return familyPremium(subscriber, people.dependentsOf(subscriber.id), this.#context.premiumDay, this.#context.rates);
  }

  /** To be called for everybody who was loaded, before anything is applied to them. */
  note(loaded: readonly PersonDraft[], people: PeopleInHand): void {
    for (const person of loaded) if (person.subscriberId === null && !this.#now.has(person.id)) this.#now.set(person.id, this.#of(person, people));
  }

  /** The difference that the last record made to the family, also by plan. */
  change(head: PersonDraft, people: PeopleInHand): number {
    const before = this.#now.get(head.id) ?? new Map<string, number>();
    const after = this.#of(head, people);
    this.#now.set(head.id, after);
    const { byPlan } = this.#context;
    for (const planId of new Set([...before.keys(), ...after.keys()])) {
      const difference = (after.get(planId) ?? 0) - (before.get(planId) ?? 0);
      if (difference !== 0) byPlan.set(planId, (byPlan.get(planId) ?? 0) + difference);
    }
    return sumOf(after) - sumOf(before);
  }
}

/** The day the coverage of a person changes: the first day of what is new, else the last day of what ends. */
function effectiveOf(before: PersonDraft['spans'], after: PersonDraft['spans']): CalendarDate | null {
  for (const line of COVERAGE_LINES) {
    const was = before[line] ?? [];
    const is = after[line] ?? [];
    if (was === is) continue;
    const fresh = is.findLast((span) => !was.some((old) => old.from === span.from && old.planId === span.planId));
    if (fresh) return fresh.from;
    const ended = is.find((span) => was.some((old) => old.from === span.from && old.until !== span.until));
    if (ended?.until) return addDays(ended.until, -1);
    const gone = was.find((old) => !is.some((span) => span.from === old.from));
    if (gone) return gone.from;
  }
  return null;
}

function differencesOf(person: PersonDraft): string | null {
  const fields = Object.keys(person.after).filter((field) => !isSilentField(field));
  if (person.isNew || fields.length === 0) return null;
  return JSON.stringify(fields.map((field) => (isPrivateField(field) || (person.values.confidentiality === 'R' && isOfAddress(field)) ? [field, 'Private', 'Private'] : [field, person.before[field] ?? null, person.after[field] ?? null])));
}

async function writeRows(tx: Tx, jobId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into file_changes (job_id, record_no, line, group_id, member_id, person_label, is_subscriber, action, what, effective_date, premium_change, differences, others)
    select ${jobId}, x.record_no, x.line, x.group_id, x.member_id, x.label, x.is_subscriber, x.action, x.what, x.effective, x.premium, x.differences, x.others from unnest(
      ${arrayOf('int', rows.map((row) => row.recordNo))}, ${arrayOf('int', rows.map((row) => row.line))}, ${arrayOf('uuid', rows.map((row) => row.groupId))}, ${arrayOf('uuid', rows.map((row) => row.memberId))},
      ${arrayOf('text', rows.map((row) => row.label))}, ${rows.map((row) => row.isSubscriber)}::boolean[], ${arrayOf('text', rows.map((row) => row.action))}, ${arrayOf('text', rows.map((row) => row.what))},
      ${arrayOf('date', rows.map((row) => row.effective))}, ${arrayOf('bigint', rows.map((row) => row.premium))}, ${arrayOf('jsonb', rows.map((row) => row.differences))}, ${arrayOf('int', rows.map((row) => row.others))})
      as x(record_no, line, group_id, member_id, label, is_subscriber, action, what, effective, premium, differences, others)`.execute(tx);
}

/** Records between two breaths. */
const STEP = 25;

async function workThrough(slice: readonly Staged[], people: PeopleInHand, premiums: Premiums, context: RehearsalContext): Promise<{ rows: Row[]; refused: Refused[] }> {
  const rows: Row[] = [];
  const refused: Refused[] = [];
  const match = { today: context.today, plans: context.plans, families: context.families, numbers: context.numbers, jobId: context.lease.jobId };
  for (const [index, staged] of slice.entries()) {
    if (index % STEP === STEP - 1) await breathe();
    const { record, groupId, familyKey } = staged;
    const before = new Map<string, PersonDraft['spans']>();
    const applied = matchAndApply(staged, people, match, context.groups.get(groupId) as GroupNames, (person) => before.set(person.id, { ...person.spans }));
    if ('problems' in applied) refused.push(refusedBy({ ...record, raw: staged.rawOf(staged.index) }, applied.problems));
    else {
      const { person, effect, touched } = applied;
      const own = touched.find((one) => one.person === person);
      // Whoever goes on from another family changes what that one costs.
      const heads = new Set([person, ...touched.map((one) => one.person)].flatMap((one) => (one.subscriberId === null ? one : (people.byId(one.subscriberId) ?? []))));
      rows.push({
        recordNo: record.recordNo, line: record.line, groupId, memberId: person.id, label: personLabel(record), isSubscriber: record.isSubscriber, action: effect,
        what: own?.summary ?? (effect === 'unchanged' ? '' : 'Personal details'), effective: effect === 'unchanged' ? null : effectiveOf(before.get(person.id) ?? {}, person.spans),
        premium: effect === 'unchanged' ? 0 : [...heads].reduce((sum, head) => sum + premiums.change(head, people), 0), differences: effect === 'unchanged' ? null : differencesOf(person), others: Math.max(0, touched.length - (own ? 1 : 0)),
      });
      if (context.kept && person.isNew && person.subscriberId === null) context.kept.push(person);
    }
    if (!record.isSubscriber || familyKey === null) continue;
    const tiers = tiersOf(record);
    context.families.note(groupId, familyKey, { memberId: 'problems' in applied ? null : applied.person.id, line: record.line, tiers });
    if (tiers && !('problems' in applied)) people.tiers.set(applied.person.id, tiers);
  }
  return { rows, refused };
}

/**
 * Works out what the records of a chunk would do and writes that down: people and coverage are only read. The same matching and the same rules as when it
 * is applied. Returns the next chunk, or null when nothing is left.
 */
export async function rehearseChunk(tx: Tx, context: RehearsalContext, { slices, lastKey }: ChunkOfRecords): Promise<ChunkOfRecords | null> {
  const { services, lease } = context;
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(tx);
  for (const groupId of present(slices.flat().map((one) => one.groupId))) if (!context.groups.has(groupId)) context.groups.set(groupId, await loadGroupNames(tx, groupId));
  const people = new PeopleInHand();
  const premiums = new Premiums(context);
  for (const person of context.kept ?? []) people.add(person);
  premiums.note(context.kept ?? [], people);
  let done = 0;
  for (const slice of slices) {
    const loaded = (await loadPeopleOf(tx, context, slice, people)).filter((person) => !people.byId(person.id));
    for (const person of loaded) people.add(person);
    premiums.note(loaded, people);
    const { rows, refused } = await workThrough(slice, people, premiums, context);
    await writeRows(tx, lease.jobId, rows);
    await writeRefusals(tx, services, lease, refused, true);
    done += slice.length;
    await breathe();
  }
  await context.families.write(tx);
  await sql`update file_jobs set records_done = records_done + ${done} where id = ${lease.jobId}`.execute(tx);
  await assertLease(tx, lease);
  context.families.forgetOldest();
  return readChunk(tx, context.digests, lastKey, context.services.fileSteps?.chunk);
}
