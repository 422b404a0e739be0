import type { RefundRow } from '@openbenefits/contract/refunds';
import type { RefundStatus } from '@openbenefits/domain/payments/refund';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBan,
  IconCheck,
  IconCreditCardRefund,
  IconHelp,
  IconRefresh,
  IconWritingSign,
  IconX,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { type Decision, DecisionDialog } from '../../approvals/DecisionDialog.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { REFUND_METHOD_LABEL, REFUND_REASON_LABEL, REFUND_STATUS_LABEL } from '../../domain-labels.ts';
import { useWhyNot } from '../../session.ts';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { RefundStepDialog, type RefundStep } from './RefundStepDialog.tsx';

const PAGE_SIZE = 50;

const FORM = {
  requested: { tone: 'review', sign: 'eye' },
  approved: { tone: 'pending', sign: 'half' },
  sent: { tone: 'busy', sign: 'clock' },
  paid: { tone: 'ok', sign: 'dot' },
  failed: { tone: 'bad', sign: 'alert' },
  rejected: { tone: 'end', sign: 'stop' },
  withdrawn: { tone: 'end', sign: 'stop' },
  unclaimed: { tone: 'idle', sign: 'circle' },
} as const satisfies Record<RefundStatus, unknown>;

/** Who did the last step. */
function LastStep({ refund }: { refund: RefundRow }) {
  const { requestedBy, decidedBy, outcome, reference } = refund;
  return (
    <>
      {outcome ??
        reference ??
        (decidedBy === null ? <Trans>Requested by {requestedBy}</Trans> : <Trans>Approved by {decidedBy}</Trans>)}
      <span className="row-meta">
        <TimeAgo instant={refund.changedAt} />
      </span>
    </>
  );
}

function useColumns(): Column<RefundRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupName, number, method }) => (
        <>
          <span className="row-name">{groupName}</span>
          <span className="row-meta">
            {number} · {REFUND_METHOD_LABEL[method]}
          </span>
        </>
      ),
    },
    {
      key: 'reason',
      header: t`Reason`,
      width: 180,
      below: 900,
      cell: ({ reason, note }) => (
        <>
          {REFUND_REASON_LABEL[reason]}
          {note !== '' && <span className="row-meta">{note}</span>}
        </>
      ),
    },
    { key: 'step', header: t`Last step`, width: 220, narrow: 'meta', cell: (refund) => <LastStep refund={refund} /> },
    {
      key: 'status',
      header: t`Status`,
      width: 150,
      narrow: 'status',
      cell: ({ status }) => <StatusBadge {...FORM[status]}>{REFUND_STATUS_LABEL[status]}</StatusBadge>,
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

type Ask = (step: RefundStep, refund: RefundRow) => void;
type Decide = (id: string, decision: Decision) => void;

/** What can be done with a refund in its state. */
function useActions(ask: Ask, decide: Decide): (refund: RefundRow) => RowAction[] {
  const { t } = useLingui();
  const mayNotApprove = useWhyNot('payments.approve');
  const mayNot = useWhyNot('payments.refund');
  const decisions = ({ approval, isOwn }: RefundRow): RowAction[] => {
    if (approval === null) return [];
    const why = mayNotApprove ?? (isOwn ? t`You requested it. Another person approves it.` : undefined);
    return [
      { label: t`Approve`, icon: IconCheck, disabledReason: why, onClick: () => decide(approval.id, 'approve') },
      {
        label: t`Reject`,
        icon: IconBan,
        danger: true,
        disabledReason: why,
        onClick: () => decide(approval.id, 'reject'),
      },
    ];
  };
  return (refund) => {
    const action = (step: RefundStep, label: string, icon: RowAction['icon'], disabledReason = mayNot): RowAction => ({
      label,
      icon,
      disabledReason,
      onClick: () => ask(step, refund),
    });
    const withdraw = action('withdraw', t`Withdraw`, IconX);
    const fail = action('fail', t`Mark as failed`, IconBan);
    switch (refund.status) {
      case 'requested':
        return [...decisions(refund), withdraw];
      case 'approved':
        return [
          ...(refund.method === 'check' ? [action('check', t`Enter the check`, IconWritingSign)] : []),
          ...(refund.method === 'credit_card' ? [action('card', t`Return to the card`, IconCreditCardRefund)] : []),
          withdraw,
        ];
      case 'sent':
      case 'paid':
        return [fail];
      case 'failed':
        return [
          action('resend', t`Send again`, IconRefresh),
          withdraw,
          action('unclaimed', t`Mark as unclaimed`, IconHelp),
        ];
      default:
        return [];
    }
  };
}

/** Refunds, the last changed first, with what can be done with each. */
export function RefundsTable() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<{ step: RefundStep; refund: RefundRow }>();
  const pages = useCursorPages(PAGE_SIZE);
  const { data, error, refetch } = useQuery(
    orpc.refunds.list.queryOptions({
      input: { limit: PAGE_SIZE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  const [decided, setDecided] = useState<{ id: string; decision: Decision }>();
  const actions = useActions(
    (step, refund) => setAsked({ step, refund }),
    (id, decision) => setDecided({ id, decision }),
  );
  return (
    <>
      <DataTable<RefundRow>
        label={t`Refunds`}
        columns={useColumns()}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ id }) => id}
        rowName={({ number }) => number}
        actions={actions}
        actionsOnPhone
        isEnded={({ status }) => status === 'rejected' || status === 'withdrawn'}
        loadingText={t`Loading refunds...`}
        footer={{ from: pages.from, total: undefined, onPrevious: pages.onPrevious, onNext: pages.onNext(data?.next) }}
        empty={
          error ? (
            <ErrorState error={error} title={t`The refunds could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`No refunds yet`}>
              <Trans>Request one from a balance.</Trans>
            </EmptyState>
          )
        }
      />
      {asked && <RefundStepDialog {...asked} onClose={() => setAsked(undefined)} />}
      {decided && <DecisionDialog {...decided} onClose={() => setDecided(undefined)} />}
    </>
  );
}
