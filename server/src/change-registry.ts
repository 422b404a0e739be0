import type { ChangeItem } from '@openbenefits/contract/changes';
import type { RawBuilder } from 'kysely';
import type { Tx } from './db/connect.ts';
import { ownValue } from '@openbenefits/domain/own-value';
import type { WorkWith } from './work.ts';

/** What the history shows of a record. `isRestricted`: few may see its address (INS13 of the 834). */
export type ShownRecord = { readonly name: string; readonly isRestricted?: boolean };

type Difference = ChangeItem['differences'][number];

/** A kind of record that changes are about, such as a member: how the history shows it. */
export type ChangeEntity = {
  /** Whether the history counts its records as members. */
  readonly isPerson?: true;
  /** The records of these ids; one that is no longer shown is missing in the answer. */
  names(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ShownRecord>>;
  /** Describes one field before and after; undefined for a field that the history does not show. */
  difference(
    field: string,
    values: { readonly before: unknown; readonly after: unknown },
    record: ShownRecord | undefined,
  ): Difference | undefined;
};

/** Records to undo: all of the change, or `memberIds` and their families. */
export type UndoQuestion = { id: string; memberIds?: string[] | undefined; cursor?: string | undefined };

/** The effect of an undo. `sight` is a digest of the blocked members; empty if there are none. */
export type UndoPreview = {
  people: number;
  removes: number;
  blocked: number;
  sight: string;
  blockers: { memberId: string; name: string; by: string; summary: string; at: string }[];
  next: string | null;
};

/**
 * A confirmed undo: `skipBlocked` leaves families with later changes unchanged, with `sight` only those listed in the
 * preview.
 */
export type UndoOrder = {
  id: string;
  memberIds?: string[] | undefined;
  skipBlocked: boolean;
  sight?: string | undefined;
  reason?: string | undefined;
};

/** `waitsBecause`: why nothing is undone until a second person approves it; `changeId` is then what would be undone. */
export type Undone = { changeId: string; people: number; waitsBecause?: string | null };
export type UndoneOrQueued = Undone & { queued: boolean; fileJobId: string | null };

/** How changes of a kind are undone. */
export type ChangeUndo<Means> = {
  /** The entity whose records it restores. A change without any is not offered for undo. */
  readonly entity: string;
  /** Rejects, with a message, a change that cannot be undone. */
  require(tx: Tx, id: string): Promise<unknown>;
  preview(tx: Tx, question: UndoQuestion): Promise<UndoPreview>;
  /** Returns how many records it would restore; rejects if an unconfirmed one was changed later. */
  requireFree(tx: Tx, order: UndoOrder): Promise<{ people: number }>;
  /** Restores the records as a change of its own. */
  undo(work: WorkWith<Means>, order: UndoOrder): Promise<Undone>;
  /** Whether the whole of it takes too long for a request, so that the queue does it. */
  isLarge(tx: Tx, id: string): Promise<boolean>;
  /** Queues a large undo in the feature's own queue; without it, in the queue of changes. */
  queue?(work: WorkWith<Means>, order: UndoOrder): Promise<UndoneOrQueued>;
};

/**
 * What a feature registers with the history: its records, its change kinds, and its reaction when members are restored.
 */
export type ChangeFeature<Means> = {
  readonly entities?: Readonly<Record<string, ChangeEntity>>;
  /** How each kind is undone, or why it cannot be: it is changed again or reversed. */
  readonly kinds: Readonly<Record<string, ChangeUndo<Means> | { readonly never: string }>>;
  /** Removes, in the same transaction, what the feature learned from the change about these members (uuid[]). */
  onRestored?(work: WorkWith<Means>, change: { readonly id: string }, members: RawBuilder<unknown>): Promise<void>;
};

const NEVER = 'This history entry changed no members, so there is nothing to undo.';

export type ChangeRegistry<Means> = {
  entity(name: string): ChangeEntity | undefined;
  /** Entities that are members. */
  readonly people: readonly string[];
  /** The kinds that can be undone, each with the entity that it restores. */
  readonly undoable: readonly { kind: string; entity: string }[];
  undoOf(kind: string): ChangeUndo<Means> | { never: string };
  onRestored(work: WorkWith<Means>, change: { readonly id: string }, members: RawBuilder<unknown>): Promise<void>;
};

/** Makes the registry of what the features tell. Throws where two claim one entity or kind. */
export function openChangeRegistry<Means>(features: readonly ChangeFeature<Means>[]): ChangeRegistry<Means> {
  const entities = once(features.flatMap(({ entities: own = {} }) => Object.entries(own)));
  const kinds = once(features.flatMap(({ kinds: own }) => Object.entries(own)));
  return {
    entity: (name) => ownValue(entities, name),
    people: Object.keys(entities).filter((name) => entities[name]?.isPerson),
    undoable: Object.entries(kinds).flatMap(([kind, undo]) => ('never' in undo ? [] : [{ kind, entity: undo.entity }])),
    undoOf: (kind) => ownValue(kinds, kind) ?? { never: NEVER },
    async onRestored(work, change, members) {
      for (const feature of features) await feature.onRestored?.(work, change, members);
    },
  };
}

function once<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const names = entries.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`Two features register the history kind "${twice}".`);
  return Object.fromEntries(entries);
}
