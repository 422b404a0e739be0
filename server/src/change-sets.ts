import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from './command.ts';

/** A kind of change, registered by its feature (change-features.ts). */
export type ChangeKind = string;
export type ChangeItem = {
  /** A kind of record, registered by its feature (change-features.ts). */
  entity: string;
  entityId: string;
  action: 'added' | 'changed' | 'ended' | 'reinstated' | 'voided' | 'removed' | 'merged' | 'restored';
  /** Changed fields only, by column in camel case. */
  before?: object;
  after?: object;
  sourceLine?: number;
};

const ITEMS_AT_ONCE = 5000;

/**
 * Records a change set: who changed what, when and why. It gives history, undo and explanation
 * (decisions/0004-change-sets-and-bitemporal-coverage.md). Protected values in `before` and `after` are vault
 * envelopes.
 */
export async function recordChange(
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  change: {
    id?: string;
    kind: ChangeKind;
    summary: string;
    groupId?: string | undefined;
    reason?: string | undefined;
    effectiveDate?: CalendarDate | undefined;
    undoes?: string;
    fileJobId?: string | undefined;
    items: readonly ChangeItem[];
  },
): Promise<string> {
  const id = change.id ?? uuidv7();
  await tx
    .insertInto('changes')
    .values({
      id,
      kind: change.kind,
      summary: change.summary,
      reason: change.reason ?? null,
      actorId: actor.id,
      actorName: actor.name,
      groupId: change.groupId ?? null,
      effectiveDate: change.effectiveDate ?? null,
      undoes: change.undoes ?? null,
      fileJobId: change.fileJobId ?? null,
      madeAt: now,
    })
    .execute();
  // A statement takes 65,535 values; terminating a large group needs more.
  for (let from = 0; from < change.items.length; from += ITEMS_AT_ONCE) {
    await tx
      .insertInto('changeItems')
      .values(
        change.items.slice(from, from + ITEMS_AT_ONCE).map((item, index) => ({
          changeId: id,
          itemNo: from + index + 1,
          entity: item.entity,
          entityId: item.entityId,
          action: item.action,
          before: item.before ? JSON.stringify(item.before) : null,
          after: item.after ? JSON.stringify(item.after) : null,
          sourceLine: item.sourceLine ?? null,
        })),
      )
      .execute();
  }
  return id;
}
