import { type RefObject, useEffect } from 'react';
import { focusHeading } from './RouteAnnouncer.tsx';

/** How long a control that disappears has to move focus elsewhere, as closing dialogs and menus do. */
const OTHERS_FIRST_MS = 100;

/**
 * Moves focus to the page heading if the focused element disappears, for example Pause when a file finishes (WCAG 2.2,
 * 2.4.3).
 */
export function useFocusKept(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = content.current;
    if (!page) return undefined;
    const stop = new AbortController();
    let last: Element | null = null;
    let waits: ReturnType<typeof setTimeout> | undefined;
    const isGone = (): boolean => last !== null && !last.isConnected && document.activeElement === document.body;
    const note = ({ target }: Event): void => {
      last = target instanceof Element && page.contains(target) ? target : null;
    };
    document.addEventListener('focusin', note, { signal: stop.signal });
    // A press elsewhere takes the focus right after.
    document.addEventListener('pointerdown', () => void (last = null), { signal: stop.signal });
    const changes = new MutationObserver(() => {
      if (!isGone()) return;
      clearTimeout(waits);
      waits = setTimeout(() => isGone() && focusHeading(), OTHERS_FIRST_MS);
    });
    changes.observe(page, { childList: true, subtree: true });
    return () => {
      stop.abort();
      changes.disconnect();
      clearTimeout(waits);
    };
  }, [content]);
}
