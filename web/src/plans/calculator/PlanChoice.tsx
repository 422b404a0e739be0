import { Trans, useLingui } from '@lingui/react/macro';
import type { ChoosablePlan } from '@openbenefits/contract/rate-calculator';
import { MOST_PLANS } from '@openbenefits/domain/plans/rate-calculation';
import { IconX } from '@tabler/icons-react';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { IconButton, TextButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/Fields.tsx';
import classes from './Calculator.module.css';
import type { Calculator } from './use-calculator.ts';

const labelOf = ({ name, code }: ChoosablePlan): string => `${name} · ${code}`;

/** One plan, or up to four to compare. */
export function PlanChoice({ calculator }: { calculator: Calculator }) {
  const { t } = useLingui();
  const { form, bind, plans, isLoadingPlans } = calculator;
  const { planIds } = form.values;
  const set = (index: number, id: string) =>
    form.set(
      'planIds',
      planIds.map((one, place) => (place === index ? id : one)),
    );
  return (
    <div className={classes.plans}>
      {planIds.map((id, index) => {
        const field = bind(`planIds.${index}`, id, (value: string) => set(index, value));
        const label = planIds.length === 1 ? t`Plan` : t`Plan ${index + 1}`;
        const choices = [
          { value: '', label: isLoadingPlans ? t`Loading the plans` : t`Choose a plan` },
          ...plans
            .filter((plan) => plan.id === id || !planIds.includes(plan.id))
            .map((plan) => ({ value: plan.id, label: labelOf(plan), group: COVERAGE_LINE_LABEL[plan.line] })),
        ];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a choice has no identity but the place
          <div key={index} className={classes.plan}>
            <Select {...field} label={label} choices={choices} />
            {planIds.length > 1 && (
              <IconButton
                icon={IconX}
                size="small"
                label={t`Remove plan ${index + 1}`}
                onClick={() =>
                  form.set(
                    'planIds',
                    planIds.filter((_, place) => place !== index),
                  )
                }
              />
            )}
          </div>
        );
      })}
      {planIds.length < MOST_PLANS && (
        <TextButton onClick={() => form.set('planIds', [...planIds, ''])}>
          <Trans>Compare another plan</Trans>
        </TextButton>
      )}
      {form.values.leftOut.map((words) => (
        <p key={words} className={classes.hint} role="status">
          {words}
        </p>
      ))}
    </div>
  );
}
