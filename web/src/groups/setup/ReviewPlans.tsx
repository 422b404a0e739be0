import { Trans, useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { isCustomizable } from '@openbenefits/domain/groups/group-setup';
import { byLine } from './PlanCell.tsx';
import classes from './Review.module.css';
import { useWizard } from './wizard-context.ts';
import { cellKey, type ChosenPlan } from './wizard-form.ts';
import { dollarsText } from '@openbenefits/domain/entered-numbers';

/** '$750 deductible, 90 %, composite': the values to be stored, including the plan's own. */
function useTerms(): (plan: Plan, chosen: ChosenPlan) => string {
  const { t } = useLingui();
  return (plan, chosen) => {
    if (!isCustomizable(plan.line)) return '';
    const deductible = dollarsText(chosen.deductible ?? plan.deductible);
    const coinsurance = chosen.coinsurance ?? plan.coinsurancePercent;
    return [
      deductible && t`$${deductible} deductible`,
      coinsurance !== null && t`${coinsurance}% coinsurance`,
      chosen.rating ?? 'composite',
    ]
      .filter(Boolean)
      .join(', ');
  };
}

/** The matrix as a document: per class, per location, the plans with their terms. */
export function ReviewPlans() {
  const { wizard, plans } = useWizard();
  const terms = useTerms();
  const { classes: rows, locations, cells } = wizard.form;
  return (
    <div className={classes.plans}>
      {rows.map((one) => (
        <div key={one.key} className={classes.classPlans}>
          <h4>{one.className.trim() || '—'}</h4>
          <ul>
            {locations.map((location) => {
              const shown = byLine(cells[cellKey(one.key, location.key)] ?? [], plans.data ?? []);
              return (
                <li key={location.key}>
                  <span>{location.locationName.trim() || '—'}</span>
                  {shown.length === 0 && (
                    <em>
                      <Trans>No plans</Trans>
                    </em>
                  )}
                  <ul>
                    {shown.map(({ plan, chosen }) => (
                      <li key={chosen.planId}>
                        <i>{plan ? COVERAGE_LINE_LABEL[plan.line] : ''}</i>
                        <span>
                          {plan ? plan.name : <Trans>Withdrawn plan</Trans>}
                          {plan && terms(plan, chosen) && <small>{terms(plan, chosen)}</small>}
                        </span>
                      </li>
                    ))}
                  </ul>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}
