import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Puts a screen reader at the top of the page that is shown. A dialog that opened with the page keeps the focus it
 * took.
 */
export function focusHeading(): void {
  if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** A page that changes without a load is silent: this says its title and moves the focus to its heading. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    const frame = requestAnimationFrame(() => {
      setTitle(document.title);
      focusHeading();
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <output className="sr" aria-live="polite" aria-atomic="true">
      {title}
    </output>
  );
}
