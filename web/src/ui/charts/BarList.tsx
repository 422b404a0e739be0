import { Link } from 'react-router';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';

type Bar = {
  key: string;
  label: string;
  group?: string;
  /** Its two parts, as many things each. */ parts: readonly [number, number];
  to: string;
};

type Props = {
  title: string;
  note?: string;
  bars: readonly Bar[];
  head: readonly [string, string, string];
  legend: readonly [string, string];
};

/** Horizontal bars of two parts, each linked to its rows. */
export function BarList({ title, note, bars, head, legend }: Props) {
  const top = Math.max(1, ...bars.map(({ parts: [first, second] }) => first + second));
  return (
    <ChartFrame
      title={title}
      {...(note === undefined ? {} : { note })}
      table={{ head, rows: bars.map(({ label, parts }) => [label, ...parts]) }}
    >
      <ul className={classes.bars}>
        {bars.map(({ key, label, group, parts: [first, second], to }) => (
          <li key={key}>
            <Link to={to}>
              <span>
                {label}
                {group && <small>{group}</small>}
              </span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className={classes.bar} width={(first / top) * 100} height="10" />
                <rect
                  className={classes.bar}
                  data-tone="rest"
                  x={(first / top) * 100}
                  width={(second / top) * 100}
                  height="10"
                />
              </svg>
              <b>{(first + second).toLocaleString('en-US')}</b>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.legend} aria-hidden="true">
        {legend.map((label, index) => (
          <span key={label}>
            <svg viewBox="0 0 20 8">
              <rect className={classes.bar} data-tone={index === 1 ? 'rest' : undefined} width="20" height="8" />
            </svg>
            {label}
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}
