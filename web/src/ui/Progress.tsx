import classes from './Progress.module.css';

/** A thin progress bar with its percentage, announced with its name. */
export function Progress({
  label,
  percent,
  tone = 'brand',
}: {
  label: string;
  percent: number;
  tone?: 'brand' | 'bad';
}) {
  return (
    <div className={classes.progress} data-tone={tone}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <span className="num">{percent}%</span>
    </div>
  );
}
