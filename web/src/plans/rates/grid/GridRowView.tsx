import {
  amountText,
  cellText,
  EMPTY_VALUE,
  GRID_COLUMNS,
  type GridColumn,
  type GridRow,
  rowName,
} from '@openbenefits/domain/plans/rate-row';
import type { RatingMethod } from '@openbenefits/domain/plans/rate-table';
import type { Cents } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { gridColumnLabel } from '../../../domain-labels.ts';
import { words } from '../../../words.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { MoneyText } from '../../../ui/MoneyText.tsx';
import { StatusSign } from '../../../ui/StatusSign.tsx';
import { CellEditor } from './CellEditor.tsx';
import classes from './RateGrid.module.css';

/** Selected columns of a row, and the active one; -1 for none. Plain values, so that other rows are not drawn again. */
export type RowProps = {
  row: GridRow;
  index: number;
  method: RatingMethod;
  /** The dependents' rates are those of the whole tier. */
  isWhole: boolean;
  active: number;
  left: number;
  right: number;
  editingText: string | null;
  editingSelects: boolean;
  /** Problems of its cells: column, severity and text, by line and tab. */
  problems: string;
  change: string | null;
  /** null where unknown; undefined where the grid has no such column. */
  subscribers: number | null | undefined;
  canEdit: boolean;
  onCommit: (text: string, down: number, right: number) => void;
  onCancel: () => void;
  onRemove: (key: string) => void;
};

type Wrong = { severity: string; text: string };

const problemsIn = (text: string): ReadonlyMap<string, Wrong> =>
  new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'))
      .map(([column = '', severity = '', problem = '']) => [column, { severity, text: problem }]),
  );

function Value({ row, column }: { row: GridRow; column: Exclude<GridColumn, 'age'> }) {
  const { amount, entered } = row.values[column] ?? EMPTY_VALUE;
  if (entered !== null) return entered;
  if (amount === null) return null;
  if (column === 'factor' || column === 'tobacco_factor' || column === 'per_unit')
    return <span className="num">{amountText(column, amount)}</span>;
  return <MoneyText cents={amount as Cents} />;
}

function Cell({
  column,
  at,
  row: { row, index, isWhole, active, left, right, editingText, editingSelects, onCommit, onCancel },
  wrong,
}: {
  column: GridColumn;
  at: number;
  row: RowProps;
  wrong: Wrong | undefined;
}) {
  const isActive = active === at;
  const label = `${words(rowName(row))}, ${gridColumnLabel(column, isWhole)}`;
  const tip = wrong && words(wrong.text);
  return (
    <td
      role={column === 'age' ? 'rowheader' : 'gridcell'}
      tabIndex={isActive ? 0 : -1}
      data-cell={`${index}:${at}`}
      data-age={column === 'age' || undefined}
      data-active={isActive || undefined}
      data-selected={(at >= left && at <= right) || undefined}
      data-wrong={wrong?.severity}
      data-tip={tip}
      aria-selected={at >= left && at <= right}
      aria-invalid={wrong?.severity === 'error' || undefined}
      aria-description={tip}
    >
      {isActive && editingText !== null ? (
        <CellEditor label={label} text={editingText} selects={editingSelects} onCommit={onCommit} onCancel={onCancel} />
      ) : column === 'age' ? (
        <>
          {cellText(row, 'age')}
          {wrong?.severity === 'error' && <StatusSign sign="alert" />}
        </>
      ) : (
        <Value row={row} column={column} />
      )}
    </td>
  );
}

function RowHead({ row }: { row: GridRow }) {
  return (
    <th scope="row" className={classes.head}>
      {words(rowName(row))}
    </th>
  );
}

/** One row. It is drawn again only when its own values change. */
export const GridRowView = memo(function GridRowView(props: RowProps) {
  const { t } = useLingui();
  const { row, method, problems, change, subscribers, canEdit, onRemove } = props;
  const wrong = problemsIn(problems);
  const columns = GRID_COLUMNS[method];
  const hasAges = columns[0] === 'age';
  const name = words(rowName(row));
  return (
    <tr data-row={row.key}>
      {!hasAges && <RowHead row={row} />}
      {columns.map((column, at) => (
        <Cell key={column} column={column} at={at} row={props} wrong={wrong.get(column)} />
      ))}
      <td className={classes.fact}>{change ?? '—'}</td>
      {subscribers !== undefined && (
        <td className={classes.fact}>{subscribers === null ? '—' : subscribers.toLocaleString('en-US')}</td>
      )}
      {hasAges && canEdit && (
        <td className={classes.tools}>
          <IconButton
            size="small"
            icon={IconTrash}
            label={t`Remove ${name}`}
            tabIndex={-1}
            onClick={() => onRemove(row.key)}
          />
        </td>
      )}
    </tr>
  );
});
