import { Trans, useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { PlanPicker } from './PlanPicker.tsx';
import classes from './Plans.module.css';
import type { Place } from './plan-place.ts';
import type { ChosenPlan } from './wizard-form.ts';

type Props = {
  at: Place;
  className: string;
  locationName: string;
  chosen: readonly ChosenPlan[];
  plans: readonly Plan[];
  current: boolean;
  onCurrent: (place: Place) => void;
};

export type ShownPlan = { readonly chosen: ChosenPlan; readonly plan: Plan | undefined };

/** Sorted by line, then by choice; withdrawn plans last. */
export function byLine(chosen: readonly ChosenPlan[], plans: readonly Plan[]): ShownPlan[] {
  const shown = chosen.map((one) => ({ chosen: one, plan: plans.find(({ id }) => id === one.planId) }));
  const rank = ({ plan }: ShownPlan): number => (plan ? COVERAGE_LINES.indexOf(plan.line) : COVERAGE_LINES.length);
  return shown.toSorted((a, b) => rank(a) - rank(b));
}

/** One cell: chips and a button to choose plans. Clicking the cell shows its settings. */
export function PlanCell({ at, className, locationName, chosen, plans, current, onCurrent }: Props) {
  const { t } = useLingui();
  const empty = chosen.length === 0;
  const label = t`Plans for ${className}, ${locationName}`;
  return (
    // The press on the cell is a shortcut for the mouse; its button does the same for the keyboard.
    <td
      data-location={locationName}
      data-current={current || undefined}
      data-empty={empty || undefined}
      onClick={() => onCurrent(at)}
    >
      <div className={classes.chips}>
        {byLine(chosen, plans).map(({ chosen: { planId }, plan }) => (
          <span key={planId} className={classes.chip} data-gone={plan ? undefined : true}>
            <i>{plan ? COVERAGE_LINE_LABEL[plan.line] : t`Not offered`}</i>
            <span>{plan?.name ?? t`Withdrawn plan`}</span>
          </span>
        ))}
        <Popover
          label={label}
          placement="bottom-start"
          renderTrigger={(props) => (
            <button
              {...props}
              type="button"
              className={empty ? classes.choose : classes.add}
              aria-label={
                empty ? t`Choose plans for ${className}, ${locationName}` : t`Plan for ${className}, ${locationName}`
              }
              onFocus={() => onCurrent(at)}
            >
              <Icon of={empty ? IconAlertCircle : IconPlus} size={14} />
              {empty ? <Trans>Choose plans</Trans> : <Trans>Plan</Trans>}
            </button>
          )}
          onShown={(box) => box.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })}
        >
          {() => <PlanPicker at={at} title={label} plans={plans} chosen={chosen} />}
        </Popover>
      </div>
    </td>
  );
}
