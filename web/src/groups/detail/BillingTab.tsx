import type { GroupDetail } from '@openbenefits/contract/groups';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { BILLING_METHOD_LABEL, PAYMENT_METHOD_LABEL } from '../../domain-labels.ts';
import { mostExact } from '@openbenefits/domain/plans/stored-contribution';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { BillingDialog } from '../edit/FieldsDialog.tsx';
import { OfferingsDialog } from '../edit/OfferingsDialog.tsx';
import { useEditReason } from '../edit/use-edit-reason.ts';
import { today } from '../today.ts';
import classes from './BillingTab.module.css';
import { ContributionsPanel, contributionText } from './ContributionsPanel.tsx';
import { ExplainTotal } from './ExplainTotal.tsx';
import { FactPanel, Part } from './FactPanel.tsx';
import { lineLabel } from './group-words.ts';
import { offeredPlans } from './offered-plans.ts';
import { type ContributionOf, PlanCard } from './PlanCard.tsx';

function Terms({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const reason = useEditReason();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <FactPanel
        title={t`Billing`}
        action={
          <Button size="small" disabledReason={reason} onClick={() => setEditing(true)}>
            <Trans>Configure Billing</Trans>
          </Button>
        }
        facts={[
          { label: t`Billing method`, value: BILLING_METHOD_LABEL[group.billingMethod] },
          { label: t`Payment method`, value: PAYMENT_METHOD_LABEL[group.paymentMethod] },
          { label: t`Status`, value: <GroupStatusBadge status={group.status} /> },
          { label: t`Employee count`, value: group.employeeCount.toLocaleString('en-US') },
          { label: t`Effective date`, value: <DateText date={group.effectiveDate} /> },
          { label: t`Grace period`, value: <Plural value={group.gracePeriodDays} one="# day" other="# days" /> },
          { label: t`Retro term`, value: <Plural value={group.retroTermDays} one="# day" other="# days" /> },
        ]}
      />
      {editing && <BillingDialog group={group} onClose={() => setEditing(false)} />}
    </>
  );
}

function PremiumByLine({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  return (
    <Part
      title={t`Premium by coverage line today`}
      action={
        <span className={classes.total}>
          <Trans>Monthly premium</Trans>{' '}
          {group.monthlyPremium === null ? (
            <Unknown reason={t`No members have rated coverage today`} />
          ) : (
            <ExplainTotal groupId={group.id} cents={group.monthlyPremium} />
          )}
        </span>
      }
    >
      <div className={classes.lines}>
        <DataTable
          label={t`Premium by line today`}
          rows={group.premiumByLine}
          rowKey={({ line }) => line}
          rowName={({ line }) => lineLabel(line)}
          empty={
            <EmptyState title={t`No premium today`}>
              <Trans>No members of this group have rated coverage today.</Trans>
            </EmptyState>
          }
          columns={[
            {
              key: 'line',
              header: t`Coverage line`,
              narrow: 'name',
              cell: ({ line }) => <span className="row-name">{lineLabel(line)}</span>,
            },
            {
              key: 'subscribers',
              header: t`Subscribers`,
              width: 128,
              right: true,
              narrow: 'meta',
              cell: ({ subscribers }) => (
                <>
                  {subscribers.toLocaleString('en-US')}
                  <span className="only-narrow">
                    {' '}
                    <Plural value={subscribers} one="subscriber" other="subscribers" />
                  </span>
                </>
              ),
            },
            {
              key: 'monthly',
              header: t`Monthly premium`,
              width: 160,
              right: true,
              narrow: 'amount',
              cell: ({ line, monthly }) => <ExplainTotal groupId={group.id} line={line} cents={monthly} />,
            },
          ]}
        />
      </div>
    </Part>
  );
}

/** The contribution of an offering: the most exact rule of today, or the group's percentage. */
function useContributionOf(group: GroupDetail): ContributionOf {
  const { t } = useLingui();
  const found = useQuery(orpc.groups.contributions.list.queryOptions({ input: { id: group.id } }));
  const rules = (found.data?.rules ?? []).filter(({ from }) => from <= today());
  const percent = group.employerContributionPercent;
  return ({ classId, locationIds }, { line }) => {
    const texts = locationIds.map((locationId) => {
      const rule = mostExact(rules, { classId, locationId, line });
      return rule ? contributionText(rule) : t`${percent}% of the premium`;
    });
    return [...new Set(texts)].join('; ');
  };
}

/** Specification 1, section 2.8: billing settings, today's premium and offerings of the group. */
export function BillingTab({ group, bills }: { group: GroupDetail; bills: ReactNode }) {
  const { t } = useLingui();
  const catalogue = useQuery(orpc.plans.offered.queryOptions({ input: {}, staleTime: 5 * 60_000 }));
  const samples = useQuery(orpc.groups.contributions.samplePrices.queryOptions({ input: { id: group.id } }));
  const contribution = useContributionOf(group);
  const reason = useEditReason();
  const [editing, setEditing] = useState(false);
  const plans = offeredPlans(group.plans, catalogue.data, today());
  const lines = COVERAGE_LINES.filter((line) => plans.some((plan) => plan.line === line));
  return (
    <>
      <Terms group={group} />
      {bills}
      <PremiumByLine group={group} />
      <ContributionsPanel group={group} />
      <Part
        title={t`Plan configuration`}
        action={
          <span className={classes.actions}>
            <ButtonLink size="small" to={paths.plans}>
              <Trans>Manage Plans</Trans>
            </ButtonLink>
            <Button
              size="small"
              disabledReason={reason ?? (catalogue.data ? undefined : t`Loading the plans`)}
              onClick={() => setEditing(true)}
            >
              <Trans>Edit Offerings</Trans>
            </Button>
          </span>
        }
      >
        {catalogue.isError && !catalogue.data ? (
          <ErrorState
            error={catalogue.error}
            title={t`The rates could not be loaded`}
            onRetry={() => void catalogue.refetch()}
          />
        ) : plans.length === 0 ? (
          <div className="panel">
            <EmptyState title={t`No plans are offered`}>
              <Trans>No plan has been chosen for this group's classes and locations.</Trans>
            </EmptyState>
          </div>
        ) : (
          lines.map((line) => (
            <section key={line}>
              <h3 className={classes.line}>{lineLabel(line)}</h3>
              <ul>
                {plans
                  .filter((plan) => plan.line === line)
                  .map((plan) => (
                    <PlanCard
                      key={plan.id}
                      plan={plan}
                      loading={catalogue.isPending}
                      allLocations={group.locations.length}
                      samples={samples.data ?? []}
                      contribution={contribution}
                    />
                  ))}
              </ul>
            </section>
          ))
        )}
      </Part>
      {editing && catalogue.data && (
        <OfferingsDialog group={group} catalogue={catalogue.data} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
