import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type StoredContribution, mostExact } from '@openbenefits/domain/plans/stored-contribution';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Where a household stands among a group's contribution rules. */
export type ContributionPlace = {
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
  const dated = sql<Row>`select c.group_id, c.class_id, c.location_id, c.line, c.rule from contribution_rules c
    where c.group_id = any (${[...groupIds]}::uuid[]) and c.valid @> ${on}::date and ${known}`.execute(tx);
  const agreed = sql<{ id: string; percent: number }>`
    select id, employer_contribution_percent as percent from groups where id = any (${[...groupIds]}::uuid[])`.execute(
    tx,
  );
  const [{ rows }, { rows: terms }] = await Promise.all([dated, agreed]);
  const byGroup = Map.groupBy(rows, ({ groupId }) => groupId);
  const percents = new Map(terms.map(({ id, percent }) => [id, percent]));
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
