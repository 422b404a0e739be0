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
  /** Whether the history counts its records as people. */
  readonly isPerson?: true;
  /** The records of these ids; one that is no longer shown is missing in the answer. */
  names(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ShownRecord>>;
  /** One field before and after, in words; undefined for a field that the history does not show. */
  difference(
    field: string,
    values: { readonly before: unknown; readonly after: unknown },
    record: ShownRecord | undefined,
  ): Difference | undefined;
};

/** Which records an undo is asked for: all of the change, or `memberIds` and their families. */
export type UndoQuestion = { id: string; memberIds?: string[] | undefined; cursor?: string | undefined };

/** What an undo would do. `sight` is a digest of who stays as they are; empty where nobody does. */
export type UndoPreview = {
  people: number;
  removes: number;
  blocked: number;
  sight: string;
  blockers: { memberId: string; name: string; by: string; summary: string; at: string }[];
  next: string | null;
};

/**
 * What was confirmed: `skipBlocked` leaves families as they are of whom somebody was changed since, with `sight` only
 * those who were seen then.
 */
export type UndoOrder = {
  id: string;
  memberIds?: string[] | undefined;
  skipBlocked: boolean;
  sight?: string | undefined;
  reason?: string | undefined;
};

export type Undone = { changeId: string; people: number };
export type UndoneOrQueued = Undone & { queued: boolean; fileJobId: string | null };

/** How changes of a kind are undone. */
export type ChangeUndo<Means> = {
  /** The entity whose records it restores. A change without any is not offered for undo. */
  readonly entity: string;
  /** Refuses, in words, what cannot be undone at all. */
  require(tx: Tx, id: string): Promise<unknown>;
  preview(tx: Tx, question: UndoQuestion): Promise<UndoPreview>;
  /** How many records it would restore; refuses where one was changed since of which the order does not know. */
  requireFree(tx: Tx, order: UndoOrder): Promise<{ people: number }>;
  /** Restores the records, as a change of its own. */
  undo(work: WorkWith<Means>, order: UndoOrder): Promise<Undone>;
  /** Whether the whole of it takes too long for a request, so that the queue does it. */
  isLarge(tx: Tx, id: string): Promise<boolean>;
  /** Puts a large one into a queue of its own; without it the queue of changes takes it. */
  queue?(work: WorkWith<Means>, order: UndoOrder): Promise<UndoneOrQueued>;
};

/** What a feature tells the history: its records, the kinds of its changes, and what it does when people are restored. */
export type ChangeFeature<Means> = {
  readonly entities?: Readonly<Record<string, ChangeEntity>>;
  /** How each kind is undone, or why it never is: it is changed again, or reversed by an entry of its own. */
  readonly kinds: Readonly<Record<string, ChangeUndo<Means> | { readonly never: string }>>;
  /** Takes back, in the same transaction, what the feature had learned by the change about these members (uuid[]). */
  onRestored?(work: WorkWith<Means>, change: { readonly id: string }, members: RawBuilder<unknown>): Promise<void>;
};

const NEVER = 'This history entry changed no members, so there is nothing to undo.';

export type ChangeRegistry<Means> = {
  entity(name: string): ChangeEntity | undefined;
  /** The entities whose records are people. */
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
