import type { GroupRenewal, RenewalFigures } from '@openbenefits/contract/renewals';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './Renewals.module.css';

/** How many subscribers pay how much more. */
export function Increases({ summary: { increases, subscribers } }: { summary: RenewalFigures }) {
  const { t } = useLingui();
  const labels = [t`Decrease`, t`Under $25`, t`$25 to $50`, t`$50 to $75`, t`$75 and above`];
  const top = Math.max(1, ...increases);
  return (
    <FactsSection title={t`Increase per subscriber, a month`}>
      <ul className={classes.increases}>
        {increases.map((count, index) => (
          <li key={labels[index]}>
            <span>{labels[index]}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(count / top) * 100} height="10" />
            </svg>
            <b>{count.toLocaleString('en-US')}</b>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        <Plural value={subscribers} one="# subscriber" other="# subscribers" />
      </p>
    </FactsSection>
  );
}

/** Who pays the difference. */
export function Payers({ summary }: { summary: RenewalFigures }) {
  const { t } = useLingui();
  return (
    <FactsSection
      title={t`Who pays the difference`}
      facts={[
        { label: t`Employer`, value: <MoneyText cents={summary.employerDifference} difference /> },
        { label: t`Members`, value: <MoneyText cents={summary.employeeDifference} difference /> },
        {
          label: t`Difference a month`,
          value: <MoneyText cents={fromCents(summary.after - summary.before)} difference />,
          total: true,
        },
      ]}
    />
  );
}

function Check({ done, title, children }: { done: boolean; title: ReactNode; children?: ReactNode }) {
  return (
    <li data-done={done || undefined}>
      <Icon of={done ? IconCheck : IconAlertTriangle} size={16} />
      <span>
        {title}
        {children && <small>{children}</small>}
      </span>
    </li>
  );
}

/** What has to be true before the renewal is applied, and what happens then. */
export function RenewalRail({ renewal }: { renewal: GroupRenewal }) {
  const { t } = useLingui();
  const { choices, held, summary, obstacles, applied } = renewal;
  const day = formatDate(renewal.renewsOn);
  const ready = choices.filter(({ rates }) => rates === 'active' || rates === 'not_rated').length;
  const moved = summary.plans.filter(({ planId, newPlanId }) => planId !== newPlanId);
  return (
    <FactsRail label={t`Renewal`}>
      <Increases summary={summary} />
      <Payers summary={summary} />
      <FactsSection title={t`Before you apply`}>
        <ul className={classes.checks}>
          <Check done={ready === choices.length} title={<Trans>Rates of the renewal date</Trans>}>
            <Trans>
              {ready} of {choices.length} plans
            </Trans>
          </Check>
          <Check done={held.every(({ lines }) => lines === 0)} title={<Trans>Every premium can be calculated</Trans>}>
            {held.map(({ reason, lines }) => `${lines.toLocaleString('en-US')}: ${reason}`).join(' ')}
          </Check>
          <Check
            done
            title={moved.length === 0 ? <Trans>No member changes plans</Trans> : <Trans>Members change plans</Trans>}
          >
            {moved
              .map(({ planName, newPlanName, subscribers }) => t`${subscribers} from ${planName} to ${newPlanName}`)
              .join(', ')}
          </Check>
          {obstacles.map((obstacle) => (
            <Check key={obstacle} done={false} title={obstacle} />
          ))}
        </ul>
      </FactsSection>
      <FactsSection title={t`On ${day}`}>
        <p className={classes.note}>
          {applied ? (
            <Trans>{applied.by} applied this renewal. Each move can be undone in the history of the group.</Trans>
          ) : (
            <Trans>
              Bills for months from {day} on use the new rates. Members of plans that you move continue in the next plan
              on that day, and the plan before is no longer offered.
            </Trans>
          )}
        </p>
      </FactsSection>
    </FactsRail>
  );
}
