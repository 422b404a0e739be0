import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconCopy, IconDots, IconLockOpen, IconPencil, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { orpc } from '../../api.ts';
import { ActivityFeed } from '../../changes/ActivityFeed.tsx';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Detail } from '../../ui/FactsRail.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CopyPlanDialog, EditPlanDialog } from '../edit/EditPlanDialog.tsx';
import { ActivateDialog, ReopenDialog, WithdrawDialog } from '../edit/StatusDialogs.tsx';
import { TerminateDialog } from '../edit/TerminateDialog.tsx';
import { PlanStatusBadge, useCarrier } from '../plan-words.tsx';
import { BenefitsTab } from './BenefitsTab.tsx';
import { DocumentsTab } from './DocumentsTab.tsx';
import { OfferedTab } from './OfferedTab.tsx';
import { PlanRail } from './PlanRail.tsx';
import { RatesTab } from './RatesTab.tsx';
import classes from './PlanPage.module.css';

type Opened = 'edit' | 'copy' | 'activate' | 'withdraw' | 'reopen' | 'terminate';

const DIALOGS: Readonly<Record<Opened, (props: { plan: PlanDetail; onClose: () => void }) => ReactNode>> = {
  edit: EditPlanDialog,
  copy: CopyPlanDialog,
  activate: ActivateDialog,
  withdraw: WithdrawDialog,
  reopen: ReopenDialog,
  terminate: TerminateDialog,
};

/** What can be done with the plan as a whole; what cannot says why. */
function Actions({ plan, open }: { plan: PlanDetail; open: (what: Opened) => void }) {
  const { t } = useLingui();
  const mayNotEdit = useWhyNot('plans.edit');
  const mayNotActivate = useWhyNot('plans.activate');
  const label = t`More actions`;
  const ended = plan.status === 'terminated' ? t`This plan is terminated` : undefined;
  const inactive = plan.status === 'active' ? undefined : t`Only an active plan can be withdrawn or terminated`;
  return (
    <>
      {plan.status === 'draft' && (
        <Button
          variant="primary"
          icon={IconPlayerPlay}
          disabledReason={mayNotActivate ?? plan.missing[0]?.message}
          onClick={() => open('activate')}
        >
          <Trans>Activate</Trans>
        </Button>
      )}
      <Button icon={IconPencil} disabledReason={mayNotEdit ?? ended} onClick={() => open('edit')}>
        <Trans>Edit Plan</Trans>
      </Button>
      <Menu label={label} renderTrigger={(props) => <IconButton {...props} icon={IconDots} label={label} line />}>
        {() => (
          <>
            <MenuItem icon={IconCopy} disabledReason={mayNotEdit} onSelect={() => open('copy')}>
              <Trans>Copy plan</Trans>
            </MenuItem>
            {plan.withdrawnFrom === null ? (
              <MenuItem icon={IconBan} disabledReason={mayNotActivate ?? inactive} onSelect={() => open('withdraw')}>
                <Trans>Withdraw</Trans>
              </MenuItem>
            ) : (
              <MenuItem icon={IconLockOpen} disabledReason={mayNotActivate ?? ended} onSelect={() => open('reopen')}>
                <Trans>Open to new members</Trans>
              </MenuItem>
            )}
            <MenuItem
              icon={IconX}
              danger
              disabledReason={
                mayNotActivate ?? inactive ?? (plan.terminatedFrom ? t`Its last day is already set` : undefined)
              }
              onSelect={() => open('terminate')}
            >
              <Trans>Terminate</Trans>
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}

/** What a draft still lacks, or that members are being moved. */
function Notice({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  if (plan.terminating)
    return (
      <Banner title={t`Members are being moved`}>
        <Trans>The plan is terminated. Its members are moved group by group; this takes a few minutes.</Trans>
      </Banner>
    );
  if (plan.status !== 'draft') return null;
  if (plan.missing.length === 0)
    return (
      <Banner tone="good" title={t`This draft is ready to be activated`}>
        <Trans>Its plan year and its rates are complete.</Trans>
      </Banner>
    );
  return (
    <Banner
      tone="waits"
      title={t`This plan is a draft`}
      actions={
        plan.missing.some(({ path }) => path === 'rates') && (
          <ButtonLink size="small" to={paths.plansRates}>
            <Trans>Rate Tables</Trans>
          </ButtonLink>
        )
      }
    >
      {plan.missing.map(({ message }) => message).join(' ')}
    </Banner>
  );
}

function History({ planId }: { planId: string }) {
  return (
    <>
      <div className={classes.bar}>
        <h2>
          <Trans>History</Trans>
        </h2>
      </div>
      <ActivityFeed planId={planId} />
    </>
  );
}

function PlanRecord({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const carrier = useCarrier();
  const [opened, setOpened] = useState<Opened | null>(null);
  const Opening = opened && DIALOGS[opened];
  const beside = (content: ReactNode) => <Detail rail={<PlanRail plan={plan} />}>{content}</Detail>;
  return (
    <>
      <PageHeader
        title={plan.name}
        breadcrumb={[
          { label: t`Plan and Rate Management`, to: paths.plans },
          { label: COVERAGE_LINE_LABEL[plan.line] },
        ]}
        badge={<PlanStatusBadge plan={plan} />}
        actions={<Actions plan={plan} open={setOpened} />}
        facts={
          <>
            <span>
              <Trans>Code</Trans> <b className="mono">{plan.code}</b>
            </span>
            <span>
              <Trans>Carrier</Trans> <b>{carrier(plan.carrierName)}</b>
            </span>
            <span className="only-wide">
              <Trans>Effective</Trans>{' '}
              <b>
                <DateText date={plan.effectiveDate} />
              </b>
            </span>
          </>
        }
      />
      <div className={classes.notice}>
        <Notice plan={plan} />
      </div>
      <Tabs
        label={t`Plan`}
        tabs={[
          { name: 'benefits', label: t`Plan Years & Benefits`, panel: () => beside(<BenefitsTab plan={plan} />) },
          {
            name: 'rates',
            label: t`Rates`,
            count: plan.rateVersions.length,
            panel: () => beside(<RatesTab plan={plan} />),
          },
          {
            name: 'offered',
            label: t`Offered by`,
            count: plan.groups,
            panel: () => beside(<OfferedTab plan={plan} />),
          },
          {
            name: 'documents',
            label: t`Documents`,
            count: plan.documents.length,
            panel: () => beside(<DocumentsTab plan={plan} />),
          },
          { name: 'history', label: t`History`, panel: () => beside(<History planId={plan.id} />) },
        ]}
      />
      {Opening && <Opening plan={plan} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The page of a plan: years and benefits, rates, who offers it, documents, history. */
export function Component() {
  const { t } = useLingui();
  const { planId = '' } = useParams();
  const { data, error, refetch } = useQuery({
    ...orpc.plans.get.queryOptions({ input: { id: planId } }),
    refetchInterval: ({ state }) => (state.data?.terminating ? 5000 : false),
  });
  if (data) return <PlanRecord key={data.id} plan={data} />;
  return (
    <>
      <PageHeader title={t`Plan`} breadcrumb={[{ label: t`Plan and Rate Management`, to: paths.plans }]} />
      {error ? (
        <ErrorState error={error} title={t`The plan could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={320} />
      )}
    </>
  );
}
