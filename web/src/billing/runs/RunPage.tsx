import type { BillRow } from '@openbenefits/contract/billing';
import { BILL_ANOMALIES, type BillAnomaly } from '@openbenefits/domain/billing/bill-anomalies';
import { fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { api, orpc } from '../../api.ts';
import { WaitingApproval } from '../../approvals/WaitingApproval.tsx';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { groupsOf, isRunning, percentDone, RunStatusBadge } from '../bill-words.tsx';
import { BillDetailsDialog } from '../details/BillDetailsDialog.tsx';
import { monthName } from '../../ui/month-name.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { HoldCauses } from './HoldCauses.tsx';
import { UnbilledMonths } from './UnbilledMonths.tsx';
import { RunBills } from './RunBills.tsx';
import type { RunDetail } from './run-detail.ts';
import { RunFooter } from './RunFooter.tsx';
import { RunSteps } from './RunSteps.tsx';
import { useRunWrite } from './use-run-write.ts';
import classes from './Runs.module.css';

const POLL_MS = 1500;

function useStats({ figures }: RunDetail): Stat[] {
  const { t } = useLingui();
  const { bills, subscribers, premium, retro, total, premiumBefore, held, obstacle } = figures;
  const since = fromCents(premium - premiumBefore);
  return [
    {
      label: t`Bills`,
      value: bills,
      meaning: <Plural value={subscribers} one="# subscriber" other="# subscribers" />,
    },
    {
      label: t`Premium`,
      value: <MoneyText cents={premium} />,
      meaning:
        premiumBefore === 0 ? (
          t`no bills before`
        ) : (
          <>
            <MoneyText cents={since} difference /> <Trans>since the bills before</Trans>
          </>
        ),
      amount: true,
    },
    {
      label: t`Adjustments`,
      value: <MoneyText cents={retro} difference />,
      meaning: t`of earlier months`,
      amount: true,
    },
    {
      label: t`Without a price`,
      value: held,
      meaning:
        held === 0 ? t`every premium has one` : obstacle === null ? t`excluded with a reason` : t`fix or exclude each`,
      tone: 'bad',
    },
    { label: t`Total`, value: <MoneyText cents={total} />, amount: true },
  ];
}

function Actions({ run }: Pick<RunDetail, 'run'>) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const { id, status } = run;
  const pause = useRunWrite((idempotencyKey) => api.billing.runs.pause({ id, idempotencyKey }));
  const resume = useRunWrite((idempotencyKey) => api.billing.runs.resume({ id, idempotencyKey }));
  const refresh = useRunWrite(
    (idempotencyKey) => api.billing.runs.refresh({ id, idempotencyKey }),
    () => toastGood(t`All drafts are being calculated again`),
  );
  return (
    <>
      {status === 'calculating' && (
        <Button icon={IconPlayerPause} busy={pause.isPending} disabledReason={mayNot} onClick={() => pause.mutate()}>
          <Trans>Pause</Trans>
        </Button>
      )}
      {status === 'paused' && (
        <Button icon={IconPlayerPlay} busy={resume.isPending} disabledReason={mayNot} onClick={() => resume.mutate()}>
          <Trans>Resume</Trans>
        </Button>
      )}
      {status === 'review' && (
        <Button icon={IconRefresh} busy={refresh.isPending} disabledReason={mayNot} onClick={() => refresh.mutate()}>
          <Trans>Calculate again</Trans>
        </Button>
      )}
    </>
  );
}

/** What is going on, where the run is not simply waiting for its review. */
function State({ run }: Pick<RunDetail, 'run'>) {
  const { t } = useLingui();
  const { status, approval, trouble } = run;
  if (trouble !== null)
    return (
      <Banner tone="bad" role="status" title={t`The work on this run waits`}>
        {trouble}
      </Banner>
    );
  if (status === 'calculating' || status === 'paused')
    return (
      <div className={classes.progress}>
        <Progress label={t`Groups calculated`} percent={percentDone(run)} />
      </div>
    );
  if (status === 'posting')
    return (
      <Banner role="status" title={t`Bills are being posted`}>
        <Trans>You can leave this page. Posting continues.</Trans>
      </Banner>
    );
  if (status === 'review' && approval !== null) return <WaitingApproval approval={approval} />;
  return null;
}

/** The state of the page in its address: the kind that is filtered and the bill that is open. */
function useRunAddress() {
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string | undefined, replace = false) =>
    setParams(
      (before) => {
        if (value === undefined) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace, preventScrollReset: true },
    );
  const withBill = new URLSearchParams(params);
  return {
    anomaly: BILL_ANOMALIES.find((kind) => kind === params.get('kind')),
    billId: params.get('bill') ?? undefined,
    onAnomaly: (kind: BillAnomaly | undefined) => change('kind', kind),
    billTo: ({ id }: BillRow) => {
      withBill.set('bill', id);
      return { search: withBill.toString() };
    },
    openBill: ({ id }: BillRow) => change('bill', id),
    closeBill: () => change('bill', undefined, true),
  };
}

function View(detail: RunDetail) {
  const { t } = useLingui();
  const { run, figures } = detail;
  const address = useRunAddress();
  const mayNot = useWhyNot('billing.run');
  const stats = useStats(detail);
  const refreshOne = useMutation({
    mutationFn: (billId: string) => api.billing.runs.refresh({ id: run.id, billId, idempotencyKey: newKey() }),
    onSuccess: () => toastGood(t`The draft was calculated again`),
    onError: (error) => toastError(error),
    onSettled: refreshBilling,
  });
  const isReview = run.status === 'review';
  // What was filtered before the posting hides what the posting made.
  const { anomaly, onAnomaly } = address;
  useEffect(() => {
    if (run.status === 'posting' && anomaly !== undefined) onAnomaly(undefined);
  });
  return (
    <>
      <RunSteps {...detail} />
      <State run={run} />
      <StatStrip label={t`Figures of the run`} stats={stats} />
      <UnbilledMonths {...detail} />
      <HoldCauses {...detail} />
      <RunBills
        run={run}
        figures={figures}
        anomaly={address.anomaly}
        onAnomaly={address.onAnomaly}
        billTo={address.billTo}
        onOpen={address.openBill}
        onRefresh={isReview ? ({ id }) => refreshOne.mutate(id) : undefined}
        mayNot={mayNot}
      />
      <RunFooter {...detail} />
      {address.billId !== undefined && (
        <BillDetailsDialog
          key={address.billId}
          billId={address.billId}
          onClose={address.closeBill}
          draftActions={
            isReview && (
              <Button
                icon={IconRefresh}
                busy={refreshOne.isPending}
                disabledReason={mayNot}
                onClick={() => address.billId && refreshOne.mutate(address.billId)}
              >
                <Trans>Calculate again</Trans>
              </Button>
            )
          }
        />
      )}
    </>
  );
}

/** Fetches the bills again once the run has come to its next step. */
function useFollowed(status: RunDetail['run']['status'] | undefined): void {
  const last = useRef(status);
  useEffect(() => {
    if (last.current !== undefined && last.current !== status) void refreshBilling();
    last.current = status;
  }, [status]);
}

/** A bill run: drafts, review, posting (picture 14). */
export function Component() {
  const { t } = useLingui();
  const id = useParams()['runId'] ?? '';
  const { data, error, refetch } = useQuery(
    orpc.billing.runs.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data && isRunning(state.data.run) ? POLL_MS : false),
    }),
  );
  const run = data?.run;
  const month = run && monthName(run.period);
  useFollowed(run?.status);
  return (
    <>
      <PageHeader
        title={month ? t`${month} bill run` : t`Bill run`}
        breadcrumb={[
          { label: t`Billing Dashboard`, to: paths.billing },
          { label: t`Bill runs`, to: paths.billRuns },
          { label: month ?? '…' },
        ]}
        badge={run && <RunStatusBadge status={run.status} />}
        facts={
          run && (
            <>
              <span>{groupsOf(run)}</span>
              <span>
                <Trans>Started by {run.startedBy}</Trans>
              </span>
              {data.figures.digest !== null && (
                <span title={data.figures.digest}>
                  <Trans>
                    Digest <span className="num">{data.figures.digest.slice(0, 16)}</span>
                  </Trans>
                </span>
              )}
              {run.status !== 'posted' && run.status !== 'posting' && data.figures.posted === 0 && (
                <span>
                  <Trans>Nothing has been posted or sent.</Trans>
                </span>
              )}
            </>
          )
        }
        actions={run && <Actions run={run} />}
      />
      {data ? (
        <View {...data} />
      ) : error ? (
        <ErrorState error={error} title={t`The bill run could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={320} height={24} />
      )}
    </>
  );
}
