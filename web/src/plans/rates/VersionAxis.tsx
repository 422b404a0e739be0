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

type Range = { from: CalendarDate; until: CalendarDate };

/** The months before today that the axis shows; a version that is older stretches it. */
const MONTHS_SHOWN = 24;

/** Where the axis begins and ends: two years back or the version of the page, and some months of what is open. */
function rangeOf(bars: readonly Bar[], now: CalendarDate, shown: CalendarDate): Range {
  const starts = bars.map(({ period }) => period.from);
  const ends = bars.map(
    ({ period }) => period.until ?? addMonths(period.from > now ? period.from : firstOfMonth(now), 9),
  );
  const first = [...starts, firstOfMonth(now)].reduce((a, b) => (a < b ? a : b));
  const earliest = [addMonths(firstOfMonth(now), -MONTHS_SHOWN), shown].reduce((a, b) => (a < b ? a : b));
  const from = first > earliest ? first : earliest;
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

function usePlaces(bars: readonly Bar[], shown: CalendarDate) {
  const now = today();
  const range = rangeOf(bars, now, shown);
  const days = Math.max(1, daysBetween(range.from, range.until));
  const share = (date: CalendarDate): number =>
    Math.min(100, Math.max(0, (daysBetween(range.from, date) / days) * 100));
  const placeOf = ({ from, until }: Period): CSSProperties => ({
    left: `${share(from)}%`,
    width: `${share(until ?? range.until) - share(from)}%`,
  });
  return { now, range, share, placeOf };
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

/** The days that versions begin on, where there is room, and the days without one. */
function Marks({
  bars,
  gaps,
  share,
}: {
  bars: readonly Bar[];
  gaps: readonly Range[];
  share: (date: CalendarDate) => number;
}) {
  const { t } = useLingui();
  const isNear = (a: CalendarDate, b: CalendarDate, least: number): boolean => Math.abs(share(a) - share(b)) < least;
  const marked = bars
    .map(({ period }) => period.from)
    .filter((from) => gaps.every((gap) => !isNear(gap.from, from, 20)) && share(from) < 90)
    .filter((from, index, all) => all.findIndex((other) => isNear(other, from, 12)) === index);
  return (
    <ul className={classes.marks} aria-hidden="true">
      {gaps.map((gap) => (
        <li key={gap.from} data-gap style={{ left: `${Math.min(share(gap.from), 78)}%` }}>
          {t`Gap: ${periodWords(gap)}`}
        </li>
      ))}
      {marked.map((from) => (
        <li key={from} style={{ left: `${share(from)}%` }}>
          {formatDate(from)}
        </li>
      ))}
    </ul>
  );
}

/** Versions that ended before the axis begins. */
function EarlierVersions({ bars, from }: { bars: readonly Bar[]; from: CalendarDate }) {
  const earlier = bars.filter(({ period }) => period.until !== null && period.until <= from);
  if (earlier.length === 0) return null;
  return (
    <p className={classes.earlier}>
      <Trans>Earlier:</Trans>{' '}
      {earlier.map(({ version, period }) => (
        <Link key={`${version.id} ${period.from}`} to={paths.rateTable(version.id)} data-tip={periodWords(period)}>
          <Trans>Version {version.versionNo}</Trans>
        </Link>
      ))}
    </p>
  );
}

type LanesProps = { versions: readonly RateVersion[]; table: RateTableDetail };

/** The versions of one methodology on a time axis; days without one are a hole. */
function Lanes({ versions, table }: LanesProps) {
  const { t } = useLingui();
  const inForce = versions.flatMap((version) => version.periods.map((period): Bar => ({ version, period })));
  const drafts = versions
    .filter(({ status }) => status === 'draft')
    .map((version): Bar => ({ version, period: { from: version.from, until: version.until } }));
  const all = [...inForce, ...drafts];
  const { now, range, share, placeOf } = usePlaces(all, table.from);
  const isShown = ({ period }: Bar): boolean => period.until === null || period.until > range.from;
  const bars = all.filter(isShown);
  const gaps = gapsBetween(all.map(({ period }) => period)).filter(({ until }) => until > range.from);
  return (
    <div className={classes.axis}>
      <div className={classes.lanes}>
        {lanesOf(inForce.filter(isShown), drafts.filter(isShown)).map((lane, index) => (
          <ol key={lane[0]?.version.id ?? index} className={classes.lane}>
            {lane.map((bar) => (
              <VersionBar
                key={`${bar.version.id} ${bar.period.from}`}
                bar={bar}
                isCurrent={bar.version.id === table.id}
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
      <Marks bars={bars} gaps={gaps} share={share} />
      <EarlierVersions bars={all} from={range.from} />
    </div>
  );
}

/** For narrow screens: the same versions as a list. */
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

/** Versions of the other methodology, which apply beside these. */
function OtherVersions({ versions }: { versions: readonly RateVersion[] }) {
  const [first] = versions;
  if (!first) return null;
  return (
    <p className={classes.others}>
      {first.methodology === 'composite' ? <Trans>Composite rates:</Trans> : <Trans>Age-rated rates:</Trans>}{' '}
      {versions.toReversed().map(({ id, versionNo, status, periods, ...planned }) => (
        <Link
          key={id}
          to={paths.rateTable(id)}
          data-tip={(periods.length > 0 ? periods : [planned]).map(periodWords).join(', ')}
        >
          {status === 'draft' ? <Trans>Version {versionNo} (draft)</Trans> : <Trans>Version {versionNo}</Trans>}
        </Link>
      ))}
    </p>
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
        <Lanes versions={own} table={table} />
      </div>
      <VersionList versions={shown.toReversed()} current={table.id} />
      <OtherVersions versions={others} />
    </section>
  );
}
