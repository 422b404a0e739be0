import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Moves a screen reader to the top of the page. A dialog that opened with the page keeps focus. */
export function focusHeading(): void {
  if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** Announces the title of a page that changed without a load, and focuses its heading. */
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
