import type { GroupDelinquency } from '@openbenefits/contract/arrears';
import type { BillingOverview } from '@openbenefits/contract/billing';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBuilding, IconBuildings, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type Stat, StatStrip } from '../ui/StatStrip.tsx';
import { GroupStatusBadge } from '../ui/StatusBadge.tsx';
import { DelinquencyBadge, nextDate } from './arrears/arrears-words.tsx';
import classes from './Billing.module.css';
import { GroupSwitcher } from './GroupSwitcher.tsx';
import { monthName } from '../ui/month-name.ts';

type Group = NonNullable<BillingOverview['group']>;

/** Who is editing the group, in the specified words where nobody is. */
function Lease({ lockedBy }: Pick<Group, 'lockedBy'>) {
  return (
    <span className={classes.lease}>
      <Icon of={lockedBy === null ? IconLockOpen : IconLock} size={14} />
      {lockedBy === null ? <Trans>Unlocked for Editing</Trans> : <Trans>{lockedBy} is editing</Trans>}
    </span>
  );
}

/** A group that is current needs no badge, unless a hold or a plan keeps it so. */
const isDelinquent = ({ state, paused }: GroupDelinquency): boolean => state !== 'current' || paused !== null;

function GroupName({ group, arrears }: { group: Group; arrears: GroupDelinquency | undefined }) {
  return (
    <>
      <div className={classes.groupName}>
        <h2>
          <Link to={paths.group(group.id, 'billing')}>{group.name}</Link>
        </h2>
        <GroupStatusBadge status={group.status} />
        {arrears && isDelinquent(arrears) && (
          <Link to={paths.delinquencyOf(group.id)}>
            <DelinquencyBadge of={arrears} status={group.status} />
          </Link>
        )}
        <Lease lockedBy={group.lockedBy} />
      </div>
      <p>
        <span className="mono">{group.cim}</span>
        {' · '}
        <Plural value={group.employees} one="# employee" other="# employees" />
      </p>
    </>
  );
}

function useStats(data: BillingOverview | undefined, arrears: GroupDelinquency | undefined): Stat[] {
  const { t } = useLingui();
  const next = data?.nextBill;
  const isAll = data?.group === null;
  const month = next ? monthName(next.period) : '';
  const grace = arrears && nextDate({ ...arrears, lastNotice: null, installment: null });
  return [
    {
      label: t`Outstanding`,
      value: data && <MoneyText cents={data.owed} />,
      meaning: isAll ? t`of all groups` : t`on posted bills`,
      amount: true,
    },
    {
      label: t`Overdue`,
      value: data && <MoneyText cents={data.overdue} />,
      meaning: data && (data.overdue === 0 ? t`nothing is late` : grace || t`past the due date`),
      amount: true,
      ...(data && data.overdue !== 0 && { tone: 'bad' as const }),
    },
    {
      label: t`Credit on account`,
      value: data && <MoneyText cents={data.credit} />,
      meaning: data && (data.credit === 0 ? t`nothing unapplied` : t`for the next bills`),
      amount: true,
    },
    {
      label: t`Next bill`,
      value: data && (next ? formatDate(next.issueDate) : null),
      unknownReason: isAll ? t`Each group has its own invoice day` : t`No bill is planned for this group`,
      ...(next && { meaning: month }),
      amount: true,
    },
  ];
}

type Props = {
  data: BillingOverview | undefined;
  groupId: string | undefined;
  ofGroup: (groupId: string | undefined) => { search: string };
};

/** The header card: which group it is about, and what it owes. */
export function GroupCard({ data, groupId, ofGroup }: Props) {
  const { t } = useLingui();
  const { data: arrears } = useQuery({
    ...orpc.arrears.state.queryOptions({ input: { groupId: groupId ?? '' } }),
    enabled: groupId !== undefined,
  });
  const stats = useStats(data, groupId === undefined ? undefined : arrears);
  return (
    <div className={classes.card}>
      <section className={classes.group} aria-label={t`Current group`}>
        <span className={classes.mark}>
          <Icon of={groupId === undefined ? IconBuildings : IconBuilding} size={20} />
        </span>
        <div className={classes.who}>
          {data?.group ? (
            <GroupName group={data.group} arrears={arrears} />
          ) : groupId === undefined ? (
            <>
              <div className={classes.groupName}>
                <h2>
                  <Trans>All groups</Trans>
                </h2>
              </div>
              <p>
                <Trans>Bills and balances of the whole book</Trans>
              </p>
            </>
          ) : (
            <Skeleton width={220} height={16} />
          )}
        </div>
        <GroupSwitcher current={groupId} ofGroup={ofGroup} />
      </section>
      <StatStrip compact label={t`Balances`} stats={groupId === undefined ? stats.slice(0, 3) : stats} />
    </div>
  );
}
