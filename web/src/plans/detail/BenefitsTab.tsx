import type { PlanDetail, PlanYear } from '@openbenefits/contract/plan-catalog';
import { BENEFIT_PATHS, benefitText, flatBenefits } from '@openbenefits/domain/plans/benefit-form';
import { isLockedYear, planYearDays, planYearName } from '@openbenefits/domain/plans/plan-years';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarPlus, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import {
  BENEFIT_LABEL,
  OTHER_DEPENDENTS_LABEL,
  PRORATION_LABEL,
  RATE_VERSION_LABEL,
  TOBACCO_SURCHARGE_LABEL,
} from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { words } from '../../words.ts';
import { Button, ButtonLink, TextButton } from '../../ui/Button.tsx';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { RemoveYearDialog } from '../edit/StatusDialogs.tsx';
import { EditYearDialog, NewYearDialog } from '../edit/YearDialog.tsx';
import { CreditLimits } from './CreditLimits.tsx';
import { CorrectRulesDialog, RuleCorrections } from './RuleCorrections.tsx';
import classes from './PlanPage.module.css';

function StateBadge({ state }: { state: PlanYear['state'] }) {
  if (state === 'in_force')
    return (
      <StatusBadge tone="ok" sign="dot">
        <Trans>In force</Trans>
      </StatusBadge>
    );
  return state === 'draft' ? (
    <StatusBadge tone="idle" sign="circle">
      <Trans>Draft</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="end" sign="stop">
      <Trans>Ended</Trans>
    </StatusBadge>
  );
}

function useFacts(year: PlanYear): Fact[] {
  const { t } = useLingui();
  const flat = flatBenefits(year.benefits);
  const { proration, newbornFreeDays, otherDependents, tobaccoSurcharge, rateVersion } = year.rules;
  return [
    ...BENEFIT_PATHS.map((path): Fact => {
      const text = benefitText(path, flat[path]);
      return {
        label: BENEFIT_LABEL[path],
        value: text === null ? <Unknown reason={t`Not part of the plan`} /> : words(text),
      };
    }),
    { label: t`Start within a month`, value: PRORATION_LABEL[proration.start] },
    { label: t`End within a month`, value: PRORATION_LABEL[proration.end] },
    { label: t`Birth within a month`, value: PRORATION_LABEL[proration.birth] },
    { label: t`Free days of a newborn`, value: newbornFreeDays.toLocaleString('en-US') },
    { label: t`Other dependents`, value: OTHER_DEPENDENTS_LABEL[otherDependents] },
    { label: t`Tobacco surcharge`, value: TOBACCO_SURCHARGE_LABEL[tobaccoSurcharge] },
    { label: t`Rates of a group`, value: RATE_VERSION_LABEL[rateVersion] },
  ];
}

type Opened = { what: 'edit' | 'remove' | 'correct'; year: PlanYear };

function Year({ plan, year, open }: { plan: PlanDetail; year: PlanYear; open: (opened: Opened) => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const facts = useFacts(year);
  const half = Math.ceil(facts.length / 2);
  const locked = isLockedYear(year.state);
  const name = planYearName(year);
  return (
    <article className={`panel ${classes.year}`} aria-label={t`Plan year ${name}`}>
      <div className={classes.head}>
        <h3>
          <Trans>Plan year {name}</Trans>
        </h3>
        <StateBadge state={year.state} />
        <span className="meta">{planYearDays(year)}</span>
        <span className="grow" />
        {locked && (
          <TextButton disabledReason={mayNot} onClick={() => open({ what: 'correct', year })}>
            <Trans>Correct rules</Trans>
          </TextButton>
        )}
        {!locked && (
          <>
            <TextButton disabledReason={mayNot} onClick={() => open({ what: 'edit', year })}>
              <Trans>Edit days</Trans>
            </TextButton>
            {plan.years.length > 1 && (
              <TextButton disabledReason={mayNot} onClick={() => open({ what: 'remove', year })}>
                <Trans>Remove</Trans>
              </TextButton>
            )}
          </>
        )}
      </div>
      <div className={classes.columns}>
        <FactList facts={facts.slice(0, half)} />
        <FactList facts={facts.slice(half)} />
      </div>
      <RuleCorrections plan={plan} year={year} />
    </article>
  );
}

/** The plan years, newest first, each with its benefits. */
export function BenefitsTab({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const ended = plan.status === 'terminated' ? t`This plan is terminated` : undefined;
  const close = () => setOpened(null);
  return (
    <>
      <div className={classes.bar}>
        <h2>
          <Trans>Plan years</Trans>
        </h2>
        <span className={classes.buttons}>
          {plan.status === 'active' && (
            <ButtonLink size="small" icon={IconPencil} to={paths.planBenefits(plan.id)}>
              <Trans>Edit Benefits</Trans>
            </ButtonLink>
          )}
          <Button size="small" icon={IconCalendarPlus} disabledReason={mayNot ?? ended} onClick={() => setAdding(true)}>
            <Trans>New plan year</Trans>
          </Button>
        </span>
      </div>
      <div className={classes.years}>
        {plan.years.map((year) => (
          <Year key={year.id} plan={plan} year={year} open={setOpened} />
        ))}
      </div>
      <CreditLimits plan={plan} />
      {adding && <NewYearDialog plan={plan} onClose={() => setAdding(false)} />}
      {opened?.what === 'edit' && <EditYearDialog plan={plan} year={opened.year} onClose={close} />}
      {opened?.what === 'correct' && <CorrectRulesDialog plan={plan} year={opened.year} onClose={close} />}
      {opened?.what === 'remove' && <RemoveYearDialog plan={plan} year={opened.year} onClose={close} />}
    </>
  );
}
