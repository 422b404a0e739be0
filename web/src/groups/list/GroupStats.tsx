import { formatDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { RENEWAL_DAYS, today } from '../today.ts';

/** The four figures of the list, each with its definition and a link to its rows. */
export function GroupStats() {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.groups.stats.queryOptions());
  const since = formatDate(firstOfMonth(today()));
  const unknown = error && !data ? { value: null, unknownReason: problemOf(error).message } : null;
  const enrolled = data?.enrolled.toLocaleString('en-US');
  const stats: Stat[] = [
    {
      label: t`Total Groups`,
      value: data?.totalGroups,
      meaning: data && (data.newGroups > 0 ? t`+${data.newGroups} since ${since}` : t`None new since ${since}`),
      trend: data?.trends.groups,
      to: paths.groups,
      ...unknown,
    },
    {
      label: t`Total Employees`,
      value: data?.totalEmployees,
      meaning: data && t`${enrolled} enrolled`,
      trend: data?.trends.employees,
      to: `${paths.groups}?sort=employees&order=descending`,
      ...unknown,
    },
    {
      label: t`Renewals Due`,
      value: data?.renewalsDue,
      meaning:
        data &&
        (data.renewalsWithoutRates > 0
          ? t`in ${RENEWAL_DAYS} days, ${data.renewalsWithoutRates} without rates`
          : data.renewalsDue > 0
            ? t`in ${RENEWAL_DAYS} days, all with rates`
            : t`in ${RENEWAL_DAYS} days`),
      trend: data?.trends.renewals,
      to: `${paths.groups}?renews=${RENEWAL_DAYS}`,
      ...unknown,
    },
    {
      label: t`ICHRA Groups`,
      value: data?.ichraGroups,
      meaning: data && (
        <Trans>
          <Plural value={data.ichraEmployees} one="# allowance" other="# allowances" />
        </Trans>
      ),
      trend: data?.trends.ichra,
      to: `${paths.groups}?type=ichra`,
      ...unknown,
    },
  ];
  return <StatStrip label={t`Groups in figures`} stats={stats} />;
}
