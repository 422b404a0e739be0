import { Trans, useLingui } from '@lingui/react/macro';
import { COBRA_LOCKED_TEXT, GROUP_DEFAULTS, isCobraForced } from '@openbenefits/domain/groups/group-terms';
import { BILLING_METHOD_LABEL, PAYMENT_METHOD_LABEL } from '../../domain-labels.ts';
import { FieldGrid } from '../../ui/Fields.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { FormDate, FormNumber, FormSection, FormSelect, StepHeading } from './SetupFields.tsx';
import { useField, useWizard } from './wizard-context.ts';
import { words } from '../../words.ts';

/** Locked on from 20 employees. */
function CobraToggle() {
  const { t } = useLingui();
  const { wizard, dispatch } = useWizard();
  const { fields } = wizard.form;
  const { id } = useField('cobra_enabled');
  return (
    <Toggle
      id={id}
      label={t`COBRA Enabled`}
      checked={fields.cobra_enabled}
      onChange={(value) => dispatch({ type: 'field', name: 'cobra_enabled', value })}
      lockedReason={isCobraForced(fields.employee_count) ? words(COBRA_LOCKED_TEXT) : undefined}
      note={t`Former employees may keep their coverage at their own cost.`}
    />
  );
}

/** Step 4 (specification 1, sections 2.11, 5 and 9). */
export function BillingStep({ title }: { title: string }) {
  const { t } = useLingui();
  return (
    <>
      <StepHeading title={title}>
        <Trans>How the group is billed, and how long things may run late.</Trans>
      </StepHeading>
      <FormSection title={t`Billing and payment`}>
        <FieldGrid>
          <FormSelect
            name="billing_method"
            label={t`Billing Method`}
            labels={BILLING_METHOD_LABEL}
            none={t`Select billing method`}
            required
          />
          <FormSelect
            name="payment_method"
            label={t`Payment Method`}
            labels={PAYMENT_METHOD_LABEL}
            none={t`Select payment method`}
            description={t`Paper Bill when none is chosen.`}
          />
          <FormNumber
            name="grace_period_days"
            label={t`Grace Period Days`}
            fallback={GROUP_DEFAULTS.gracePeriodDays}
            unit={t`days`}
            required
          />
          <FormNumber
            name="retro_term_days"
            label={t`Retro Term Days`}
            fallback={GROUP_DEFAULTS.retroTermDays}
            unit={t`days`}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t`Open enrollment`}>
        <FieldGrid>
          <FormDate name="open_enrollment_start" label={t`Open Enrollment Start`} />
          <FormDate name="open_enrollment_end" label={t`Open Enrollment End`} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t`Continuation`}>
        <CobraToggle />
      </FormSection>
    </>
  );
}
