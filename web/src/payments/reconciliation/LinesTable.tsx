import type { ReconciliationDetail, ReconciliationLine } from '@openbenefits/contract/reconciliation';
import { fromCents } from '@openbenefits/domain/money';
import { DIFFERENCE_ACTIONS } from '@openbenefits/domain/payments/reconciliation/difference';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconExternalLink, IconPlusMinus, IconRotate2, IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { DecisionDialog } from '../../approvals/DecisionDialog.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import {
  COVERAGE_LINE_LABEL,
  DIFFERENCE_ACTION_LABEL,
  DIFFERENCE_CLASS_LABEL,
  TIER_LABEL,
} from '../../domain-labels.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Fields.tsx';
import { choicesOf } from '../../ui/form/SelectField.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { toastError } from '../../ui/toasts.ts';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { words } from '../../words.ts';
import classes from '../Payments.module.css';
import { AdjustmentDialog } from './AdjustmentDialog.tsx';
import { ACTION_ICON, RetroCountdown } from './ClassesTable.tsx';
import type { Decided } from './DecideDialog.tsx';
import { refreshReconciliation } from './refresh-reconciliation.ts';
import { type ShownLines, useLinesQuestion } from './lines-question.ts';

const PAGE_SIZE = 50;

/** What an adjusted difference leads to: our record, or a charge or credit by hand. */
function Effect({ recalculated, adjustment }: ReconciliationLine) {
  const { t } = useLingui();
  if (adjustment && adjustment.status !== 'rejected') {
    const amount = <MoneyText cents={adjustment.cents} difference />;
    return (
      <span className="row-meta">
        {amount}{' '}
        {adjustment.billNumber ?? (adjustment.status === 'requested' ? t`waits for approval` : t`on the next bill`)}
      </span>
    );
  }
  if (recalculated === null) return null;
  return (
    <span className="row-meta">
      {recalculated === 0 ? (
        t`our record is as billed`
      ) : (
        <>
          <MoneyText cents={recalculated} difference /> <Trans>on the next bill</Trans>
        </>
      )}
    </span>
  );
}

function Decision(line: ReconciliationLine) {
  const { action, note, assignee, decidedBy } = line;
  if (action === null)
    return (
      <span className={classes.quiet}>
        <Trans>Undecided</Trans>
      </span>
    );
  return (
    <>
      {DIFFERENCE_ACTION_LABEL[action]}
      {action === 'adjust' && <Effect {...line} />}
      <span className="row-meta">{[assignee ?? decidedBy, note].filter(Boolean).join(': ')}</span>
    </>
  );
}

function useColumns(): Column<ReconciliationLine>[] {
  const { t } = useLingui();
  return [
    {
      key: 'member',
      header: t`Member`,
      narrow: 'name',
      cell: ({ name, memberNumber, planName, line, tier, kind }) => (
        <>
          <span className="row-name">{name ?? planName ?? (line ? COVERAGE_LINE_LABEL[line] : t`No member`)}</span>
          <span className="row-meta">
            {[
              memberNumber,
              name ? planName : null,
              tier && TIER_LABEL[tier],
              kind === 'match' ? null : DIFFERENCE_CLASS_LABEL[kind],
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'reason',
      header: t`Reason`,
      width: 220,
      narrow: 'meta',
      cell: ({ reason, month, fileRow }) => (
        <>
          {reason === '' ? t`Matches` : words(reason)}
          <span className="row-meta">
            {monthName(month, 'short')}
            {fileRow !== null && (
              <>
                , <Trans>row {fileRow}</Trans>
              </>
            )}
          </span>
        </>
      ),
    },
    {
      key: 'theirs',
      header: t`Theirs`,
      width: 104,
      right: true,
      below: 1100,
      cell: ({ theirs }) => <MoneyText cents={theirs} />,
    },
    {
      key: 'ours',
      header: t`Expected`,
      width: 104,
      right: true,
      below: 1100,
      cell: ({ ours }) => <MoneyText cents={ours} />,
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 104,
      right: true,
      narrow: 'amount',
      cell: ({ theirs, ours }) => <MoneyText cents={fromCents(theirs - ours)} difference />,
    },
    {
      key: 'limit',
      header: t`Retro limit`,
      width: 104,
      below: 820,
      cell: ({ retroLimit }) => <RetroCountdown limit={retroLimit} />,
    },
    { key: 'action', header: t`Decision`, width: 140, narrow: 'status', cell: (line) => <Decision {...line} /> },
  ];
}

type Decide = (action: Decided['action'], places: readonly number[]) => void;

/** The charge or credit of an adjusted line: adding it, approving it, rejecting or withdrawing it. */
function useAdjustmentActions(
  adjust: (line: ReconciliationLine) => void,
  approve: (approvalId: string) => void,
  why: string | undefined,
): (line: ReconciliationLine) => RowAction[] {
  const { t } = useLingui();
  const mayNotRefund = useWhyNot('payments.refund');
  const mayNotApprove = useWhyNot('payments.approve');
  const decision = useMutation({
    mutationFn: ({ id }: { id: string }) => api.reconciliation.rejectAdjustment({ id, idempotencyKey: newKey() }),
    onError: (error) => toastError(error),
    onSettled: refreshReconciliation,
  });
  return (line) => {
    const { action, recalculated, adjustment, subscriberId } = line;
    if (action !== 'adjust') return [];
    if (adjustment && adjustment.status !== 'rejected') {
      const { id, status, isOwn, billNumber, approval } = adjustment;
      if (billNumber !== null) return [];
      const reject = {
        label: status === 'requested' ? t`Reject adjustment` : t`Withdraw adjustment`,
        icon: IconX,
        disabledReason: mayNotApprove,
        onClick: () => decision.mutate({ id }),
      };
      if (status === 'approved') return [reject];
      const isMine = isOwn ? t`You entered it. Another person has to approve it.` : undefined;
      const approving = {
        label: t`Approve adjustment`,
        icon: IconCheck,
        disabledReason: mayNotApprove ?? isMine,
        onClick: () => approval && approve(approval.id),
      };
      return [approving, reject];
    }
    if (subscriberId === null || recalculated !== 0) return [];
    return [
      {
        label: t`Add charge or credit`,
        icon: IconPlusMinus,
        disabledReason: why ?? mayNotRefund,
        onClick: () => adjust(line),
      },
    ];
  };
}

/** What can be done with one line. */
function useActions(
  decide: Decide,
  adjust: (line: ReconciliationLine) => void,
  approve: (approvalId: string) => void,
  why: string | undefined,
): (line: ReconciliationLine) => RowAction[] {
  const { t } = useLingui();
  const adjustmentActions = useAdjustmentActions(adjust, approve, why);
  return (line: ReconciliationLine): RowAction[] => {
    const { place, kind, groupId, subscriberId, action: decided } = line;
    return [
      ...adjustmentActions(line),
      ...(groupId && subscriberId
        ? [{ label: t`Open member`, icon: IconExternalLink, to: paths.groupMember(groupId, subscriberId) }]
        : []),
      ...(kind === 'match'
        ? []
        : DIFFERENCE_ACTIONS.map((action) => ({
            label: DIFFERENCE_ACTION_LABEL[action],
            icon: ACTION_ICON[action],
            disabledReason: why,
            onClick: () => decide(action, [place]),
          }))),
      ...(decided === null
        ? []
        : [
            { label: t`Remove decision`, icon: IconRotate2, disabledReason: why, onClick: () => decide(null, [place]) },
          ]),
    ];
  };
}

type ToolbarProps = {
  shown: ShownLines;
  show: (next: ShownLines) => void;
  search: string;
  onSearch: (search: string) => void;
};

function Toolbar({ shown, show, search, onSearch }: ToolbarProps) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(search, onSearch);
  const kinds: Record<ShownLines, string> = {
    differences: t`All differences`,
    undecided: t`Undecided`,
    ...DIFFERENCE_CLASS_LABEL,
    match: t`Lines that match`,
  };
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search ?? ''}
        label={t`Search members`}
        placeholder={t`Name, member ID or employee ID`}
        value={term}
        onChange={change}
        onSubmit={submit}
      />
      <Select label={t`Show`} hideLabel choices={choicesOf(kinds)} value={shown} onChange={show} />
    </search>
  );
}

type Props = { detail: ReconciliationDetail; onDecide: (decided: Decided) => void };

/** Every line of both sides, filtered by class or member, with an action each or for several. */
export function LinesTable({ detail, onDecide }: Props) {
  const { t } = useLingui();
  const { id, status } = detail;
  const mayNot = useWhyNot('payments.take');
  const why = mayNot ?? (status === 'open' ? undefined : t`Decisions are final once a reconciliation is closed.`);
  const { shown, show } = useLinesQuestion();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pages = useCursorPages(PAGE_SIZE, `${shown} ${search}`);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    orpc.reconciliation.lines.queryOptions({
      input: { id, kind: shown, limit: PAGE_SIZE, cursor: pages.cursor, ...(search !== '' && { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const decide: Decide = (action, places) => {
    onDecide({ action, places, lines: places.length });
    setSelected(new Set());
  };
  const [adjusted, setAdjusted] = useState<ReconciliationLine>();
  const [approved, setApproved] = useState<string>();
  const actions = useActions(decide, setAdjusted, setApproved, why);
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>
          <Trans>Lines</Trans>
        </h2>
      </div>
      <Toolbar shown={shown} show={show} search={search} onSearch={setSearch} />
      <DataTable<ReconciliationLine>
        label={t`Lines`}
        columns={useColumns()}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ place }) => String(place)}
        rowName={({ name, planName, place }) => name ?? planName ?? String(place)}
        actions={actions}
        actionsOnPhone
        refreshing={isPlaceholderData}
        {...(shown !== 'match' && {
          selection: {
            selected,
            onChange: setSelected,
            lockedReason: why,
            actions: DIFFERENCE_ACTIONS.map((action) => (
              <Button key={action} size="small" onClick={() => decide(action, [...selected].map(Number))}>
                {DIFFERENCE_ACTION_LABEL[action]}
              </Button>
            )),
          },
        })}
        loadingText={t`Loading lines...`}
        footer={{ from: pages.from, total: undefined, onPrevious: pages.onPrevious, onNext: pages.onNext(data?.next) }}
        empty={
          error ? (
            <ErrorState error={error} title={t`The lines could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`No lines`}>
              <Trans>No line of this reconciliation fits the filter.</Trans>
            </EmptyState>
          )
        }
      />
      {adjusted && <AdjustmentDialog id={id} line={adjusted} onClose={() => setAdjusted(undefined)} />}
      {approved !== undefined && (
        <DecisionDialog id={approved} decision="approve" onClose={() => setApproved(undefined)} />
      )}
    </section>
  );
}
