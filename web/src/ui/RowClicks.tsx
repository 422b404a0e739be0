import { type ReactNode, useEffect, useRef } from 'react';
import classes from './RowClicks.module.css';

/** Long enough that a pointer crossing a table does not fetch every row. */
const REST = 80;

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? (target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row]') ?? null) : null;

const isOwnControl = (target: Element): boolean =>
  target.closest('a, button, input, select, label, [popover]') !== null;

function watchRows(box: HTMLElement, onNear: (id: string) => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let near: string | undefined;
  const approach = ({ target }: Event) => {
    const id = linkOf(target)?.dataset['row'];
    if (id === near) return;
    clearTimeout(timer);
    near = id;
    if (id !== undefined) timer = setTimeout(() => onNear(id), REST);
  };
  const press = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || isOwnControl(target) || event.defaultPrevented) return;
    // Selecting text to copy it is no click.
    if (globalThis.getSelection()?.toString()) return;
    const link = linkOf(target);
    if (!link) return;
    link.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey, metaKey: event.metaKey }),
    );
  };
  const options = { signal: stop.signal };
  box.addEventListener('pointerover', approach, options);
  box.addEventListener('focusin', approach, options);
  box.addEventListener('click', press, options);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

type Props = { onNear?: (id: string) => void; className?: string | undefined; children: ReactNode };

/**
 * A table in which a click anywhere on a row follows its link (`data-row` with the row's ID), for the mouse only:
 * keyboard and screen reader use the link. `onNear` gets the row under pointer or focus, to prefetch its page.
 */
export function RowClicks({ onNear, className, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(onNear);
  useEffect(() => {
    told.current = onNear;
  });
  useEffect(() => (box.current ? watchRows(box.current, (id) => told.current?.(id)) : undefined), []);
  return (
    <div ref={box} className={className ? `${classes.rows} ${className}` : classes.rows}>
      {children}
    </div>
  );
}
