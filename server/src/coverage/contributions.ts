import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type StoredContribution, mostExact } from '@openbenefits/domain/plans/stored-contribution';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Where a household stands among a group's contribution rules. */
type ContributionPlace = {
  readonly groupId: string;
  readonly classId: string | null;
  readonly locationId: string | null;
  readonly line: CoverageLine;
};

/** The rule that holds for a household's line. */
export type ContributionRules = (place: ContributionPlace) => StoredContribution;

type Row = {
  groupId: string;
  classId: string | null;
  locationId: string | null;
  line: CoverageLine | null;
  rule: StoredContribution;
};

/**
 * Loads what groups pay on a day, as known now or at `knownAt`: the most exact rule of class, location and line, or the
 * percentage of the group's terms.
 */
export async function loadContributions(
  tx: Tx,
  groupIds: readonly string[],
  on: CalendarDate,
  knownAt?: string,
): Promise<ContributionRules> {
  const known = knownAt ? sql`c.recorded @> ${knownAt}::timestamptz` : sql`upper_inf(c.recorded)`;
  const { rows } = await sql<{ id: string; percent: number; rules: Row[] }>`
    select g.id, g.employer_contribution_percent as percent,
      (select coalesce(jsonb_agg(jsonb_build_object('groupId', c.group_id, 'classId', c.class_id, 'locationId', c.location_id, 'line', c.line, 'rule', c.rule)), '[]')
        from contribution_rules c where c.group_id = g.id and c.valid @> ${on}::date and ${known}) as rules
    from groups g where g.id = any (${[...groupIds]}::uuid[])`.execute(tx);
  const byGroup = new Map(rows.map(({ id, rules }) => [id, rules]));
  const percents = new Map(rows.map(({ id, percent }) => [id, percent]));
  return (place) => {
    const percent = percents.get(place.groupId) ?? 0;
    return (
      mostExact(byGroup.get(place.groupId) ?? [], place)?.rule ?? {
        kind: 'percent',
        employee: percent,
        dependents: percent,
      }
    );
  };
}
