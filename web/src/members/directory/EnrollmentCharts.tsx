import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { EnrollmentByLine, EnrollmentByPlan, MembersOverTime } from './Charts.tsx';
import charts from './Charts.module.css';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Enrolment over time, by plan and by line; every bar leads to its people. */
export function EnrollmentCharts() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.dashboard.overview.queryOptions({ staleTime: 30_000 }));
  if (!data)
    return error ? (
      <ErrorState error={error} title={t`The figures could not be loaded`} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height={200} />
    );
  return (
    <section className={`${charts.charts} ${charts.moving}`} aria-label={t`Enrollment Analytics`}>
      <h2 className="sr">
        <Trans>Enrollment Analytics</Trans>
      </h2>
      <div className={charts.wide}>
        <MembersOverTime months={data.months} />
      </div>
      <EnrollmentByPlan plans={data.plans} />
      <EnrollmentByLine lines={data.lines} plans={data.plans} />
    </section>
  );
}
