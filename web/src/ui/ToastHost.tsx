import { type ComponentType, useEffect, useState } from 'react';
import type * as Cards from './ToastCards.tsx';
import { receiveToasts } from './toasts.ts';

/** Loads the toasts once the page is at rest: nothing needs them before somebody has pressed something. */
export function ToastHost() {
  const [cards, setCards] = useState<typeof Cards | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => void import('./ToastCards.tsx').then(setCards), 1200);
    return () => clearTimeout(timer);
  }, []);
  const Toasts: ComponentType<{ onReady: () => void }> | undefined = cards?.Toasts;
  const [ready] = useState(() => () => void import('./ToastCards.tsx').then(({ showCard }) => receiveToasts(showCard)));
  return Toasts ? <Toasts onReady={ready} /> : null;
}
