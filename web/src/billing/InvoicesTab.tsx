import type { BillRow } from '@openbenefits/contract/billing';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import type { To } from 'react-router';
import { orpc } from '../api.ts';
import { BILL_STATUS_LABEL } from '../domain-labels.ts';
import { useWhyNot } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Select } from '../ui/Fields.tsx';
import { RowClicks } from '../ui/RowClicks.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { useDebouncedTerm } from '../ui/use-debounced-term.ts';
import { RemindersDialog } from './arrears/RemindersDialog.tsx';
import { billColumns, isEndedBill } from './bill-columns.tsx';
import classes from './Billing.module.css';
import { type BillingAddress, type BillingQuestion, filterOf, INVOICE_STATUSES } from './billing-address.ts';
import { monthName } from '../ui/month-name.ts';
import type { BillActions } from './use-bill-actions.tsx';

const PAGE_SIZE = 50;
const NO_FILTERS = { search: '', status: 'all' } as const;

type Props = Pick<BillingAddress, 'question' | 'ask'> & {
  billTo: (bill: BillRow) => To;
  actions: BillActions;
};

function Toolbar({ question, ask }: Pick<Props, 'question' | 'ask'>) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const [reminding, setReminding] = useState(false);
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }, { replace: true }));
  return (
    <search className={classes.toolbar}>
      <SearchField
        main
        className={classes.search ?? ''}
        label={t`Search bills`}
        placeholder={t`Group or bill number`}
        value={term}
        onChange={change}
        onSubmit={submit}
      />
      <Select<BillingQuestion['status']>
        className={classes.select ?? ''}
        hideLabel
        label={t`Status`}
        value={question.status}
        choices={[
          { value: 'all', label: t`All Status` },
          ...INVOICE_STATUSES.map((value) => ({ value, label: BILL_STATUS_LABEL[value] })),
        ]}
        onChange={(status) => ask({ status })}
      />
      <span className={classes.end}>
        <Button icon={IconMailForward} disabledReason={mayNot} onClick={() => setReminding(true)}>
          <Trans>Send Reminders</Trans>
        </Button>
      </span>
      {reminding && <RemindersDialog groupId={question.groupId} onClose={() => setReminding(false)} />}
    </search>
  );
}

/** Invoice Management: posted bills, the newest first (picture 13b). */
export function InvoicesTab({ question, ask, billTo, actions }: Props) {
  const { t } = useLingui();
  const { groupId, search, status, cursors } = question;
  const filter = filterOf(question);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.billing.invoices.queryOptions({
      input: { limit: PAGE_SIZE, cursor: cursors.at(-1), ...filter },
      placeholderData: keepPreviousData,
    }),
  );
  const { data: totals } = useQuery(orpc.billing.invoiceTotals.queryOptions({ input: filter }));
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const isFiltered = search !== '' || status !== 'all';
  return (
    <>
      <Toolbar question={question} ask={ask} />
      <RowClicks className={classes.table}>
        <DataTable
          label={t`Invoices`}
          columns={billColumns({ billTo, withGroup: groupId === undefined })}
          rows={failed ? [] : data?.rows}
          rowKey={({ id }) => id}
          rowName={({ groupName, period }) => `${groupName}, ${monthName(period)}`}
          actions={actions.rowActions}
          isEnded={isEndedBill}
          loadingText={t`Loading bills...`}
          refreshing={isPlaceholderData}
          fill
          footer={{
            from: cursors.length * PAGE_SIZE + 1,
            total: totals?.total,
            note: totals && (
              <Trans>
                Total {formatMoney(totals.amount)} · open {formatMoney(totals.open)}
              </Trans>
            ),
            onPrevious: cursors.length > 0 ? () => ask({ cursors: cursors.slice(0, -1) }) : undefined,
            onNext: next === null ? undefined : () => ask({ cursors: [...cursors, next] }),
          }}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The bills could not be loaded`} onRetry={() => void refetch()} />
            ) : isFiltered ? (
              <EmptyState
                title={t`No bills found`}
                actions={
                  <Button onClick={() => ask(NO_FILTERS)}>
                    <Trans>Clear filters</Trans>
                  </Button>
                }
              >
                <Trans>No bills match your current filters</Trans>
              </EmptyState>
            ) : (
              <EmptyState title={t`No bills yet`}>
                <Trans>Bills appear here once a bill run is posted.</Trans>
              </EmptyState>
            )
          }
        />
      </RowClicks>
    </>
  );
}
