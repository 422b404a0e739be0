import type { GridProblem } from '@openbenefits/domain/plans/rate-grid-problems';
import { GRID_COLUMNS } from '@openbenefits/domain/plans/rate-row';
import type { Dispatch } from 'react';
import type { GridAction, GridState } from './grid/grid-state.ts';

type Target = Pick<GridProblem, 'row' | 'column' | 'gap' | 'setting'>;

function elementOf(
  content: HTMLElement,
  state: GridState | null,
  { row, gap, setting, column }: Target,
): HTMLElement | null {
  if (setting !== null)
    return content.querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting)}"] :is(input, select, button)`);
  if (gap !== null) return content.querySelector<HTMLElement>(`[data-gap="${gap.from}"] button`);
  if (row === 'last') return [...content.querySelectorAll<HTMLElement>('[data-cell$=":0"]')].at(-1) ?? null;
  if (!state || row === null) return null;
  const columns = GRID_COLUMNS[state.settings.method];
  const at = state.rows.findIndex(({ key }) => key === row);
  return content.querySelector<HTMLElement>(`[data-cell="${at}:${Math.max(0, columns.indexOf(column ?? 'rate'))}"]`);
}

/** Puts the keyboard where a problem is: its cell, the missing row, or the setting. */
export function focusProblem(
  content: HTMLElement | null,
  state: GridState | null,
  dispatch: Dispatch<GridAction>,
  target: Target,
): void {
  const element = content && elementOf(content, state, target);
  if (!element) return;
  const [row, column] = (element.dataset['cell'] ?? '').split(':').map(Number);
  if (row !== undefined && column !== undefined) dispatch({ do: 'go', to: { row, column } });
  element.scrollIntoView({ block: 'center', inline: 'nearest' });
  element.focus({ preventScroll: true });
}
