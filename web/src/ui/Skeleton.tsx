import classes from './Skeleton.module.css';

/** A placeholder bar for loading text. It takes its space at once and is visible after 150 ms. */
export function Skeleton({ width, height = 8 }: { width: number | string; height?: number }) {
  return <span className={classes.bar} style={{ width, height }} aria-hidden="true" />;
}
