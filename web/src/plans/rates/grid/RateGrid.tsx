import { cornersOf } from '@openbenefits/domain/plans/rate-grid';
import type { GridProblem } from '@openbenefits/domain/plans/rate-grid-problems';
import { GRID_COLUMNS, type GridColumn, type GridRow } from '@openbenefits/domain/plans/rate-row';
import type { AgeBand } from '@openbenefits/domain/plans/rate-table';
import { useLingui } from '@lingui/react/macro';
import { type Dispatch, useCallback, useMemo } from 'react';
import { BANDED_COLUMN_NOTE, gridColumnLabel } from '../../../domain-labels.ts';
import { GapRow } from './GapRow.tsx';
import { GridRowView } from './GridRowView.tsx';
import { blockOf, type GridAction, type GridState } from './grid-state.ts';
import { useGridEvents } from './use-grid-events.ts';
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
    const from = row.age.band?.from;
    const before = from === undefined ? 0 : gaps.filter((gap) => gap.from < from).length;
    lines.push(...gaps.splice(0, before), row);
  }
  return [...lines, ...gaps];
}

const isGap = (line: GridRow | AgeBand): line is AgeBand => !('key' in line);

const isWhole = ({ settings }: GridState): boolean => settings.method === 'banded' && settings.dependents === 'whole';

/** What a rate of an age group is for; a heading of a whole tier says it already. */
const noteOf = (state: GridState, column: GridColumn): string | undefined =>
  isWhole(state) && (column === 'spouse' || column === 'child') ? undefined : BANDED_COLUMN_NOTE[column];

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
            {gridColumnLabel(column, isWhole(state))}
            {noteOf(state, column) && <small className={classes.note}>{noteOf(state, column)}</small>}
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

/** Rows and gaps; a key draws the rows again that it changes, and no others. */
function Body({ state, dispatch, problems, facts, gapSubscribers, canEdit, hasSubscribers }: Props) {
  const { settings, rows, at, editing } = state;
  const { top, bottom, left, right } = cornersOf(blockOf(state));
  const wrong = useMemo(() => problemsByRow(problems), [problems]);
  const lines = useMemo(() => linesOf(rows, problems), [rows, problems]);
  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const onCommit = useCallback(
    (text: string, down: number, step: number) => dispatch({ do: 'commit', text, down, right: step }),
    [dispatch],
  );
  const onCancel = useCallback(() => dispatch({ do: 'cancel' }), [dispatch]);
  const onRemove = useCallback((key: string) => dispatch({ do: 'remove row', key }), [dispatch]);
  const onAdd = useCallback((band: AgeBand) => dispatch({ do: 'add row', band }), [dispatch]);
  return (
    <tbody>
      {lines.map((line) => {
        if (isGap(line))
          return (
            <GapRow
              key={`gap ${line.from}`}
              from={line.from}
              to={line.to}
              columns={GRID_COLUMNS[settings.method].length}
              subscribers={gapSubscribers(line)}
              onAdd={canEdit ? onAdd : undefined}
            />
          );
        const index = places.get(line.key) ?? 0;
        const isActive = index === at.row;
        const isSelected = index >= top && index <= bottom;
        const { change, subscribers } = facts.get(line.key) ?? NO_FACTS;
        return (
          <GridRowView
            key={line.key}
            row={line}
            index={index}
            method={settings.method}
            isWhole={isWhole(state)}
            active={isActive ? at.column : -1}
            left={isSelected ? left : -1}
            right={isSelected ? right : -1}
            editingText={isActive && editing ? editing.text : null}
            editingSelects={isActive && editing !== null && editing.selects}
            problems={wrong.get(line.key) ?? ''}
            change={change}
            subscribers={hasSubscribers ? subscribers : undefined}
            canEdit={canEdit}
            onCommit={onCommit}
            onCancel={onCancel}
            onRemove={onRemove}
          />
        );
      })}
    </tbody>
  );
}

/**
 * The rates of a version as a grid that works like a spreadsheet: arrows, Tab, Enter, F2, typing replaces, Delete,
 * blocks are copied and pasted.
 */
export function RateGrid(props: Props) {
  const { label, state, dispatch, canEdit, hasSubscribers } = props;
  const { grid, events } = useGridEvents(state, dispatch, canEdit);
  return (
    <div className={classes.scroll}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/mouse-events-have-key-events -- a grid; its keys do what the pointer does */}
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are the cells of a grid
        role="grid"
        className={classes.grid}
        aria-label={label}
        aria-multiselectable="true"
        aria-readonly={!canEdit}
        data-method={state.settings.method}
        {...events}
      >
        <Head state={state} canEdit={canEdit} hasSubscribers={hasSubscribers} />
        <Body {...props} />
      </table>
    </div>
  );
}
