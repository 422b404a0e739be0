import type { BankFilePreview, BankFileRow } from '@openbenefits/contract/payment-imports';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from '../Payments.module.css';

const SHOWN = 200;

function useOutcomes(): (row: BankFileRow) => string {
  const { t } = useLingui();
  return ({ outcome, billNumber, groupName }) => {
    const group = groupName ?? '';
    const words: Record<BankFileRow['outcome'], string> = {
      bill: t`Pays bill ${billNumber ?? ''}`,
      group: t`Pays the oldest bill`,
      unknown: t`No group yet`,
      advice: t`Matches its 820`,
      advice_differs: t`Differs from its 820: held`,
      deposit: t`Deposit of checks`,
      duplicate: t`Already imported`,
      outgoing: t`No payment: money that went out`,
    };
    return group === '' ? words[outcome] : `${words[outcome]}, ${group}`;
  };
}

type Props = {
  preview: BankFilePreview;
  /** Rows that equal a row imported before and are payments of their own. */
  separate: readonly number[];
  onSeparate: (rows: readonly number[]) => void;
};

function useColumns({ separate, onSeparate }: Props): Column<BankFileRow>[] {
  const { t } = useLingui();
  const outcome = useOutcomes();
  return [
    { key: 'row', header: t`Row`, width: 64, below: 700, cell: ({ row }) => row },
    { key: 'date', header: t`Date`, width: 110, narrow: 'meta', cell: ({ date }) => <DateText date={date} /> },
    {
      key: 'payer',
      header: t`Payer`,
      narrow: 'name',
      cell: ({ payer, reference }) => (
        <>
          <span className="row-name">{payer || reference}</span>
          {payer !== '' && <span className="row-meta">{reference}</span>}
        </>
      ),
    },
    {
      key: 'outcome',
      header: t`What it will be`,
      width: 260,
      narrow: 'status',
      cell: (row) =>
        row.outcome === 'duplicate' ? (
          <label>
            {outcome(row)}
            <br />
            <input
              type="checkbox"
              aria-label={t`Row ${row.row} is a separate payment`}
              checked={separate.includes(row.row)}
              onChange={({ currentTarget }) =>
                onSeparate(currentTarget.checked ? [...separate, row.row] : separate.filter((one) => one !== row.row))
              }
            />{' '}
            <Trans>A separate payment</Trans>
          </label>
        ) : (
          outcome(row)
        ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

/** What each row of a file would be, before anything is saved. */
export function PreviewRows(props: Props) {
  const { t } = useLingui();
  const { preview } = props;
  const columns = useColumns(props);
  return (
    <section className={classes.form}>
      <p className={classes.text}>
        <Trans>{formatMoney(preview.total)} will be taken in. Nothing is saved yet.</Trans>
      </p>
      <DataTable<BankFileRow>
        label={t`Rows of the file`}
        columns={columns}
        rows={preview.rows.slice(0, SHOWN)}
        rowKey={({ row }) => String(row)}
        rowName={({ row }) => t`Row ${row}`}
        isEnded={({ outcome }) => outcome === 'duplicate' || outcome === 'outgoing'}
        empty={
          <EmptyState title={t`No rows were read`}>
            <Trans>Say which columns are the date and the amount.</Trans>
          </EmptyState>
        }
      />
    </section>
  );
}
