import { type PastedRates, pasteRates } from '@openbenefits/domain/plans/paste-rates';
import {
  applyEdits,
  clearBlock,
  cornersOf,
  fillDown,
  type GridBlock,
  type GridEdits,
  type GridPlace,
  increaseBlock,
  withCell,
  withRow,
} from '@openbenefits/domain/plans/rate-grid';
import { GRID_COLUMNS, type GridRow } from '@openbenefits/domain/plans/rate-row';
import type { AgeBand } from '@openbenefits/domain/plans/rate-table';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';

/** What an undo brings back: rows, and the settings that a paste changes. */
type Kept = { readonly rows: readonly GridRow[]; readonly settings: Partial<TableSettings> };

const keptOf = ({ rows, settings }: Pick<GridState, 'rows' | 'settings'>): Kept => ({
  rows,
  settings: {
    unread: settings.unread,
    ...(settings.method === 'composite' && { tiers: settings.tiers }),
    ...(settings.method === 'banded' && { dependents: settings.dependents }),
  },
});

export type GridState = {
  readonly settings: TableSettings;
  readonly rows: readonly GridRow[];
  readonly past: readonly Kept[];
  readonly future: readonly Kept[];
  /** The active cell, and the other corner of the selection. */
  readonly at: GridPlace;
  readonly to: GridPlace;
  /** The active cell is being edited, beginning with this text. */
  readonly editing: { readonly text: string; readonly selects: boolean } | null;
  /** What the last paste did, until the next change. */
  readonly pasted: Omit<PastedRates, 'rows' | 'settings'> | null;
};

export type GridAction =
  | { do: 'go'; to: GridPlace; extend?: boolean }
  | { do: 'step'; down: number; right: number; extend?: boolean }
  | { do: 'edit'; text: string; selects: boolean }
  | { do: 'commit'; text: string; down: number; right: number }
  | { do: 'cancel' }
  | { do: 'paste'; block: readonly (readonly string[])[] }
  | { do: 'clear' }
  | { do: 'fill' }
  | { do: 'increase'; by: number }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'add row'; band: AgeBand | null }
  | { do: 'remove row'; key: string }
  | { do: 'select all' }
  | { do: 'set rows'; rows: readonly GridRow[] }
  | { do: 'settings'; settings: TableSettings; rows?: readonly GridRow[] }
  | { do: 'rebase'; settings: TableSettings; rows: readonly GridRow[]; edits: GridEdits }
  | { do: 'dismiss' };

const MOST_UNDOS = 100;
const START: GridPlace = { row: 0, column: 0 };

export const openGrid = (settings: TableSettings, rows: readonly GridRow[]): GridState => ({
  settings,
  rows,
  past: [],
  future: [],
  at: START,
  to: START,
  editing: null,
  pasted: null,
});

export const blockOf = ({ at, to }: GridState): GridBlock => ({ from: at, to });

function inside({ settings, rows }: GridState, { row, column }: GridPlace): GridPlace {
  const lastColumn = GRID_COLUMNS[settings.method].length - 1;
  return {
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(0, Math.min(lastColumn, column)),
  };
}

function moved(state: GridState, place: GridPlace, extend = false): GridState {
  const next = inside(state, place);
  return { ...state, to: next, at: extend ? state.at : next, editing: null };
}

function changed(state: GridState, rows: readonly GridRow[], settings = state.settings): GridState {
  const isSame = rows.length === state.rows.length && rows.every((row, index) => row === state.rows[index]);
  if (isSame && settings === state.settings) return { ...state, editing: null };
  return {
    ...state,
    rows,
    settings,
    past: [...state.past.slice(1 - MOST_UNDOS), keptOf(state)],
    future: [],
    editing: null,
    pasted: null,
  };
}

function back(state: GridState, from: 'past' | 'future', to: 'past' | 'future'): GridState {
  const kept = state[from].at(-1);
  if (!kept) return state;
  const next = {
    ...state,
    rows: kept.rows,
    settings: { ...state.settings, ...kept.settings } as TableSettings,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], keptOf(state)],
    editing: null,
    pasted: null,
  };
  return { ...next, at: inside(next, state.at), to: inside(next, state.at) };
}

function pasted(state: GridState, block: readonly (readonly string[])[]): GridState {
  const { top, left } = cornersOf(blockOf(state));
  const { rows, settings, ...report } = pasteRates(state.rows, state.settings, { row: top, column: left }, block);
  const next = changed(state, rows, settings);
  const to = inside(next, { row: top + report.height - 1, column: left + report.width - 1 });
  return { ...next, at: { row: top, column: left }, to, pasted: report };
}

/** The whole behavior of the grid; it knows nothing of the page or the server. */
export function gridReducer(state: GridState, action: GridAction): GridState {
  const { settings, rows } = state;
  const { method } = settings;
  switch (action.do) {
    case 'go':
      return moved(state, action.to, action.extend);
    case 'step': {
      const from = action.extend ? state.to : state.at;
      return moved(state, { row: from.row + action.down, column: from.column + action.right }, action.extend);
    }
    case 'edit':
      return { ...state, to: state.at, editing: { text: action.text, selects: action.selects } };
    case 'commit': {
      const next = changed(state, withCell(rows, method, state.at, action.text));
      return action.down === 0 && action.right === 0
        ? next
        : moved(next, { row: state.at.row + action.down, column: state.at.column + action.right });
    }
    case 'cancel':
      return { ...state, editing: null };
    case 'paste':
      return pasted(state, action.block);
    case 'clear':
      return changed(state, clearBlock(rows, method, blockOf(state)));
    case 'fill':
      return changed(state, fillDown(rows, method, blockOf(state)));
    case 'increase':
      return changed(state, increaseBlock(rows, method, blockOf(state), action.by));
    case 'undo':
      return back(state, 'past', 'future');
    case 'redo':
      return back(state, 'future', 'past');
    default:
      return withOtherRows(state, action);
  }
}

/** Actions that replace, add or remove whole rows. */
function withOtherRows(state: GridState, action: GridAction): GridState {
  const { rows } = state;
  switch (action.do) {
    case 'add row': {
      const next = changed(state, withRow(rows, action.band));
      const row = next.rows.findIndex((one) => !rows.includes(one));
      return moved(next, { row, column: action.band === null ? 0 : 1 });
    }
    case 'remove row': {
      const next = changed(
        state,
        rows.filter(({ key }) => key !== action.key),
      );
      return moved(next, state.at);
    }
    case 'select all':
      return { ...state, at: START, to: inside(state, { row: rows.length, column: 99 }) };
    case 'set rows':
      return changed(state, action.rows);
    case 'settings':
      return action.rows ? changed(state, action.rows, action.settings) : { ...state, settings: action.settings };
    case 'rebase':
      return {
        ...openGrid(action.settings, applyEdits(action.rows, action.settings.method, action.edits)),
        at: state.at,
        to: state.at,
      };
    case 'dismiss':
      return { ...state, pasted: null };
    default:
      return state;
  }
}
