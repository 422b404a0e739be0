import {
  SETUP_PARTS,
  type SetupField,
  type SetupPart as Part,
  setupFieldsOf,
} from '@openbenefits/domain/groups/group-fields';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { GroupFieldInput } from '../fields/GroupFieldInput.tsx';
import { CobraField, TaxIdField } from '../fields/SpecialFields.tsx';
import { FormSection } from './SetupSection.tsx';
import { useSetupField, useSharedTaxIdReason, useWizard } from './wizard-context.ts';

const COLUMNS: Readonly<Partial<Record<Part, 3>>> = { address: 3, eligibility: 3 };

/** A field of the group by its name. */
function SetupInput({ name }: { name: SetupField }) {
  const { wizard, sharedTaxId } = useWizard();
  const field = useSetupField(name);
  const taxId = useSetupField('taxId');
  const reason = useSharedTaxIdReason();
  const cobra = useSetupField('cobraEnabled');
  if (name === 'taxId') return <TaxIdField field={taxId} door="setup" others={sharedTaxId.others} reason={reason} />;
  if (name === 'cobraEnabled') return <CobraField field={cobra} employeeCount={wizard.form.fields.employeeCount} />;
  return <GroupFieldInput name={name} field={field} door="setup" />;
}

/** The fields of a part in the order of the table; the two address lines are the first row of theirs. */
function SetupPart({ part }: { part: Part }) {
  const names = setupFieldsOf(part);
  const isLine = (name: SetupField): boolean => name === 'addressLine1' || name === 'addressLine2';
  const lines = names.filter(isLine);
  return (
    <FormSection title={words(SETUP_PARTS[part].title)}>
      <FieldGrid columns={COLUMNS[part] ?? 2}>
        {lines.length > 0 && (
          <WholeRow>
            <FieldGrid>
              {lines.map((name) => (
                <SetupInput key={name} name={name} />
              ))}
            </FieldGrid>
          </WholeRow>
        )}
        {names
          .filter((name) => !isLine(name))
          .map((name) => (
            <SetupInput key={name} name={name} />
          ))}
      </FieldGrid>
    </FormSection>
  );
}

const PARTS = Object.keys(SETUP_PARTS) as readonly Part[];
/** The parts of a step in their order. */
export const SetupParts = ({ step }: { step: 1 | 4 }) => (
  <>
    {PARTS.filter((part) => SETUP_PARTS[part].step === step).map((part) => (
      <SetupPart key={part} part={part} />
    ))}
  </>
);
