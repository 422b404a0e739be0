import {
  OTHER_DEPENDENTS,
  type OtherDependents,
  type PlanRules,
  TOBACCO_SURCHARGES,
  type TobaccoSurcharge,
} from '@openbenefits/domain/plans/plan-rules';
import { PRORATION_METHODS, type ProrationMethod } from '@openbenefits/domain/plans/proration';
import { RATE_VERSIONS, type RateVersionRule } from '@openbenefits/domain/plans/rate-version';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  OTHER_DEPENDENTS_LABEL,
  PRORATION_LABEL,
  RATE_VERSION_LABEL,
  TOBACCO_SURCHARGE_LABEL,
} from '../../domain-labels.ts';
import { FieldGrid } from '../../ui/Fields.tsx';
import type { FieldBinding } from '../../ui/form/field.ts';
import { WholeNumberField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import classes from './Dialogs.module.css';

type Props = {
  rules: PlanRules;
  onChange: (rules: PlanRules) => void;
  bind: <Value>(path: string, value: Value, onChange: (value: Value) => void) => FieldBinding<Value>;
};

/** How a plan year charges parts of a month, newborns and other dependents, and which rates price its months. */
export function RuleFields({ rules, onChange, bind }: Props) {
  const { t } = useLingui();
  const proration = (event: 'start' | 'end' | 'birth') =>
    bind<ProrationMethod>(`rules.proration.${event}`, rules.proration[event], (method) =>
      onChange({ ...rules, proration: { ...rules.proration, [event]: method } }),
    );
  const methods = PRORATION_METHODS.map((value) => ({ value, label: PRORATION_LABEL[value] }));
  return (
    <>
      <h3 className={classes.part}>
        <Trans>Charge for a part of a month</Trans>
      </h3>
      <FieldGrid>
        <SelectField field={proration('start')} label={t`Start within a month`} choices={methods} />
        <SelectField field={proration('end')} label={t`End within a month`} choices={methods} />
        <SelectField field={proration('birth')} label={t`Birth within a month`} choices={methods} />
        <WholeNumberField
          field={bind('rules.newbornFreeDays', rules.newbornFreeDays, (newbornFreeDays) =>
            onChange({ ...rules, newbornFreeDays }),
          )}
          label={t`Free days of a newborn`}
          unit={t`days`}
        />
        <SelectField
          field={bind<OtherDependents>('rules.otherDependents', rules.otherDependents, (otherDependents) =>
            onChange({ ...rules, otherDependents }),
          )}
          label={t`Other dependents`}
          description={t`How a dependent who is neither a spouse nor a child is charged. Not rated: the price is held.`}
          choices={OTHER_DEPENDENTS.map((value) => ({ value, label: OTHER_DEPENDENTS_LABEL[value] }))}
        />
        <SelectField
          field={bind<TobaccoSurcharge>('rules.tobaccoSurcharge', rules.tobaccoSurcharge, (tobaccoSurcharge) =>
            onChange({ ...rules, tobaccoSurcharge }),
          )}
          label={t`Tobacco surcharge`}
          description={t`Before the surcharge: the employee pays what tobacco use adds to the premium.`}
          choices={TOBACCO_SURCHARGES.map((value) => ({ value, label: TOBACCO_SURCHARGE_LABEL[value] }))}
        />
        <SelectField
          field={bind<RateVersionRule>('rules.rateVersion', rules.rateVersion, (rateVersion) =>
            onChange({ ...rules, rateVersion }),
          )}
          label={t`Rates of a group`}
          description={t`Locked: the version in force when the group’s plan year began prices the whole plan year.`}
          choices={RATE_VERSIONS.map((value) => ({ value, label: RATE_VERSION_LABEL[value] }))}
        />
      </FieldGrid>
    </>
  );
}
