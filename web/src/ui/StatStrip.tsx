import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { Skeleton } from './Skeleton.tsx';
import classes from './StatStrip.module.css';
import { Unknown } from './Unknown.tsx';

export type Stat = {
  label: string;
  /** undefined while loading, null when unknown (a dash with the reason); 0 is zero. */
  value: number | string | ReactElement | null | undefined;
  unknownReason?: string;
  /** One line of meaning: '+12 since Monday'. */
  meaning?: ReactNode;
  /** Where the filtered list is; the whole cell is the link. */
  to?: string;
  /** `bad` is red unless zero; `quiet` needs no action. */
  tone?: 'bad' | 'quiet';
  /** An amount, which is wider than a count and set smaller. */
  amount?: boolean;
  /** Oldest first; at least two points draw the line. */
  trend?: readonly number[];
};

const WIDTH = 88;

/** 3 px above and below the line, so that its end point is not cut. */
function pathOf(points: readonly number[]): { d: string; end: number } {
  const least = Math.min(...points);
  const range = Math.max(...points) - least || 1;
  const step = WIDTH / (points.length - 1);
  const heights = points.map((point) => 37 - ((point - least) / range) * 26);
  return {
    d: heights
      .map((y, index) => `${index === 0 ? 'M' : 'L'}${Math.round(index * step * 10) / 10} ${Math.round(y * 10) / 10}`)
      .join(''),
    end: heights.at(-1) ?? 37,
  };
}

function Sparkline({ points }: { points: readonly number[] }) {
  const { d, end } = pathOf(points);
  return (
    <svg className={classes.spark} viewBox="0 0 88 40" aria-hidden="true">
      <path d={d} />
      <circle cx={WIDTH} cy={end} r="2.5" />
    </svg>
  );
}

function Inside({ stat }: { stat: Stat }) {
  return (
    <>
      <span className={classes.label}>{stat.label}</span>
      <span className={classes.value} data-tone={stat.tone === 'bad' && !stat.value ? undefined : stat.tone}>
        {stat.value === undefined && <Skeleton width={72} height={24} />}
        {stat.value === null && <Unknown reason={stat.unknownReason} />}
        {typeof stat.value === 'number' ? stat.value.toLocaleString('en-US') : stat.value}
      </span>
      {stat.meaning !== undefined && <span className={classes.meaning}>{stat.meaning}</span>}
      {stat.trend && stat.trend.length > 1 && <Sparkline points={stat.trend} />}
    </>
  );
}

/** A strip of figures; each cell links to the list behind it. */
export function StatStrip({
  stats,
  label,
  compact,
}: {
  stats: readonly Stat[];
  label: string;
  /** No figure has a line of meaning. */ compact?: boolean;
}) {
  return (
    <section className={classes.strip} aria-label={label} data-compact={compact || undefined}>
      {stats.map((stat) =>
        stat.to ? (
          <Link key={stat.label} to={stat.to} className={classes.cell} data-amount={stat.amount || undefined}>
            <Inside stat={stat} />
          </Link>
        ) : (
          <div key={stat.label} className={classes.cell} data-amount={stat.amount || undefined}>
            <Inside stat={stat} />
          </div>
        ),
      )}
    </section>
  );
}
