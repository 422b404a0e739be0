import type { GroupDetail } from '@openbenefits/contract/groups';
import { EDIT_PARTS, editFieldsOf, type EditPart } from '@openbenefits/domain/groups/group-fields';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/Button.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { AddressLinesField } from '../fields/SpecialFields.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditField } from './EditField.tsx';
import { LeaveEditing } from './LeaveEditing.tsx';
import classes from './OverviewForm.module.css';
import { SaveProblem } from './SaveProblem.tsx';
import { type GroupFormState, useGroupForm } from './use-group-form.ts';

const PARTS = Object.keys(EDIT_PARTS) as readonly EditPart[];
const COLUMNS: Readonly<Partial<Record<EditPart, 3>>> = { address: 3, eligibility: 3 };

/** The fields of a part in the order of the table; the two address lines share a box. */
function Part({ part, form }: { part: EditPart; form: GroupFormState }) {
  const names = editFieldsOf(part).filter((name) => name !== 'addressLine1' && name !== 'addressLine2');
  return (
    <fieldset>
      <legend>{words(EDIT_PARTS[part])}</legend>
      <FieldGrid columns={COLUMNS[part] ?? 2}>
        {part === 'address' && (
          <WholeRow>
            <AddressLinesField addressLine1={form.field('addressLine1')} addressLine2={form.field('addressLine2')} />
          </WholeRow>
        )}
        {names.map((name) =>
          name === 'cobraEnabled' ? (
            <WholeRow key={name}>
              <EditField form={form} name={name} />
            </WholeRow>
          ) : (
            <EditField key={name} form={form} name={name} />
          ),
        )}
      </FieldGrid>
    </fieldset>
  );
}

/** The overview in edit mode (specification 1, section 2.8): all fields that are not edited elsewhere. */
export function OverviewForm({ group, onDone }: { group: GroupDetail; onDone: () => void }) {
  const { t } = useLingui();
  const form = useGroupForm(group, onDone);
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
      {PARTS.map((part) => (
        <Part key={part} part={part} form={form} />
      ))}
      <div className={classes.foot} data-bottom-bar>
        <SaveProblem problem={form.problem} />
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabledReason={form.isDirty ? undefined : t`No changes to save`}
        >
          <Trans>Save Changes</Trans>
        </Button>
      </div>
      <LeaveEditing dirty={form.isDirty && !form.busy} />
      {form.conflicts.length > 0 && <ConflictDialog form={form} />}
    </form>
  );
}
