import { useEffect, useState } from 'react';

/** Puts the keyboard on the page's name, for when what was pressed is gone. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

/** Puts the focus on the first field that has a problem, once it is marked: of the open dialog, else of the page. */
export function focusInvalid(): void {
  requestAnimationFrame(() => {
    const found =
      document.querySelector<HTMLElement>(
        '[role="dialog"] [aria-invalid="true"], [role="alertdialog"] [aria-invalid="true"]',
      ) ?? document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    found?.focus();
  });
}

/**
 * Gives the keyboard back when what took it leaves the page: to what was pressed or, where that is gone, to the page's
 * name. Mantine does it for a dialog that is closed, not for one that is taken away.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Focus may already have been moved.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected)
          opener.focus({ preventScroll: true });
        else focusHeading();
      });
    },
    [opener],
  );
}
