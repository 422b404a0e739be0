import { useSyncExternalStore } from 'react';
import { DENSITIES, type Density } from '../../groups/list/list-settings.ts';

/** Columns that may be left out; name and status always show. */
export const MEMBER_COLUMNS = ['group', 'number', 'contact', 'coverage', 'added'] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

export type DirectorySettings = { readonly density: Density; readonly hidden: readonly MemberColumn[] };

const KEY = 'members-list';
const DEFAULT: DirectorySettings = { density: 'default', hidden: [] };
const listeners = new Set<() => void>();

function read(): DirectorySettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { density?: unknown; hidden?: unknown } | null;
    const hidden = Array.isArray(kept?.hidden) ? (kept.hidden as unknown[]) : [];
    return { density: DENSITIES.find((density) => density === kept?.density) ?? DEFAULT.density, hidden: MEMBER_COLUMNS.filter((column) => hidden.includes(column)) };
  } catch {
    return DEFAULT;
  }
}

let settings = read();

export function changeDirectorySettings(change: Partial<DirectorySettings>): void {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

export function useDirectorySettings(): DirectorySettings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => settings,
  );
}
