import { multiply } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';

/** The summary counts of the visible groups (specification 1, section 2.12). */
export function AdminSummary() {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.groups.administrationSummary.queryOptions());
  const unknown = error && !data ? { value: null, unknownReason: problemOf(error).message } : null;
  const enrolled = data?.enrolled.toLocaleString('en-US');
  const employees = data?.employees.toLocaleString('en-US');
  const stats: Stat[] = [
    {
      label: t`Active`,
      value: data?.active,
      meaning: data && t`of ${data.total.toLocaleString('en-US')} groups`,
      to: `${paths.groups}?status=active`,
      ...unknown,
    },
    {
      label: t`Pending Review`,
      value: data?.pendingReview,
      meaning: data && (data.pendingReview === 0 ? t`nothing awaiting review` : t`awaiting review`),
      to: `${paths.groups}?status=pending`,
      ...unknown,
    },
    {
      label: t`Total Groups`,
      value: data?.total,
      meaning: data && t`in any status`,
      to: paths.groups,
      ...unknown,
    },
    {
      label: t`Total Members`,
      value: data?.totalMembers,
      meaning: data && t`${enrolled} enrolled, ${employees} employees`,
      to: paths.members,
      ...unknown,
    },
    {
      label: t`Group Revenue`,
      // Rounded to the dollar; the rows have the exact amounts.
      value: data && `$${multiply(data.revenue, 1, 100).toLocaleString('en-US')}`,
      meaning: data && t`per month, at today's rates`,
      amount: true,
      ...unknown,
    },
  ];
  return <StatStrip label={t`Groups in figures`} stats={stats} />;
}
