import { Trans, useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { closeAround } from '../../ui/floating.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './PlanPicker.module.css';
import type { Place } from './plan-place.ts';
import { useWizard } from './wizard-context.ts';
import type { ChosenPlan } from './wizard-form.ts';

/** The plans offered, grouped by line; each press counts at once. */
export function PlanPicker({
  at,
  title,
  plans,
  chosen,
}: {
  at: Place;
  title: string;
  plans: readonly Plan[];
  chosen: readonly ChosenPlan[];
}) {
  const { t } = useLingui();
  const { dispatch } = useWizard();
  const ids = new Set(chosen.map(({ planId }) => planId));
  const gone = chosen.filter(({ planId }) => !plans.some(({ id }) => id === planId));
  const option = (id: string, name: string, meta: string, rate: Plan['rates'][number] | undefined) => (
    <label key={id} className={classes.option}>
      <input
        type="checkbox"
        checked={ids.has(id)}
        onChange={() => dispatch({ type: 'togglePlan', ...at, planId: id })}
      />
      <span>
        {name}
        <small>{meta}</small>
      </span>
      {rate && <MoneyText cents={rate.monthly} />}
    </label>
  );
  return (
    <div className={classes.picker}>
      <div className={classes.pickerHead}>
        <b>{title}</b>
        <small>
          <Trans>Employee only, per month</Trans>
        </small>
      </div>
      {COVERAGE_LINES.map((line) => {
        const offered = plans.filter((plan) => plan.line === line);
        if (offered.length === 0) return null;
        return (
          <fieldset key={line}>
            <legend>{COVERAGE_LINE_LABEL[line]}</legend>
            {offered.map((plan) =>
              option(
                plan.id,
                plan.name,
                `${plan.carrierName} · ${plan.code}`,
                plan.rates.find(({ tier }) => tier === 'EMP'),
              ),
            )}
          </fieldset>
        );
      })}
      {gone.length > 0 && (
        <fieldset>
          <legend>{t`No longer offered`}</legend>
          {gone.map(({ planId }) => option(planId, t`Withdrawn plan`, t`Remove it to continue`, undefined))}
        </fieldset>
      )}
      <div className={classes.pickerFoot}>
        <Button size="small" onClick={(event) => closeAround(event.currentTarget)}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  );
}
