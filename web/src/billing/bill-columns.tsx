import type { BillRow } from '@openbenefits/contract/billing';
import { t } from '@lingui/core/macro';
import { Link, type To } from 'react-router';
import type { Column } from '../ui/data-table-types.ts';
import { DateText } from '../ui/DateText.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import classes from './Billing.module.css';
import { billName, BillStatusBadge, dueNote } from './bill-words.tsx';
import { monthName } from '../ui/month-name.ts';

type Options = {
  /** Where a bill opens. */
  billTo: (bill: BillRow) => To;
  /** Names the group first where the list has bills of several. */
  withGroup: boolean;
};

/** The name of a row: of the group with the bill's number, or of the month. */
function nameColumn({ billTo, withGroup }: Options): Column<BillRow> {
  return {
    key: 'bill',
    header: withGroup ? t`Group` : t`Bill`,
    narrow: 'name',
    cell: (bill) => (
      <>
        <Link
          className={withGroup ? 'row-name whole' : 'row-name'}
          data-row={bill.id}
          to={billTo(bill)}
          preventScrollReset
        >
          {withGroup ? bill.groupName : monthName(bill.period)}
        </Link>
        <span className="row-meta">{billName(bill)}</span>
      </>
    ),
  };
}

/** The columns of posted bills (picture 13b). */
export function billColumns(options: Options): Column<BillRow>[] {
  return [
    nameColumn(options),
    ...(options.withGroup
      ? [
          {
            key: 'month',
            header: t`Month`,
            width: 92,
            // The bill's number has it; the name of the group needs the room.
            below: 820 as const,
            cell: ({ period }: BillRow) => monthName(period, 'short'),
          },
        ]
      : []),
    {
      key: 'issued',
      header: t`Issue date`,
      width: 108,
      below: 820,
      cell: ({ issueDate }) => <DateText date={issueDate} />,
    },
    {
      key: 'due',
      header: t`Due date`,
      width: 120,
      below: 600,
      narrow: 'meta',
      cell: (bill) => {
        const note = dueNote(bill);
        return (
          <>
            <span className="only-narrow">{billName(bill)} · </span>
            <DateText date={bill.dueDate} />
            {note && <span className="row-meta">{note}</span>}
          </>
        );
      },
    },
    {
      key: 'status',
      header: t`Status`,
      width: 124,
      narrow: 'status',
      cell: ({ status }) => <BillStatusBadge status={status} />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ total }) => <MoneyText cents={total} />,
    },
    {
      key: 'open',
      header: t`Open`,
      width: 124,
      right: true,
      below: 700,
      cell: ({ due }) => (due === 0 ? <span className={classes.quiet}>$0.00</span> : <MoneyText cents={due} />),
    },
  ];
}

/** Returns whether a bill no longer counts. */
export const isEndedBill = ({ status }: BillRow): boolean => status === 'replaced' || status === 'void';
