import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { type LostPeriod, lostInPast, monthsText, paidMonths } from '@openbenefits/domain/coverage/rescission';
import type { CoverageByLine } from '@openbenefits/domain/coverage/span';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import type { StoredSpans } from './people-store.ts';

type Closed = {
  memberId: string;
  subscriberId: string;
  line: CoverageLine;
  planId: string;
  from: CalendarDate;
  until: CalendarDate | null;
};
type Share = { subscriberId: string; line: CoverageLine; month: CalendarDate };

/** The stored spans that drafts no longer have. */
function closedIds(stored: StoredSpans, people: readonly PersonDraft[]): string[] {
  return people.flatMap((person) => {
    const kept = new Set(COVERAGE_LINES.flatMap((line) => (person.spans[line] ?? []).map(({ id }) => id)));
    return [...(stored.get(person.id) ?? [])].filter((id) => !kept.has(id));
  });
}

const linesOf = (spans: readonly Closed[]): CoverageByLine =>
  Object.fromEntries(Map.groupBy(spans, ({ line }) => line));

type Loss = { memberId: string; subscriberId: string; lost: LostPeriod[] };

async function sharesOf(tx: Tx, losses: readonly Loss[], today: CalendarDate): Promise<Map<string, Share[]>> {
  const from = losses.flatMap(({ lost }) => lost.map((one) => one.from)).toSorted()[0] ?? today;
  const subscribers = [...new Set(losses.map(({ subscriberId }) => subscriberId))];
  const { rows } = await sql<Share>`
    select subscriber_id, line, month from employee_shares(${subscribers}::uuid[], ${from}::date, ${today}::date)`.execute(
    tx,
  );
  return Map.groupBy(rows, ({ subscriberId }) => subscriberId);
}

async function lossesOf(
  tx: Tx,
  stored: StoredSpans,
  people: readonly PersonDraft[],
  today: CalendarDate,
): Promise<Loss[]> {
  const ids = closedIds(stored, people);
  if (ids.length === 0) return [];
  const { rows } = await sql<Closed>`
    select member_id, subscriber_id, line, plan_id, lower(covered) as "from", upper(covered) as until
    from coverage_spans where id = any (${ids}::uuid[]) and lower(covered) < ${today}::date`.execute(tx);
  const after = new Map(people.map((person) => [person.id, person.spans]));
  return [...Map.groupBy(rows, ({ memberId }) => memberId)].flatMap(([memberId, spans]) => {
    const lost = lostInPast(linesOf(spans), after.get(memberId) ?? {}, today);
    return lost.length > 0 ? [{ memberId, subscriberId: spans[0]?.subscriberId ?? memberId, lost }] : [];
  });
}

/**
 * Returns the past months that a change takes the coverage of although posted bills have a share of the employee for
 * them, per member (45 CFR 147.128; domain rules 4.10). A dependent's are those of the subscriber's line.
 */
export async function paidMonthsLost(
  tx: Tx,
  stored: StoredSpans,
  people: readonly PersonDraft[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, readonly CalendarDate[]>> {
  const losses = await lossesOf(tx, stored, people, today);
  if (losses.length === 0) return new Map();
  const shares = await sharesOf(tx, losses, today);
  return new Map(
    losses.flatMap(({ memberId, subscriberId, lost }) => {
      const months = paidMonths(lost, shares.get(subscriberId) ?? []);
      return months.length > 0 ? [[memberId, months]] : [];
    }),
  );
}

/** The months of several members together, in order. */
export const monthsTogether = (paid: ReadonlyMap<string, readonly CalendarDate[]>): CalendarDate[] =>
  [...new Set([...paid.values()].flat())].toSorted();

/**
 * Rejects an undo that has taken coverage away in the past that the employee paid for: it asks for no reason, which a
 * termination does.
 */
export async function rejectPaidLoss(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  undo: string,
  memberIds: readonly string[],
): Promise<void> {
  const closed = await sql<Closed>`
    select member_id, subscriber_id, line, plan_id, lower(covered) as "from", upper(covered) as until from coverage_spans
    where superseded_by = ${undo} and member_id = any (${[...memberIds]}::uuid[]) and lower(covered) < ${today}::date`.execute(
    tx,
  );
  if (closed.rows.length === 0) return;
  const before = Map.groupBy(closed.rows, ({ memberId }) => memberId);
  const all = [...before].map(([memberId, spans]): Loss => ({
    memberId,
    subscriberId: spans[0]?.subscriberId ?? memberId,
    lost: lostInPast(linesOf(spans), {}, today),
  }));
  const shares = await sharesOf(tx, all, today);
  if (shares.size === 0) return;
  const kept = await sql<Closed>`
    select member_id, subscriber_id, line, plan_id, lower(covered) as "from", upper(covered) as until from coverage_spans
    where upper_inf(recorded) and member_id = any (${[...memberIds]}::uuid[])`.execute(tx);
  const after = Map.groupBy(kept.rows, ({ memberId }) => memberId);
  const months = all.flatMap(({ memberId, subscriberId }) =>
    paidMonths(
      lostInPast(linesOf(before.get(memberId) ?? []), linesOf(after.get(memberId) ?? []), today),
      shares.get(subscriberId) ?? [],
    ),
  );
  if (months.length === 0) return;
  const text = monthsText([...new Set(months)].toSorted());
  throw new Refusal(
    'state',
    `Employees paid a share of the premium for ${text}, so this cannot be undone. Terminate the coverage instead, with a reason that allows it (45 CFR 147.128).`,
  );
}
