import type { CarrierRemittanceLine, CarrierRemittanceRow } from '@openbenefits/contract/carrier-remittances';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL, REMITTANCE_METHOD_LABEL } from '../../domain-labels.ts';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import classes from '../Payments.module.css';
import { RemittanceAnswer, RemittanceStatusBadge } from './remittance-words.tsx';

function useFacts(row: CarrierRemittanceRow): Fact[] {
  const { t } = useLingui();
  const fact = (label: string, value: Fact['value'] | null): Fact[] => (value === null ? [] : [{ label, value }]);
  return [
    { label: t`Amount`, value: <MoneyText cents={row.cents} /> },
    ...fact(t`Collected through`, <DateText date={row.through} />),
    ...fact(t`Paid by`, REMITTANCE_METHOD_LABEL[row.method]),
    ...fact(t`Payee`, `${row.payeeName}, ${row.receiverId}`),
    ...fact(t`Groups`, row.groups.toLocaleString('en-US')),
    ...fact(t`Subscribers`, row.subscribers.toLocaleString('en-US')),
    ...fact(t`Prepared by`, row.createdBy),
    ...fact(t`Approved by`, row.approvedBy),
    ...fact(t`File made`, row.sentAt && <TimeAgo instant={row.sentAt} />),
    ...fact(t`820 file`, row.answer && <RemittanceAnswer answer={row.answer} />),
    ...fact(t`Paid on`, row.paidOn && <DateText date={row.paidOn} />),
    ...fact(row.method === 'check' ? t`Check number` : t`Bank reference`, row.reference),
    ...fact(t`Void`, row.voidReason && `${row.voidReason}, ${row.voidedBy}`),
  ];
}

function useColumns(): Column<CarrierRemittanceLine>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupName, billNumber, subscribers }) => (
        <>
          <span className="row-name">{groupName}</span>
          <span className="row-meta">
            {billNumber}, <Plural value={subscribers} one="# subscriber" other="# subscribers" />
          </span>
        </>
      ),
    },
    {
      key: 'plan',
      header: t`Plan`,
      narrow: 'meta',
      cell: ({ planName, line, coveredMonth }) => (
        <>
          {planName}
          <span className="row-meta">
            {COVERAGE_LINE_LABEL[line]}, {monthName(coveredMonth)}
          </span>
        </>
      ),
    },
    {
      key: 'charged',
      header: t`Billed`,
      width: 120,
      right: true,
      below: 700,
      cell: ({ charged }) => <MoneyText cents={charged} />,
    },
    {
      key: 'cents',
      header: t`Remitted`,
      width: 130,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

function Content({
  row,
  lines,
  hasMore,
}: {
  row: CarrierRemittanceRow;
  lines: CarrierRemittanceLine[];
  hasMore: boolean;
}) {
  const { t } = useLingui();
  return (
    <div className={classes.detail}>
      <FactList facts={useFacts(row)} />
      <section>
        <DataTable<CarrierRemittanceLine>
          label={t`Lines of the remittance`}
          columns={useColumns()}
          rows={lines}
          rowKey={({ billId, planName, line, coveredMonth }) => `${billId} ${planName} ${line} ${coveredMonth}`}
          rowName={({ groupName, planName }) => `${groupName}, ${planName}`}
          loadingText={t`Loading lines...`}
        />
        {hasMore && (
          <p className={classes.quiet}>
            <Trans>These are the first 500 lines. The file has all.</Trans>
          </p>
        )}
      </section>
    </div>
  );
}

/** A remittance: its state, who did what, and what it has per bill, plan and month. */
export function RemittanceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.carrierRemittances.get.queryOptions({ input: { id } }));
  return (
    <Dialog
      opened
      isRead
      size={880}
      overline={data?.carrierName}
      title={data?.number ?? t`Remittance`}
      badge={data && <RemittanceStatusBadge status={data.status} />}
      onClose={onClose}
    >
      {error && <ErrorLine error={error} />}
      {data && <Content row={data} lines={data.lines} hasMore={data.hasMore} />}
    </Dialog>
  );
}
