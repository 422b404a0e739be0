import { type RefObject, useEffect } from 'react';
import { focusHeading } from './RouteAnnouncer.tsx';

/**
 * How long whoever took a control away may take to put the keyboard somewhere else; closing a dialog or a menu does.
 */
const OTHERS_FIRST_MS = 100;

/**
 * Pages change by themselves, and what the keyboard stands on goes with that: a file that is done takes its Pause
 * along, a decision of somebody else the buttons that would make it. The keyboard goes on from the page's name then,
 * instead of from nowhere (WCAG 2.2, 2.4.3).
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
    // Whoever presses elsewhere has left it; what is pressed takes the focus right after.
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
