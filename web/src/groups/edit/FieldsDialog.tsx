import type { GroupDetail } from '@openbenefits/contract/groups';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { BillingMethodField, NumberField, PaymentMethodField, TextField } from './GroupFields.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { type GroupFormState, useGroupForm } from './use-group-form.ts';

type Props = { group: GroupDetail; onClose: () => void };

/** A few fields of a group in a dialog; a conflict is decided over it. */
function FieldsDialog({
  group,
  onClose,
  title,
  saveLabel,
  children,
}: Props & { title: string; saveLabel: string; children: (form: GroupFormState) => ReactNode }) {
  const { t } = useLingui();
  const id = useId();
  const form = useGroupForm(group, onClose);
  const isDeciding = form.conflicts.length > 0;
  return (
    <>
      <Dialog
        opened={!isDeciding}
        onClose={onClose}
        title={title}
        closeOnOverlayClick={!form.dirty}
        footer={
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={id}
              busy={form.busy}
              disabledReason={form.dirty ? undefined : t`Nothing has been changed`}
            >
              {saveLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          {children(form)}
          <SaveProblem problem={form.problem} />
        </form>
      </Dialog>
      {isDeciding && <ConflictDialog form={form} />}
    </>
  );
}

/** 'Update Contact' (specification 1, section 2.8). */
export function ContactDialog(props: Props) {
  const { t } = useLingui();
  return (
    <FieldsDialog {...props} title={t`Update Contact`} saveLabel={t`Save Contact`}>
      {(form) => (
        <FieldGrid>
          <WholeRow>
            <TextField form={form} field="contactName" label={t`Name`} />
          </WholeRow>
          <TextField form={form} field="contactEmail" label={t`Email`} inputMode="email" />
          <TextField form={form} field="contactPhone" label={t`Phone`} inputMode="tel" placeholder="(555) 123-4567" />
        </FieldGrid>
      )}
    </FieldsDialog>
  );
}

/** 'Configure Billing' (specification 1, section 2.8). */
export function BillingDialog(props: Props) {
  const { t } = useLingui();
  return (
    <FieldsDialog {...props} title={t`Configure Billing`} saveLabel={t`Save Billing`}>
      {(form) => (
        <FieldGrid>
          <BillingMethodField form={form} />
          <PaymentMethodField form={form} />
          <NumberField form={form} field="gracePeriodDays" label={t`Grace period`} unit={t`days`} />
          <NumberField form={form} field="retroTermDays" label={t`Retro term`} unit={t`days`} />
        </FieldGrid>
      )}
    </FieldsDialog>
  );
}
