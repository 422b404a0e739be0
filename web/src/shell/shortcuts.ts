import { useLayoutEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const PALETTE_KEYS = isMac ? '⌘ K' : 'Ctrl K';

/** Ctrl or Cmd with K opens the palette from anywhere; '/' goes to the search of the page. */
export function useShortcuts(openPalette: () => void): void {
  // Registered before the page is visible, so that early key presses work.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.body.hasAttribute('data-locked') || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const field = document.querySelector<HTMLInputElement>('[data-page-search]');
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [openPalette]);
}
