import { useEffect, useRef, useState } from 'react';

const PAUSE = 250;

/**
 * Returns the typed term and the term to search after a pause. A change elsewhere (Back, Clear) replaces the typed one.
 */
export function useDebouncedTerm(asked: string, onAsk: (term: string) => void) {
  const [term, setTerm] = useState(asked);
  const [sent, setSent] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onAsk);
  useEffect(() => {
    latest.current = onAsk;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (asked !== sent) {
    setSent(asked);
    setTerm(asked);
  }

  const send = (next: string) => {
    clearTimeout(timer.current);
    const wanted = next.trim();
    if (wanted === sent) return;
    setSent(wanted);
    latest.current(wanted);
  };
  const change = (next: string) => {
    setTerm(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), next === '' ? 0 : PAUSE);
  };
  return { term, change, submit: () => send(term) };
}
