import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import type { Column, RowAction, RowSection, Selection, Sort, TableFooter } from './data-table-types.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { RowActions } from './RowActions.tsx';
import { AllCheck, RowCheck, SelectionBar } from './RowSelection.tsx';
import { Skeleton } from './Skeleton.tsx';
import { ROLE } from './table-roles.ts';
import { TableFoot } from './TableFoot.tsx';

type Props<Row> = {
  /** Its accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** How controls of a row call it: 'View Alder & Finch Millworks'. */
  rowName: (row: Row) => string;
  sort?: Sort;
  onSort?: (key: string) => void;
  actions?: (row: Row) => readonly RowAction[];
  /** The section of a row; the first row of each gets its heading. Rows come in the order of their sections. */
  sectionOf?: (row: Row) => RowSection;
  /** Ended things drop to ink-3. */
  isEnded?: (row: Row) => boolean;
  selection?: Selection;
  footer?: TableFooter;
  /** Shown instead of rows: an `EmptyState` or `ErrorState`. */
  empty?: ReactNode;
  /** Announced while loading: 'Loading groups...'. */
  loadingText?: string;
  /** Runs to the bottom edge of the page and scrolls inside. */
  fill?: boolean;
  /** Below 900 px each row keeps the button of its menu; without it, the row's own page has everything. */
  actionsOnPhone?: boolean;
  /** The next page is on its way; the rows before stay in sight. */
  refreshing?: boolean;
};

const SKELETON_ROWS = 8;

function Head<Row>({ table }: { table: Props<Row> }) {
  const { t } = useLingui();
  const { columns, rows, rowKey, sort, onSort, actions, selection } = table;
  return (
    <thead {...ROLE.group}>
      <tr {...ROLE.row}>
        {selection && (
          <th {...ROLE.header} scope="col">
            <AllCheck keys={rows?.map(rowKey) ?? []} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
        {actions && (
          <th {...ROLE.header} scope="col">
            <span className="sr">{t`Actions`}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function BodyRow<Row>({ table, row }: { table: Props<Row>; row: Row }) {
  const { columns, rowKey, rowName, actions, isEnded, selection, actionsOnPhone } = table;
  const id = rowKey(row);
  return (
    <tr
      {...ROLE.row}
      className={classes.row}
      data-ended={isEnded?.(row) || undefined}
      data-selected={(selection?.actions && selection.selected.has(id)) || undefined}
    >
      {selection && (
        // Without a bar the boxes are the choice itself, which a phone must offer too.
        <td {...ROLE.cell} data-narrow={selection.actions ? undefined : 'check'}>
          <RowCheck id={id} name={rowName(row)} selection={selection} />
        </td>
      )}
      {columns.map(({ key, cell, right, narrow, below }) => (
        <td key={key} {...ROLE.cell} data-right={right || undefined} data-narrow={narrow} data-below={below}>
          {cell(row)}
        </td>
      ))}
      {actions && (
        <td {...ROLE.cell} data-narrow={actionsOnPhone ? 'actions' : undefined}>
          <div className={classes.actions}>
            <RowActions actions={actions(row)} name={rowName(row)} />
          </div>
        </td>
      )}
    </tr>
  );
}

/** The heading of a section, over its first row. */
function SectionRow<Row>({ table, row, before }: { table: Props<Row>; row: Row; before: Row | undefined }) {
  const { sectionOf, columns, actions, selection } = table;
  if (!sectionOf) return null;
  const section = sectionOf(row);
  if (before !== undefined && sectionOf(before).key === section.key) return null;
  return (
    <tr {...ROLE.row} className={classes.section}>
      <th {...ROLE.header} scope="rowgroup" colSpan={columns.length + (actions ? 1 : 0) + (selection ? 1 : 0)}>
        {section.label}
      </th>
    </tr>
  );
}

/** A data table of plain elements, because component library cells make scrolling slow. */
export function DataTable<Row>(table: Props<Row>) {
  const { label, columns, rows, rowKey, actions, selection, footer, empty } = table;
  const { loadingText, fill, actionsOnPhone, refreshing } = table;
  const { t } = useLingui();
  const nothing = rows !== undefined && rows.length === 0;
  return (
    <div
      className={classes.frame}
      data-gives-way={columns.some(({ below }) => below !== undefined) || undefined}
      data-fill={fill || undefined}
      data-phone-actions={(actions && actionsOnPhone) || undefined}
      data-phone-checks={(selection && !selection.actions) || undefined}
    >
      <div className={classes.scroll}>
        {nothing ? (
          empty
        ) : (
          <table
            {...ROLE.table}
            className={classes.table}
            aria-label={label}
            aria-busy={rows === undefined || refreshing || undefined}
          >
            <colgroup>
              {selection && <col style={{ width: 42 }} />}
              {columns.map(({ key, width, below }) => (
                <col key={key} data-below={below} style={width === undefined ? undefined : { width }} />
              ))}
              {actions && <col className={classes.ofActions} />}
            </colgroup>
            <Head table={table} />
            <tbody {...ROLE.group}>
              {rows === undefined && (
                <SkeletonRows columns={columns} before={selection ? 1 : 0} after={actions ? 1 : 0} />
              )}
              {rows?.map((row, index) => (
                <Fragment key={rowKey(row)}>
                  <SectionRow table={table} row={row} before={rows[index - 1]} />
                  <BodyRow table={table} row={row} />
                </Fragment>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {(rows === undefined || nothing) && (
        <output className="sr">{nothing ? t`Nothing to show` : (loadingText ?? t`Loading...`)}</output>
      )}
      {selection?.actions && selection.selected.size > 0 && <SelectionBar selection={selection} />}
      {footer && !nothing && rows && <TableFoot footer={footer} shown={rows.length} />}
    </div>
  );
}

function SkeletonRows<Row>({
  columns,
  before,
  after,
}: {
  columns: readonly Column<Row>[];
  before: number;
  after: number;
}) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <tr key={index} className={classes.row} aria-hidden="true">
      {before > 0 && (
        <td>
          <Skeleton width={14} height={14} />
        </td>
      )}
      {columns.map(({ key, width, right, narrow, below }) => (
        <td key={key} data-right={right || undefined} data-narrow={narrow} data-below={below}>
          <Skeleton width={width === undefined ? `${52 - (index % 3) * 8}%` : Math.max(40, width - 56)} />
        </td>
      ))}
      {after > 0 && (
        <td data-right>
          <Skeleton width={16} />
        </td>
      )}
    </tr>
  ));
}
