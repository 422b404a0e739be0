/**
 * Explicit table roles for rows that become grids or cards on narrow screens, because a browser drops table semantics
 * with the display.
 */
export const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  header: { role: 'columnheader' },
} as const;
