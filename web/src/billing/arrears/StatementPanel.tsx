import type { Statement } from '@openbenefits/contract/arrears';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney, subtract } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCheck, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { fetchFile } from '../../exports/fetch-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DayInput } from './DayInput.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastError } from '../../ui/toasts.ts';
import type { AgingAddress } from './aging-address.ts';
import classes from './Arrears.module.css';

type Line = Statement['lines'][number];

function useColumns(): Column<Line>[] {
  const { t } = useLingui();
  return [
    { key: 'date', header: t`Date`, width: 96, narrow: 'meta', cell: ({ on }) => <DateText date={on} /> },
    {
      key: 'entry',
      header: t`Entry`,
      narrow: 'name',
      cell: ({ text, note }) => (
        <>
          <span className="row-name">{text}</span>
          {note !== '' && <span className="row-meta">{note}</span>}
        </>
      ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 112,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
    {
      key: 'balance',
      header: t`Balance`,
      width: 112,
      right: true,
      cell: ({ balance }) => <MoneyText cents={balance} />,
    },
  ];
}

function Sums({ statement: { sums, ledger, to } }: { statement: Statement }) {
  const difference = subtract(ledger.balance, sums.closing);
  const isEqual = difference === 0;
  return (
    <>
      <dl className={classes.sums}>
        <div>
          <dt>
            <Trans>Opening balance</Trans>
          </dt>
          <dd>
            <MoneyText cents={sums.opening} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Bills, net of replaced</Trans>
          </dt>
          <dd>
            <MoneyText cents={sums.bills} difference />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Payments, net of returned</Trans>
          </dt>
          <dd>
            <MoneyText cents={sums.payments} difference />
          </dd>
        </div>
        {sums.credits !== 0 && (
          <div>
            <dt>
              <Trans>Credits and corrections</Trans>
            </dt>
            <dd>
              <MoneyText cents={sums.credits} difference />
            </dd>
          </div>
        )}
        <div data-total>
          <dt>
            <Trans>Closing balance, {formatDate(to)}</Trans>
          </dt>
          <dd>
            <MoneyText cents={sums.closing} />
          </dd>
        </div>
      </dl>
      <p className={classes.agreement} data-differs={!isEqual || undefined}>
        <Icon of={isEqual ? IconCheck : IconAlertCircle} size={16} />
        <span>
          <b>{isEqual ? <Trans>Equal to the ledger</Trans> : <Trans>Not equal to the ledger</Trans>}</b>
          <small>
            <Trans>
              Account 1100 {formatMoney(ledger.receivable)}, unapplied {formatMoney(ledger.unapplied)}, credits{' '}
              {formatMoney(ledger.credits)}, difference {formatMoney(difference)}
            </Trans>
          </small>
        </span>
      </p>
    </>
  );
}

function Downloads({ groupId, from, to }: { groupId: string; from: string; to: string }) {
  const save = (format: 'csv' | 'pdf') => () =>
    void fetchFile(`/downloads/statements/${groupId}/${format}?from=${from}&to=${to}`).catch((error: unknown) =>
      toastError(error),
    );
  return (
    <span className={classes.buttons}>
      <Button size="small" icon={IconFileTypeCsv} onClick={save('csv')}>
        CSV
      </Button>
      <Button size="small" icon={IconFileTypePdf} onClick={save('pdf')}>
        PDF
      </Button>
    </span>
  );
}

function GroupStatement({ groupId, address: { question, ask } }: { groupId: string; address: AgingAddress }) {
  const { t } = useLingui();
  const { from, to } = question;
  const columns = useColumns();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.arrears.statements.get.queryOptions({ input: { groupId, from, to }, placeholderData: keepPreviousData }),
  );
  const shown = data?.groupId === groupId ? data : undefined;
  const failed = error !== null && (shown === undefined || isPlaceholderData);
  return (
    <>
      <div className={classes.statementHead}>
        <div>
          <h2>
            <Trans>Statement</Trans>
          </h2>
          {shown ? (
            <p>
              <Link to={paths.billingOf(groupId)}>{shown.groupName}</Link> · <span className="mono">{shown.cim}</span>
            </p>
          ) : (
            !failed && <Skeleton width={220} height={16} />
          )}
        </div>
        <Downloads groupId={groupId} from={from} to={to} />
      </div>
      <fieldset className={classes.range}>
        <legend className="sr">
          <Trans>Date Range</Trans>
        </legend>
        <DayInput label={t`From`} value={from} onChange={(day) => ask({ from: day })} />
        <DayInput label={t`To`} value={to} onChange={(day) => ask({ to: day })} />
      </fieldset>
      {failed ? (
        <ErrorState error={error} title={t`The statement could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Statement`}
          columns={columns}
          rows={shown?.lines}
          rowKey={({ id }) => id}
          rowName={({ text }) => text}
          refreshing={isPlaceholderData}
          loadingText={t`Loading the statement...`}
          empty={<EmptyState title={t`Nothing in this period`} />}
        />
      )}
      {shown && !failed && <Sums statement={shown} />}
    </>
  );
}

/** The statement of the chosen group for any period, beside the aging (picture 13c). */
export function StatementPanel({ address }: { address: AgingAddress }) {
  const { t } = useLingui();
  const { groupId } = address.question;
  return (
    <aside className={classes.statement} aria-label={t`Statement`}>
      {groupId === undefined ? (
        <EmptyState title={t`No group chosen`}>
          <Trans>Choose a group to see its statement.</Trans>
        </EmptyState>
      ) : (
        <GroupStatement groupId={groupId} address={address} />
      )}
    </aside>
  );
}
