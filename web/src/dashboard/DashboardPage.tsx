import type { Overview } from '@openbenefits/contract/dashboard';
import { ENROLMENT_DAYS, NEW_DAYS } from '@openbenefits/domain/members/directory';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { membersAddress } from '../members/directory/directory-address.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type Stat, StatStrip } from '../ui/StatStrip.tsx';
import { Count } from '../ui/Tag.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import {
  EnrollmentByLine,
  EnrollmentByPlan,
  GroupsOverTime,
  MembersOverTime,
  RenewalsCalendar,
} from '../members/directory/Charts.tsx';
import charts from '../members/directory/Charts.module.css';
import classes from './DashboardPage.module.css';
import { InsightList, useInsights, whileRecounting } from './InsightList.tsx';

function Figures({ data }: { data: Overview | undefined }) {
  const { t } = useLingui();
  const figures = data?.figures;
  const enrolled = figures?.subscribers.toLocaleString('en-US');
  const dependents = figures?.dependents.toLocaleString('en-US');
  const covered: Stat[] = [
    {
      label: t`Covered today`,
      value: figures?.covered,
      meaning: figures && t`${enrolled} enrolled, ${dependents} covered dependents`,
      trend: data?.months.map((month) => month.subscribers + month.dependents),
      to: membersAddress({ kind: 'all', coveredToday: true }),
    },
    {
      label: t`Active Groups`,
      value: figures?.groups,
      meaning: figures && t`of ${figures.totalGroups.toLocaleString('en-US')} groups`,
      to: `${paths.groups}?status=active`,
    },
    {
      label: t`New Members`,
      value: figures?.recent,
      meaning: t`added in the last ${NEW_DAYS} days`,
      to: membersAddress({ kind: 'all', newWithinDays: NEW_DAYS }),
    },
    {
      label: t`Pending`,
      value: figures?.pending,
      meaning: t`with a pending start date`,
      to: membersAddress({ kind: 'all', status: 'pending' }),
    },
    {
      label: t`Coverage starts`,
      value: figures?.starting,
      meaning: t`in ${ENROLMENT_DAYS} days`,
      to: membersAddress({ kind: 'all', startsWithinDays: ENROLMENT_DAYS }),
    },
    {
      label: t`Coverage ends`,
      value: figures?.ending,
      meaning: t`in ${ENROLMENT_DAYS} days`,
      to: membersAddress({ kind: 'all', endsWithinDays: ENROLMENT_DAYS }),
    },
  ];
  return (
    <>
      <StatStrip label={t`Book of business`} stats={covered.slice(0, 2)} />
      <StatStrip label={t`Recent and upcoming changes`} stats={covered.slice(2)} />
    </>
  );
}

function NeedsMe() {
  const { data } = useInsights();
  return (
    <section className={`panel ${classes.needs}`} aria-labelledby="needs-me">
      <h2 id="needs-me">
        <Trans>Needs you</Trans>
        {data && <Count>{data.rows.length}</Count>}
      </h2>
      <InsightList />
    </section>
  );
}

/** The state of the book of business at a glance; every figure leads to its rows. */
export function Component() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    orpc.dashboard.overview.queryOptions({ staleTime: 30_000, refetchInterval: whileRecounting }),
  );
  return (
    <>
      <PageHeader
        title={t`Dashboard`}
        facts={
          data && (
            <span>
              <Trans>
                As of <TimeAgo instant={data.asOf} />
              </Trans>
              {data.recounting && <Trans>, updating</Trans>}
            </span>
          )
        }
      />
      {error && !data ? (
        <ErrorState error={error} title={t`The figures could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Figures data={data} />
      )}
      <div className={classes.page}>
        <div className={charts.charts}>
          <h2 className="sr">
            <Trans>Charts</Trans>
          </h2>
          {data ? (
            <>
              <MembersOverTime months={data.months} />
              <GroupsOverTime months={data.months} />
              <div className={charts.wide}>
                <RenewalsCalendar renewals={data.renewals} />
              </div>
              <EnrollmentByPlan plans={data.plans} />
              <EnrollmentByLine lines={data.lines} plans={data.plans} />
            </>
          ) : (
            !error && <Skeleton width="100%" height={200} />
          )}
        </div>
        <NeedsMe />
      </div>
    </>
  );
}
