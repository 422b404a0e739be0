import { useEffect, useState } from 'react';

/** Focuses the page heading after the pressed element disappeared. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

/** Focuses the first field with a problem in the open dialog, otherwise on the page. */
export function focusInvalid(): void {
  requestAnimationFrame(() => {
    const found =
      document.querySelector<HTMLElement>(
        '[role="dialog"] [aria-invalid="true"], [role="alertdialog"] [aria-invalid="true"]',
      ) ?? document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    found?.focus();
    // Focus alone does not scroll where the field has it already.
    found?.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * Returns focus to the pressed element or, if it is gone, to the page heading. Mantine does it for a closed dialog, not
 * for a removed one.
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
