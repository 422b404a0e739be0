import type { Approval } from '@openbenefits/contract/approvals';
import type { ApprovalStatus } from '@openbenefits/domain/approvals/subjects';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconBan, IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../api.ts';
import type { Column, RowAction } from '../ui/data-table-types.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { type Decision, DecisionDialog } from './DecisionDialog.tsx';

const FORM = {
  waiting: { tone: 'review', sign: 'eye' },
  alone: { tone: 'idle', sign: 'circle' },
  approved: { tone: 'ok', sign: 'dot' },
  rejected: { tone: 'bad', sign: 'alert' },
  withdrawn: { tone: 'end', sign: 'stop' },
  void: { tone: 'end', sign: 'stop' },
} as const satisfies Record<ApprovalStatus, unknown>;

function useStatusLabel(): Record<ApprovalStatus, string> {
  const { t } = useLingui();
  return {
    waiting: t`Waiting`,
    alone: t`One person`,
    approved: t`Approved`,
    rejected: t`Rejected`,
    withdrawn: t`Withdrawn`,
    void: t`Void`,
  };
}

/** Who asked and why it waits; or who decided and why. */
function Reason({ approval, decided }: { approval: Approval; decided: boolean }) {
  const { requestedBy, requestedAt, waitsBecause, decidedBy, decidedAt, decisionReason } = approval;
  if (decided && decidedBy !== null && decidedAt !== null)
    return (
      <>
        <Trans>
          {decidedBy}, for {requestedBy}
        </Trans>
        <span className="row-meta">
          <TimeAgo instant={decidedAt} />
          {decisionReason && ` · ${decisionReason}`}
        </span>
      </>
    );
  return (
    <>
      {requestedBy}
      <span className="row-meta">
        <TimeAgo instant={requestedAt} />
        {(decided ? decisionReason : waitsBecause) && ` · ${decided ? decisionReason : waitsBecause}`}
      </span>
    </>
  );
}

function useColumns(decided: boolean): Column<Approval>[] {
  const { t } = useLingui();
  const statusLabel = useStatusLabel();
  return [
    {
      key: 'what',
      header: t`What`,
      narrow: 'name',
      cell: ({ title, kindLabel, groupName }) => (
        <>
          <span className="row-name">{title}</span>
          <span className="row-meta">{groupName === null ? kindLabel : `${kindLabel} · ${groupName}`}</span>
        </>
      ),
    },
    {
      key: 'who',
      header: decided ? t`Decided by` : t`Requested by`,
      narrow: 'meta',
      cell: (approval) => <Reason approval={approval} decided={decided} />,
    },
    {
      key: 'status',
      header: t`Status`,
      width: 150,
      narrow: 'status',
      cell: ({ status }) => <StatusBadge {...FORM[status]}>{statusLabel[status]}</StatusBadge>,
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => (cents === null ? '—' : <MoneyText cents={cents} />),
    },
  ];
}

type Asked = { id: string; decision: Decision };

function useActions(ask: (asked: Asked) => void): (approval: Approval) => RowAction[] {
  const { t } = useLingui();
  return ({ id, status, isOwn, refusal, link }) => {
    const open: RowAction = { label: t`Open its page`, icon: IconExternalLink, to: link };
    if (status !== 'waiting') return [open];
    const decide = (
      decision: Decision,
      label: string,
      icon: RowAction['icon'],
      disabledReason?: string,
    ): RowAction => ({
      label,
      icon,
      disabledReason,
      danger: decision === 'reject',
      onClick: () => ask({ id, decision }),
    });
    return [
      decide('approve', t`Approve`, IconCheck, refusal ?? undefined),
      isOwn
        ? decide('withdraw', t`Withdraw`, IconArrowBackUp)
        : decide('reject', t`Reject`, IconBan, refusal ?? undefined),
      open,
    ];
  };
}

/** What waits for a second person; or what was decided, the newest first. */
export function ApprovalsTable({ decided = false }: { decided?: boolean }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(orpc.approvals.list.queryOptions({ input: { decided } }));
  return (
    <>
      <DataTable<Approval>
        label={decided ? t`Decided approvals` : t`Waiting for approval`}
        columns={useColumns(decided)}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        actions={useActions(setAsked)}
        actionsOnPhone
        isEnded={({ status }) => status === 'withdrawn' || status === 'void'}
        loadingText={t`Loading approvals...`}
        empty={
          error ? (
            <ErrorState error={error} title={t`The approvals could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={decided ? t`Nothing was decided yet` : t`Nothing waits for approval`}>
              <Trans>
                Refunds, bill runs, bank files, rates and settings stand here when they need a second person.
              </Trans>
            </EmptyState>
          )
        }
      />
      {asked && <DecisionDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
