import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Span } from '@openbenefits/domain/coverage/span';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';
import type { Before } from './covered-before.ts';

/** The span by which another plan follows at once on an earlier one. */
const isSuccessor = (span: Span, place: number, spans: readonly Span[]): boolean =>
  place > 0 && spans[place - 1]?.until === span.from && spans[place - 1]?.planId !== span.planId;

/**
 * Marks what dependents came by in an earlier chunk of the same file only because their subscriber changed plan. Within
 * a chunk the drafts know it themselves; without it, a dependent who leaves on that day, but is sent long after the
 * subscriber, would be taken along to the new plan.
 */
export async function markFollowed(tx: Tx, changeId: string, people: readonly PersonDraft[]): Promise<void> {
  const dependents = people.filter(
    ({ subscriberId, spans }) => subscriberId !== null && COVERAGE_LINES.some((line) => spans[line]?.some(isSuccessor)),
  );
  if (dependents.length === 0) return;
  const { rows } = await sql<{ id: string }>`select s.id from unnest(${arrayOf(
    'uuid',
    dependents.map(({ id }) => id),
  )}) as d(id)
    join coverage_spans s on s.member_id = d.id and upper_inf(s.recorded) and s.change_id = ${changeId}
    where not exists (select from change_items i where i.entity_id = d.id and i.change_id = ${changeId} and i.after->>'summary' not like 'With the subscriber:%')`.execute(
    tx,
  );
  const followed = new Set(rows.map(({ id }) => id));
  for (const { spans } of dependents) {
    for (const line of COVERAGE_LINES) {
      const held = spans[line];
      if (held?.some(({ id }) => id !== undefined && followed.has(id)))
        spans[line] = held.map((span, place) =>
          followed.has(span.id ?? '') && isSuccessor(span, place, held) ? { ...span, followsSubscriber: true } : span,
        );
    }
  }
}

/** The file at hand, and the change that it makes. */
type Posting = { jobId: string; changeId: string };

const hasEnd = ({ spans }: PersonDraft): boolean =>
  COVERAGE_LINES.some((line) => (spans[line]?.at(-1)?.until ?? null) !== null);

const withSubscribers = (dependents: readonly PersonDraft[]): RawBuilder<unknown> =>
  sql`unnest(${arrayOf(
    'uuid',
    dependents.map(({ id }) => id),
  )}, ${arrayOf(
    'uuid',
    dependents.map(({ subscriberId }) => subscriberId),
  )}) as d(id, subscriber_id)`;

type Lost = { memberId: string; line: CoverageLine; planId: string; from: CalendarDate; until: CalendarDate | null };

/**
 * Marks what dependents lost in an earlier chunk of the same file only because a record ended it for their subscriber:
 * one of this chunk may give the subscriber another plan from the next day (`FileSpan.previousUntil`). Whom the file ends itself
 * goes no further. What was rehearsed of the records before the chunk tells, also after a kill.
 */
export async function markLost(
  tx: Tx,
  { jobId, changeId }: Posting,
  before: Before,
  people: readonly PersonDraft[],
): Promise<void> {
  const dependents = people.filter((person) => person.subscriberId !== null && hasEnd(person));
  if (dependents.length === 0) return;
  const { rows } =
    await sql<Lost>`select s.member_id, s.line, s.plan_id, lower(s.covered) as from, upper(s.covered) as until from ${withSubscribers(dependents)}
    cross join lateral (select * from coverage_spans where member_id = d.id offset 0) s
    where s.superseded_by = ${changeId} and s.change_id <> ${changeId}
      and exists (select from (select * from file_changes where member_id = d.subscriber_id offset 0) c where c.job_id = ${jobId} and c.record_no < ${before.heads} and c.may_go_on and not c.excluded)
      and not exists (select from (select * from file_changes where member_id = d.id offset 0) c where c.job_id = ${jobId} and c.record_no < ${before.own} and c.says_end and not c.excluded)`.execute(
      tx,
    );
  const lostBy = Map.groupBy(rows, ({ memberId }) => memberId);
  for (const { id, spans } of dependents) {
    for (const { line, planId, from, until } of lostBy.get(id) ?? []) {
      spans[line] = spans[line]?.map((span) =>
        span.planId === planId && span.from === from && span.until !== null && (until === null || span.until < until)
          ? { ...span, previousUntil: until }
          : span,
      );
    }
  }
}

/**
 * Marks what the records of people themselves have ended in an earlier chunk of the same file: one of this chunk may
 * add the plan again from the next day (`FileSpan.isEndedByRecord`). Under COBRA, or beside a subscriber who is, an end and an
 * addition are two enrolments.
 */
export async function markCut(
  tx: Tx,
  { jobId, changeId }: Posting,
  before: Before,
  people: readonly PersonDraft[],
): Promise<void> {
  const alone = new Set(people.flatMap(({ id, values }) => (values.benefitStatus === 'C' ? [id] : [])));
  const ended = people.filter(
    (person) => !alone.has(person.id) && !alone.has(person.subscriberId ?? '') && hasEnd(person),
  );
  if (ended.length === 0) return;
  const { rows } = await sql<{ id: string }>`select s.id from unnest(${arrayOf(
    'uuid',
    ended.map(({ id }) => id),
  )}) as p(id)
    cross join lateral (select * from coverage_spans where member_id = p.id offset 0) s
    where s.change_id = ${changeId} and upper_inf(s.recorded) and not upper_inf(s.covered)
      and exists (select from (select * from coverage_spans where member_id = p.id offset 0) o where o.superseded_by = ${changeId} and o.change_id <> ${changeId}
        and o.line = s.line and o.plan_id = s.plan_id and lower(o.covered) = lower(s.covered) and (upper_inf(o.covered) or upper(o.covered) > upper(s.covered)))
      and exists (select from (select * from file_changes where member_id = p.id offset 0) c where c.job_id = ${jobId} and c.record_no < ${before.own} and c.may_go_on and not c.excluded)`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const cut = new Set(rows.map(({ id }) => id));
  for (const { spans } of ended)
    for (const line of COVERAGE_LINES)
      if (spans[line]?.some(({ id }) => id !== undefined && cut.has(id)))
        spans[line] = spans[line].map((span) => (cut.has(span.id ?? '') ? { ...span, isEndedByRecord: true } : span));
}

type EndedWith = { id: string; line: CoverageLine; until: CalendarDate };

/**
 * Marks what dependents lost with a subscriber whom a record of an earlier chunk of the same file has reinstated
 * (`FileSpan.mayResume`): one of this chunk may name it for the dependent.
 */
export async function markBackWith(
  tx: Tx,
  { jobId, changeId }: Posting,
  before: Before,
  people: readonly PersonDraft[],
): Promise<void> {
  const dependents = people.filter((person) => person.subscriberId !== null && hasEnd(person));
  if (dependents.length === 0) return;
  const { rows } =
    await sql<EndedWith>`select d.id, s.line, upper(s.covered) as until from ${withSubscribers(dependents)}
    cross join lateral (select * from coverage_spans where member_id = d.subscriber_id offset 0) s
    where s.superseded_by = ${changeId} and s.change_id <> ${changeId} and not upper_inf(s.covered)
      and exists (select from (select * from file_changes where member_id = d.subscriber_id offset 0) c where c.job_id = ${jobId} and c.record_no < ${before.heads} and c.action = 'reinstated' and not c.excluded)
      and exists (select from (select * from coverage_spans where member_id = d.subscriber_id offset 0) n where n.line = s.line and upper_inf(n.recorded) and n.covered @> upper(s.covered))`.execute(
      tx,
    );
  const endedWith = Map.groupBy(rows, ({ id }) => id);
  for (const { id, spans } of dependents)
    for (const { line, until } of endedWith.get(id) ?? [])
      if (spans[line]?.at(-1)?.until === until)
        spans[line] = spans[line].map((span) => (span.until === until ? { ...span, mayResume: true } : span));
}
