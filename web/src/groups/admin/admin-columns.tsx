import type { AdministeredGroup } from '@openbenefits/contract/group-admin';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';

type AdminColumn = Column<AdministeredGroup>;

function useCommon(): { name: AdminColumn; status: AdminColumn } {
  const { t } = useLingui();
  return {
    name: {
      key: 'name',
      header: t`Group`,
      sortable: true,
      narrow: 'name',
      cell: (group) => (
        <>
          <Link className="row-name" to={paths.group(group.id)} data-row={group.id}>
            {group.name}
          </Link>
          <span className="row-meta">{group.industry ?? t`Not specified`}</span>
        </>
      ),
    },
    status: {
      key: 'status',
      header: t`Status`,
      width: 136,
      sortable: true,
      narrow: 'status',
      cell: ({ status }) => <GroupStatusBadge status={status} />,
    },
  };
}

/** Business columns: members and premium of each group. */
export function useOverviewColumns(): readonly AdminColumn[] {
  const { t } = useLingui();
  const { name, status } = useCommon();
  return [
    name,
    {
      key: 'employees',
      header: t`Employees`,
      width: 88,
      right: true,
      sortable: true,
      cell: ({ employees }) => employees.toLocaleString('en-US'),
    },
    {
      key: 'enrolled',
      header: t`Enrolled`,
      width: 76,
      right: true,
      cell: ({ enrolled }) => enrolled.toLocaleString('en-US'),
    },
    {
      key: 'plan',
      header: t`Plan type`,
      width: 140,
      narrow: 'meta',
      cell: ({ planType }) => (
        <span className="trunc" title={planType ?? undefined}>
          {planType ?? t`Standard Plan`}
        </span>
      ),
    },
    {
      key: 'effective',
      header: t`Effective date`,
      width: 108,
      cell: ({ effectiveDate }) => <DateText date={effectiveDate} />,
    },
    {
      key: 'premium',
      header: t`Monthly premium`,
      width: 128,
      right: true,
      narrow: 'amount',
      cell: ({ monthlyPremium }) => (monthlyPremium === null ? t`N/A` : <MoneyText cents={monthlyPremium} />),
    },
    status,
  ];
}

/** Administration columns: contact, access and latest activity of each group. */
export function useManagementColumns(): readonly AdminColumn[] {
  const { t } = useLingui();
  const { name, status } = useCommon();
  return [
    name,
    {
      key: 'admin',
      header: t`Administrator`,
      width: 208,
      narrow: 'meta',
      cell: ({ admin, adminEmail }) => (
        <>
          <span className="trunc">{admin ?? t`Not assigned`}</span>
          {adminEmail && <span className="row-meta">{adminEmail}</span>}
        </>
      ),
    },
    {
      key: 'access',
      header: t`Assigned staff`,
      width: 148,
      cell: ({ assigned }) =>
        assigned.length === 0 ? <span className="row-meta">{t`Unassigned`}</span> : assigned.join(', '),
    },
    {
      key: 'renewal',
      header: t`Renewal date`,
      width: 108,
      sortable: true,
      cell: ({ renewalDate }) => <DateText date={renewalDate} unknownReason={t`No renewal date is on record`} />,
    },
    {
      key: 'activity',
      header: t`Last activity`,
      width: 120,
      cell: ({ lastActivity }) => <TimeAgo instant={lastActivity} />,
    },
    status,
  ];
}
