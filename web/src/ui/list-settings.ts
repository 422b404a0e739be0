import type { MessageDescriptor } from '@lingui/core';
import { useSyncExternalStore } from 'react';

export const DENSITIES = ['compact', 'default', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

type Settings<Column extends string> = { readonly density: Density; readonly hidden: readonly Column[] };

/**
 * A user's display settings of one list, kept in the browser. They are not part of the list's content, so not in the
 * address.
 */
export type ListSettings<Column extends string> = {
  /** Columns that can be hidden, with their labels. */
  readonly columns: Readonly<Record<Column, MessageDescriptor>>;
  use: () => Settings<Column>;
  change: (change: Partial<Settings<Column>>) => void;
};

/** Returns the settings of one list, stored under `key` in the browser. Unknown stored values are ignored. */
export function listSettings<Column extends string>(
  key: string,
  columns: Readonly<Record<Column, MessageDescriptor>>,
): ListSettings<Column> {
  const names = Object.keys(columns) as Column[];
  const listeners = new Set<() => void>();

  function read(): Settings<Column> {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { density?: unknown; hidden?: unknown } | null;
      const hidden = Array.isArray(kept?.hidden) ? (kept.hidden as unknown[]) : [];
      return {
        density: DENSITIES.find((density) => density === kept?.density) ?? 'default',
        hidden: names.filter((column) => hidden.includes(column)),
      };
    } catch {
      return { density: 'default', hidden: [] };
    }
  }

  let settings = read();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    columns,
    use: () => useSyncExternalStore(subscribe, () => settings),
    change: (change) => {
      settings = { ...settings, ...change };
      try {
        localStorage.setItem(key, JSON.stringify(settings));
      } catch {
        // Lasts until the page is left.
      }
      for (const listener of listeners) listener();
    },
  };
}
