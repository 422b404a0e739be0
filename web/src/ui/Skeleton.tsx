import { useEffect, useState } from 'react';
import classes from './Skeleton.module.css';

/** True after `waiting` lasted 150 ms, so that fast loads do not flash a skeleton. */
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

/** A placeholder bar for loading text. It takes its space at once and is visible after 150 ms. */
export function Skeleton({ width, height = 8 }: { width: number | string; height?: number }) {
  return <span className={classes.bar} style={{ width, height }} aria-hidden="true" />;
}
