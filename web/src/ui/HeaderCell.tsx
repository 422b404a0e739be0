import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column, Sort } from './data-table-types.ts';
import classes from './HeaderCell.module.css';
import { Icon } from './Icon.tsx';
import { ROLE } from './table-roles.ts';

/** A column heading, which sorts if possible. */
export function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((key: string) => void) | undefined;
}) {
  const active = sort?.key === column.key;
  return (
    <th
      {...ROLE.header}
      scope="col"
      data-right={column.right || undefined}
      data-below={column.below}
      aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && onSort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(column.key)}>
          {column.header}
          <Icon of={active && sort.descending ? IconArrowDown : IconArrowUp} size={14} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
