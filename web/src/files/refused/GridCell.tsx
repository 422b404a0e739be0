import { useEffect, useRef, useState } from 'react';
import classes from './RefusedGrid.module.css';

type Props = {
  label: string;
  column: number;
  text: string;
  wrong: boolean;
  /** The id of what says what is wrong. */
  describedBy: string;
  lockedReason: string | undefined;
  /** Whether it was saved, once the row shows what came of it. */
  onChange: (text: string) => Promise<boolean>;
  onTakeBack: () => void;
};

/**
 * A cell of the grid: what is typed counts when the field is left, Escape takes it back. What could not be saved stays,
 * and is tried again the next time.
 */
export function GridCell({ label, column, text, wrong, describedBy, lockedReason, onChange, onTakeBack }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  /** What is on its way: whoever leaves the field once more meanwhile has changed nothing. */
  const sent = useRef<string | null>(null);
  const shown = typed ?? text;
  const isUnsaved = typed !== null && typed !== text;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
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
        if (event.key !== 'Escape') return;
        setTyped(null);
        onTakeBack();
      }}
      onBlur={() => {
        if (!isUnsaved || typed === sent.current) return;
        sent.current = typed;
        // What is typed meanwhile, before this was answered, is another change.
        void onChange(typed).then((saved) => {
          if (sent.current === typed) sent.current = null;
          if (saved) setTyped((now) => (now === typed ? null : now));
        });
      }}
    />
  );
}
