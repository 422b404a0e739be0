import type { GroupRow } from '@openbenefits/contract/groups';
import { GROUP_TYPE_LABEL } from '../../domain-labels.ts';
import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { daysUntil } from '../today.ts';
import classes from './GroupsTable.module.css';

function Renewal({ date }: { date: GroupRow['renewalDate'] }) {
  const { t } = useLingui();
  const days = daysUntil(date);
  return (
    <>
      <DateText date={date} unknownReason={t`No renewal date is on record`} />
      {days !== undefined && (
        <span className={classes.due}>
          <Plural value={days} _0="today" one="# day" other="# days" />
        </span>
      )}
    </>
  );
}

function Premium({ group }: { group: GroupRow }) {
  const { t } = useLingui();
  if (group.monthlyPremium !== null) return <MoneyText cents={group.monthlyPremium} />;
  // A narrow row has room for one figure; a dash would say nothing there.
  return (
    <>
      <span className="only-narrow">
        <Plural value={group.employees} one="# employee" other="# employees" />
      </span>
      <span className="only-wide">
        <MoneyText cents={null} unknownReason={t`No members have rated coverage today`} />
      </span>
    </>
  );
}

export type GroupColumn = Column<GroupRow, 'name' | 'cim' | 'employees' | 'type' | 'renewal' | 'premium' | 'status'>;

/** Widths of the picture; the name takes what is left. */
export function useGroupColumns(): readonly GroupColumn[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Name`,
      sortable: true,
      narrow: 'name',
      cell: (group) => (
        <>
          <Link className="row-name" to={paths.group(group.id)} data-row={group.id}>
            {group.name}
          </Link>
          <span className="row-meta">
            {[`${group.city}, ${group.state}`, group.industry].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    { key: 'cim', header: t`CIM`, width: 150, narrow: 'meta', cell: ({ cim }) => <Tag mono>{cim}</Tag> },
    {
      key: 'employees',
      header: t`Employees`,
      width: 88,
      right: true,
      sortable: true,
      cell: ({ employees }) => employees.toLocaleString('en-US'),
    },
    { key: 'type', header: t`Type`, width: 134, cell: ({ type }) => GROUP_TYPE_LABEL[type] },
    {
      key: 'renewal',
      header: t`Renewal date`,
      width: 148,
      sortable: true,
      cell: ({ renewalDate }) => <Renewal date={renewalDate} />,
    },
    {
      key: 'premium',
      header: t`Monthly premium`,
      width: 128,
      right: true,
      narrow: 'amount',
      cell: (group) => <Premium group={group} />,
    },
    {
      key: 'status',
      header: t`Status`,
      width: 136,
      sortable: true,
      narrow: 'status',
      cell: ({ status }) => <GroupStatusBadge status={status} />,
    },
  ];
}
