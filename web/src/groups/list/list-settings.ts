import { useSyncExternalStore } from 'react';

export const DENSITIES = ['compact', 'default', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Columns that may be left out; name and status always show. */
export const CHOSEN_COLUMNS = ['cim', 'employees', 'type', 'renewal', 'premium'] as const;
export type ChosenColumn = (typeof CHOSEN_COLUMNS)[number];

export type ListSettings = { readonly density: Density; readonly hidden: readonly ChosenColumn[] };

const KEY = 'groups-list';
const DEFAULT: ListSettings = { density: 'default', hidden: [] };
const listeners = new Set<() => void>();

function read(): ListSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { density?: unknown; hidden?: unknown } | null;
    const hidden = Array.isArray(kept?.hidden) ? (kept.hidden as unknown[]) : [];
    return {
      density: DENSITIES.find((density) => density === kept?.density) ?? DEFAULT.density,
      hidden: CHOSEN_COLUMNS.filter((column) => hidden.includes(column)),
    };
  } catch {
    return DEFAULT;
  }
}

let settings = read();

export function changeListSettings(change: Partial<ListSettings>): void {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

export function useListSettings(): ListSettings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => settings,
  );
}
