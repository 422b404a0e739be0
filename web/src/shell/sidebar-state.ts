import { useSyncExternalStore } from 'react';

const KEY = 'sidebar';
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'closed';
  } catch {
    return false;
  }
}

let closed = read();

export function toggleSidebar(): void {
  closed = !closed;
  try {
    localStorage.setItem(KEY, closed ? 'closed' : 'open');
  } catch {
    // Lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

export function useSidebarClosed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => closed,
  );
}
