import { Trans, useLingui } from '@lingui/react/macro';
import { GROUP_TYPE_LABEL, WAITING_PERIOD_START_LABEL } from '../../domain-labels.ts';
import { GROUP_DEFAULTS } from '@openbenefits/domain/groups/group-terms';
import { unissuedPrefix } from '@openbenefits/domain/groups/tax-id';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { FormDate, FormNumber, FormSection, FormSelect, FormText, StepHeading } from './SetupFields.tsx';
import { useWizard } from './wizard-context.ts';

/** Step 1 (specification 1, sections 2.11, 5 and 9). */
export function CompanyStep({ title }: { title: string }) {
  const { t } = useLingui();
  const { wizard } = useWizard();
  const unissued = unissuedPrefix(wizard.form.fields.tax_id);
  return (
    <>
      <StepHeading title={title}>
        <Trans>Who the employer is, how to reach them, and when coverage starts.</Trans>
      </StepHeading>
      <FormSection title={t`Company`}>
        <FieldGrid>
          <FormText name="company_name" label={t`Company Name`} required />
          <FormText name="legal_name" label={t`Legal Name`} />
          <FormText
            name="tax_id"
            label={t`Tax ID`}
            required
            inputMode="numeric"
            placeholder="12-3456789"
            description={
              unissued
                ? t`No tax ID beginning with ${unissued} has been issued so far. Check the number; it is taken as it is.`
                : undefined
            }
          />
          <FormSelect name="group_type" label={t`Group Type`} labels={GROUP_TYPE_LABEL} />
          <FormText name="industry" label={t`Industry`} />
          <FormText name="sic_code" label={t`SIC Code`} inputMode="numeric" placeholder="4213" />
        </FieldGrid>
      </FormSection>
      <FormSection title={t`Address`}>
        <FieldGrid columns={3}>
          <WholeRow>
            <FieldGrid>
              <FormText name="address_line1" label={t`Address Line 1`} required />
              <FormText name="address_line2" label={t`Address Line 2`} />
            </FieldGrid>
          </WholeRow>
          <FormText name="city" label={t`City`} required />
          <FormText name="state" label={t`State`} required maxLength={2} placeholder="IL" autoCapitalize="characters" />
          <FormText name="zip_code" label={t`ZIP Code`} required inputMode="numeric" placeholder="62701" />
        </FieldGrid>
      </FormSection>
      <FormSection title={t`Contact`}>
        <FieldGrid>
          <FormText name="phone" label={t`Phone`} required inputMode="tel" placeholder="(555) 123-4567" />
          <FormText name="fax" label={t`Fax`} inputMode="tel" />
          <FormText name="email" label={t`Email`} inputMode="email" />
          <FormText name="website" label={t`Website`} inputMode="url" />
        </FieldGrid>
      </FormSection>
      <FormSection title={t`Employees and dates`}>
        <FieldGrid>
          <FormNumber name="employee_count" label={t`Employee Count`} required blank />
          <FormNumber name="eligible_employee_count" label={t`Eligible Employees`} blank />
          <FormDate name="effective_date" label={t`Effective Date`} required />
          <FormDate
            name="renewal_date"
            label={t`Renewal Date`}
            description={t`A year after the effective date when left empty.`}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t`Eligibility`}>
        <FieldGrid columns={3}>
          <FormNumber name="waiting_period_days" label={t`Waiting Period Days`} unit={t`days`} />
          <FormSelect name="waiting_period_start" label={t`Waiting Period Start`} labels={WAITING_PERIOD_START_LABEL} />
          <FormNumber
            name="hours_requirement"
            label={t`Hours Requirement`}
            fallback={GROUP_DEFAULTS.hoursRequirement}
            unit={t`weekly`}
          />
        </FieldGrid>
      </FormSection>
    </>
  );
}
