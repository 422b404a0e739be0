import { NEW_DAYS } from '@openbenefits/domain/members/directory';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { membersAddress } from './directory-address.ts';

/** Specification 1, section 2.13, counted from rows; each figure links to its rows. */
export function MemberStats() {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.directory.stats.queryOptions());
  const unknown = error && !data ? { value: null, unknownReason: problemOf(error).message } : null;
  const subscribers = data?.subscribers.toLocaleString('en-US');
  const share = data && data.subscribers > 0 ? (data.dependents / data.subscribers).toFixed(2) : '0';
  const stats: Stat[] = [
    {
      label: t`Total Members`,
      value: data?.total,
      meaning: data && t`${subscribers} subscribers`,
      trend: data?.trends.total,
      to: membersAddress({ kind: 'all' }),
      ...unknown,
    },
    {
      label: t`New Members`,
      value: data?.new,
      meaning: t`added in the last ${NEW_DAYS} days`,
      to: membersAddress({ kind: 'all', newWithinDays: NEW_DAYS }),
      ...unknown,
    },
    {
      label: t`Pending`,
      value: data?.pending,
      meaning: data && (
        <Plural
          value={data.pending}
          _0="no members with a pending start date"
          one="with a pending start date"
          other="with a pending start date"
        />
      ),
      to: membersAddress({ kind: 'all', status: 'pending' }),
      ...unknown,
    },
    {
      label: t`Dependents`,
      value: data?.dependents,
      meaning: data && t`${share} for each subscriber`,
      trend: data?.trends.dependents,
      to: membersAddress({ kind: 'dependent' }),
      ...unknown,
    },
  ];
  return <StatStrip label={t`Members in figures`} stats={stats} />;
}
