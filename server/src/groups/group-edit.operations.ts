import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { mergeEdit, problemsOfGroupEdit } from '@openbenefits/domain/groups/group-edit';
import {
  type GroupChanges,
  type GroupField,
  type GroupForm,
  storedGroupValue,
} from '@openbenefits/domain/groups/group-fields';
import { groupFieldLabel, groupFieldText } from '@openbenefits/domain/groups/field-label';
import { isCobraForced } from '@openbenefits/domain/groups/group-terms';
import { type EditConflict, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { recordChange } from '../change-sets.ts';
import { type Clock, timeWords } from '../clock.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { formOf, type GroupRecord, lastChange, lockedGroup, touchGroup } from './group-record.ts';
import { openTaxId, sealTaxId } from '../tax-ids.ts';
import { requireReasonToShare } from './shared-tax-ids.ts';

const orNone = (text: string | null): string | null => text || null;

/** Returns who set a field last, as the history says. */
async function lastOf(tx: Tx, groupId: string, field: string): Promise<{ by: string; at: string } | undefined> {
  const { rows } = await sql<{
    by: string;
    at: string;
  }>`select c.actor_name as by, c.made_at as at from changes c join change_items i on i.change_id = c.id
    where i.entity = 'group' and i.entity_id = ${groupId} and i.after ? ${field} order by c.made_at desc, c.id desc limit 1`.execute(
    tx,
  );
  return rows[0];
}

async function conflictsOf(
  tx: Tx,
  group: GroupRecord,
  current: GroupForm,
  seen: GroupChanges,
  wanted: GroupChanges,
  fields: readonly GroupField[],
): Promise<EditConflict[]> {
  const found: EditConflict[] = [];
  for (const field of fields) {
    const last = await lastOf(tx, group.id, field);
    const text = (form: GroupChanges): string | null => groupFieldText(field, form[field]);
    found.push({
      field,
      label: groupFieldLabel(field),
      before: text(seen),
      theirs: text(current),
      yours: text(wanted),
      by: last?.by ?? null,
      at: last?.at ?? null,
    });
  }
  return found;
}

const quoted = (text: string | null): string => (text === null ? 'nothing' : `“${text}”`);
const conflictWords = ({ before, theirs, by, at }: EditConflict, clock: Clock): string =>
  `${by ?? 'Somebody'} changed this${at ? ` on ${timeWords(at, clock)}` : ''} from ${quoted(before)} to ${quoted(theirs)}.`;

/** The effective date must be on or before the first coverage. */
async function requireBeforeCoverage(tx: Tx, groupId: string, date: string): Promise<void> {
  const { rows } = await sql<{
    people: number;
    first: CalendarDate | null;
  }>`select count(distinct member_id) as people, min(lower(covered))::text as first from coverage_spans
    where group_id = ${groupId} and upper_inf(recorded) and lower(covered) < ${date}::date`.execute(tx);
  const { people = 0, first = null } = rows[0] ?? {};
  if (people > 0 && first) {
    const message = `${counted(people, 'member')} ${people === 1 ? 'has' : 'have'} coverage before this date, from ${formatDate(first)} on.`;
    throw new Refusal('invalid', message, [{ path: 'effectiveDate', message }]);
  }
}

/**
 * Saves the changed fields of a group. Rejects 'stale' with a conflict for each field that another user changed since
 * (`seen`), and with a problem at each invalid field. Other users' changes to other fields are kept.
 */
export async function editGroup(
  work: Work,
  input: {
    id: string;
    version: number;
    changes: GroupChanges;
    seen: GroupChanges;
    sharedTaxIdReason?: string | undefined;
  },
): Promise<{ id: string; version: number; changed: string[]; merged: { by: string; at: string } | null }> {
  const { tx, now, note, services, actor } = work;
  const group = await lockedGroup(tx, input.id);
  const current = formOf(group, openTaxId(services.vault, actor.tenantId, group.id, group.taxIdEncrypted));
  // An empty or masked tax ID in the form means no change.
  const { taxId, ...others } = input.changes;
  const wanted = taxId?.trim() && !taxId.includes('•') ? { ...others, taxId } : others;
  const { changes, conflicts } = mergeEdit(current, input.seen, wanted);
  if (conflicts.length > 0) {
    const told = await conflictsOf(tx, group, current, input.seen, wanted, conflicts);
    const words = told.map((conflict) => ({
      path: conflict.field,
      message: conflictWords(conflict, work.services.clock),
    }));
    throw new Refusal(
      'stale',
      `Another user changed ${told.map(({ label }) => label).join(', ')} in the meantime.`,
      words,
      told,
    );
  }
  const after: GroupForm = { ...current, ...wanted };
  refuseIfAny(problemsOfGroupEdit(after, current));
  if (changes.includes('effectiveDate')) await requireBeforeCoverage(tx, group.id, after.effectiveDate);
  const shared = changes.includes('taxId')
    ? await requireReasonToShare(work, after.taxId, 'taxId', input.sharedTaxIdReason, group.id)
    : undefined;
  const forced = isCobraForced(after.employeeCount);
  if (forced && changes.includes('cobraEnabled') && !after.cobraEnabled)
    throw new Refusal('invalid', 'COBRA applies to groups with 20+ employees.', [
      { path: 'cobraEnabled', message: 'COBRA applies to groups with 20+ employees.' },
    ]);
  if (forced && !current.cobraEnabled) {
    after.cobraEnabled = true;
    if (!changes.includes('cobraEnabled')) changes.push('cobraEnabled');
  }
  note({ targetKind: 'group', targetId: group.id, fields: changes });
  const merged = input.version === group.version ? null : await lastChange(tx, group.id);
  if (changes.length === 0) return { id: group.id, version: group.version, changed: [], merged };
  const values = Object.fromEntries(changes.map((field) => [field, storedGroupValue(field, after[field])]));
  const { taxId: newTaxId, ...columns } = values;
  const sealed =
    newTaxId === undefined ? {} : sealTaxId(services.vault, actor.tenantId, group.id, String(newTaxId ?? ''));
  const version = await touchGroup(tx, group, now, { ...columns, ...sealed });
  await recordChange(work, {
    kind: 'group_edited',
    summary: `Changed ${changes.map(groupFieldLabel).join(', ')}`,
    groupId: group.id,
    reason: shared,
    items: [
      {
        entity: 'group',
        entityId: group.id,
        action: 'changed',
        before: Object.fromEntries(
          changes.map((field) => [field, field === 'taxId' ? orNone(current.taxId) : group[field]]),
        ),
        // No more of a tax ID than the history shows.
        after: newTaxId === undefined ? values : { ...columns, taxId: orNone(groupFieldText('taxId', newTaxId)) },
      },
    ],
  });
  return { id: group.id, version, changed: changes, merged };
}
