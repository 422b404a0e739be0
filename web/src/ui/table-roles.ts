/**
 * The roles of a table, spelled out where rows become grids or cards on a narrow screen: a browser drops a table's
 * meaning with its display.
 */
export const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  header: { role: 'columnheader' },
} as const;
