import { useEffect, useRef, useState } from 'react';

const PAUSE = 250;

/**
 * What is typed, and what is asked for once the typing pauses. A term that changes elsewhere (Back, Clear) replaces
 * what was typed.
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
