import type { Overview } from '@openbenefits/contract/dashboard';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { useLingui } from '@lingui/react/macro';
import { membersAddress } from './directory-address.ts';
import { paths } from '../../paths.ts';
import { BarList } from '../../ui/charts/BarList.tsx';
import { ColumnChart } from '../../ui/charts/ColumnChart.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** 'Nov 2026' of a calendar date or a month. */
const monthOf = (text: string): string =>
  monthName.format(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, 1));

export function MembersOverTime({ months }: Pick<Overview, 'months'>) {
  const { t } = useLingui();
  const covered = (kind: 'subscriber' | 'dependent') => (index: number) =>
    membersAddress({ kind, coveredOn: months[index]?.on });
  return (
    <LineChart
      title={t`Covered members over time`}
      points={months.map(({ on }) => monthOf(on))}
      series={[
        { label: t`Subscribers`, values: months.map(({ subscribers }) => subscribers), toOf: covered('subscriber') },
        { label: t`Dependents`, values: months.map(({ dependents }) => dependents), toOf: covered('dependent') },
      ]}
    />
  );
}

export function GroupsOverTime({ months }: Pick<Overview, 'months'>) {
  const { t } = useLingui();
  return (
    <LineChart
      title={t`Groups with covered members`}
      points={months.map(({ on }) => monthOf(on))}
      series={[
        {
          label: t`Groups`,
          values: months.map(({ groups }) => groups),
          toOf: (index) => `${paths.groups}?covered=${months[index]?.on ?? ''}`,
        },
      ]}
    />
  );
}

export function EnrollmentByPlan({ plans }: Pick<Overview, 'plans'>) {
  const { t } = useLingui();
  return (
    <BarList
      title={t`Enrollment by plan`}
      head={[t`Plan`, t`Subscribers`, t`Dependents`]}
      legend={[t`Subscribers`, t`Dependents`]}
      bars={plans.map(({ id, name, line, subscribers, dependents }) => ({
        key: id,
        label: name,
        group: COVERAGE_LINE_LABEL[line],
        parts: [subscribers, dependents],
        to: membersAddress({ kind: 'all', planId: id }),
      }))}
    />
  );
}

export function EnrollmentByLine({ lines, plans }: Pick<Overview, 'lines' | 'plans'>) {
  const { t } = useLingui();
  const subscribersOf = (line: string): number =>
    plans.filter((plan) => plan.line === line).reduce((sum, { subscribers }) => sum + subscribers, 0);
  return (
    <BarList
      title={t`Enrollment by coverage line`}
      head={[t`Coverage line`, t`Subscribers`, t`Dependents`]}
      legend={[t`Subscribers`, t`Dependents`]}
      bars={lines.map(({ line, members }) => ({
        key: line,
        label: COVERAGE_LINE_LABEL[line],
        parts: [subscribersOf(line), members - subscribersOf(line)],
        to: membersAddress({ kind: 'all', line }),
      }))}
    />
  );
}

export function RenewalsCalendar({ renewals }: Pick<Overview, 'renewals'>) {
  const { t } = useLingui();
  return (
    <ColumnChart
      title={t`Renewals calendar`}
      note={t`groups that renew in each month`}
      head={[t`Month`, t`Groups`, t`Without rates`]}
      legend={[t`With rates`, t`Without rates`]}
      stacks={renewals.map(({ month, groups, withoutRates }) => {
        const name = monthOf(month);
        return {
          label: name,
          name: t`${name}, renewing groups: ${groups}, without rates: ${withoutRates}`,
          total: groups,
          bad: withoutRates,
          to: `${paths.groups}?month=${month}`,
        };
      })}
    />
  );
}
