import type { ReconciliationDetail } from '@openbenefits/contract/reconciliation';
import { daysLeft } from '@openbenefits/domain/payments/reconciliation/difference';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFileText, IconLock, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, orpc } from '../../api.ts';
import { RECONCILIATION_SOURCE_LABEL } from '../../domain-labels.ts';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { saveFile } from '../../exports/save-file.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { today } from '../../today.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Detail } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { ClassesTable } from './ClassesTable.tsx';
import { type Decided, DecideDialog } from './DecideDialog.tsx';
import { DecisionsRail } from './DecisionsRail.tsx';
import { LinesTable } from './LinesTable.tsx';
import { NewReconciliationDialog } from './NewReconciliationDialog.tsx';
import { ReconciliationStatus } from './ReconciliationsPage.tsx';
import { refreshReconciliation } from './refresh-reconciliation.ts';
import { useLinesQuestion } from './lines-question.ts';

function useStats({ theirs, ours, lines, matched, knownAt, nextLimit, source }: ReconciliationDetail): Stat[] {
  const { t } = useLingui();
  const difference = fromCents(theirs - ours);
  const left = nextLimit ? daysLeft(nextLimit.on, today()) : 0;
  const limitLines = nextLimit?.lines ?? 0;
  const share = theirs === 0 ? 0 : Math.round((matched.theirs / theirs) * 1000) / 10;
  const money = (label: string, cents: typeof theirs, meaning: Stat['meaning']): Stat => ({
    label,
    amount: true,
    value: <MoneyText cents={cents} />,
    meaning,
  });
  return [
    money(
      source === 'self_bill' ? t`Self bill` : t`Invoiced`,
      theirs,
      <Plural value={lines} one="# line compared" other="# lines compared" />,
    ),
    money(
      t`Expected`,
      ours,
      <>
        <Trans>as known</Trans> <TimeAgo instant={knownAt} />
      </>,
    ),
    {
      label: t`Difference`,
      amount: true,
      value: <MoneyText cents={difference} difference />,
      meaning: difference > 0 ? t`theirs is more` : difference < 0 ? t`theirs is less` : t`none`,
    },
    money(t`Matched`, matched.theirs, t`${matched.lines} lines, ${share}%`),
    {
      label: t`Next retro limit`,
      value: nextLimit ? formatDate(nextLimit.on) : null,
      unknownReason: t`No difference has a retro limit.`,
      meaning:
        nextLimit &&
        `${plural(left, { one: '# day left', other: '# days left' })}, ${plural(limitLines, { one: '# line', other: '# lines' })}`,
    },
  ];
}

function Actions({ detail, onReplace }: { detail: ReconciliationDetail; onReplace: () => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const { shown } = useLinesQuestion();
  const { id, status, undecided } = detail;
  const isDisputed = detail.decisions.some(({ action }) => action === 'dispute');
  const close = useMutation({
    mutationFn: () => api.reconciliation.close({ id, idempotencyKey: newKey() }),
    onSuccess: () => toastGood(t`Reconciliation closed`),
    onError: (error) => toastError(error),
    onSettled: refreshReconciliation,
  });
  return (
    <>
      {status === 'open' && (
        <Button icon={IconUpload} disabledReason={mayNot} onClick={onReplace}>
          <Trans>Replace file</Trans>
        </Button>
      )}
      <ExportMenu list="reconciliation" filter={{ id, kind: shown }} />
      <Button
        icon={IconFileText}
        disabledReason={isDisputed ? undefined : t`Choose Dispute for a difference first.`}
        onClick={() => saveFile(`/downloads/reconciliations/${id}`)}
      >
        <Trans>Dispute letter</Trans>
      </Button>
      {status === 'open' && (
        <Button
          variant="primary"
          icon={IconLock}
          busy={close.isPending}
          disabledReason={mayNot ?? (undecided > 0 ? t`Decide every difference first.` : undefined)}
          onClick={() => close.mutate()}
        >
          <Trans>Close reconciliation</Trans>
        </Button>
      )}
    </>
  );
}

function Loaded({ detail }: { detail: ReconciliationDetail }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Decided | 'replace'>();
  const { id, source, carrier, groupId, groupName, month, reference, fileName } = detail;
  const of = [carrier, groupName].filter((name) => name !== null).join(', ');
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader
        title={`${RECONCILIATION_SOURCE_LABEL[source]} ${reference}`.trim()}
        badge={<ReconciliationStatus {...detail} />}
        breadcrumb={[
          { label: t`Payment Processing`, to: paths.payments },
          { label: t`Reconciliation`, to: paths.reconciliation },
        ]}
        facts={
          <>
            <span>{of}</span>
            <span>{monthName(month)}</span>
            <span>{fileName}</span>
          </>
        }
        actions={<Actions detail={detail} onReplace={() => setAsked('replace')} />}
      />
      <StatStrip label={t`Reconciliation`} stats={useStats(detail)} />
      <Detail rail={<DecisionsRail detail={detail} />}>
        <ClassesTable detail={detail} onDecide={setAsked} />
        <LinesTable detail={detail} onDecide={setAsked} />
      </Detail>
      {asked === 'replace' ? (
        <NewReconciliationDialog
          replaced={{
            id,
            source,
            group: groupId === null ? null : { id: groupId, name: groupName ?? '' },
            carrier,
            month,
            reference,
          }}
          onClose={close}
          onCreated={(next) => void navigate(paths.reconciliationOf(next), { replace: true })}
        />
      ) : (
        asked && <DecideDialog id={id} decided={asked} onClose={close} />
      )}
    </>
  );
}

/** A self bill or invoice next to what we expect: nine classes of differences (picture 17d). */
export function Component() {
  const { t } = useLingui();
  const { reconciliationId: id = '' } = useParams();
  const { data, error, refetch } = useQuery(orpc.reconciliation.get.queryOptions({ input: { id } }));
  if (data) return <Loaded key={id} detail={data} />;
  return error ? (
    <ErrorState error={error} title={t`The reconciliation could not be loaded`} onRetry={() => void refetch()} />
  ) : (
    <Skeleton width="100%" height={240} />
  );
}
