import { Trans, useLingui } from '@lingui/react/macro';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { estimatePremium } from './premium-estimate.ts';
import classes from './PremiumEstimate.module.css';
import { useWizard } from './wizard-context.ts';

/** In the rail from step 5, and below the form without a rail. */
export function PremiumEstimate() {
  const { t } = useLingui();
  const { wizard, plans } = useWizard();
  const { form } = wizard;
  const estimate = estimatePremium(form, plans.data ?? []);
  const date = parseCalendarDate(form.fields.effectiveDate);
  const on = date ? formatDate(date) : t`today`;
  const classCount = form.classes.length;
  const locationCount = form.locations.length;
  return (
    <section className={classes.estimate} aria-label={t`Monthly premium estimate`}>
      <h2>
        <Trans>Monthly premium estimate</Trans>
      </h2>
      <div className={classes.total}>
        <MoneyText
          cents={estimate?.total ?? null}
          unknownReason={t`Choose plans and enter the number of employees first`}
        />
      </div>
      {estimate && (
        <>
          <dl>
            {estimate.lines.map(({ line, monthly }) => (
              <div key={line}>
                <dt>{COVERAGE_LINE_LABEL[line]}</dt>
                <dd>
                  <MoneyText cents={monthly} />
                </dd>
              </div>
            ))}
          </dl>
          <p>
            {estimate.counts === 'eligible' ? (
              <Trans>
                {estimate.employees} eligible employees spread evenly over {classCount} × {locationCount} cells (classes
                × locations), each at the employee-only rate of the cell’s first plan per line, at the rates valid on{' '}
                {on}. Dependents and age rating are not counted.
              </Trans>
            ) : (
              <Trans>
                {estimate.employees} employees spread evenly over {classCount} × {locationCount} cells (classes ×
                locations), each at the employee-only rate of the cell’s first plan per line, at the rates valid on {on}
                . Dependents and age rating are not counted.
              </Trans>
            )}
          </p>
          {estimate.unrated.length > 0 && (
            <p>
              <Trans>Not included because the rate varies: {estimate.unrated.join(', ')}.</Trans>
            </p>
          )}
        </>
      )}
    </section>
  );
}
