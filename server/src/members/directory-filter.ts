import type { DirectoryFilter } from '@openbenefits/contract/directory';
import { addDays } from '@openbenefits/domain/calendar-date';
import { type RawBuilder, sql } from 'kysely';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import type { Work } from '../command.ts';
import { likePattern } from '../cursor.ts';
import { agingOut } from './age-out.queries.ts';

export const and = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`true` : sql.join(parts, sql` and `);

/** Matches the term in a member's searched text; one or two letters match the start of a word, as in find_members. */
export function matchesTerm(term: string): RawBuilder<boolean> {
  const pattern = likePattern(term);
  if (pattern.length - 2 >= 3) return sql<boolean>`m.search_text like fold(${pattern})`;
  const start = pattern.slice(1);
  return sql<boolean>`(m.search_text like fold(${start}) or m.search_text like fold(${`% ${start}`}) or m.search_text like fold(${`%\u001F${start}`}))`;
}

/** What conditions are made with: the vault too, for birth dates. */
type Reader = Pick<Work, 'tx' | 'today' | 'services' | 'actor'>;

type Covered = {
  /** Checked per member during a walk. */ each: RawBuilder<boolean>;
  /** All of them at once. */ all: RawBuilder<boolean>;
};

/** Covered today, or on another day, by a plan, or by any plan of a line. */
function coveredBy(
  { today }: Reader,
  { line, planId, coveredToday, coveredOn }: Pick<DirectoryFilter, 'line' | 'planId' | 'coveredToday' | 'coveredOn'>,
): Covered | undefined {
  if (!line && !planId && !coveredToday && !coveredOn) return undefined;
  const plans = planId
    ? sql`s.plan_id = ${planId}`
    : !line
      ? sql`true`
      : sql`s.plan_id = any (array(select p.id from health_plans p where p.line = ${line}))`;
  const both = line && planId ? sql`${plans} and s.line = ${line}` : plans;
  const current = sql`upper_inf(s.recorded) and s.covered @> ${coveredOn ?? today}::date and ${both}`;
  return {
    // A sub-select with a limit is evaluated per row; an `exists` may be planned as a join with all coverage.
    each: sql<boolean>`coalesce((select true from coverage_spans s where s.member_id = m.id and ${current} limit 1), false)`,
    all: sql<boolean>`m.id in (select s.member_id from coverage_spans s where ${current})`,
  };
}

export type Conditions = {
  /** Of the member `m`, all but the search term and the coverage. */
  parts: RawBuilder<boolean>[];
  term: string | undefined;
  covered: Covered | undefined;
  /** How selective a filter is: 'all' or nearly all; a rare 'status'; a 'set' with its own index. */
  leaves: 'all' | 'status' | 'set';
};

/** Returns all conditions, if no order decides which is checked first. */
export const allOf = ({ parts, term, covered }: Conditions): RawBuilder<boolean>[] => [
  ...parts,
  ...(term ? [matchesTerm(term)] : []),
  ...(covered ? [covered.all] : []),
];

/** Converts the filter of the directory into conditions. Finds children who age out by decrypting birth dates. */
export async function conditionsOf(
  work: Reader,
  filter: Omit<DirectoryFilter, 'kind'> & { kind?: DirectoryFilter['kind'] },
): Promise<Conditions> {
  const { today } = work;
  const wide: RawBuilder<boolean>[] = [];
  const narrow: RawBuilder<boolean>[] = [];
  if (filter.kind === 'subscriber') wide.push(sql<boolean>`m.subscriber_id is null`);
  if (filter.kind === 'dependent') wide.push(sql<boolean>`m.subscriber_id is not null`);
  if (filter.status) wide.push(sql<boolean>`m.status = ${filter.status}`);
  if (filter.groupId) narrow.push(sql<boolean>`m.group_id = ${filter.groupId}`);
  if (filter.newWithinDays)
    narrow.push(sql<boolean>`m.created_at >= ${addDays(today, -filter.newWithinDays)}::timestamptz`);
  if (filter.pendingOverDays)
    narrow.push(
      sql<boolean>`m.status = 'pending' and m.created_at < ${addDays(today, -filter.pendingOverDays)}::timestamptz`,
    );
  if (filter.missing === 'ssn')
    narrow.push(sql<boolean>`m.ssn_index is null and m.status not in ('terminated', 'inactive')`);
  if (filter.startsWithinDays)
    narrow.push(sql<boolean>`m.id in (select coverage_starts(${today}, ${addDays(today, filter.startsWithinDays)}))`);
  // The first day without coverage follows the last one.
  if (filter.endsWithinDays)
    narrow.push(sql<boolean>`m.id in (select coverage_ends(${today}, ${addDays(today, filter.endsWithinDays + 1)}))`);
  if (filter.outsideSubscriber) {
    narrow.push(sql<boolean>`m.id in (select s.member_id from coverage_spans s where s.member_id <> s.subscriber_id and upper_inf(s.recorded) and s.covered @> ${today}::date
      and not exists (select from coverage_spans o where o.member_id = s.subscriber_id and o.line = s.line and upper_inf(o.recorded) and o.covered @> ${today}::date))`);
  }
  if (filter.ageOutWithinDays) {
    await requireFlag(work.tx, 'age_out_monitoring');
    narrow.push(sql<boolean>`m.id = any (${await agingOut(work, filter.ageOutWithinDays)}::uuid[])`);
  }
  const isRare = filter.status !== undefined && filter.status !== 'active';
  return {
    parts: [...narrow, ...wide],
    term: filter.search?.trim() || undefined,
    covered: coveredBy(work, filter),
    leaves: narrow.length > 0 ? 'set' : isRare ? 'status' : 'all',
  };
}
