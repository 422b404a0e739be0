import type { GroupDetail } from '@openbenefits/contract/groups';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/Button.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import classes from './OverviewForm.module.css';
import {
  AddressField,
  CobraField,
  DateField,
  GroupTypeField,
  IndustryField,
  NumberField,
  TaxIdField,
  TextField,
  WaitingStartField,
} from './GroupFields.tsx';
import { LeaveEditing } from './LeaveEditing.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useGroupForm } from './use-group-form.ts';

/** The overview in edit mode (specification 1, section 2.8): every field of the group that is not set elsewhere. */
export function OverviewForm({ group, onDone }: { group: GroupDetail; onDone: () => void }) {
  const { t } = useLingui();
  const form = useGroupForm(group, onDone);
  const count = form.changed.length;
  return (
    <form
      className={`panel ${classes.form}`}
      aria-label={t`Edit Group`}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <h2 className="sr">
        <Trans>Edit Group</Trans>
      </h2>
      <fieldset>
        <legend>
          <Trans>Group information</Trans>
        </legend>
        <FieldGrid>
          <TextField form={form} field="companyName" required />
          <TextField form={form} field="legalName" />
          <IndustryField form={form} />
          <TextField form={form} field="sicCode" inputMode="numeric" placeholder="4213" />
          <TaxIdField form={form} />
          <GroupTypeField form={form} />
        </FieldGrid>
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Address</Trans>
        </legend>
        <FieldGrid columns={3}>
          <WholeRow>
            <AddressField form={form} />
          </WholeRow>
          <TextField form={form} field="city" required />
          <TextField form={form} field="stateProvince" required maxLength={2} placeholder="IL" />
          <TextField form={form} field="zipPostalCode" required inputMode="numeric" />
        </FieldGrid>
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Contact</Trans>
        </legend>
        <FieldGrid>
          <TextField form={form} field="contactName" />
          <TextField form={form} field="contactEmail" inputMode="email" />
          <TextField form={form} field="contactPhone" inputMode="tel" placeholder="(555) 123-4567" />
          <TextField form={form} field="faxPhone" inputMode="tel" />
          <TextField form={form} field="website" inputMode="url" />
        </FieldGrid>
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Employees and dates</Trans>
        </legend>
        <FieldGrid>
          <NumberField form={form} field="employeeCount" label={t`Employee count`} required />
          <NumberField form={form} field="eligibleEmployeeCount" blank />
          <DateField form={form} field="effectiveDate" required />
          <DateField form={form} field="renewalDate" />
          <DateField form={form} field="nextRateIncrease" />
        </FieldGrid>
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Eligibility</Trans>
        </legend>
        <FieldGrid columns={3}>
          <NumberField form={form} field="waitingPeriodDays" unit={t`days`} />
          <WaitingStartField form={form} />
          <NumberField form={form} field="hoursRequirement" unit={t`weekly`} />
          <WholeRow>
            <CobraField form={form} />
          </WholeRow>
        </FieldGrid>
      </fieldset>
      <div className={classes.foot} data-bottom-bar>
        <SaveProblem problem={form.problem} />
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabledReason={count === 0 ? t`Nothing has been changed` : undefined}
        >
          <Trans>Save Changes</Trans>
        </Button>
      </div>
      <LeaveEditing dirty={form.dirty && !form.busy} />
      {form.conflicts.length > 0 && <ConflictDialog form={form} />}
    </form>
  );
}
