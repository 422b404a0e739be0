import { type CalendarDate, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type api, orpc } from '../api.ts';
import { useCursorPages } from '../cursor-pages.ts';
import { LEDGER_ACCOUNT_LABEL } from '../domain-labels.ts';
import { today } from '../today.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { DateText } from '../ui/DateText.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DateInput } from '../ui/Fields.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { RowClicks } from '../ui/RowClicks.tsx';
import { entryKind } from './entry-kind.ts';
import classes from './Billing.module.css';
import type { BillingAddress } from './billing-address.ts';

const PAGE_SIZE = 50;
type Account = Awaited<ReturnType<typeof api.billing.ledger.trialBalance>>['accounts'][number];
type Entry = Awaited<ReturnType<typeof api.billing.ledger.entries>>['rows'][number];
type AddressOf = BillingAddress['ofAccount'];

const accountName = ({ account, name }: Pick<Account, 'account' | 'name'>): string =>
  LEDGER_ACCOUNT_LABEL[account] ?? name;

function useAccountColumns(ofAccount: AddressOf): Column<Account>[] {
  const { t } = useLingui();
  return [
    { key: 'number', header: t`No.`, width: 72, cell: ({ account }) => <span className="num">{account}</span> },
    {
      key: 'name',
      header: t`Account`,
      narrow: 'name',
      cell: (row) => (
        <Link className="row-name" data-row={row.account} to={ofAccount(row.account)}>
          <span className="only-narrow num">{row.account} </span>
          {accountName(row)}
        </Link>
      ),
    },
    {
      key: 'debit',
      header: t`Debit`,
      width: 150,
      right: true,
      narrow: 'meta',
      cell: ({ debit }) =>
        debit !== 0 && (
          <>
            <span className="only-narrow">
              <Trans>Debit</Trans>{' '}
            </span>
            <MoneyText cents={debit} />
          </>
        ),
    },
    {
      key: 'credit',
      header: t`Credit`,
      width: 150,
      right: true,
      narrow: 'amount',
      cell: ({ credit }) =>
        credit !== 0 && (
          <>
            <span className="only-narrow">
              <Trans>Credit</Trans>{' '}
            </span>
            <MoneyText cents={credit} />
          </>
        ),
    },
  ];
}

function TrialBalance({ ofAccount }: { ofAccount: AddressOf }) {
  const { t } = useLingui();
  const [text, setText] = useState<string>(today());
  const [on, setOn] = useState<CalendarDate>();
  const columns = useAccountColumns(ofAccount);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.billing.ledger.trialBalance.queryOptions({ input: { ...(on && { on }) }, placeholderData: keepPreviousData }),
  );
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const change = (next: string) => {
    setText(next);
    const day = parseCalendarDate(next);
    if (day) setOn(day);
  };
  return (
    <section>
      <div className={classes.head}>
        <h2>
          <Trans>Trial balance</Trans>{' '}
          {data && (
            <small>
              <Trans>entries to {formatDate(data.on)}</Trans>
            </small>
          )}
        </h2>
        <div className={classes.asOf}>
          <DateInput label={t`As of`} value={text} onChange={change} />
        </div>
      </div>
      <RowClicks className={classes.compact}>
        <DataTable
          label={t`Trial balance`}
          columns={columns}
          rows={failed ? [] : data?.accounts}
          rowKey={({ account }) => account}
          rowName={accountName}
          refreshing={isPlaceholderData}
          loadingText={t`Loading accounts...`}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The ledger could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <EmptyState title={t`No entries yet`}>
                <Trans>Posting a bill run makes the first entries.</Trans>
              </EmptyState>
            )
          }
        />
      </RowClicks>
      {data && data.accounts.length > 0 && (
        <dl className={classes.sums}>
          <div>
            <dt>{data.debit === data.credit ? <Trans>Total, balanced</Trans> : <Trans>Total, not balanced</Trans>}</dt>
            <dd>
              <span>
                <Trans>Debit</Trans> <b>{formatMoney(data.debit)}</b>
              </span>
              <span>
                <Trans>Credit</Trans> <b>{formatMoney(data.credit)}</b>
              </span>
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function useEntryColumns(): Column<Entry>[] {
  const { t } = useLingui();
  return [
    {
      key: 'date',
      header: t`Date`,
      width: 104,
      narrow: 'meta',
      cell: ({ effectiveOn }) => <DateText date={effectiveOn} />,
    },
    {
      key: 'memo',
      header: t`Entry`,
      narrow: 'name',
      cell: ({ memo, kind }) => (
        <>
          <span className="row-name">{memo || entryKind(kind)}</span>
          {memo !== '' && <span className="row-meta">{entryKind(kind)}</span>}
        </>
      ),
    },
    { key: 'group', header: t`Group`, width: 220, below: 820, cell: ({ groupName }) => groupName ?? '' },
    { key: 'by', header: t`Posted by`, width: 150, below: 900, cell: ({ by }) => by },
    {
      key: 'amount',
      header: t`Amount`,
      width: 140,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

function AccountEntries({ account, ofAccount }: { account: string; ofAccount: AddressOf }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE_SIZE, account);
  const columns = useEntryColumns();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.billing.ledger.entries.queryOptions({
      input: { account, limit: PAGE_SIZE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const name = accountName({ account, name: data?.name ?? '' });
  return (
    <section className={classes.entries}>
      <div className={classes.head}>
        <div>
          <Link className={classes.back} to={ofAccount(undefined)}>
            <Icon of={IconArrowLeft} size={14} />
            <Trans>Trial balance</Trans>
          </Link>
          <h2>
            <span className="num">{account}</span> {name}
          </h2>
        </div>
        {data && (
          <p>
            <Trans>Balance</Trans>{' '}
            <b>
              <MoneyText cents={data.balance} />
            </b>
          </p>
        )}
      </div>
      <DataTable
        label={t`Entries of ${name}`}
        columns={columns}
        rows={failed ? [] : data?.rows}
        rowKey={({ id }) => id}
        rowName={({ memo, kind }) => memo || entryKind(kind)}
        refreshing={isPlaceholderData}
        loadingText={t`Loading entries...`}
        footer={{
          from: pages.from,
          total: data?.total,
          note: <Trans>Debits are positive, credits negative</Trans>,
          onPrevious: pages.onPrevious,
          onNext: isPlaceholderData ? undefined : pages.onNext(data?.next),
        }}
        empty={
          failed ? (
            <ErrorState error={error} title={t`The entries could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`No entries in this account`} />
          )
        }
      />
    </section>
  );
}

/** The trial balance, and the entries of one account. */
export function LedgerTab({ question, ofAccount }: Pick<BillingAddress, 'question' | 'ofAccount'>) {
  return question.account === undefined ? (
    <TrialBalance ofAccount={ofAccount} />
  ) : (
    <AccountEntries key={question.account} account={question.account} ofAccount={ofAccount} />
  );
}
