import { copyBlock } from '@openbenefits/domain/plans/rate-grid';
import { readCells } from '@openbenefits/domain/plans/rate-cell';
import {
  type ClipboardEvent,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
} from 'react';
import { actionOfKey } from './grid-keys.ts';
import { blockOf, type GridAction, type GridState } from './grid-state.ts';

/** The cell under the pointer. */
function placeOf(target: EventTarget): { row: number; column: number } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = (cell?.dataset['cell'] ?? '').split(':').map(Number);
  return cell && row !== undefined && column !== undefined ? { row, column } : undefined;
}

const isInField = (target: EventTarget): boolean => target instanceof HTMLInputElement;

function clipboardEvents(state: GridState, dispatch: Dispatch<GridAction>, canEdit: boolean) {
  const onCopy = (event: ClipboardEvent) => {
    if (isInField(event.target)) return;
    event.clipboardData.setData('text/plain', copyBlock(state.rows, state.settings.method, blockOf(state)));
    event.preventDefault();
    if (event.type === 'cut' && canEdit) dispatch({ do: 'clear' });
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!canEdit || isInField(event.target)) return;
    event.preventDefault();
    dispatch({ do: 'paste', block: readCells(event.clipboardData.getData('text/plain')) });
  };
  return { onCopy, onCut: onCopy, onPaste };
}

function pointerEvents(state: GridState, dispatch: Dispatch<GridAction>, canEdit: boolean) {
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (!place || isInField(event.target) || event.button !== 0) return;
    // What is typed in another cell counts before the pointer leaves it.
    if (state.editing && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    dispatch({ do: 'go', to: place, extend: event.shiftKey });
  };
  const onMouseOver = (event: MouseEvent) => {
    const place = event.buttons === 1 ? placeOf(event.target) : undefined;
    if (place && !isInField(event.target) && state.editing === null) dispatch({ do: 'go', to: place, extend: true });
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (!canEdit || !placeOf(event.target) || isInField(event.target)) return;
    const action = actionOfKey({ key: 'F2' } as KeyboardEvent, state, true, false);
    if (action) dispatch(action);
  };
  return { onMouseDown, onMouseOver, onDoubleClick };
}

/** What keyboard, clipboard and pointer do in the grid. The keyboard focus follows the active cell while the grid has it. */
export function useGridEvents(state: GridState, dispatch: Dispatch<GridAction>, canEdit: boolean) {
  const grid = useRef<HTMLTableElement>(null);
  const hasFocus = useRef(false);
  const leaves = useRef(false);
  const { row, column } = state.at;
  const isEditing = state.editing !== null;
  useEffect(() => {
    if (!hasFocus.current || isEditing) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (cell && document.activeElement !== cell) cell.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [row, column, isEditing]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInField(event.target) || !placeOf(event.target)) return;
    // After Escape, Tab leaves the grid.
    const mayLeave = leaves.current;
    leaves.current = event.key === 'Escape' || (mayLeave && event.key === 'Shift');
    const action = actionOfKey(event, state, canEdit, mayLeave);
    if (!action) return;
    event.preventDefault();
    dispatch(action);
  };
  const onFocus = () => {
    hasFocus.current = true;
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) hasFocus.current = false;
  };
  return {
    grid,
    events: {
      onKeyDown,
      onFocus,
      onBlur,
      ...clipboardEvents(state, dispatch, canEdit),
      ...pointerEvents(state, dispatch, canEdit),
    },
  };
}
