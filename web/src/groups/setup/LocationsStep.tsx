import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { AddressFields } from '../../ui/form/AddressFields.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { FormSection, StepHeading } from './SetupSection.tsx';
import { focusField } from './setup-problems.ts';
import classes from './SetupRows.module.css';
import { useErrors, useWizard } from './wizard-context.ts';
import type { LocationForm } from './wizard-form.ts';
import type { LocationField } from './wizard-reducer.ts';

/** As many as the server takes. */
const MOST = 50;

function LocationFields({ location, index, onlyOne }: { location: LocationForm; index: number; onlyOne: boolean }) {
  const { t } = useLingui();
  const { dispatch } = useWizard();
  const place = index + 1;
  const name = location.locationName.trim();
  const errorAt = useErrors();
  const fieldAt = (field: LocationField) => ({
    ...errorAt(`billingLocations.${index}.${field}`),
    value: location[field],
    onChange: (value: string) => dispatch({ type: 'location', key: location.key, name: field, value }),
  });
  return (
    <FormSection
      title={name === '' ? t`Location ${place}` : t`Location ${place}: ${name}`}
      aside={
        <IconButton
          icon={IconTrash}
          size="small"
          label={name === '' ? t`Remove location ${place}` : t`Remove ${name}`}
          disabledReason={onlyOne ? t`A group has at least one billing location` : undefined}
          onClick={() => {
            dispatch({ type: 'removeLocation', key: location.key });
            focusField(`billingLocations.${Math.max(0, index - 1)}.locationName`);
          }}
        />
      }
    >
      <FieldGrid columns={3}>
        <WholeRow>
          <TextField field={fieldAt('locationName')} label={t`Location Name`} required />
        </WholeRow>
        <AddressFields fieldAt={fieldAt} firstLabel={t`Street Address`} required />
      </FieldGrid>
    </FormSection>
  );
}

/** Step 2 (specification 1, sections 2.11 and 5). */
export function LocationsStep({ title }: { title: string }) {
  const { t } = useLingui();
  const { wizard, dispatch } = useWizard();
  const { locations, fields } = wizard.form;
  const [first] = locations;
  const canCopy = first !== undefined && first.addressLine1 === '' && fields.addressLine1.trim() !== '';
  const copy = () => {
    if (!first) return;
    const { addressLine1, addressLine2, city, stateProvince: state, zipPostalCode: zipCode } = fields;
    const copied = Object.entries({ addressLine1, addressLine2, city, state, zipCode }) as [LocationField, string][];
    for (const [name, value] of copied) dispatch({ type: 'location', key: first.key, name, value });
    focusField('billingLocations.0.locationName');
  };
  return (
    <>
      <StepHeading title={title}>
        <Trans>Where bills are sent. Each class belongs to one of them.</Trans>
      </StepHeading>
      {locations.map((location, index) => (
        <LocationFields key={location.key} location={location} index={index} onlyOne={locations.length === 1} />
      ))}
      <div className={classes.more}>
        <Button
          icon={IconPlus}
          disabledReason={locations.length >= MOST ? t`A group has at most ${MOST} billing locations` : undefined}
          onClick={() => {
            dispatch({ type: 'addLocation' });
            focusField(`billingLocations.${locations.length}.locationName`);
          }}
        >
          <Trans>Add Location</Trans>
        </Button>
        {canCopy && (
          <Button variant="quiet" onClick={copy}>
            <Trans>Use the company address</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
