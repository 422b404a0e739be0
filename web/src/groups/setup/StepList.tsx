import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { LAST_STEP, SETUP_STEPS } from '@openbenefits/domain/groups/group-setup';
import { BILLING_METHOD_LABEL, PAYMENT_METHOD_LABEL } from '../../domain-labels.ts';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { closeAround } from '../../ui/floating.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { emptyCells } from './empty-cells.ts';
import classes from './StepList.module.css';
import { useWizard, type WizardView } from './wizard-context.ts';
import { words } from '../../words.ts';

export const percentOf = (step: number): number => Math.round((step / LAST_STEP) * 100);

/** What a step says about itself under its name. */
function summaryOf(step: number, { setup, wizard }: WizardView): string {
  if (step === 1) return setup.companyName;
  if (step === 2) return plural(setup.billingLocations.length, { one: '# location', other: '# locations' });
  if (step === 3) return plural(setup.classes.length, { one: '# class', other: '# classes' });
  if (step === 4)
    return [
      setup.billingMethod && BILLING_METHOD_LABEL[setup.billingMethod],
      setup.paymentMethod && PAYMENT_METHOD_LABEL[setup.paymentMethod],
    ]
      .filter(Boolean)
      .join(', ');
  if (step === 5) {
    const plans = new Set(Object.values(wizard.form.cells).flatMap((cell) => cell.map(({ planId }) => planId)));
    return plans.size === 0 ? '' : plural(plans.size, { one: '# plan', other: '# plans' });
  }
  return '';
}

/** Counts what needs attention: problems of visited steps, and empty cells if others have plans. */
function attentionOf(step: number, { wizard, problems }: WizardView): string {
  const count = problems[step - 1]?.length ?? 0;
  const looked = wizard.attempted.includes(step) || (step <= wizard.furthest && step !== wizard.step);
  if (count > 0)
    return looked ? plural(count, { one: '# entry needs attention', other: '# entries need attention' }) : '';
  const cells = step === 5 && wizard.furthest >= 5 ? emptyCells(wizard.form) : 0;
  return cells > 0 ? plural(cells, { one: '# cell needs attention', other: '# cells need attention' }) : '';
}

function Steps({ onGo }: { onGo?: (element: Element) => void }) {
  const { t } = useLingui();
  const view = useWizard();
  const { wizard, problems, goTo } = view;
  return (
    <ol className={classes.steps}>
      {SETUP_STEPS.map((name, index) => {
        const step = index + 1;
        const on = step === wizard.step;
        const seen = step <= wizard.furthest;
        const attention = attentionOf(step, view);
        const done = seen && !on && problems[index]?.length === 0 && step < LAST_STEP;
        const summary = seen ? summaryOf(step, view) : '';
        const inside = (
          <>
            <span className={classes.number} aria-hidden="true">
              {done ? <Icon of={IconCheck} size={12} /> : step}
            </span>
            <span className={classes.words}>
              <b>
                <span className="sr">{done ? t`Done: ` : t`Step ${step}: `}</span>
                {words(name)}
              </b>
              {(attention || summary) && (
                <small data-attention={attention ? true : undefined}>{attention || summary}</small>
              )}
            </span>
          </>
        );
        return (
          <li key={name} data-on={on || undefined} data-done={done || undefined} data-seen={seen || undefined}>
            {seen ? (
              <button
                type="button"
                aria-current={on ? 'step' : undefined}
                onClick={(event) => {
                  onGo?.(event.currentTarget);
                  goTo(step);
                }}
              >
                {inside}
              </button>
            ) : (
              <div className={classes.unseen}>{inside}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The left rail: where one is, and the way back. */
export function StepRail() {
  const { t } = useLingui();
  const { wizard } = useWizard();
  const { step } = wizard;
  return (
    <nav aria-label={t`Steps`} className={classes.rail}>
      <div className={classes.percent}>
        <span>
          <Trans>
            Step {step} of {LAST_STEP}
          </Trans>
        </span>
        <b>{percentOf(step)}%</b>
      </div>
      <Steps />
    </nav>
  );
}

/** The same below 900 px: one line that opens the list. */
export function StepMenu() {
  const { t } = useLingui();
  const { wizard } = useWizard();
  const { step } = wizard;
  return (
    <Popover
      label={t`Steps`}
      placement="bottom-start"
      renderTrigger={(props) => (
        <button {...props} type="button" className={classes.menu}>
          <span>
            <Trans>
              Step {step} of {LAST_STEP}
            </Trans>
          </span>
          <b>{words(SETUP_STEPS[step - 1] ?? '')}</b>
          <span>{percentOf(step)}%</span>
          <Icon of={IconChevronDown} size={14} />
        </button>
      )}
      onShown={(box) => box.querySelector<HTMLElement>('[aria-current="step"]')?.focus({ preventScroll: true })}
    >
      {() => (
        <div className={classes.popover}>
          <Steps onGo={closeAround} />
        </div>
      )}
    </Popover>
  );
}
