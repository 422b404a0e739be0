import { ownValue } from '@openbenefits/domain/own-value';
import { cellText, GRID_COLUMNS } from '@openbenefits/domain/plans/rate-row';
import type { KeyboardEvent } from 'react';
import type { GridAction, GridState } from './grid-state.ts';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Enter: [1, 0],
};
const FAR = 1000;

/** Ctrl or Command with an arrow, Home or End goes to the edge. */
function stepOf(event: KeyboardEvent, state: GridState): GridAction | undefined {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  const isFar = ctrlKey || metaKey;
  if (key === 'Home') return { do: 'go', to: { row: isFar ? 0 : state.at.row, column: 0 }, extend: shiftKey };
  if (key === 'End') return { do: 'go', to: { row: isFar ? FAR : state.at.row, column: FAR }, extend: shiftKey };
  const step = ownValue(STEPS, key);
  if (!step) return undefined;
  if (key === 'Enter') return { do: 'step', down: shiftKey ? -1 : 1, right: 0 };
  const by = isFar ? FAR : 1;
  return { do: 'step', down: step[0] * by, right: step[1] * by, extend: shiftKey };
}

/** Tab goes from cell to cell in the order of reading; undefined beyond the first and the last, where it leaves. */
function tabOf({ shiftKey }: KeyboardEvent, { at, rows, settings }: GridState): GridAction | undefined {
  const columns = GRID_COLUMNS[settings.method].length;
  const index = at.row * columns + at.column + (shiftKey ? -1 : 1);
  if (index < 0 || index >= rows.length * columns) return undefined;
  return { do: 'go', to: { row: Math.floor(index / columns), column: index % columns } };
}

/** With Ctrl or Command. */
function commandOf({ key, shiftKey }: KeyboardEvent): GridAction | undefined {
  switch (key.toLowerCase()) {
    case 'z':
      return { do: shiftKey ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 'd':
      return { do: 'fill' };
    case 'a':
      return { do: 'select all' };
    default:
      return undefined;
  }
}

/** What a key does in a grid that may be edited or only read; undefined leaves it to the browser. */
export function actionOfKey(
  event: KeyboardEvent,
  state: GridState,
  canEdit: boolean,
  leaves: boolean,
): GridAction | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey) return undefined;
  if (key === 'Tab') return leaves ? undefined : tabOf(event, state);
  const step = stepOf(event, state);
  if (step) return step;
  if (ctrlKey || metaKey) {
    const command = commandOf(event);
    return canEdit || command?.do === 'select all' ? command : undefined;
  }
  if (!canEdit) return undefined;
  if (key === 'Delete' || key === 'Backspace') return { do: 'clear' };
  if (key === 'F2') {
    const row = state.rows[state.at.row];
    const column = GRID_COLUMNS[state.settings.method][state.at.column];
    return row && column ? { do: 'edit', text: cellText(row, column), selects: false } : undefined;
  }
  return key.length === 1 ? { do: 'edit', text: key, selects: false } : undefined;
}
