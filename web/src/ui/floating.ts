export type Placement = 'bottom-end' | 'bottom-start' | 'right-start';

const GAP = 4;
const EDGE = 8;

/** Positions a floating box 4 px from its trigger; it opens upward if there is more space. */
export function placeBeside(box: HTMLElement, trigger: Element, placement: Placement): void {
  const at = trigger.getBoundingClientRect();
  const { innerHeight, innerWidth } = globalThis;
  const style = box.style;
  style.inset = 'auto';
  if (placement === 'right-start') {
    style.left = `${at.right + GAP}px`;
    const below = innerHeight - at.top - EDGE;
    if (box.scrollHeight <= below) style.top = `${at.top}px`;
    else style.bottom = `${EDGE}px`;
    style.maxHeight = `${innerHeight - 2 * EDGE}px`;
    return;
  }
  const below = innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const upwards = box.scrollHeight > below && above > below;
  if (upwards) style.bottom = `${innerHeight - at.top + GAP}px`;
  else style.top = `${at.bottom + GAP}px`;
  style.maxHeight = `${upwards ? above : below}px`;
  const width = box.offsetWidth;
  const left = placement === 'bottom-end' ? at.right - width : at.left;
  style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
}

/** Positions a tooltip centered below its trigger, above it at the window's edge, or at its side on request. */
export function placeTooltip(box: HTMLElement, trigger: Element, side: string | undefined): void {
  const at = trigger.getBoundingClientRect();
  const { innerHeight, innerWidth } = globalThis;
  const { offsetWidth: width, offsetHeight: height } = box;
  const beside = side === 'right' && at.right + GAP + width + EDGE < innerWidth;
  const left = beside ? at.right + GAP : at.left + at.width / 2 - width / 2;
  const below = at.bottom + GAP;
  const top = beside
    ? at.top + at.height / 2 - height / 2
    : below + height + EDGE > innerHeight
      ? at.top - GAP - height
      : below;
  box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  box.style.top = `${Math.max(EDGE, top)}px`;
}

/** Closes the floating box an element is in, as choosing an item does. */
export function closeAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}
