import { useState } from 'react';
import classes from './RefusedGrid.module.css';

type Props = {
  label: string;
  column: number;
  text: string;
  wrong: boolean;
  /** The id of what says what is wrong. */
  describedBy: string;
  lockedReason: string | undefined;
  /** Settles once the row shows what came of it. */
  onChange: (text: string) => Promise<void>;
};

/** A cell of the grid: what is typed counts when the field is left, Escape takes it back. */
export function GridCell({ label, column, text, wrong, describedBy, lockedReason, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? text;
  return (
    <input
      className={classes.cell}
      aria-label={label}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? describedBy : undefined}
      title={lockedReason}
      readOnly={lockedReason !== undefined}
      data-column={column}
      value={shown}
      size={Math.min(32, Math.max(8, shown.length + 2))}
      maxLength={1000}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
      }}
      onBlur={() => {
        if (typed === null || typed === text) return;
        // What is typed meanwhile, before this was answered, is another change.
        void onChange(typed).finally(() => setTyped((now) => (now === typed ? null : now)));
      }}
    />
  );
}
