import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { explained, TextButton } from './Button.tsx';
import type { Selection } from './data-table-types.ts';
import classes from './RowSelection.module.css';

/** Chooses all rows of the page, or none. */
export function AllCheck({ keys, selection }: { keys: readonly string[]; selection: Selection }) {
  const { t } = useLingui();
  const box = useRef<HTMLInputElement>(null);
  const chosen = keys.filter((key) => selection.selected.has(key)).length;
  const all = keys.length > 0 && chosen === keys.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  const change = () => {
    if (selection.lockedReason !== undefined) return;
    const next = new Set(selection.selected);
    for (const key of keys) {
      if (all) next.delete(key);
      else next.add(key);
    }
    selection.onChange(next);
  };
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.check}
      aria-label={t`Select all on this page`}
      {...explained(selection.lockedReason)}
      checked={all}
      onChange={change}
    />
  );
}

export function RowCheck({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const { t } = useLingui();
  const change = () => {
    if (selection.lockedReason !== undefined) return;
    const next = new Set(selection.selected);
    if (!next.delete(id)) next.add(id);
    selection.onChange(next);
  };
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={t`Select ${name}`}
      {...explained(selection.lockedReason)}
      checked={selection.selected.has(id)}
      onChange={change}
    />
  );
}

/** What can be done with the chosen rows, over the foot of the table. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const count = selection.selected.size;
  return (
    <div className={classes.selection}>
      <output>
        <Trans>{count} selected</Trans>
      </output>
      {selection.actions}
      <TextButton onClick={() => selection.onChange(new Set())}>
        <Trans>Clear</Trans>
      </TextButton>
    </div>
  );
}
