import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { isCustomizable } from '@openbenefits/domain/groups/group-setup';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import { IconX } from '@tabler/icons-react';
import { IconButton, TextButton } from '../../ui/Button.tsx';
import { MoneyField, PercentField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { byLine, type ShownPlan } from './PlanCell.tsx';
import classes from './PlanSettings.module.css';
import { SamplePrice } from './SamplePrice.tsx';
import type { Place } from './plan-place.ts';
import { useErrors, useWizard } from './wizard-context.ts';
import { cellKey } from './wizard-form.ts';
import type { Change } from './wizard-reducer.ts';

const METHODOLOGIES = RATING_METHODOLOGIES.map((value) => ({ value, label: value }));

function Settings({
  at,
  plan,
  chosen,
  prefix,
}: {
  at: Place;
  plan: Plan;
  chosen: ShownPlan['chosen'];
  prefix: string;
}) {
  const { t } = useLingui();
  const { dispatch } = useWizard();
  const errorAt = useErrors();
  const path = `${prefix}.${plan.id}`;
  const customize = (change: Change) => dispatch({ type: 'customize', ...at, planId: plan.id, change });
  return (
    <>
      <td data-field>
        <MoneyField
          label={t`Deductible`}
          field={{
            ...errorAt(`${path}.deductible`),
            value: chosen.deductible ?? plan.deductible,
            onChange: (deductible) => customize({ deductible }),
          }}
        />
      </td>
      <td data-field>
        <PercentField
          label={t`Coinsurance`}
          field={{
            ...errorAt(`${path}.coinsurance`),
            value: chosen.coinsurance ?? plan.coinsurancePercent,
            onChange: (coinsurance) => customize({ coinsurance }),
          }}
        />
      </td>
      <td data-field data-wide>
        <SelectField
          label={t`Rating methodology`}
          choices={METHODOLOGIES}
          field={{
            ...errorAt(`${path}.ratingMethodology`),
            value: chosen.rating ?? 'composite',
            onChange: (rating) => customize({ rating }),
          }}
        />
      </td>
    </>
  );
}

function Head() {
  const { t } = useLingui();
  return (
    <thead>
      <tr>
        <th scope="col">{t`Plan`}</th>
        <th scope="col" data-type>{t`Type`}</th>
        <th scope="col" data-money>{t`Deductible`}</th>
        <th scope="col" data-percent>{t`Coinsurance, plan pays`}</th>
        <th scope="col" data-rating>{t`Rating methodology`}</th>
        <th scope="col" data-sample>
          <abbr title={t`Sample price a month: an employee of 40 without dependents, from the effective date`}>
            {t`Employee, 40`}
          </abbr>
        </th>
        <th scope="col" data-end>
          <span className="sr">{t`Remove`}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The settings of the current cell's plans: only Medical and Dental have any (specification 1, section 2.11). */
export function PlanSettings({ plans, at }: { plans: readonly Plan[]; at: Place }) {
  const { t } = useLingui();
  const { wizard, dispatch, setup } = useWizard();
  const { form } = wizard;
  const row = form.classes.findIndex(({ key }) => key === at.classKey);
  const column = form.locations.findIndex(({ key }) => key === at.locationKey);
  const className = setup.classes[row]?.className ?? '';
  const locationName = setup.billingLocations[column]?.locationName ?? '';
  const zipCode = setup.billingLocations[column]?.zipCode ?? '';
  const shown = byLine(form.cells[cellKey(at.classKey, at.locationKey)] ?? [], plans);
  const count = shown.length;
  const prefix = `planCustomizations.${className}.${locationName}`;
  return (
    <section aria-labelledby="setup-cell">
      <div className={classes.bar}>
        <h3 id="setup-cell">
          {className || t`Class ${row + 1}`}, {locationName || t`Location ${column + 1}`}
        </h3>
        <span>{plural(count, { 0: 'No plans yet', one: '# plan', other: '# plans' })}</span>
        {count > 0 && form.locations.length > 1 && (
          <TextButton onClick={() => dispatch({ type: 'fill', ...at, to: 'allLocations' })}>
            <Trans>Copy to all locations</Trans>
          </TextButton>
        )}
      </div>
      {count > 0 && (
        <div className={`panel ${classes.settings}`}>
          <table>
            <Head />
            <tbody>
              {shown.map(({ plan, chosen }) => {
                const name = plan?.name ?? t`Withdrawn plan`;
                return (
                  // Another cell's fields are other fields: what is half typed in one does not stay for the next.
                  <tr key={`${cellKey(at.classKey, at.locationKey)}/${chosen.planId}`}>
                    <th scope="row">
                      <b>{name}</b>
                      <small>
                        {plan ? `${plan.carrierName} · ${plan.code}` : t`No longer offered. Remove it to continue.`}
                      </small>
                    </th>
                    <td data-type>{plan ? COVERAGE_LINE_LABEL[plan.line] : ''}</td>
                    {plan && isCustomizable(plan.line) ? (
                      <Settings at={at} plan={plan} chosen={chosen} prefix={prefix} />
                    ) : (
                      <td colSpan={3} data-fixed>
                        {plan && <Trans>Fixed by the plan</Trans>}
                      </td>
                    )}
                    <td data-sample>
                      {plan && (
                        <SamplePrice
                          plan={plan}
                          methodology={isCustomizable(plan.line) ? (chosen.rating ?? 'composite') : null}
                          zipCode={zipCode}
                        />
                      )}
                    </td>
                    <td data-end>
                      <IconButton
                        icon={IconX}
                        size="small"
                        label={t`Remove ${name}`}
                        onClick={() => dispatch({ type: 'togglePlan', ...at, planId: chosen.planId })}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
