import type { GroupDetail } from '@openbenefits/contract/groups';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditField } from './EditField.tsx';
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
        closeOnOverlayClick={!form.isDirty}
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
              disabledReason={form.isDirty ? undefined : t`No changes to save`}
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
            <EditField form={form} name="contactName" label={t`Name`} />
          </WholeRow>
          <EditField form={form} name="contactEmail" label={t`Email`} />
          <EditField form={form} name="contactPhone" label={t`Phone`} />
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
          <EditField form={form} name="billingMethod" />
          <EditField form={form} name="paymentMethod" />
          <EditField form={form} name="gracePeriodDays" />
          <EditField form={form} name="retroTermDays" />
        </FieldGrid>
      )}
    </FieldsDialog>
  );
}
