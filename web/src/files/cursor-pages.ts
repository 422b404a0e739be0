import { useState } from 'react';

/** Pages of a cursor: where we are and how to go on and back. A cursor knows only what comes after it, so the ones before are kept. */
export function useCursorPages(limit: number) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1),
    from: cursors.length * limit + 1,
    onPrevious: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    onNext: (next: string | null | undefined) => (next ? () => setCursors([...cursors, next]) : undefined),
  };
}
