import { referencePlanOf } from '@openbenefits/domain/plans/stored-contribution';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requirePermission } from '../policy/actor.ts';
import type { ChangeUndo } from '../change-registry.ts';
import { recordChange } from '../change-sets.ts';
import type { Tx } from '../db/connect.ts';
import { lockGroup } from '../group-lock.ts';
import type { Services } from '../request-context.ts';
import { closeRules, CONTRIBUTION, recordRule, type RuleOnRecord } from './contribution-records.ts';
import { requireReferencePlan } from './contributions.operations.ts';
import { lockedGroup, touchGroup } from './group-record.ts';

type Texts = Readonly<Record<string, unknown>>;
type Change = {
  groupId: string;
  summary: string;
  before: Texts & { rules: RuleOnRecord[] };
  after: Texts & { rules: RuleOnRecord[] };
};

async function changeOf(tx: Tx, id: string): Promise<Change> {
  const { rows } = await sql<Change>`
    select i.entity_id as group_id, c.summary, i.before, i.after from changes c join change_items i on i.change_id = c.id
    where c.id = ${id} and i.entity = ${CONTRIBUTION}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This history entry does not exist, or you may not see it.');
  return found;
}

const rulesOf = (rules: readonly RuleOnRecord[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as b("classId" uuid, "locationId" uuid, line text, "from" date, until date, rule jsonb)
    on r.class_id is not distinct from b."classId" and r.location_id is not distinct from b."locationId" and r.line is not distinct from b.line`;

/**
 * Returns the rules on record that a change recorded; undefined where one of them was changed since, or another holds on
 * the days of those that it closed. They are found by what they say: the undo of a later change records them anew.
 */
async function onRecord(tx: Tx, { groupId, before, after }: Change): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[]; others: boolean }>`
    with own as (select r.id from contribution_rules r join ${rulesOf(after.rules)}
      where r.group_id = ${groupId} and upper_inf(r.recorded) and r.valid = daterange(b."from", b.until) and r.rule = b.rule)
    select array(select id from own) as ids, exists (select from contribution_rules r join ${rulesOf(before.rules)}
      where r.group_id = ${groupId} and upper_inf(r.recorded) and r.valid && daterange(b."from", b.until) and r.id not in (select id from own)) as others`.execute(
    tx,
  );
  const [found] = rows;
  return found && !found.others && found.ids.length === after.rules.length ? found.ids : undefined;
}

/** The latest change of the group's contributions since. */
async function laterChange(tx: Tx, id: string, groupId: string) {
  const { rows } = await sql<{ by: string; at: string; summary: string }>`
    select c.actor_name as by, c.made_at as at, c.summary from changes c join change_items i on i.change_id = c.id
    where i.entity = ${CONTRIBUTION} and i.entity_id = ${groupId} and (c.made_at, c.id) > (select made_at, id from changes where id = ${id})
    order by c.made_at desc, c.id desc limit 1`.execute(tx);
  return rows[0];
}

async function requireFree(tx: Tx, id: string): Promise<Change & { ids: string[] }> {
  const change = await changeOf(tx, id);
  const undone = await tx.selectFrom('changes').select('id').where('undoes', '=', id).limit(1).executeTakeFirst();
  if (undone) throw new Refusal('state', 'This was already undone.');
  const ids = await onRecord(tx, change);
  if (ids) return { ...change, ids };
  throw new Refusal('state', 'This contribution was changed again since. Undo the later change first.');
}

const NOTHING = { people: 0, removes: 0, blocked: 0, sight: '', blockers: [], next: null };
const textsOf = ({ rules: _, ...texts }: Change['before']): Texts => texts;

/** Records the rules again that a change of a contribution closed, and closes those that it recorded. */
export const undoOfContribution: ChangeUndo<Services> = {
  entity: CONTRIBUTION,
  require: changeOf,
  async preview(tx, { id }) {
    const change = await changeOf(tx, id);
    if (await onRecord(tx, change)) return { ...NOTHING, people: 1 };
    const later = await laterChange(tx, id, change.groupId);
    const blockers = later ? [{ memberId: change.groupId, name: later.summary, ...later }] : [];
    return { ...NOTHING, blocked: 1, blockers };
  },
  requireFree: async (tx, { id }) => ({ people: (await requireFree(tx, id)) && 1 }),
  async undo(work, { id, reason }) {
    const { tx, actor, now } = work;
    requirePermission(actor, 'groups.edit');
    const { groupId } = await changeOf(tx, id);
    await lockGroup(tx, groupId);
    const group = await lockedGroup(tx, groupId);
    const { summary, before, after, ids } = await requireFree(tx, id);
    for (const { rule, line } of before.rules) {
      const planId = referencePlanOf(rule);
      if (planId !== undefined) await requireReferencePlan(tx, planId, line);
    }
    await closeRules(work, ids);
    const restored: RuleOnRecord[] = [];
    for (const rule of before.rules) restored.push(await recordRule(work, groupId, rule));
    await touchGroup(tx, group, now);
    const changeId = await recordChange(work, {
      kind: 'undo',
      summary: `Undid: ${summary}`,
      groupId,
      reason,
      undoes: id,
      items: [
        {
          entity: CONTRIBUTION,
          entityId: groupId,
          action: 'restored',
          before: { ...textsOf(after), rules: after.rules },
          after: { ...textsOf(before), rules: restored },
        },
      ],
    });
    return { changeId, people: 1 };
  },
  isLarge: async () => false,
};
