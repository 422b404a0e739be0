import type { Span } from '@openbenefits/domain/coverage/coverage-change';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';

/** The span by which another plan follows at once on an earlier one. */
const isSuccessor = (span: Span, place: number, spans: readonly Span[]): boolean => place > 0 && spans[place - 1]?.until === span.from && spans[place - 1]?.planId !== span.planId;

/**
 * Marks what dependents came by in an earlier chunk of the same file only because their subscriber changed plan. Within a chunk the drafts know it themselves;
 * without it, a dependent who leaves on that day, but is sent long after the subscriber, would be taken along to the new plan.
 */
export async function markFollowed(tx: Tx, changeId: string, people: readonly PersonDraft[]): Promise<void> {
  const dependents = people.filter(({ subscriberId, spans }) => subscriberId !== null && COVERAGE_LINES.some((line) => spans[line]?.some(isSuccessor)));
  if (dependents.length === 0) return;
  const { rows } = await sql<{ id: string }>`select s.id from unnest(${arrayOf('uuid', dependents.map(({ id }) => id))}) as d(id)
    join coverage_spans s on s.member_id = d.id and upper_inf(s.recorded) and s.change_id = ${changeId}
    where not exists (select from change_items i where i.entity_id = d.id and i.change_id = ${changeId} and i.after->>'summary' not like 'With the subscriber:%')`.execute(tx);
  const followed = new Set(rows.map(({ id }) => id));
  for (const { spans } of dependents) {
    for (const line of COVERAGE_LINES) {
      const held = spans[line];
      if (held?.some(({ id }) => id !== undefined && followed.has(id))) spans[line] = held.map((span, place) => (followed.has(span.id ?? '') && isSuccessor(span, place, held) ? { ...span, followed: true } : span));
    }
  }
}
