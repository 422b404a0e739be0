import { Link } from 'react-router';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';

type Stack = {
  /** Under the column: 'Jan'. */
  label: string;
  /** The whole sentence, which the link is called by. */
  name: string;
  total: number;
  /** Of the total, what needs attention. */
  bad: number;
  to: string;
};

type Props = {
  title: string;
  note?: string;
  stacks: readonly Stack[];
  head: readonly [string, string, string];
  legend: readonly [string, string];
};

const HEIGHT = 96;

/** Columns of two parts, each linked to its rows. */
export function ColumnChart({ title, note, stacks, head, legend }: Props) {
  const top = Math.max(1, ...stacks.map(({ total }) => total));
  const scaled = (value: number): number => (value / top) * HEIGHT;
  return (
    <ChartFrame
      title={title}
      {...(note === undefined ? {} : { note })}
      table={{ head, rows: stacks.map(({ label, total, bad }) => [label, total, bad]) }}
    >
      <div className={classes.columns}>
        {stacks.map(({ label, name, total, bad, to }) => {
          const inside = (
            <>
              <b aria-hidden="true">{total}</b>
              <svg viewBox={`0 0 24 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <rect
                  className={classes.bar}
                  x="0"
                  width="24"
                  y={HEIGHT - scaled(total)}
                  height={scaled(total - bad)}
                />
                <rect
                  className={classes.bar}
                  data-tone="bad"
                  x="0"
                  width="24"
                  y={HEIGHT - scaled(bad)}
                  height={scaled(bad)}
                />
                <line className={classes.axis} x1="0" x2="24" y1={HEIGHT} y2={HEIGHT} />
              </svg>
              <span aria-hidden="true">{label.slice(0, 3)}</span>
              <span className="sr">{name}</span>
            </>
          );
          return total === 0 ? (
            <div key={label}>{inside}</div>
          ) : (
            <Link key={label} to={to} data-tip={name} data-tip-delay={100}>
              {inside}
            </Link>
          );
        })}
      </div>
      <div className={classes.legend} aria-hidden="true">
        {legend.map((label, index) => (
          <span key={label}>
            <svg viewBox="0 0 20 8">
              <rect className={classes.bar} data-tone={index === 1 ? 'bad' : undefined} width="20" height="8" />
            </svg>
            {label}
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}
