import { useEffect, useState } from 'react';
import classes from './Skeleton.module.css';

/** True once `waiting` has lasted 150 ms: what comes sooner should not flash a skeleton. */
export function useSlow(waiting: boolean, after = 150): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), after);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting, after]);
  return waiting && slow;
}

/** A bar in the place of text that is on its way. It keeps its room from the start and is seen after 150 ms. */
export function Skeleton({ width, height = 8 }: { width: number | string; height?: number }) {
  return <span className={classes.bar} style={{ width, height }} aria-hidden="true" />;
}
