import { useEffect, useRef } from 'react';

/** Returns focus to the row of the record that was closed. */
export function useFocusBack(memberId: string | undefined): void {
  const last = useRef(memberId);
  useEffect(() => {
    const closed = last.current;
    last.current = memberId;
    if (memberId !== undefined || closed === undefined) return undefined;
    // After the page's heading has had it, which every change of address gives it to.
    const timer = setTimeout(
      () => document.querySelector<HTMLElement>(`a[data-row="${CSS.escape(closed)}"]`)?.focus(),
      60,
    );
    return () => clearTimeout(timer);
  }, [memberId]);
}
