import { useEffect, useId, useSyncExternalStore } from 'react';

/** Open dialogs and popovers, the top one last. */
let stack: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether it is the top dialog, because Escape closes one at a time. */
export function useIsOnTop(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    change([...stack, id]);
    return () => change(stack.filter((one) => one !== id));
  }, [opened, id]);
  return useSyncExternalStore(subscribe, () => stack.at(-1) === id);
}
