import type { PaymentRow } from '@openbenefits/contract/payments';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { PAYMENT_STATUS_LABEL, RECEIVED_BY_LABEL } from '../domain-labels.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DateInput, Select } from '../ui/Fields.tsx';
import { Chip } from '../ui/FilterChips.tsx';
import { choicesOf } from '../ui/form/SelectField.tsx';
import { RowClicks } from '../ui/RowClicks.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { useDebouncedTerm } from '../ui/use-debounced-term.ts';
import { paymentColumns } from './payment-columns.tsx';
import { isEndedPayment, payerOf } from './payment-words.tsx';
import classes from './Payments.module.css';
import type { PaymentsAddress, PaymentsQuestion } from './payments-address.ts';

const PAGE_SIZE = 50;
const NO_FILTERS = { search: '', status: 'all', method: 'all', from: '', to: '', unapplied: false } as const;

/** The question as the server takes it. */
export const filterOf = (
  { search, status, method, from, to, unapplied }: PaymentsQuestion,
  groupId: string | undefined,
) => {
  const [first, last] = [parseCalendarDate(from), parseCalendarDate(to)];
  return {
    ...(groupId && { groupId }),
    ...(search !== '' && { search }),
    ...(status !== 'all' && { status }),
    ...(method !== 'all' && { method }),
    ...(first && { from: first }),
    ...(last && { to: last }),
    ...(unapplied && { unapplied }),
  };
};

type Props = Pick<PaymentsAddress, 'question' | 'ask' | 'withPayment'> & { groupId?: string | undefined };

function Toolbar({ question, ask, groupId }: Props) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }, { replace: true }));
  return (
    <search className={classes.toolbar}>
      <SearchField
        main
        className={classes.search ?? ''}
        label={t`Search payments`}
        placeholder={groupId === undefined ? t`Group, payer or reference` : t`Reference`}
        value={term}
        onChange={change}
        onSubmit={submit}
      />
      <Select<PaymentsQuestion['method']>
        hideLabel
        className={classes.select ?? ''}
        label={t`Method`}
        value={question.method}
        choices={[{ value: 'all', label: t`All Methods` }, ...choicesOf(RECEIVED_BY_LABEL)]}
        onChange={(method) => ask({ method })}
      />
      <Select<PaymentsQuestion['status']>
        hideLabel
        className={classes.select ?? ''}
        label={t`Status`}
        value={question.status}
        choices={[{ value: 'all', label: t`All Status` }, ...choicesOf(PAYMENT_STATUS_LABEL)]}
        onChange={(status) => ask({ status })}
      />
      <fieldset className={classes.range}>
        <legend className="sr">
          <Trans>Date Range</Trans>
        </legend>
        <DateInput label={t`From`} value={question.from} onChange={(from) => ask({ from }, { replace: true })} />
        <DateInput label={t`To`} value={question.to} onChange={(to) => ask({ to }, { replace: true })} />
      </fieldset>
      {question.unapplied && <Chip label={t`Unapplied`} onRemove={() => ask({ unapplied: false })} />}
      <span className={classes.end}>
        <ExportMenu list="payments" filter={filterOf(question, groupId)} />
      </span>
    </search>
  );
}

/** Transaction History, and the Payment History of billing: payments, the newest first. */
export function HistoryTab(props: Props) {
  const { t } = useLingui();
  const { question, ask, withPayment, groupId } = props;
  const { cursors } = question;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.payments.list.queryOptions({
      input: { limit: PAGE_SIZE, cursor: cursors.at(-1), ...filterOf(question, groupId) },
      placeholderData: keepPreviousData,
    }),
  );
  const { data: totals } = useQuery(orpc.payments.totals.queryOptions({ input: filterOf(question, groupId) }));
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const isFiltered = Object.keys(filterOf(question, undefined)).length > 0;
  return (
    <>
      <Toolbar {...props} />
      <RowClicks className={classes.table}>
        <DataTable<PaymentRow>
          label={t`Payments`}
          columns={paymentColumns({ paymentTo: ({ id }) => withPayment(id), withGroup: groupId === undefined })}
          rows={failed ? [] : data?.rows}
          rowKey={({ id }) => id}
          rowName={(payment) => `${payerOf(payment)}, ${payment.reference}`}
          isEnded={isEndedPayment}
          loadingText={t`Loading payments...`}
          refreshing={isPlaceholderData}
          fill
          footer={{
            from: cursors.length * PAGE_SIZE + 1,
            total: totals?.total,
            note: totals && <Trans>Total {formatMoney(totals.amount)}</Trans>,
            onPrevious: cursors.length > 0 ? () => ask({ cursors: cursors.slice(0, -1) }) : undefined,
            onNext: next === null ? undefined : () => ask({ cursors: [...cursors, next] }),
          }}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The payments could not be loaded`} onRetry={() => void refetch()} />
            ) : isFiltered ? (
              <EmptyState
                title={t`No payments found`}
                actions={
                  <Button onClick={() => ask(NO_FILTERS)}>
                    <Trans>Clear filters</Trans>
                  </Button>
                }
              >
                <Trans>No payments match your current filters</Trans>
              </EmptyState>
            ) : (
              <EmptyState title={t`No payments yet`}>
                <Trans>Payments appear here once they are entered or imported.</Trans>
              </EmptyState>
            )
          }
        />
      </RowClicks>
    </>
  );
}
