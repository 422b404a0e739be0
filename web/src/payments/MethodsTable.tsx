import type { MethodTerms } from '@openbenefits/contract/payments';
import type { PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsUpDown, IconBuildingBank, IconCreditCard, IconWritingSign } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../api.ts';
import { RECEIVED_BY_LABEL } from '../domain-labels.ts';
import { useWhyNot } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon, type IconType } from '../ui/Icon.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import { ConfigureMethodDialog } from './ConfigureMethodDialog.tsx';
import { MethodStatsDialog } from './MethodStatsDialog.tsx';
import { feeText, shareText, wholeShare } from './payment-words.tsx';
import classes from './Payments.module.css';

const ICONS: Readonly<Record<PaymentMethod, IconType>> = {
  ach: IconBuildingBank,
  wire: IconArrowsUpDown,
  credit_card: IconCreditCard,
  check: IconWritingSign,
};

function Volume({ share }: { share: number }) {
  return (
    <span className={classes.volume}>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: shareText(share) }} />
      </span>
      <span className="num">{wholeShare(share)}</span>
    </span>
  );
}

type Asked = { what: 'configure' | 'stats'; terms: MethodTerms };

function useColumns(ask: (asked: Asked) => void): Column<MethodTerms>[] {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  return [
    {
      key: 'method',
      header: t`Method`,
      narrow: 'name',
      cell: ({ method, isOffered, processingTime }) => (
        <span className={classes.method}>
          <Icon of={ICONS[method]} size={16} />
          <span>
            <span className="row-name">{RECEIVED_BY_LABEL[method]}</span>
            {!isOffered && (
              <span className="row-meta">
                <Trans>Not offered</Trans>
              </span>
            )}
            <span className="row-meta only-narrow">{processingTime}</span>
          </span>
        </span>
      ),
    },
    { key: 'time', header: t`Processing time`, width: 132, below: 700, cell: ({ processingTime }) => processingTime },
    { key: 'fee', header: t`Fee`, width: 104, right: true, narrow: 'meta', cell: (terms) => feeText(terms) },
    {
      key: 'success',
      header: t`Success rate`,
      width: 96,
      right: true,
      below: 600,
      cell: ({ successRate }) =>
        successRate === null ? <Unknown reason={t`No payment has ended yet`} /> : shareText(successRate),
    },
    { key: 'volume', header: t`Volume`, width: 118, narrow: 'status', cell: ({ volume }) => <Volume share={volume} /> },
    {
      key: 'actions',
      header: t`Settings`,
      width: 200,
      right: true,
      narrow: 'step',
      cell: (terms) => {
        const name = RECEIVED_BY_LABEL[terms.method];
        return (
          <span className={classes.buttons}>
            <Button
              size="small"
              aria-label={t`Configure ${name}`}
              disabledReason={mayNot}
              onClick={() => ask({ what: 'configure', terms })}
            >
              <Trans>Configure</Trans>
            </Button>
            <Button size="small" aria-label={t`View Stats of ${name}`} onClick={() => ask({ what: 'stats', terms })}>
              <Trans>View Stats</Trans>
            </Button>
          </span>
        );
      },
    },
  ];
}

/** Payment Methods: time, fee, success rate and volume of the last twelve months, computed from the payments. */
export function MethodsTable() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(orpc.payments.methods.list.queryOptions({ input: {} }));
  const columns = useColumns(setAsked);
  const close = () => setAsked(undefined);
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>
          <Trans>Payment Methods</Trans>
        </h2>
        <small>
          <Trans>last 12 months</Trans>
        </small>
      </div>
      <DataTable
        label={t`Payment Methods`}
        columns={columns}
        rows={error && !data ? [] : data}
        rowKey={({ method }) => method}
        rowName={({ method }) => RECEIVED_BY_LABEL[method]}
        isEnded={({ isOffered }) => !isOffered}
        loadingText={t`Loading payment methods...`}
        empty={
          error && (
            <ErrorState
              error={error}
              title={t`The payment methods could not be loaded`}
              onRetry={() => void refetch()}
            />
          )
        }
      />
      {asked?.what === 'configure' && <ConfigureMethodDialog terms={asked.terms} onClose={close} />}
      {asked?.what === 'stats' && <MethodStatsDialog method={asked.terms.method} onClose={close} />}
    </section>
  );
}
