import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { cornersOf, type GridBlock } from '@openbenefits/domain/plans/rate-grid';
import type { GridProblem } from '@openbenefits/domain/plans/rate-grid-problems';
import { readCells } from '@openbenefits/domain/plans/rate-cell';
import { hasAgeGroups, rowName } from '@openbenefits/domain/plans/rate-row';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowForwardUp,
  IconCalculator,
  IconClipboard,
  IconClipboardCheck,
  IconPercentage,
} from '@tabler/icons-react';
import { type Dispatch, useState } from 'react';
import { gridColumnLabel, RATING_METHOD_LABEL } from '../../domain-labels.ts';
import { Button, IconButton, TextButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { type Derive, DeriveDialog } from './DeriveDialog.tsx';
import type { GridAction, GridState } from './grid/grid-state.ts';
import { IncreaseDialog } from './IncreaseDialog.tsx';
import { RateStatusBadge } from './RateStatusBadge.tsx';
import classes from './RateTable.module.css';

type Props = { state: GridState; dispatch: Dispatch<GridAction> };

function Tools({ state, dispatch, derive }: Props & { derive: Derive }) {
  const { t } = useLingui();
  const [raising, setRaising] = useState(false);
  const [deriving, setDeriving] = useState(false);
  const paste = () => {
    navigator.clipboard
      .readText()
      .then((text) => dispatch({ do: 'paste', block: readCells(text) }))
      .catch(() => toastGood(t`Press Ctrl+V in a cell`, t`The browser does not let this button read the clipboard.`));
  };
  return (
    <div className={classes.tools} role="toolbar" aria-label={t`Edit rates`}>
      <Button size="small" icon={IconClipboard} onClick={paste}>
        <Trans>Paste</Trans>
      </Button>
      <Button size="small" icon={IconPercentage} onClick={() => setRaising(true)}>
        <Trans>Increase by…</Trans>
      </Button>
      {state.settings.method === 'composite' && (
        <Button size="small" icon={IconCalculator} onClick={() => setDeriving(true)}>
          <Trans>Derive from list bill…</Trans>
        </Button>
      )}
      <Button size="small" icon={IconArrowBarToDown} onClick={() => dispatch({ do: 'fill' })}>
        <Trans>Fill down</Trans>
      </Button>
      <IconButton
        line
        size="small"
        icon={IconArrowBackUp}
        label={t`Undo`}
        disabledReason={state.past.length === 0 ? t`There is nothing to undo.` : undefined}
        onClick={() => dispatch({ do: 'undo' })}
      />
      <IconButton
        line
        size="small"
        icon={IconArrowForwardUp}
        label={t`Redo`}
        disabledReason={state.future.length === 0 ? t`There is nothing to redo.` : undefined}
        onClick={() => dispatch({ do: 'redo' })}
      />
      {deriving && (
        <DeriveDialog state={state} dispatch={dispatch} derive={derive} onClose={() => setDeriving(false)} />
      )}
      {raising && <IncreaseDialog state={state} dispatch={dispatch} onClose={() => setRaising(false)} />}
    </div>
  );
}

export function GridToolbar({
  table,
  state,
  dispatch,
  canEdit,
  derive,
}: Props & { table: RateTableDetail; canEdit: boolean; derive: Derive }) {
  return (
    <div className={classes.bar}>
      <h2>
        <Trans>Version {table.versionNo}</Trans>
      </h2>
      <RateStatusBadge status={table.status} />
      <span className={classes.about}>{RATING_METHOD_LABEL[table.method]}</span>
      {canEdit && <Tools state={state} dispatch={dispatch} derive={derive} />}
    </div>
  );
}

/** What a paste took, and the first text that is no amount. */
export function PasteMessage({
  state,
  dispatch,
  onGoTo,
}: Props & { onGoTo: (problem: Pick<GridProblem, 'row' | 'column' | 'gap' | 'setting'>) => void }) {
  const { t } = useLingui();
  const { pasted } = state;
  if (!pasted) return null;
  const { height, width, taken, problems, unread, remarks, refusal } = pasted;
  const isWhole = state.settings.method === 'banded' && state.settings.dependents === 'whole';
  const [first] = problems;
  const row = state.rows.find(({ key }) => key === first?.row);
  const wrong = problems.length;
  if (refusal !== null)
    return (
      <div className={classes.pasted} role="alert">
        <Icon of={IconClipboardCheck} />
        <span>{words(refusal)}</span>
        <TextButton onClick={() => dispatch({ do: 'dismiss' })}>
          <Trans>Close</Trans>
        </TextButton>
      </div>
    );
  return (
    <div className={classes.pasted} role="status">
      <Icon of={IconClipboardCheck} />
      <span>
        <b>{t`Pasted ${height} × ${width} cells.`}</b> {plural(taken, { one: '# taken', other: '# taken' })}
        {first && row ? (
          <>
            {', '}
            <Plural value={wrong} one="# is not an amount:" other="# are not amounts, first:" />{' '}
            {t`“${first.text}” in ${words(rowName(row))}, ${gridColumnLabel(first.column, isWhole)}.`}
          </>
        ) : (
          '.'
        )}{' '}
        {[...unread, ...remarks].map((text) => words(text)).join(' ')}
      </span>
      {first && (
        <TextButton onClick={() => onGoTo({ ...first, gap: null, setting: null })}>
          <Trans>Go to it</Trans>
        </TextButton>
      )}
      <TextButton onClick={() => dispatch({ do: 'undo' })}>
        <Trans>Undo paste</Trans>
      </TextButton>
    </div>
  );
}

/** How much is entered, and the keys. */
export function GridFoot({
  state,
  block,
  problems,
  canEdit,
}: {
  state: GridState;
  block: GridBlock;
  problems: readonly GridProblem[];
  canEdit: boolean;
}) {
  const { rows, settings } = state;
  const total = rows.length;
  const complete = rows.filter(({ key }) =>
    problems.every(({ row, severity }) => row !== key || severity === 'warning'),
  ).length;
  const gaps = problems.filter(({ gap }) => gap !== null).length;
  const all = total + gaps;
  const { top, bottom, left, right } = cornersOf(block);
  const selected = (bottom - top + 1) * (right - left + 1);
  return (
    <div className={classes.foot}>
      <span>
        {settings.method === 'composite' ? (
          <Trans>
            {complete} of {all} tiers
          </Trans>
        ) : hasAgeGroups(settings.method) ? (
          <Trans>
            {complete} of {all} age groups
          </Trans>
        ) : (
          <Trans>
            {complete} of {all} ages
          </Trans>
        )}
      </span>
      {selected > 1 && (
        <span>
          <Trans>{selected} cells selected</Trans>
        </span>
      )}
      {canEdit && (
        <span className="only-wide">
          <Trans>
            Tab and Enter move, Ctrl V pastes from a spreadsheet, Ctrl Z undoes. Esc, then Tab leaves the table.
          </Trans>
        </span>
      )}
    </div>
  );
}
