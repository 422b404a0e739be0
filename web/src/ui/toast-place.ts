/** On a small phone, a toast is as wide as the page and would cover controls. */
const PHONE = '(max-width: 600px)';
/** The gap between a toast and other content; the two toasts under it show 14 px each. */
const GAP = 8;
const STEP = 8;
const LEAST = 16;
const PRESSED =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [role="menuitem"], [role="checkbox"], [tabindex="0"]';

type Span = { readonly top: number; readonly bottom: number };

/**
 * Finds the lowest free strip of this height between `top` and `bottom` without anything pressable, as the distance of
 * its lower edge from `bottom`; undefined if there is none.
 */
export function freePlace(height: number, { top, bottom }: Span, taken: readonly Span[]): number | undefined {
  for (let low = bottom - LEAST; low - height >= top; low -= STEP) {
    if (!taken.some((one) => one.top < low + GAP && one.bottom > low - height - GAP)) return bottom - low;
  }
  return undefined;
}

const isOfToasts = (node: Element): boolean => node.closest('[data-sonner-toaster]') !== null;

/**
 * Places toasts on a phone where they cover nothing pressable. On a full page they are at the bottom, above its bar,
 * and the page scrolls further, so that nothing stays covered. Elsewhere they are at the specified position.
 */
export function placeToasts(height: number): void {
  const { style } = document.documentElement;
  style.removeProperty('--toast-bottom');
  style.removeProperty('--toast-room');
  if (height === 0 || !globalThis.matchMedia(PHONE).matches) return;
  const shown: Span = {
    top: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
    bottom: globalThis.innerHeight,
  };
  const taken = [...document.querySelectorAll(PRESSED), ...document.querySelectorAll('[data-bottom-bar]')]
    .filter((node) => !isOfToasts(node))
    .map((node) => node.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.bottom > shown.top && box.top < shown.bottom);
  const free = freePlace(height, shown, taken);
  if (free === undefined) style.setProperty('--toast-room', `${height + LEAST + GAP}px`);
  else style.setProperty('--toast-bottom', `${free}px`);
}
