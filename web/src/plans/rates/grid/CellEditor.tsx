import { useEffect, useRef } from 'react';
import classes from './RateGrid.module.css';

type Props = {
  label: string;
  text: string;
  selects: boolean;
  onCommit: (text: string, down: number, right: number) => void;
  onCancel: () => void;
};

/** The field in the active cell. What is typed stays in it until Enter, Tab, or the focus leaves; Escape takes it back. */
export function CellEditor({ label, text, selects, onCommit, onCancel }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (selects) field.current?.select();
  }, [selects]);
  const finish = (down: number, right: number) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(field.current?.value ?? '', down, right);
  };
  return (
    <input
      ref={field}
      className={classes.editor}
      aria-label={label}
      defaultValue={text}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          isDone.current = true;
          onCancel();
        }
        const step = {
          Enter: [event.shiftKey ? -1 : 1, 0],
          Tab: [0, event.shiftKey ? -1 : 1],
          ArrowUp: [-1, 0],
          ArrowDown: [1, 0],
        }[event.key];
        if (!step) return;
        event.preventDefault();
        finish(step[0] ?? 0, step[1] ?? 0);
      }}
      onPaste={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onBlur={() => finish(0, 0)}
    />
  );
}
