import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';

/** `toOf`: the link to a point's rows. */
type Series = { label: string; values: readonly number[]; toOf?: (index: number) => string };
type Props = {
  title: string;
  note?: string;
  /** Names of the points, oldest first. */ points: readonly string[];
  series: readonly Series[];
};

const WIDTH = 600;
const HEIGHT = 140;

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <div className={classes.legend} aria-hidden="true">
      {series.map(({ label }, index) => (
        <span key={label}>
          <svg viewBox="0 0 20 8">
            <line className={classes.line} data-series={index} x1="0" x2="20" y1="4" y2="4" />
          </svg>
          {label}
        </span>
      ))}
    </div>
  );
}

/**
 * Lines on a scale that starts at zero, so that changes look as large as they are. Arrow keys and the pointer show
 * values.
 */
export function LineChart({ title, note, points, series }: Props) {
  const { t } = useLingui();
  const [at, setAt] = useState<number | null>(null);
  const top = Math.max(1, ...series.flatMap(({ values }) => values));
  const last = points.length - 1;
  const x = (index: number): number => (last === 0 ? 0 : (index / last) * WIDTH);
  const y = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 4);
  const reading = (index: number): string =>
    `${points[index] ?? ''}: ${series.map(({ label, values }) => `${label} ${(values[index] ?? 0).toLocaleString('en-US')}`).join(', ')}`;
  const press = (event: KeyboardEvent) => {
    const from = at ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))));
  };
  return (
    <ChartFrame
      title={title}
      {...(note === undefined ? {} : { note })}
      reading={reading(at ?? last)}
      table={{
        head: [t`Month`, ...series.map(({ label }) => label)],
        rows: points.map((name, index) => [
          name,
          ...series.map(({ values, toOf }) =>
            toOf ? { value: values[index] ?? 0, to: toOf(index) } : (values[index] ?? 0),
          ),
        ]),
      }}
    >
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={t`${title}, month by month`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={reading(at ?? last)}
        onKeyDown={press}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} height={HEIGHT} preserveAspectRatio="none" aria-hidden="true">
          <line className={classes.axis} x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
          <line className={classes.axis} x1="0" x2={WIDTH} y1={y(top)} y2={y(top)} />
          {series.map(({ label, values }, index) => (
            <path
              key={label}
              className={classes.line}
              data-series={index}
              d={values
                .map((value, step) => `${step === 0 ? 'M' : 'L'}${x(step).toFixed(1)} ${y(value).toFixed(1)}`)
                .join('')}
            />
          ))}
          {at !== null && <line className={classes.cursor} x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />}
        </svg>
      </div>
      <div className={classes.labels} aria-hidden="true">
        <span>{points[0]}</span>
        <span>{t`from 0 to ${top.toLocaleString('en-US')}`}</span>
        <span>{points[last]}</span>
      </div>
      <Legend series={series} />
    </ChartFrame>
  );
}
