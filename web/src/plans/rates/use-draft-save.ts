import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { editsBetween, hasEdits, rebasedEdits } from '@openbenefits/domain/plans/rate-grid';
import { type GridRow, rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import type { TableSettings } from '@openbenefits/domain/plans/table-settings';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { isPassing, type Problem, problemOf } from '../../errors.ts';
import { newKey } from '../../idempotency.ts';
import type { GridAction, GridState } from './grid/grid-state.ts';

const PAUSE = 1200;
const TRY_AGAIN = 5000;

type Base = { rows: readonly GridRow[]; settings: TableSettings; version: number };
export type SaveStatus = 'saved' | 'saving' | 'failed' | 'conflict' | 'refused';
export type Period = { from: CalendarDate; until: CalendarDate | null };

const isSame = (a: TableSettings, b: TableSettings): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the page has and the server does not. */
function unsavedOf({ rows, settings }: GridState, base: Base) {
  const edits = editsBetween(base.rows, rows, base.settings.method);
  const isChanged = !isSame(settings, base.settings);
  return hasEdits(edits) || isChanged
    ? { ...(hasEdits(edits) && { edits }), ...(isChanged && { settings }) }
    : undefined;
}

/** Reads again what a save changes. */
function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(() => {
    const { get, effect, list, plans } = orpc.plans.rates;
    const keys = [get.key(), effect.key(), list.key(), plans.key()];
    return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }, [queries]);
}

const statusAfter = (error: unknown): SaveStatus =>
  problemOf(error).code === 'CONFLICT' ? 'conflict' : isPassing(error) ? 'failed' : 'refused';

/** The current rates, and the entries of the page that are to be put on top of them. */
async function currentRates(id: string, base: Base, mine: readonly GridRow[]) {
  const theirs = await api.plans.rates.get({ id });
  const rows = rowsOfCells(theirs.settings, theirs.cells);
  const edits = rebasedEdits(editsBetween(base.rows, mine, base.settings.method), base.rows, rows);
  return { base: { rows, settings: theirs.settings, version: theirs.version }, edits };
}

/**
 * Saves a draft shortly after each change, one request at a time. What another person saved meanwhile is a conflict: the
 * entries stay on the page until they are put on top of the current rates.
 */
export function useDraftSave(table: RateTableDetail, state: GridState, dispatch: Dispatch<GridAction>) {
  const base = useRef<Base>({ rows: state.rows, settings: state.settings, version: table.version });
  const latest = useRef(state);
  const source = useRef<{ source?: string }>({});
  const running = useRef<Promise<void> | null>(null);
  const [status, setStatus] = useState<SaveStatus>('saved');
  const [problem, setProblem] = useState<Problem>();
  const [savedAt, setSavedAt] = useState<number>();
  useEffect(() => {
    latest.current = state;
  });

  const refresh = useRefresh();

  const send = useCallback(
    async (period?: Period): Promise<void> => {
      const sent = latest.current;
      const unsaved = unsavedOf(sent, base.current);
      if (!unsaved && !period) return;
      setStatus('saving');
      try {
        const changes = { ...unsaved, ...(period && { period }), ...source.current, idempotencyKey: newKey() };
        const { version } = await api.plans.rates.save({ id: table.id, version: base.current.version, ...changes });
        base.current = { rows: sent.rows, settings: sent.settings, version };
        source.current = {};
        setStatus('saved');
        setProblem(undefined);
        setSavedAt(Date.now());
        void refresh();
      } catch (error) {
        setProblem(problemOf(error));
        setStatus(statusAfter(error));
        throw error;
      }
    },
    [table.id, refresh],
  );

  /** Saves what is left, and the period if it changes; resolves to the version of the record. */
  const flush = useCallback(
    async (period?: Period): Promise<number> => {
      await running.current?.catch(() => undefined);
      running.current = send(period).finally(() => (running.current = null));
      await running.current;
      return base.current.version;
    },
    [send],
  );

  useEffect(() => {
    if (table.status !== 'draft' || status === 'conflict' || !unsavedOf(state, base.current)) return undefined;
    const timer = setTimeout(() => void flush().catch(() => undefined), status === 'failed' ? TRY_AGAIN : PAUSE);
    return () => clearTimeout(timer);
  }, [state, status, flush, table.status]);

  /** Loads the current rates and puts the entries of this page on top. */
  const rebase = async (): Promise<void> => {
    const current = await currentRates(table.id, base.current, latest.current.rows);
    base.current = current.base;
    dispatch({ do: 'rebase', ...current.base, edits: current.edits });
    setStatus('saved');
    setProblem(undefined);
    await refresh();
  };

  return {
    status,
    problem,
    savedAt,
    flush,
    rebase,
    refresh,
    /** Where the next change comes from; it is saved with it. */
    setSource: useCallback((text: string) => void (source.current = { source: text }), []),
    hasUnsaved: useCallback(() => unsavedOf(latest.current, base.current) !== undefined, []),
  };
}
export type DraftSave = ReturnType<typeof useDraftSave>;
