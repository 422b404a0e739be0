import { useEffect, useRef } from 'react';
import { placeTooltip } from './floating.ts';
import classes from './Popover.module.css';

/** Specification 2, section 9: 700 ms before one opens, 300 ms in which the next opens at once. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/** Text that a narrow column cuts off. */
const CUT = '.trunc, .row-name, .row-meta, .row-reason';
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

/** An element with a tooltip, or with truncated text. */
function carrierOf(node: EventTarget | null): HTMLElement | null {
  if (!(node instanceof Element)) return null;
  const tipped = node.closest<HTMLElement>('[data-tip]');
  if (tipped) return tipped;
  const text = node.closest<HTMLElement>(CUT);
  return text && isCut(text) ? text : null;
}

function watchTooltips(box: HTMLElement): () => void {
  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = -Infinity;

  const hide = () => {
    clearTimeout(timer);
    target = null;
    if (!box.matches(':popover-open')) return;
    box.hidePopover();
    hiddenAt = performance.now();
  };
  const show = (element: HTMLElement) => {
    const words = element.dataset['tip'] ?? element.textContent;
    if (!words || !element.isConnected) return;
    box.textContent = words;
    box.showPopover();
    placeTooltip(box, element, element.dataset['tipSide']);
  };
  const approach = (element: HTMLElement | null) => {
    if (element === target) return;
    hide();
    if (!element) return;
    target = element;
    const delay = performance.now() - hiddenAt < SKIP_DELAY ? 0 : Number(element.dataset['tipDelay'] ?? OPEN_DELAY);
    timer = setTimeout(() => show(element), delay);
  };
  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || (event.target instanceof Node && box.contains(event.target))) return;
    approach(carrierOf(event.target));
  };
  const focus = (event: FocusEvent) => {
    const element = carrierOf(event.target);
    approach(element?.matches(':focus-visible') ? element : null);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', over, options);
  document.addEventListener('focusin', focus, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('keydown', key, options);
  document.addEventListener('scroll', hide, options);
  return () => {
    stop.abort();
    hide();
  };
}

/**
 * One tooltip for the whole page: elements with `data-tip` show it on hover and keyboard focus. They have an accessible
 * name or description, so the tooltip is hidden from screen readers. A component per button would be too slow in a
 * table of fifty rows.
 */
export function TooltipHost() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? watchTooltips(box.current) : undefined), []);
  return <div ref={box} popover="manual" role="tooltip" aria-hidden="true" className={classes.tooltip} />;
}
