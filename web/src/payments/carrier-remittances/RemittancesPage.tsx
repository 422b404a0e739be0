import type { CarrierRemittanceRow } from '@openbenefits/contract/carrier-remittances';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconCheck, IconDownload, IconEye, IconPlus, IconReceipt, IconSettings } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { REMITTANCE_METHOD_LABEL } from '../../domain-labels.ts';
import { fetchFile } from '../../exports/fetch-file.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toastError } from '../../ui/toasts.ts';
import { CarriersDialog } from './CarriersDialog.tsx';
import { PrepareRemittanceDialog } from './PrepareRemittanceDialog.tsx';
import { refreshRemittances } from './refresh-remittances.ts';
import { RemittanceAnswer, RemittanceStatusBadge } from './remittance-words.tsx';
import { RemittanceDialog } from './RemittanceDialog.tsx';
import { type RemittanceStep, RemittanceStepDialog } from './RemittanceStepDialog.tsx';

const PAGE_SIZE = 50;

function useColumns(): Column<CarrierRemittanceRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'carrier',
      header: t`Carrier`,
      narrow: 'name',
      cell: ({ carrierName, number, method }) => (
        <>
          <span className="row-name">{carrierName}</span>
          <span className="row-meta">
            {number}, {REMITTANCE_METHOD_LABEL[method]}
          </span>
        </>
      ),
    },
    {
      key: 'through',
      header: t`Collected through`,
      width: 150,
      narrow: 'meta',
      cell: ({ through }) => <DateText date={through} />,
    },
    {
      key: 'groups',
      header: t`Groups`,
      width: 150,
      below: 820,
      cell: ({ groups, subscribers }) => (
        <>
          <Plural value={groups} one="# group" other="# groups" />
          <span className="row-meta">
            <Plural value={subscribers} one="# subscriber" other="# subscribers" />
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: t`Status`,
      width: 150,
      narrow: 'status',
      cell: ({ status, answer }) => (
        <>
          <RemittanceStatusBadge status={status} />
          {answer && (
            <span className="row-meta">
              <RemittanceAnswer answer={answer} />
            </span>
          )}
        </>
      ),
    },
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

type Asked =
  | { what: 'carriers' | 'prepare' }
  | { what: 'open'; id: string }
  | { what: 'step'; step: RemittanceStep; remittance: CarrierRemittanceRow };

/** What can be done with a remittance in its state. */
function useActions(ask: (asked: Asked) => void): (row: CarrierRemittanceRow) => RowAction[] {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  return (row) => {
    const { id, status, isOwn, approval } = row;
    const notNow = isOwn
      ? t`You prepared it. Another person approves it.`
      : approval === null
        ? t`It does not wait for approval any more. Void it, and prepare it again.`
        : undefined;
    const step =
      (name: RemittanceStep): (() => void) =>
      () =>
        ask({ what: 'step', step: name, remittance: row });
    const open: RowAction = { label: t`Open`, icon: IconEye, onHover: true, onClick: () => ask({ what: 'open', id }) };
    const download: RowAction = {
      label: t`Download 820`,
      icon: IconDownload,
      disabledReason: mayNot,
      onClick: () =>
        void fetchFile(`/downloads/carrier-remittances/${id}`)
          .catch((problem: unknown) => toastError(problem))
          .finally(() => void refreshRemittances()),
    };
    const voiding: RowAction = {
      label: t`Void`,
      icon: IconBan,
      danger: true,
      disabledReason: mayNot,
      onClick: step('void'),
    };
    if (status === 'void') return [open];
    if (status === 'paid') return [open, download];
    if (status === 'prepared')
      return [
        open,
        { label: t`Approve`, icon: IconCheck, disabledReason: mayNot ?? notNow, onClick: step('approve') },
        voiding,
      ];
    return [
      open,
      download,
      { label: t`Mark as paid`, icon: IconReceipt, disabledReason: mayNot, onClick: step('pay') },
      voiding,
    ];
  };
}

function Asking({ asked, carriers, onClose }: { asked: Asked; carriers: readonly string[]; onClose: () => void }) {
  const [first, ...rest] = carriers;
  switch (asked.what) {
    case 'carriers':
      return <CarriersDialog onClose={onClose} />;
    case 'prepare':
      return first === undefined ? null : <PrepareRemittanceDialog carriers={[first, ...rest]} onClose={onClose} />;
    case 'open':
      return <RemittanceDialog id={asked.id} onClose={onClose} />;
    case 'step':
      return <RemittanceStepDialog step={asked.step} remittance={asked.remittance} onClose={onClose} />;
  }
}

/** Carrier remittances: premium that was collected for carriers and goes to them with an 820. */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const [asked, setAsked] = useState<Asked>();
  const pages = useCursorPages(PAGE_SIZE);
  const carriers = useQuery(orpc.carrierRemittances.carriers.queryOptions({ input: {} }));
  const { data, error, refetch } = useQuery(
    orpc.carrierRemittances.list.queryOptions({
      input: { limit: PAGE_SIZE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  const active = (carriers.data ?? []).flatMap(({ carrierName, collection }) =>
    collection?.isActive ? [carrierName] : [],
  );
  return (
    <>
      <PageHeader
        title={t`Carrier Remittances`}
        breadcrumb={[{ label: t`Billing & Payments` }, { label: t`Payment Processing`, to: paths.payments }]}
        actions={
          <>
            <Button icon={IconSettings} onClick={() => setAsked({ what: 'carriers' })}>
              <Trans>Carriers</Trans>
            </Button>
            <Button
              variant="primary"
              icon={IconPlus}
              disabledReason={
                mayNot ?? (active.length === 0 ? t`Set up a carrier that you collect premium for first.` : undefined)
              }
              onClick={() => setAsked({ what: 'prepare' })}
            >
              <Trans>Prepare remittance</Trans>
            </Button>
          </>
        }
      />
      <DataTable<CarrierRemittanceRow>
        label={t`Carrier remittances`}
        columns={useColumns()}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ id }) => id}
        rowName={({ number }) => number}
        actions={useActions(setAsked)}
        actionsOnPhone
        isEnded={({ status }) => status === 'void'}
        loadingText={t`Loading remittances...`}
        footer={{ from: pages.from, total: undefined, onPrevious: pages.onPrevious, onNext: pages.onNext(data?.next) }}
        empty={
          error ? (
            <ErrorState error={error} title={t`Remittances could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`No remittances yet`}>
              <Trans>
                A remittance has the premium that was collected for a carrier. Set up the carrier, then prepare one.
              </Trans>
            </EmptyState>
          )
        }
      />
      {asked && <Asking asked={asked} carriers={active} onClose={() => setAsked(undefined)} />}
    </>
  );
}
