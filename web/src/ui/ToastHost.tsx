import { type ComponentType, useEffect, useState } from 'react';
import type * as Cards from './ToastCards.tsx';
import { receiveToasts } from './toasts.ts';

const AT_REST_MS = 1200;
const AGAIN_AFTER_MS = 3000;

/**
 * Loads the toasts once the page is at rest: nothing needs them before somebody has pressed something. Where the connection is gone just then, it is tried
 * again.
 */
export function ToastHost() {
  const [cards, setCards] = useState<typeof Cards | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    // Awaited: what is chained to an import is moved into it by the bundler, and would not be told of styles that did not come.
    const load = async (): Promise<void> => {
      try {
        setCards(await import('./ToastCards.tsx'));
      } catch {
        if (!isGone) timer = setTimeout(() => void load(), AGAIN_AFTER_MS);
      }
    };
    timer = setTimeout(() => void load(), AT_REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  const Toasts: ComponentType<{ onReady: () => void }> | undefined = cards?.Toasts;
  const [ready] = useState(() => () => void import('./ToastCards.tsx').then(({ showCard }) => receiveToasts(showCard)));
  return Toasts ? <Toasts onReady={ready} /> : null;
}
