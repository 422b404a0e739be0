import type { GroupRenewal } from '@openbenefits/contract/renewals';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Detail } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { PlansTable } from './PlansTable.tsx';
import { RenewalRail } from './RenewalRail.tsx';
import { useRenewalStats } from './renewal-words.tsx';
import { SubscribersTable } from './SubscribersTable.tsx';
import classes from './Renewals.module.css';

type Mapping = ReadonlyMap<string, string>;
const pairsOf = (mapping: Mapping) => Array.from(mapping, ([fromPlanId, toPlanId]) => ({ fromPlanId, toPlanId }));

type ApplyProps = { renewal: GroupRenewal; mapping: Mapping; onClose: () => void };

function ApplyDialog({ renewal, mapping, onClose }: ApplyProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { groupId, groupName, renewsOn, summary } = renewal;
  const day = formatDate(renewsOn);
  const [key] = useState(newKey);
  const apply = useMutation({
    mutationFn: () =>
      api.renewals.apply({
        groupId,
        renewsOn,
        mapping: pairsOf(mapping),
        withDrafts: false,
        after: summary.after,
        idempotencyKey: key,
      }),
    onSuccess: async () => {
      toastGood(t`The renewal of ${groupName} was applied`);
      onClose();
      await client.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t`Apply the renewal on ${day}?`}
      confirmLabel={t`Apply on ${day}`}
      busy={apply.isPending}
      error={apply.error}
      effects={[
        { label: t`Premium a month`, value: <MoneyText cents={summary.after} /> },
        {
          label: t`Difference a month`,
          value: <MoneyText cents={fromCents(summary.after - summary.before)} difference />,
        },
        { label: t`Plans that members leave`, value: mapping.size },
      ]}
      onConfirm={() => apply.mutate()}
      onCancel={onClose}
    >
      <Trans>
        Members of {groupName} are charged the new rates from {day}. Changes of plans can be undone in the history.
      </Trans>
    </ConfirmDialog>
  );
}

type Settings = { mapping: Mapping; withDrafts: boolean };
type ViewProps = {
  renewal: GroupRenewal;
  settings: Settings;
  stale: boolean;
  onChange: (settings: Settings) => void;
};

function View({ renewal, settings, stale, onChange }: ViewProps) {
  const { t } = useLingui();
  const [applying, setApplying] = useState(false);
  const whyNot = useWhyNot('plans.activate');
  const day = formatDate(renewal.renewsOn);
  const [largest] = renewal.subscribers;
  const stats = useRenewalStats(
    renewal.summary,
    day,
    largest && largest.after > largest.before
      ? { difference: fromCents(largest.after - largest.before), name: largest.name }
      : undefined,
  );
  const { mapping, withDrafts } = settings;
  const move = (planId: string, toPlanId: string) => {
    const next = new Map(mapping);
    if (toPlanId === '') next.delete(planId);
    else next.set(planId, toPlanId);
    onChange({ ...settings, mapping: next });
  };
  const draftsReason = withDrafts
    ? t`Drafts count in this simulation. Switch them off to apply the renewal.`
    : undefined;
  return (
    <div aria-busy={stale}>
      <StatStrip label={t`Renewal`} stats={stats} />
      <Detail rail={<RenewalRail renewal={renewal} />}>
        <section>
          <div className={classes.head}>
            <h2>
              <Trans>By plan</Trans> <small>{t`monthly premium`}</small>
            </h2>
            <Toggle
              id="with-drafts"
              label={t`Use draft rates`}
              checked={withDrafts}
              onChange={(on) => onChange({ ...settings, withDrafts: on })}
            />
          </div>
          <PlansTable
            summary={renewal.summary}
            moving={{
              choices: renewal.choices,
              mapping,
              onMove: move,
              lockedReason: undefined,
            }}
          />
        </section>
        <SubscribersTable renewal={renewal} />
      </Detail>
      <div className={classes.actions}>
        <p>
          <b>
            <Trans>Nothing changes until you apply.</Trans>
          </b>
        </p>
        <Button
          variant="primary"
          disabledReason={whyNot ?? draftsReason ?? renewal.obstacles[0]}
          onClick={() => setApplying(true)}
        >
          <Trans>Apply on {day}</Trans>
        </Button>
      </div>
      {applying && <ApplyDialog renewal={renewal} mapping={mapping} onClose={() => setApplying(false)} />}
    </div>
  );
}

/** A group's renewal: the same members at the rates of the day before and of the renewal date (picture 12b). */
export function Component() {
  const { t } = useLingui();
  const groupId = useParams()['groupId'] ?? '';
  const [settings, setSettings] = useState<Settings>({ mapping: new Map(), withDrafts: false });
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.renewals.simulate.queryOptions({
      input: { groupId, mapping: pairsOf(settings.mapping), withDrafts: settings.withDrafts },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <PageHeader
        title={data ? t`${data.groupName} renewal` : t`Renewal`}
        breadcrumb={[
          { label: t`Plan & Rate Management`, to: paths.plans },
          { label: t`Renewals`, to: paths.renewals },
          { label: data?.groupName ?? '…' },
        ]}
        badge={
          data &&
          (data.applied ? (
            <StatusBadge tone="ok" sign="dot">{t`Applied`}</StatusBadge>
          ) : (
            <StatusBadge tone="idle" sign="circle">{t`Simulation`}</StatusBadge>
          ))
        }
        actions={
          <ButtonLink to={paths.group(groupId)}>
            <Trans>Open group</Trans>
          </ButtonLink>
        }
      />
      {data ? (
        <View renewal={data} settings={settings} stale={isPlaceholderData} onChange={setSettings} />
      ) : error ? (
        <ErrorState error={error} title={t`The renewal could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={320} height={24} />
      )}
    </>
  );
}
