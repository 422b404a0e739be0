import { useState } from 'react';

/**
 * Pages of a cursor. A cursor knows only the following page, so earlier cursors are kept. `list` identifies the list:
 * another search starts at its first page.
 */
export function useCursorPages(limit: number, list = '') {
  const [turned, setTurned] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = turned.list === list ? turned.cursors : [];
  const turn = (next: readonly string[]) => setTurned({ list, cursors: next });
  return {
    cursor: cursors.at(-1),
    from: cursors.length * limit + 1,
    onPrevious: cursors.length > 0 ? () => turn(cursors.slice(0, -1)) : undefined,
    onNext: (next: string | null | undefined) => (next ? () => turn([...cursors, next]) : undefined),
  };
}
