import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { StoredContribution } from '@openbenefits/domain/plans/stored-contribution';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { ContributionRow } from './contributions.queries.ts';
import { type GroupRecord, touchGroup } from './group-record.ts';

/** A rule as the history keeps it, so that an undo can record it again. */
export type RuleOnRecord = Pick<ContributionRow, 'id' | 'classId' | 'locationId' | 'line' | 'from' | 'until'> & {
  rule: StoredContribution;
};

/** What a change did to the rules of a group: those that it closed, and those that it recorded. */
export type ContributionEffect = { closed: RuleOnRecord[]; recorded: RuleOnRecord[] };

/** The entity of contributions in the history; its ID is that of the group. */
export const CONTRIBUTION = 'contribution';

/** Closes what is on record of rules: nothing is overwritten. */
export async function closeRules({ tx, now }: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update contribution_rules set recorded = tstzrange(lower(recorded), ${now}::timestamptz)
    where id = any (${[...ids]}::uuid[]) and upper_inf(recorded)`.execute(tx);
}

export async function recordRule(
  { tx, now }: Work,
  groupId: string,
  { classId, locationId, line, rule, from, until }: Omit<RuleOnRecord, 'id'>,
): Promise<RuleOnRecord> {
  const id = uuidv7();
  await sql`insert into contribution_rules (id, group_id, class_id, location_id, line, valid, recorded, rule)
    values (${id}, ${groupId}, ${classId}, ${locationId}, ${line}, daterange(${from}::date, ${until}::date),
      tstzrange(${now}::timestamptz, null), ${JSON.stringify(rule)}::jsonb)`.execute(tx);
  return { id, classId, locationId, line, rule, from, until };
}

/** Closes rules and records what stays of them before a day. */
export async function cut(
  work: Work,
  rows: readonly ContributionRow[],
  groupId: string,
  from: CalendarDate,
): Promise<ContributionEffect> {
  const effect: ContributionEffect = { closed: [], recorded: [] };
  await closeRules(
    work,
    rows.map(({ id }) => id),
  );
  for (const { id, classId, locationId, line, rule, from: first, until } of rows) {
    effect.closed.push({ id, classId, locationId, line, rule, from: first, until });
    if (first < from)
      effect.recorded.push(
        await recordRule(work, groupId, { classId, locationId, line, rule, from: first, until: from }),
      );
  }
  return effect;
}

/** Raises the group's version and adds a history entry; `before` and `after` are display text under a label. */
export async function recordContribution(
  work: Work,
  group: Pick<GroupRecord, 'id' | 'version'>,
  { closed, recorded }: ContributionEffect,
  summary: string,
  before: object,
  after: object,
): Promise<{ id: string; version: number }> {
  const version = await touchGroup(work.tx, group, work.now);
  await recordChange(work, {
    kind: 'contribution',
    summary,
    groupId: group.id,
    items: [
      {
        entity: CONTRIBUTION,
        entityId: group.id,
        action: 'changed',
        before: { ...before, rules: closed },
        after: { ...after, rules: recorded },
      },
    ],
  });
  work.note({ targetKind: 'group', targetId: group.id });
  return { id: group.id, version };
}
