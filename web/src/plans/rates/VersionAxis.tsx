import type { RateTableDetail, RateVersion } from '@openbenefits/contract/rate-tables';
import {
  addMonths,
  type CalendarDate,
  contains,
  daysBetween,
  firstOfMonth,
  formatDate,
  overlaps,
  type Period,
} from '@openbenefits/domain/calendar-date';
import { gapsBetween } from '@openbenefits/domain/plans/rate-periods';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { today } from '../../today.ts';
import { paths } from '../../paths.ts';
import { RateStatusBadge } from './RateStatusBadge.tsx';
import { periodWords } from './version-words.ts';
import classes from './VersionAxis.module.css';

type Bar = { version: RateVersion; period: Period };

/** Where the axis begins and ends: all versions, today, and a year of what is open. */
function rangeOf(bars: readonly Bar[], now: CalendarDate): { from: CalendarDate; until: CalendarDate } {
  const starts = bars.map(({ period }) => period.from);
  const ends = bars.map(
    ({ period }) => period.until ?? addMonths(period.from > now ? period.from : firstOfMonth(now), 9),
  );
  const from = [...starts, firstOfMonth(now)].reduce((a, b) => (a < b ? a : b));
  return { from, until: [...ends, addMonths(firstOfMonth(now), 3)].reduce((a, b) => (a > b ? a : b)) };
}

/** Drafts below each other where they overlap; what is in force is in the first lane. */
function lanesOf(inForce: readonly Bar[], drafts: readonly Bar[]): Bar[][] {
  const lanes: Bar[][] = [[...inForce]];
  for (const draft of drafts) {
    const lane = lanes.find((bars) => bars.every((bar) => !overlaps(bar.period, draft.period)));
    if (lane) lane.push(draft);
    else lanes.push([draft]);
  }
  return lanes;
}

function usePlaces(bars: readonly Bar[]) {
  const now = today();
  const range = rangeOf(bars, now);
  const days = Math.max(1, daysBetween(range.from, range.until));
  const share = (date: CalendarDate): number =>
    Math.min(100, Math.max(0, (daysBetween(range.from, date) / days) * 100));
  const placeOf = ({ from, until }: Period): CSSProperties => ({
    left: `${share(from)}%`,
    width: `${share(until ?? range.until) - share(from)}%`,
  });
  return { now, share, placeOf };
}

function VersionBar({
  bar,
  isCurrent,
  isInForce,
  style,
}: {
  bar: Bar;
  isCurrent: boolean;
  isInForce: boolean;
  style: CSSProperties;
}) {
  const { version, period } = bar;
  return (
    <li style={style}>
      <Link
        to={paths.rateTable(version.id)}
        className={classes.bar}
        data-draft={version.status === 'draft' || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        data-tip={periodWords(period)}
      >
        <b>
          {isInForce ? (
            <Trans>Version {version.versionNo}, in force</Trans>
          ) : (
            <Trans>Version {version.versionNo}</Trans>
          )}
          {version.status === 'draft' && <RateStatusBadge status="draft" />}
        </b>
        <span>{periodWords(period)}</span>
      </Link>
    </li>
  );
}

/** The versions of one methodology on a time axis; days without one are a hole. */
function Lanes({
  versions,
  current,
  title,
}: {
  versions: readonly RateVersion[];
  current: string;
  title: string | null;
}) {
  const { t } = useLingui();
  const inForce = versions.flatMap((version) => version.periods.map((period): Bar => ({ version, period })));
  const drafts = versions
    .filter(({ status }) => status === 'draft')
    .map((version): Bar => ({ version, period: { from: version.from, until: version.until } }));
  const bars = [...inForce, ...drafts];
  const { now, share, placeOf } = usePlaces(bars);
  const lanes = lanesOf(inForce, drafts);
  const gaps = gapsBetween(bars.map(({ period }) => period));
  return (
    <div className={classes.axis}>
      {title !== null && <h3>{title}</h3>}
      <div className={classes.lanes}>
        {lanes.map((lane, index) => (
          <ol key={lane[0]?.version.id ?? index} className={classes.lane}>
            {lane.map((bar) => (
              <VersionBar
                key={`${bar.version.id} ${bar.period.from}`}
                bar={bar}
                isCurrent={bar.version.id === current}
                isInForce={bar.version.status === 'active' && contains(bar.period, now)}
                style={placeOf(bar.period)}
              />
            ))}
            {index === 0 &&
              gaps.map((gap) => (
                <li key={gap.from} className={classes.hole} style={placeOf(gap)} data-tip={t`Gap: ${periodWords(gap)}`}>
                  <span className="sr">{t`Gap: ${periodWords(gap)}`}</span>
                </li>
              ))}
          </ol>
        ))}
        <div className={classes.today} style={{ left: `${share(now)}%` }} aria-hidden="true">
          <span>
            <Trans>today</Trans>
          </span>
        </div>
      </div>
      <ul className={classes.marks} aria-hidden="true">
        {gaps.map((gap) => (
          <li key={gap.from} data-gap style={{ left: `${Math.min(share(gap.from), 78)}%` }}>
            {t`Gap: ${periodWords(gap)}`}
          </li>
        ))}
        {bars
          .filter(
            ({ period }) =>
              gaps.every((gap) => Math.abs(share(gap.from) - share(period.from)) > 20) && share(period.from) < 90,
          )
          .filter(
            ({ period }, index, all) =>
              all.findIndex((other) => Math.abs(share(other.period.from) - share(period.from)) < 12) === index,
          )
          .map(({ period, version }) => (
            <li key={`${version.id} ${period.from}`} style={{ left: `${share(period.from)}%` }}>
              {formatDate(period.from)}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Below the axis for narrow screens: the same versions as a list. */
function VersionList({ versions, current }: { versions: readonly RateVersion[]; current: string }) {
  return (
    <ul className={`${classes.list} only-narrow`}>
      {versions.map((version) => (
        <li key={version.id} data-current={version.id === current || undefined}>
          <Link to={paths.rateTable(version.id)} aria-current={version.id === current ? 'page' : undefined}>
            <Trans>Version {version.versionNo}</Trans>
          </Link>
          <RateStatusBadge status={version.status} />
          <span className="num">
            {(version.periods.length > 0 ? version.periods : [version]).map(periodWords).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function VersionAxis({ table, action }: { table: RateTableDetail; action: ReactNode }) {
  const { t } = useLingui();
  const own = table.versions.filter(({ methodology }) => methodology === table.methodology);
  const others = table.versions.filter(({ methodology }) => methodology !== table.methodology);
  const shown = own.filter(({ status, id }) => status !== 'replaced' || id === table.id);
  return (
    <section className={classes.panel} aria-label={t`Versions`}>
      <div className={classes.heading}>
        <h2>
          <Trans>Versions</Trans>
        </h2>
        <p className="only-wide">
          <Trans>Every date has one version at most. A bill takes the version of the month it covers.</Trans>
        </p>
        {action}
      </div>
      <div className="only-wide">
        <Lanes
          versions={own}
          current={table.id}
          title={others.length > 0 ? (table.methodology === 'composite' ? t`Composite` : t`Age rated`) : null}
        />
        {others.length > 0 && (
          <Lanes
            versions={others}
            current={table.id}
            title={table.methodology === 'composite' ? t`Age rated` : t`Composite`}
          />
        )}
      </div>
      <VersionList versions={[...shown, ...others].toReversed()} current={table.id} />
    </section>
  );
}
