import { copyBlock, cornersOf } from '@openbenefits/domain/plans/rate-grid';
import type { GridProblem } from '@openbenefits/domain/plans/rate-grid-problems';
import { GRID_COLUMNS, type GridRow } from '@openbenefits/domain/plans/rate-row';
import { readCells } from '@openbenefits/domain/plans/rate-cell';
import type { AgeBand } from '@openbenefits/domain/plans/rate-table';
import { useLingui } from '@lingui/react/macro';
import {
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { GRID_COLUMN_LABEL } from '../../../domain-labels.ts';
import { GapRow } from './GapRow.tsx';
import { GridRowView } from './GridRowView.tsx';
import { actionOfKey } from './grid-keys.ts';
import { blockOf, type GridAction, type GridState } from './grid-state.ts';
import classes from './RateGrid.module.css';

export type RowFacts = { readonly change: string | null; readonly subscribers: number | null };

type Props = {
  label: string;
  state: GridState;
  dispatch: Dispatch<GridAction>;
  problems: readonly GridProblem[];
  /** What is said about rows besides their rates, by key. */
  facts: ReadonlyMap<string, RowFacts>;
  gapSubscribers: (gap: AgeBand) => number | null;
  canEdit: boolean;
  /** Rates by age count the subscribers of each row. */
  hasSubscribers: boolean;
};

const NO_FACTS: RowFacts = { change: null, subscribers: null };

/** The cell under the pointer. */
function placeOf(target: EventTarget): { row: number; column: number } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = (cell?.dataset['cell'] ?? '').split(':').map(Number);
  return cell && row !== undefined && column !== undefined ? { row, column } : undefined;
}

const isInField = (target: EventTarget): boolean => target instanceof HTMLInputElement;

/** Follows the active cell with the keyboard focus while the grid has it. */
function useFocusOnActive(state: GridState) {
  const grid = useRef<HTMLTableElement>(null);
  const hasFocus = useRef(false);
  const { row, column } = state.at;
  const isEditing = state.editing !== null;
  useEffect(() => {
    if (!hasFocus.current || isEditing) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (cell && document.activeElement !== cell) cell.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [row, column, isEditing]);
  return { grid, hasFocus };
}

/** Problems of each row as text, so that a row is drawn again only when its own change. */
function problemsByRow(problems: readonly GridProblem[]): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const { row, column, severity, text } of problems)
    if (row !== null) rows.set(row, `${rows.get(row) ?? ''}${column}\t${severity}\t${text.replace(/\s+/g, ' ')}\n`);
  return rows;
}

/** Rows and gaps in the order of the ages. */
function linesOf(rows: readonly GridRow[], problems: readonly GridProblem[]): (GridRow | AgeBand)[] {
  const gaps = problems.flatMap(({ gap }) => gap ?? []);
  const lines: (GridRow | AgeBand)[] = [];
  for (const row of rows) {
    const { band } = row.age;
    while (band && gaps[0] && gaps[0].from < band.from) lines.push(gaps.shift() as AgeBand);
    lines.push(row);
  }
  return [...lines, ...gaps];
}

const isGap = (line: GridRow | AgeBand): line is AgeBand => !('key' in line);

function useGridEvents({ state, dispatch, canEdit }: Props, hasFocus: { current: boolean }) {
  const latest = useRef({ state, leaves: false });
  useEffect(() => {
    latest.current.state = state;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInField(event.target) || !placeOf(event.target)) return;
    // After Escape, Tab leaves the grid.
    const { leaves } = latest.current;
    latest.current.leaves = event.key === 'Escape' || (leaves && event.key === 'Shift');
    const action = actionOfKey(event, latest.current.state, canEdit, leaves);
    if (!action) return;
    event.preventDefault();
    dispatch(action);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (isInField(event.target)) return;
    const { rows, settings } = latest.current.state;
    event.clipboardData.setData('text/plain', copyBlock(rows, settings.method, blockOf(latest.current.state)));
    event.preventDefault();
    if (event.type === 'cut' && canEdit) dispatch({ do: 'clear' });
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!canEdit || isInField(event.target)) return;
    event.preventDefault();
    dispatch({ do: 'paste', block: readCells(event.clipboardData.getData('text/plain')) });
  };
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (!place || isInField(event.target) || event.button !== 0) return;
    hasFocus.current = true;
    // What is typed in another cell counts before the pointer leaves it.
    if (latest.current.state.editing && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    dispatch({ do: 'go', to: place, extend: event.shiftKey });
  };
  const onMouseOver = (event: MouseEvent) => {
    const place = event.buttons === 1 ? placeOf(event.target) : undefined;
    if (place && !isInField(event.target) && latest.current.state.editing === null)
      dispatch({ do: 'go', to: place, extend: true });
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (canEdit && placeOf(event.target) && !isInField(event.target)) {
      const action = actionOfKey({ key: 'F2' } as KeyboardEvent, latest.current.state, true, false);
      if (action) dispatch(action);
    }
  };
  return { onKeyDown, onCopy, onCut: onCopy, onPaste, onMouseDown, onMouseOver, onDoubleClick };
}

function Head({ state, canEdit, hasSubscribers }: Pick<Props, 'state' | 'canEdit' | 'hasSubscribers'>) {
  const { t } = useLingui();
  const columns = GRID_COLUMNS[state.settings.method];
  const hasAges = columns[0] === 'age';
  return (
    <thead>
      <tr>
        {!hasAges && <th scope="col">{state.settings.method === 'composite' ? t`Tier` : t`Age`}</th>}
        {columns.map((column) => (
          <th key={column} scope="col" data-right={column !== 'age' || undefined}>
            {GRID_COLUMN_LABEL[column]}
          </th>
        ))}
        <th scope="col" data-right className={classes.ofChange}>{t`Change`}</th>
        {hasSubscribers && <th scope="col" data-right className={classes.ofSubscribers}>{t`Subscribers`}</th>}
        {hasAges && canEdit && (
          <th scope="col" className={classes.ofTools}>
            <span className="sr">{t`Actions`}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/**
 * The rates of a version as a grid that works like a spreadsheet: arrows, Tab, Enter, F2, typing replaces, Delete,
 * blocks are copied and pasted. A key draws the rows again that it changes, and no others.
 */
export function RateGrid(props: Props) {
  const { label, state, dispatch, problems, facts, gapSubscribers, canEdit } = props;
  const { settings, rows, at, editing } = state;
  const { grid, hasFocus } = useFocusOnActive(state);
  const events = useGridEvents(props, hasFocus);
  const { top, bottom, left, right } = cornersOf(blockOf(state));
  const wrong = useMemo(() => problemsByRow(problems), [problems]);
  const lines = useMemo(() => linesOf(rows, problems), [rows, problems]);
  const onCommit = useCallback(
    (text: string, down: number, step: number) => dispatch({ do: 'commit', text, down, right: step }),
    [dispatch],
  );
  const onCancel = useCallback(() => dispatch({ do: 'cancel' }), [dispatch]);
  const onRemove = useCallback((key: string) => dispatch({ do: 'remove row', key }), [dispatch]);
  const onAdd = useCallback(
    (band: AgeBand) => {
      hasFocus.current = true;
      dispatch({ do: 'add row', band });
    },
    [dispatch, hasFocus],
  );
  const columns = GRID_COLUMNS[settings.method].length;
  let index = -1;
  return (
    <div className={classes.scroll}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/mouse-events-have-key-events -- a grid; its keys do what the pointer does */}
      <table
        ref={grid}
        role="grid"
        className={classes.grid}
        aria-label={label}
        aria-multiselectable="true"
        aria-readonly={!canEdit}
        data-method={settings.method}
        onFocus={() => (hasFocus.current = true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) hasFocus.current = false;
        }}
        {...events}
      >
        <Head state={state} canEdit={canEdit} hasSubscribers={props.hasSubscribers} />
        <tbody>
          {lines.map((line) => {
            if (isGap(line))
              return (
                <GapRow
                  key={`gap ${line.from}`}
                  from={line.from}
                  to={line.to}
                  columns={columns}
                  subscribers={gapSubscribers(line)}
                  onAdd={canEdit ? onAdd : undefined}
                />
              );
            index += 1;
            const isActive = index === at.row;
            const isSelected = index >= top && index <= bottom;
            const { change, subscribers } = facts.get(line.key) ?? NO_FACTS;
            return (
              <GridRowView
                key={line.key}
                row={line}
                index={index}
                method={settings.method}
                active={isActive ? at.column : -1}
                left={isSelected ? left : -1}
                right={isSelected ? right : -1}
                editingText={isActive && editing ? editing.text : null}
                editingSelects={isActive && editing !== null && editing.selects}
                problems={wrong.get(line.key) ?? ''}
                change={change}
                subscribers={props.hasSubscribers ? subscribers : undefined}
                canEdit={canEdit}
                onCommit={onCommit}
                onCancel={onCancel}
                onRemove={onRemove}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
